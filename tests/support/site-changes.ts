import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readTree } from './read-tree.ts';
import { createWriter } from './site-on-disk.ts';

// Functions that format the changes that a command makes to a site, for golden texts. `…` stands for existing lines of
// a file, and `(none)` for a missing file. Placeholder descriptions are omitted.

const placeholderDescription = ', a page that is there for a test and says so at some length.';
const splitLines = (text: string) => text.split(/(?<=\n)/);

/** Decodes names of characters such as `<CR>` and `<U+FEFF>`. */
export const decodeSigns = (text: string): string =>
  text
    .replaceAll(/<U\+(\w{4})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('<CR>', '\r');

const encodeSigns = (text: string) => text.replaceAll('\uFEFF', '<U+FEFF>').replaceAll('\r', '<CR>');

/** Writes the files in a golden case to a site folder. */
export function writeCase(site: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === '(none)\n') rmSync(join(site, path));
    else {
      const fullText = text.replace(/^…\n/, () => readFileSync(join(site, path), 'utf8'));
      const titleWithoutDescription = /^title: (.*)\n(?!description)/m;
      createWriter(site)(
        path,
        decodeSigns(fullText).replace(
          titleWithoutDescription,
          `$&description: $1${placeholderDescription}\n`,
        ),
      );
    }
  }
}

/** Reads all files and folders of a site, except `.cache` and `.git`. */
export const readSiteFiles = (site: string): Map<string, string> =>
  new Map(
    [...readTree(site)]
      .filter(([path]) => !/^\.(?:cache|git)/.test(path))
      .map(([path, bytes]) => [path, Buffer.from(bytes, 'latin1').toString()]),
  );

/** Returns the changed files, each from its first changed line on, and the paths of removed files. */
export function describeChangedFiles(before: Map<string, string>, after: Map<string, string>): string[] {
  const writtenFiles = [...after].filter(([path, text]) => before.get(path) !== text && text !== '(folder)');
  const removedPaths = [...before.keys()].filter((path) => !after.has(path));
  return [
    ...writtenFiles.map(([path, text]) => {
      const lines = splitLines(text);
      const oldLines = splitLines(before.get(path) ?? '');
      const firstChanged = lines.findIndex((line, index) => line !== oldLines[index]);
      const shownLines = lines
        .slice(firstChanged)
        .filter((line) => !line.endsWith(`${placeholderDescription}\n`));
      return `@ ${path}\n${firstChanged > 0 ? '…\n' : ''}${encodeSigns(shownLines.join('').trimEnd())}`;
    }),
    ...(removedPaths.length > 0 ? [`removed: ${removedPaths.join(', ')}`] : []),
  ];
}

/** Replaces absolute paths in text with paths relative to the site. */
export const toRelativePaths = (text: string, site: string): string =>
  text.replaceAll(`${relative(process.cwd(), site)}/`, '').replaceAll(`${site}/`, '');
