import type { PhotoProblem } from './source-file.ts';

/** How the names of files in `public/` end, by what they are. */
export const fileEndings = {
  picture: /\.(svg|png|jpe?g|webp|avif)$/i,
  video: /\.(mp4|webm)$/i,
  subtitles: /\.vtt$/i,
  font: /\.woff2$/i,
};

export const isSvg = (path: string): boolean => /\.svg$/i.test(path);
export const isPhoto = (path: string): boolean => fileEndings.picture.test(path) && !isSvg(path);

/**
 * The address of a file of `public/`, as a name: the same letter can be written in two ways, and systems
 * choose differently.
 */
export const publicPath = (path: string): string => `/${path.normalize('NFC')}`;

/** Whether an address is that of a file: the addresses of pages have no ending. */
export const isFilePath = (path: string): boolean => /^\/.*\.\w+$/.test(path);

const downloadEndings = /\.(zip|docx?|xlsx?|pptx?|od[tsp]|csv|vcf|eps|psd|ai)$/i;

/** Whether a file is kept by whoever follows a link to it; browsers show the others, or know what to do. */
export const isDownload = (path: string): boolean => downloadEndings.test(path);

const unescapedPath = /^[\w./~!$&'()*+,;=:@-]*$/;

/** An address as a browser needs it: a file may have any name. */
export const encodePath = (path: string): string =>
  unescapedPath.test(path) || !path.startsWith('/')
    ? path
    : path.toWellFormed().split('/').map(encodeURIComponent).join('/');

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.2 MB`, in a language. Anything below a thousand bytes counts as one kilobyte. */
export function sizeInWords(bytes: number, language: string): string {
  const power = Math.min(Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), units.length - 1);
  const value = Math.max(1, bytes / 1000 ** power);
  const maximumFractionDigits = value < 10 && power > 1 ? 1 : 0;
  const format = { style: 'unit', unit: units[power], unitDisplay: 'short', maximumFractionDigits } as const;
  return new Intl.NumberFormat(language, format).format(value);
}

/** How many bytes of a photo show of what kind it is. */
export const photoHeaderLength = 32;

/** What is wrong with a photo that begins like this, if that can be seen there; each byte as a code unit. */
export function photoProblemFromHeader(header: string): PhotoProblem | undefined {
  if (/^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(header)) return undefined;
  return /^[^]{4}ftyp/.test(header) ? 'heic' : 'no-photo';
}
