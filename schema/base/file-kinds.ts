/** How the names of files in `public/` end, by what they are. */
export const fileEndings = {
  picture: /\.(svg|png|jpe?g|webp|avif)$/i,
  video: /\.(mp4|webm)$/i,
  subtitles: /\.vtt$/i,
  font: /\.woff2$/i,
};

export const isSvg = (address: string): boolean => /\.svg$/i.test(address);
export const isPhoto = (address: string): boolean => fileEndings.picture.test(address) && !isSvg(address);

/**
 * The address of a file of `public/`, as a name: the same letter can be written in two ways, and systems
 * choose differently.
 */
export const fileAddress = (path: string): string => `/${path.normalize('NFC')}`;

/** Whether an address is that of a file: the addresses of pages have no ending. */
export const isFileAddress = (address: string): boolean => /^\/.*\.\w+$/.test(address);

/** What a build makes by itself beside the pages. */
export const madeFiles: readonly string[] = ['/feed.xml', '/sitemap.xml', '/llms.txt', '/robots.txt'];

const kept = /\.(zip|docx?|xlsx?|pptx?|od[tsp]|csv|vcf|eps|psd|ai)$/i;

/** Whether a file is kept by whoever follows a link to it; browsers show the others, or know what to do. */
export const isDownload = (address: string): boolean => kept.test(address);

const plain = /^[\w./~!$&'()*+,;=:@-]*$/;

/** An address as a browser needs it: a file may have any name. */
export const urlOf = (address: string): string =>
  plain.test(address) || !address.startsWith('/')
    ? address
    : address.toWellFormed().split('/').map(encodeURIComponent).join('/');
