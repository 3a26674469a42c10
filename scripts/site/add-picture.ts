import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pictureFolder, createPictureName } from '../../schema/edit/picture-name.ts';
import { CommandError } from '../system/command.ts';
import { formatSystemError } from '../system/errors.ts';

/** The path of an added picture in `public/`, or the reason why it was not added. */
export type AddPictureResult = { path: string } | { problem: string };

/** Writes a picture under an unused name. A file with the same name and content is reused. */
export function addPicture(publicFolder: string, name: string, bytes: Uint8Array): AddPictureResult {
  const picture = createPictureName(name, bytes);
  if ('problem' in picture) return picture;
  const folder = join(publicFolder, pictureFolder);
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state && !state.isDirectory())
    return {
      problem: `\`${pictureFolder}\` in the public folder is not a folder, so no pictures can be added`,
    };
  try {
    mkdirSync(folder, { recursive: true });
    for (let number = 1; ; number++) {
      const file = picture.name(number);
      if (writeIfFree(join(folder, file), bytes)) return { path: `/${pictureFolder}/${file}` };
    }
  } catch (error) {
    const reason = formatSystemError(error, folder);
    throw reason === undefined ? error : new CommandError(`The picture was not added: ${reason}.`);
  }
}

/** Writes a file without overwriting a different file. Returns false if a different file has this name. */
function writeIfFree(file: string, bytes: Uint8Array): boolean {
  try {
    writeFileSync(file, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return lstatSync(file).isFile() && readFileSync(file).equals(bytes);
  }
}
