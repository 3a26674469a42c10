import { globSync } from 'node:fs';
import type { SourceFile } from '../../schema/base/source-file.ts';
import { WrongUse } from '../base/command.ts';
import { shownPath } from '../base/project.ts';

/**
 * Which files the arguments of a command name: files, folders or patterns such as `pages/about/*.yaml`. No
 * argument means all.
 */
export function chosenFiles(
  written: readonly string[],
  files: readonly SourceFile[],
): (file: string) => boolean {
  if (written.length === 0) return () => true;
  const chosen = new Set<string>();
  for (const one of written) {
    const places = new Set([one, ...globSync(one)].map((path) => shownPath(path)));
    const found = files.filter(({ file }) =>
      [...places].some((place) => place === '' || file === place || file.startsWith(`${place}/`)),
    );
    if (found.length === 0) throw new WrongUse(`${one} names no file of the pages folder.`);
    for (const { file } of found) chosen.add(file);
  }
  return (file) => chosen.has(file);
}
