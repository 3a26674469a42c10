/** How the names of files in `public/` end, by what they are. */
export const fileEndings = {
  picture: /\.(svg|png|jpe?g|webp|avif)$/i,
  video: /\.(mp4|webm)$/i,
  subtitles: /\.vtt$/i,
};

export const isSvg = (address: string): boolean => /\.svg$/i.test(address);
export const isPhoto = (address: string): boolean => fileEndings.picture.test(address) && !isSvg(address);

/**
 * The address of a file of `public/`, as a name: the same letter can be written in two ways, and systems
 * choose differently.
 */
export const fileAddress = (path: string): string => `/${path.normalize('NFC')}`;

const plain = /^[\w./~!$&'()*+,;=:@-]*$/;

/** An address as a browser needs it: a file may have any name. */
export const urlOf = (address: string): string =>
  plain.test(address) || !address.startsWith('/')
    ? address
    : address.toWellFormed().split('/').map(encodeURIComponent).join('/');
