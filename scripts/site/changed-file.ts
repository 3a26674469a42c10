import { lstatSync, readFileSync } from 'node:fs';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { replaceText } from './editable-pages.ts';

type NamedText = Pick<SourceFile, 'file' | 'text'>;

/**
 * Returns whether the file on disk contains exactly this text as UTF-8, so that writing the text back would not change
 * any other bytes.
 */
export function isSameOnDisk({ file, text }: NamedText): boolean {
  return (
    lstatSync(file, { throwIfNoEntry: false })?.isFile() === true &&
    readFileSync(file).equals(Buffer.from(text))
  );
}

/** Writes the fixed text of a file. Returns false if another program has modified the file since it was read. */
export function writeFixedText(source: NamedText, text: string): boolean {
  return isSameOnDisk(source) && replaceText(source.file, text, () => isSameOnDisk(source));
}

/** Returns a patch for `git apply` that changes a file from one version to another. */
export function createChangePatch(before: NamedText, after: NamedText): string {
  const isMoved = before.file !== after.file;
  const isSame = before.text === after.text;
  const rename = `${isSame ? 'similarity index 100%\n' : ''}rename from ${before.file}\nrename to ${after.file}\n`;
  return (
    `diff --git a/${before.file} b/${after.file}\n` +
    (isMoved ? rename : '') +
    (isSame ? '' : createPatch(`a/${before.file}`, `b/${after.file}`, before.text, after.text))
  );
}

/** Returns a patch that creates a file. */
export const createNewFilePatch = ({ file, text }: NamedText): string =>
  `diff --git a/${file} b/${file}\nnew file mode 100644\n${createPatch('/dev/null', `b/${file}`, '', text)}`;

/** Returns a patch that deletes a file. */
export const createDeletionPatch = ({ file, text }: NamedText): string =>
  `diff --git a/${file} b/${file}\ndeleted file mode 100644\n${createPatch(`a/${file}`, '/dev/null', text, '')}`;

const createPatch = (oldName: string, newName: string, before: string, after: string) =>
  createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
