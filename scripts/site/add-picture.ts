import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { svgDiagnostics } from '../../schema/check/svg-rules.ts';
import { fileKindOf } from '../../schema/fields/upload-types.ts';
import { CommandError } from '../system/command.ts';
import { systemErrorMessage } from '../system/errors.ts';

/** The folder in `public/` for pictures that are added in the browser. */
const pictureFolder = 'pictures';

/** The largest picture that is taken, in bytes. */
export const maxPicture = 30_000_000;

/** The path of a picture in `public/`, or why it cannot be one. */
export type AddedPicture = { path: string } | { problem: string };

/** Writes a picture under a name that is free. One that is there with the same name and content is used again. */
export function addPicture(publicFolder: string, name: string, bytes: Uint8Array): AddedPicture {
  const found = endingOf(bytes);
  if ('problem' in found) return found;
  const place = join(publicFolder, pictureFolder);
  const state = lstatSync(place, { throwIfNoEntry: false });
  if (state && !state.isDirectory())
    return { problem: `\`${pictureFolder}\` in the public folder is no folder, so no picture can be added` };
  const base = plainName(name);
  try {
    mkdirSync(place, { recursive: true });
    for (let number = 1; ; number++) {
      const file = `${base}${number === 1 ? '' : `-${number}`}.${found.ending}`;
      if (isAdded(join(place, file), bytes)) return { path: `/${pictureFolder}/${file}` };
    }
  } catch (error) {
    const reason = systemErrorMessage(error, place);
    throw reason === undefined ? error : new CommandError(`The picture was not added: ${reason}.`);
  }
}

/** Writes a file, never over another one. False if the name is taken. */
function isAdded(file: string, bytes: Uint8Array): boolean {
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return lstatSync(file).isFile() && readFileSync(file).equals(bytes);
  }
}

/** The ending by the content, whatever the name says. */
function endingOf(bytes: Uint8Array): { ending: string } | { problem: string } {
  const kind = fileKindOf(bytes);
  if (kind === 'jpg' || kind === 'png' || kind === 'webp') return { ending: kind };
  if (/^.{4}ftypavi[fs]/s.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    return { ending: 'avif' };
  const text = Buffer.from(bytes.subarray(0, 2000)).toString('utf8');
  if (kind === undefined && /<svg[\s>]/.test(text)) {
    const faults = svgDiagnostics(Buffer.from(bytes).toString('utf8'));
    const fault = faults.find(({ severity }) => severity === 'error');
    return fault ? { problem: fault.message } : { ending: 'svg' };
  }
  return { problem: 'only JPEG, PNG, WebP, AVIF and SVG can be shown; save the picture as one of these' };
}

/** A name that is the same on every system and in every address. */
function plainName(name: string): string {
  const plain = basename(name.replaceAll('\\', '/'), extname(name))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
  return plain || 'picture';
}
