import type { PhotoProblem } from './source-file.ts';

/** File extensions in `public/` by kind. */
/** Whether a file is a page of its own. */
export const isHtml = (path: string): boolean => /\.(?:x?html?|shtml)$/i.test(path);

export const fileEndings = {
  picture: /\.(svg|png|jpe?g|jfif|webp|avif)$/i,
  video: /\.(mp4|webm)$/i,
  sound: /\.(mp3|m4a|ogg|opus|wav)$/i,
  subtitles: /\.vtt$/i,
  font: /\.woff2$/i,
};

export const isSvg = (path: string): boolean => /\.svg$/i.test(path);
/** Whether a file is a HEIC photo by its name. Pages can show it if this machine can decode it. */
export const isHeic = (path: string): boolean => /\.hei[cf]$/i.test(path);
export const isPhoto = (path: string): boolean =>
  (fileEndings.picture.test(path) && !isSvg(path)) || isHeic(path);

/** The URL path of a file in `public/`. Normalized, because systems encode accented letters differently. */
export const publicPath = (path: string): string => `/${path.normalize('NFC')}`;

/** Whether a path is that of a file. Routes of pages have no extension. */
export const isFilePath = (path: string): boolean => /^\/.*\.\w+$/.test(path);

const downloadEndings = /\.(zip|docx?|xlsx?|pptx?|od[tsp]|csv|vcf|eps|psd|ai)$/i;

/** Whether a link should download the file. Browsers show other kinds. */
export const isDownload = (path: string): boolean => downloadEndings.test(path);

const unescapedPath = /^[\w./~!$&'()*+,;=:@-]*$/;

/** Encodes a path for a URL: a file can have any name. */
export const encodePath = (path: string): string =>
  unescapedPath.test(path) || !path.startsWith('/')
    ? path
    : path.toWellFormed().split('/').map(encodeURIComponent).join('/');

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in a language: `1.2 MB`. The minimum is 1 kB. */
export function sizeInWords(bytes: number, language: string): string {
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

/** Number of bytes that identify the format of a photo. */
export const photoHeaderLength = 32;

/** Detects files that are no photos by their first bytes, each as a code unit. */
export function photoProblemFromHeader(header: string): PhotoProblem | undefined {
  if (/^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(header)) return undefined;
  return /^[^]{4}ftyp/.test(header) ? 'heic' : 'no-photo';
}

/** Whether the first bytes of a photo, each as a code unit, are those of an animated WebP, PNG or AVIF. */
export function isMovingPhoto(bytes: string): boolean {
  const frames = bytes.indexOf('acTL');
  return (
    (/^RIFF[^]{4}WEBPVP8X/.test(bytes) && (bytes.charCodeAt(20) & 2) > 0) ||
    (bytes.startsWith('\u0089PNG') && frames > 0 && frames < bytes.indexOf('IDAT')) ||
    /^[^]{4}ftypavis/.test(bytes)
  );
}
