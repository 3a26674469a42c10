import { svgDiagnostics } from '../check/svg-rules.ts';
import { fileKindOf } from '../fields/upload-types.ts';

/** The folder in `public/` for pictures that are added in the editor. */
export const pictureFolder = 'pictures';

/** Maximum size of an added picture, in bytes. */
export const maxPicture = 30_000_000;

/** Returns the name of an added picture, `old-pier.jpg` or with a number `old-pier-2.jpg`, or the reason why it is rejected. */
export function pictureName(
  name: string,
  bytes: Uint8Array,
): { name(number: number): string } | { problem: string } {
  const found = detectEnding(bytes);
  if ('problem' in found) return found;
  const base = plainName(name);
  return { name: (number) => `${base}${number === 1 ? '' : `-${number}`}.${found.ending}` };
}

/** Returns the extension for the content of a file, regardless of its name. */
function detectEnding(bytes: Uint8Array): { ending: string } | { problem: string } {
  const kind = fileKindOf(bytes);
  if (kind === 'jpg' || kind === 'png' || kind === 'webp') return { ending: kind };
  if (/^.{4}ftypavi[fs]/s.test(new TextDecoder('latin1').decode(bytes.subarray(0, 16))))
    return { ending: 'avif' };
  if (kind === undefined && /<svg[\s>]/.test(new TextDecoder().decode(bytes.subarray(0, 2000)))) {
    const faults = svgDiagnostics(new TextDecoder().decode(bytes));
    const fault = faults.find(({ severity }) => severity === 'error');
    return fault ? { problem: fault.message } : { ending: 'svg' };
  }
  return {
    problem: 'only JPEG, PNG, WebP, AVIF and SVG are supported; save the picture in one of these formats',
  };
}

/** Converts a file name to one that is valid on every system and in addresses, without its extension. */
function plainName(name: string): string {
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
