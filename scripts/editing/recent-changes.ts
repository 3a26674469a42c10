import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { CommandError } from '../system/errors.ts';

/** A change of files since the editor was started, which can be undone. */
export interface RecentChange {
  id: string;
  /** `“Figures” is deleted.` */
  words: string;
  /** What the author reads when it is undone. */
  undoneWords: string;
  isUndone: boolean;
  /** In milliseconds since 1970. */
  at: number;
}

/** More are forgotten. */
const maxChanges = 20;

/** The last changes of whole files, with the texts that they had before. */
export class RecentChanges {
  readonly #files: EditableFiles;
  readonly #now: () => Date;
  readonly #all: { shown: RecentChange; changes: readonly FileChange[] }[] = [];

  constructor(files: EditableFiles, now: () => Date) {
    [this.#files, this.#now] = [files, now];
  }

  /** The last one first. */
  get all(): RecentChange[] {
    return this.#all.map(({ shown }) => shown);
  }

  /** Changes files, and notes it. */
  make(changes: readonly FileChange[], words: Pick<RecentChange, 'words' | 'undoneWords'>): RecentChange {
    this.#files.changeAll(changes);
    const at = this.#now().getTime();
    const shown = { id: crypto.randomUUID(), ...words, isUndone: false, at };
    this.#all.unshift({ shown, changes });
    this.#all.splice(maxChanges);
    return shown;
  }

  /** Brings all files of a change back, unless one of them has changed since. */
  undo(id: string): RecentChange {
    const found = this.#all.find(({ shown }) => shown.id === id && !shown.isUndone);
    if (!found) throw new CommandError('This was undone already, or the editor was started again since.');
    this.#files.changeAll(
      found.changes.map(({ path, before, after }) => ({ path, before: after, after: before })),
    );
    found.shown.isUndone = true;
    return found.shown;
  }
}
