import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readTree } from './read-tree.ts';
import { writerIn } from './site-on-disk.ts';

// Formats the changes that a command makes in a site for golden texts: `…` stands for existing lines of a file, `(none)`
// for a missing file. Placeholder descriptions are omitted.

const description = ', a page that is there for a test and says so at some length.';
const linesOf = (text: string) => text.split(/(?<=\n)/);

/** Decodes signs such as `<CR>` and `<U+FEFF>`. */
export const readSigns = (text: string): string =>
  text
    .replaceAll(/<U\+(\w{4})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('<CR>', '\r');

const writeSigns = (text: string) => text.replaceAll('\uFEFF', '<U+FEFF>').replaceAll('\r', '<CR>');

/** Writes the files of a golden case. */
export function writeCase(site: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    if (text === '(none)\n') rmSync(join(site, path));
    else {
      const whole = text.replace(/^…\n/, () => readFileSync(join(site, path), 'utf8'));
      const undescribed = /^title: (.*)\n(?!description)/m;
      writerIn(site)(path, readSigns(whole).replace(undescribed, `$&description: $1${description}\n`));
    }
  }
}

/** Reads all files and folders of a site, without `.cache` and `.git`. */
export const filesOfSite = (site: string): Map<string, string> =>
  new Map(
    [...readTree(site)]
      .filter(([path]) => !/^\.(?:cache|git)/.test(path))
      .map(([path, bytes]) => [path, Buffer.from(bytes, 'latin1').toString()]),
  );

/** Lists the changed files, each from its first changed line, and the removed ones. */
export function changedFiles(before: Map<string, string>, after: Map<string, string>): string[] {
  const written = [...after].filter(([path, text]) => before.get(path) !== text && text !== '(folder)');
  const removed = [...before.keys()].filter((path) => !after.has(path));
  return [
    ...written.map(([path, text]) => {
      const lines = linesOf(text);
      const old = linesOf(before.get(path) ?? '');
      const from = lines.findIndex((line, at) => line !== old[at]);
      const rest = lines.slice(from).filter((line) => !line.endsWith(`${description}\n`));
      return `@ ${path}\n${from > 0 ? '…\n' : ''}${writeSigns(rest.join('').trimEnd())}`;
    }),
    ...(removed.length > 0 ? [`removed: ${removed.join(', ')}`] : []),
  ];
}

/** Makes paths in a text relative to the site. */
export const withoutFolder = (text: string, site: string): string =>
  text.replaceAll(`${relative(process.cwd(), site)}/`, '').replaceAll(`${site}/`, '');
