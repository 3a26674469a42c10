import { checkSvg } from '../check/svg-rules.ts';
import { detectFileKind } from '../fields/upload-types.ts';

/** The folder in `public/` where the editor saves added pictures. */
export const pictureFolder = 'pictures';

/** Maximum size of an added picture, in bytes. */
export const maxPictureBytes = 30_000_000;

/**
 * Returns possible file names for an added picture (`old-pier.jpg`, `old-pier-2.jpg`), or the reason why the picture is
 * rejected.
 */
export function createPictureName(
  name: string,
  bytes: Uint8Array,
): { name(number: number): string } | { problem: string } {
  const detected = detectExtension(bytes);
  if ('problem' in detected) return detected;
  const base = toPlainName(name);
  return { name: (number) => `${base}${number === 1 ? '' : `-${number}`}.${detected.extension}` };
}

/**
 * Returns the file extension for the content of a picture, regardless of its file name, or the problem if the picture
 * cannot be used.
 */
function detectExtension(bytes: Uint8Array): { extension: string } | { problem: string } {
  const kind = detectFileKind(bytes);
  if (kind === 'jpg' || kind === 'png' || kind === 'webp') return { extension: kind };
  if (/^.{4}ftypavi[fs]/s.test(new TextDecoder('latin1').decode(bytes.subarray(0, 16))))
    return { extension: 'avif' };
  if (kind === undefined && /<svg[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 2000)))) {
    const diagnostics = checkSvg(new TextDecoder().decode(bytes));
    const error = diagnostics.find(({ severity }) => severity === 'error');
    return error ? { problem: error.message } : { extension: 'svg' };
  }
  return {
    problem: 'only JPEG, PNG, WebP, AVIF and SVG are supported; save the picture in one of these formats',
  };
}

/** Returns a file name without its extension, in a form that is valid in URLs and on every operating system. */
function toPlainName(name: string): string {
  const plain = name
    .replace(/^.*[/\\]/s, '')
    .replace(/(?<=.)\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return plain || 'picture';
}
