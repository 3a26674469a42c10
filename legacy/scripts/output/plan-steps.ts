import type { Steps } from './journal.ts';
import type { ListResult } from '../../../scripts/build/output-folder.ts';
import { folderOf } from '../../../scripts/system/files.ts';

/** With more than this part of its files new, an output is cheaper replaced as a whole. */
const large = 1 / 3;

/**
 * What brings an output from what it holds to what it shall hold; nothing if that is the same. `staged` are
 * the files that are new or changed, `stays` those that are as they shall be.
 */
export function planSteps(
  old: ListResult,
  staged: readonly string[],
  stays: readonly string[],
): Steps | undefined {
  const wanted = new Set([...staged, ...stays]);
  const folders = foldersOf(wanted);
  const removed = [...old.files.keys()].filter((path) => !wanted.has(path));
  const added = staged.filter((path) => !old.files.has(path));
  const emptied = [...old.folders].filter((path) => !folders.has(path)).toReversed();
  if (staged.length + removed.length + emptied.length + old.others.length === 0) return undefined;
  const newFolders = [...folders].filter((path) => !old.folders.has(path));
  const isOneByOne =
    staged.length <= wanted.size * large &&
    old.others.length === 0 &&
    !collides(old, [...added, ...newFolders]);
  if (!isOneByOne) return { way: 'whole' };
  const replaced = staged.filter((path) => old.files.has(path));
  return { way: 'files', newFolders: newFolders.toSorted(), added, replaced, removed, emptied };
}

/** All folders that some files lie in. */
function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of files)
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  return folders;
}

/**
 * Whether something new has the name of something that is there: of a file where a folder shall be, or the
 * other way round, or one that many file systems take for the same.
 */
function collides(old: ListResult, added: readonly string[]): boolean {
  if (added.length === 0) return false;
  const names = new Set([...old.files.keys(), ...old.folders].map(foldedName));
  return added.some((path) => names.has(foldedName(path)));
}

const foldedName = (path: string) => path.normalize('NFC').toLowerCase();
