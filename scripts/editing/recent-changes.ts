import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { CommandError } from '../system/errors.ts';

/** A change of files since the editor was started. */
export interface RecentChange {
  id: string;
  /** `“Figures” was deleted.` */
  message: string;
  /** The message after the change is undone. */
  undoneMessage: string;
  isUndone: boolean;
  /** In milliseconds since 1970. */
  at: number;
}

/** Throws if a file is not as it was before a change. */
export function assertUnchanged(files: EditableFiles, changes: readonly FileChange[]): void {
  const changed = changes.find(({ path, before }) => files.read(path) !== before);
  if (changed) throw new CommandError(`\`${changed.path}\` has changed since, so no file was changed.`);
}

/** The number of changes that can be undone. */
const maxChanges = 20;

/** Changes files and stores the last changes, so that they can be undone. */
export class RecentChanges {
  readonly #files: EditableFiles;
  readonly #now: () => Date;
  readonly #all: { change: RecentChange; files: readonly FileChange[] }[] = [];

  constructor(files: EditableFiles, now: () => Date) {
    [this.#files, this.#now] = [files, now];
  }

  /** The newest first. */
  get all(): RecentChange[] {
    return this.#all.map(({ change }) => change);
  }

  make(
    files: readonly FileChange[],
    messages: Pick<RecentChange, 'message' | 'undoneMessage'>,
  ): RecentChange {
    this.#files.changeAll(files);
    const at = this.#now().getTime();
    const change = { id: crypto.randomUUID(), ...messages, isUndone: false, at };
    this.#all.unshift({ change, files });
    this.#all.splice(maxChanges);
    return change;
  }

  /** Restores all files of a change. Throws if one of them has changed since. */
  undo(id: string): RecentChange {
    const found = this.#all.find(({ change }) => change.id === id && !change.isUndone);
    if (!found) throw new CommandError('This change was already undone, or the editor was restarted since.');
    this.#files.changeAll(
      found.files.map(({ path, before, after }) => ({ path, before: after, after: before })),
    );
    found.change.isUndone = true;
    return found.change;
  }
}
