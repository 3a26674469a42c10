import type { PhotoProblem } from './source-file.ts';

/** Returns whether a file has the extension of an HTML page. */
export const isHtml = (path: string): boolean => /\.(?:x?html?|shtml)$/i.test(path);

/** The supported file extensions in `public/`, by kind of file. */
export const fileExtensions = {
  picture: /\.(svg|png|jpe?g|jfif|webp|avif)$/i,
  video: /\.(mp4|webm)$/i,
  sound: /\.(mp3|m4a|ogg|opus|wav)$/i,
  subtitles: /\.vtt$/i,
  font: /\.woff2$/i,
};

export const isSvg = (path: string): boolean => /\.svg$/i.test(path);
/**
 * Returns whether a file has the extension of a HEIC photo. The build can only use HEIC photos if the machine that it
 * runs on can decode them.
 */
export const isHeic = (path: string): boolean => /\.hei[cf]$/i.test(path);
export const isPhoto = (path: string): boolean =>
  (fileExtensions.picture.test(path) && !isSvg(path)) || isHeic(path);

/** Returns the URL path of a file in `public/`, normalized, because operating systems encode accents differently. */
export const publicPath = (path: string): string => `/${path.normalize('NFC')}`;

/** Returns whether a path has a file extension. Page routes have none. */
export const isFilePath = (path: string): boolean => /^\/.*\.\w+$/.test(path);

const downloadExtensions = /\.(zip|docx?|xlsx?|pptx?|od[tsp]|csv|vcf|eps|psd|ai)$/i;

/** Returns whether a link should download the file instead of showing it in the browser. */
export const isDownload = (path: string): boolean => downloadExtensions.test(path);

const unescapedPath = /^[\w./~!$&'()*+,;=:@-]*$/;

/** Encodes a file path for a URL, because file names can contain any character. */
export const encodePath = (path: string): string =>
  unescapedPath.test(path) || !path.startsWith('/')
    ? path
    : path.toWellFormed().split('/').map(encodeURIComponent).join('/');

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a file size, such as `1.2 MB`. The smallest size is 1 kB. */
export function formatFileSize(bytes: number, language: string): string {
  const power = Math.min(Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)), byteUnits.length - 1);
  const value = Math.max(1, bytes / 1000 ** power);
  const maximumFractionDigits = value < 10 && power > 1 ? 1 : 0;
  const format = {
    style: 'unit',
    unit: byteUnits[power],
    unitDisplay: 'short',
    maximumFractionDigits,
  } as const;
  return new Intl.NumberFormat(language, format).format(value);
}

/** The number of bytes at the start of a photo that are needed to detect its format. */
export const photoHeaderLength = 32;

/**
 * Returns the reason why a file is not a usable photo, or `undefined` if none is found. `header` contains the first
 * bytes of the file, as a string with one code unit per byte.
 */
export function detectPhotoProblem(header: string): PhotoProblem | undefined {
  if (/^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(header)) return undefined;
  return /^[^]{4}ftyp/.test(header) ? 'heic' : 'no-photo';
}

/**
 * Returns whether a photo is an animated WebP, PNG or AVIF. `bytes` contains the first bytes of the photo, as a string
 * with one code unit per byte.
 */
export function isAnimatedPhoto(bytes: string): boolean {
  const frames = bytes.indexOf('acTL');
  return (
    (/^RIFF[^]{4}WEBPVP8X/.test(bytes) && (bytes.charCodeAt(20) & 2) > 0) ||
    (bytes.startsWith('\u0089PNG') && frames > 0 && frames < bytes.indexOf('IDAT')) ||
    /^[^]{4}ftypavis/.test(bytes)
  );
}
