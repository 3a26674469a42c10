import type { PhotoProblem } from './source-file.ts';

/** Returns whether a file is an HTML page. */
export const isHtml = (path: string): boolean => /\.(?:x?html?|shtml)$/i.test(path);

/** The file extensions in `public/` by kind. */
export const fileExtensions = {
  picture: /\.(svg|png|jpe?g|jfif|webp|avif)$/i,
  video: /\.(mp4|webm)$/i,
  sound: /\.(mp3|m4a|ogg|opus|wav)$/i,
  subtitles: /\.vtt$/i,
  font: /\.woff2$/i,
};

export const isSvg = (path: string): boolean => /\.svg$/i.test(path);
/** Returns whether a file has the extension of a HEIC photo. Pages can show it if this machine can decode it. */
export const isHeic = (path: string): boolean => /\.hei[cf]$/i.test(path);
export const isPhoto = (path: string): boolean =>
  (fileExtensions.picture.test(path) && !isSvg(path)) || isHeic(path);

/** Returns the URL path of a file in `public/`. It is normalized, because operating systems encode accents differently. */
export const publicPath = (path: string): string => `/${path.normalize('NFC')}`;

/** Returns whether a path has a file extension. Routes of pages have none. */
export const isFilePath = (path: string): boolean => /^\/.*\.\w+$/.test(path);

const downloadExtensions = /\.(zip|docx?|xlsx?|pptx?|od[tsp]|csv|vcf|eps|psd|ai)$/i;

/** Returns whether a link should download the file. Browsers show other kinds of files. */
export const isDownload = (path: string): boolean => downloadExtensions.test(path);

const unescapedPath = /^[\w./~!$&'()*+,;=:@-]*$/;

/** Encodes a path for a URL. Files can have any name. */
export const encodePath = (path: string): string =>
  unescapedPath.test(path) || !path.startsWith('/')
    ? path
    : path.toWellFormed().split('/').map(encodeURIComponent).join('/');

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a file size: `1.2 MB`. The minimum is 1 kB. */
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

/** The number of bytes that identify the format of a photo. */
export const photoHeaderLength = 32;

/** Detects files that are not photos by their first bytes, given as code units. */
export function detectPhotoProblem(header: string): PhotoProblem | undefined {
  if (/^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(header)) return undefined;
  return /^[^]{4}ftyp/.test(header) ? 'heic' : 'no-photo';
}

/** Returns whether the first bytes of a photo, given as code units, are those of an animated WebP, PNG or AVIF. */
export function isAnimatedPhoto(bytes: string): boolean {
  const frames = bytes.indexOf('acTL');
  return (
    (/^RIFF[^]{4}WEBPVP8X/.test(bytes) && (bytes.charCodeAt(20) & 2) > 0) ||
    (bytes.startsWith('\u0089PNG') && frames > 0 && frames < bytes.indexOf('IDAT')) ||
    /^[^]{4}ftypavis/.test(bytes)
  );
}
