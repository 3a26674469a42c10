import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { replaceAtomic } from './files.ts';

interface UndoStep {
  /** What was done, for messages: `moved a.yaml to b.yaml`. */
  what: string;
  undo(): void;
}

/** Changes files one after another, and can undo all of it. */
export class UndoableChanges {
  readonly #steps: UndoStep[] = [];

  /** Replaces the text of a file. */
  replace(file: string, text: string | Uint8Array): void {
    const before = readFileSync(file);
    replaceAtomic(file, text);
    this.#did(`changed ${file}`, () => void replaceAtomic(file, before));
  }

  /** Creates a small file where there is none. */
  create(file: string, text: string | Uint8Array): void {
    this.#makeFolder(dirname(file));
    try {
      writeFileSync(file, text, { flag: 'wx' });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException; // only the file system throws here
      if (code !== 'EEXIST') rmSync(file, { force: true });
      throw error;
    }
    this.#did(`created ${file}`, () => rmSync(file));
  }

  delete(file: string): void {
    const [before, { mode }] = [readFileSync(file), statSync(file)];
    rmSync(file);
    this.#did(`deleted ${file}`, () => {
      writeFileSync(file, before);
      chmodSync(file, mode);
    });
  }

  /** Moves a file to a place where there is none. */
  move(from: string, to: string): void {
    this.#makeFolder(dirname(to));
    const [source, other] = [lstatSync(from), lstatSync(to, { throwIfNoEntry: false })];
    // On some systems capital letters make no difference.
    if (other && other.ino !== source.ino)
      throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST', path: to });
    renameSync(from, to);
    this.#did(`moved ${from} to ${to}`, () => renameSync(to, from));
  }

  /** Deletes a folder and those above it, if they are empty, up to `top`. */
  deleteEmptyFolders(folder: string, top: string): void {
    for (let at = folder; at !== top && at.startsWith(top); at = dirname(at)) {
      if (readdirSync(at).length > 0) return;
      rmdirSync(at);
      this.#did(`deleted the empty folder ${at}`, () => mkdirSync(at));
    }
  }

  /** Undoes everything, the last step first. Returns what could not be undone. */
  undo(): string[] {
    return this.#steps.toReversed().flatMap(({ what, undo }) => {
      try {
        undo();
        return [];
      } catch {
        return [what];
      }
    });
  }

  #makeFolder(folder: string): void {
    if (lstatSync(folder, { throwIfNoEntry: false })) return;
    this.#makeFolder(dirname(folder));
    mkdirSync(folder);
    this.#did(`created the folder ${folder}`, () => rmdirSync(folder));
  }

  #did(what: string, undo: () => void): void {
    this.#steps.push({ what, undo });
  }
}

/** Changes files, all or none. */
export function changeAllOrNone(change: (changes: UndoableChanges) => void): void {
  const changes = new UndoableChanges();
  try {
    change(changes);
  } catch (problem) {
    changes.undo();
    throw problem;
  }
}
