import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { assertRealFolders } from '../site/new-page.ts';
import { CommandError } from '../system/command.ts';
import { changeAllOrNone } from '../system/change-plan.ts';
import { siteOf } from '../system/project.ts';

/** A change of files since the editor was started, which can be undone. */
export interface RecentChange {
  id: string;
  /** `“Figures” is deleted.` */
  words: string;
  /** What the author reads when it is undone. */
  undoneWords: string;
  isUndone: boolean;
  files: readonly { path: string; before: Content | undefined; after: Content | undefined }[];
}

interface Content {
  bytes: Buffer;
  mode: number;
}

/** More are forgotten. */
const maxChanges = 20;

/** The last changes of whole pages, with the bytes that the files had before. */
export class RecentChanges {
  readonly #folder: string;
  readonly #all: RecentChange[] = [];

  /** `folder` is the pages folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The last one first. */
  get all(): readonly RecentChange[] {
    return this.#all;
  }

  /** Changes files. `paths` are those that may change, in the pages folder. */
  make(
    paths: readonly string[],
    words: Pick<RecentChange, 'words' | 'undoneWords'>,
    change: () => void,
  ): RecentChange {
    const before = paths.map((path) => this.#content(path));
    change();
    const files = paths.map((path, at) => ({ path, before: before[at], after: this.#content(path) }));
    const entry = { id: randomUUID(), ...words, isUndone: false, files };
    this.#all.unshift(entry);
    this.#all.splice(maxChanges);
    return entry;
  }

  /** Brings all files of a change back, byte for byte, unless one of them has changed since. */
  undo(id: string): RecentChange {
    const found = this.#all.find((one) => one.id === id && !one.isUndone);
    if (!found) throw new CommandError('This was undone already, or the editor was started again since.');
    const { files } = found;
    for (const { path } of files) assertRealFolders(this.#folder, path);
    const other = files.find(({ path, after }) => !isSame(this.#content(path), after));
    if (other)
      throw new CommandError(
        `\`${other.path}\` has changed since, so nothing was undone. All files are as they were.`,
      );
    changeAllOrNone(siteOf(this.#folder).cache, (changes) => {
      for (const { path, before, after } of files) if (!before && after) changes.delete(this.#file(path));
      for (const { path, before, after } of files) {
        if (!before || isSame(before, after)) continue;
        if (after) changes.replace(this.#file(path), before.bytes);
        else changes.create(this.#file(path), before.bytes);
      }
      for (const { path, before } of files)
        if (!before) changes.deleteEmptyFolders(dirname(this.#file(path)), this.#folder);
    });
    for (const { path, before } of files) if (before) chmodSync(this.#file(path), before.mode);
    found.isUndone = true;
    return found;
  }

  #file(path: string): string {
    return join(this.#folder, path);
  }

  #content(path: string): Content | undefined {
    const state = lstatSync(this.#file(path), { throwIfNoEntry: false });
    if (!state) return undefined;
    if (!state.isFile()) throw new CommandError(`\`${path}\` is no file.`);
    return { bytes: readFileSync(this.#file(path)), mode: state.mode };
  }
}

const isSame = (one: Content | undefined, other: Content | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.bytes.equals(other.bytes);
