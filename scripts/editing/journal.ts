import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { mergeTexts } from '../../schema/edit/merge-texts.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import type { EditStep, Steps } from '../../src/editor/steps.ts';
import { CommandError } from '../system/errors.ts';

/** A change to whole pages that was made since the editor was started. */
export interface RecentChange {
  id: string;
  /** The message about the change, such as `“Figures” was deleted.`, or the label of an edit. */
  message: string;
  /** The message that is shown after the change is undone. Empty for an edit. */
  undoneMessage: string;
  isUndone: boolean;
  /** The time of the change, in milliseconds since 1970. */
  at: number;
}

/** A recorded change, with the texts of its files before and after the change. */
interface JournalEntry {
  change: RecentChange;
  files: readonly FileChange[];
  step?: EditStep;
}

/** Persistent storage of a journal, so that its changes survive a reload. */
export interface JournalStore {
  read(): JournalEntry[];
  write(entries: readonly JournalEntry[]): void;
}

/** Throws if a file no longer has the text that its change starts from. */
export function assertUnchanged(files: EditableFiles, changes: readonly FileChange[]): void {
  const changedFile = changes.find(({ path, before }) => files.read(path) !== before);
  if (changedFile) throw new FileChangedError(changedFile.path);
}

class FileChangedError extends CommandError {
  constructor(path: string) {
    super(`\`${path}\` has changed in the meantime, so no files were changed.`);
  }
}

/** Maximum number of changes that can be undone. */
const maxChanges = 200;

/**
 * Stores the last changes to files, with the texts before and after each change, so that every change can be undone and
 * redone.
 */
export class Journal {
  readonly #files: EditableFiles;
  readonly #now: () => Date;
  readonly #store: JournalStore | undefined;
  /** All stored changes, oldest first. A window's undone changes come after its other changes. */
  #entries: JournalEntry[];

  constructor(files: EditableFiles, now: () => Date, store?: JournalStore) {
    [this.#files, this.#now, this.#store] = [files, now, store];
    this.#entries = store?.read() ?? [];
  }

  /** The changes to whole pages, newest first. */
  get recent(): RecentChange[] {
    return this.#entries.flatMap(({ change, step }) => (step ? [] : [change])).toReversed();
  }

  /** Writes changes to files, and records them as one change. Throws if a file no longer has its previous text. */
  apply(
    files: readonly FileChange[],
    messages: Pick<RecentChange, 'message' | 'undoneMessage'>,
  ): RecentChange {
    this.#files.changeAll(files);
    const change = this.#addEntry(files, messages);
    this.#store?.write(this.#entries);
    return change;
  }

  /**
   * Records the changes that an edit has made. After that, changes that the same window has undone can no longer be
   * redone.
   */
  record(files: readonly FileChange[], step: EditStep): void {
    if (files.every(({ before, after }) => before === after)) return;
    this.#entries = this.#entries.filter(
      (entry) => entry.step?.window !== step.window || !entry.change.isUndone,
    );
    const lastEntry = this.#entries.findLast((entry) => entry.step?.window === step.window);
    const joinedChange = lastEntry?.step?.session === step.session && joinChanges(lastEntry.files, files);
    if (!lastEntry || !joinedChange) this.#addEntry(files, { message: step.label, undoneMessage: '' }, step);
    else if (joinedChange.before === joinedChange.after)
      this.#entries = this.#entries.filter((entry) => entry !== lastEntry);
    else lastEntry.files = [joinedChange];
    this.#store?.write(this.#entries);
  }

  #addEntry(
    files: readonly FileChange[],
    messages: Pick<RecentChange, 'message' | 'undoneMessage'>,
    step?: EditStep,
  ): RecentChange {
    const time = this.#now().getTime();
    const change = { id: crypto.randomUUID(), ...messages, isUndone: false, at: time };
    this.#entries = [...this.#entries, { change, files, ...(step && { step }) }].slice(-maxChanges);
    return change;
  }

  /** Undoes a change in all its files. Throws if a later change conflicts with it in one of the files. */
  undo(id: string): RecentChange {
    const activeEntry = this.#entries.find(({ change }) => change.id === id && !change.isUndone);
    if (!activeEntry)
      throw new CommandError('This change was already undone, or the editor has been restarted.');
    this.#reverse(activeEntry);
    return activeEntry.change;
  }

  /**
   * Undoes the last step of a window, or redoes the next step. Returns a message, or `undefined` if there is no such
   * step.
   */
  undoOrRedo(window: string, direction: 'undo' | 'redo'): string | undefined {
    const entry = this.#findSteps(window)[direction];
    if (!entry) return undefined;
    const { message } = entry.change;
    try {
      this.#reverse(entry);
      return `${direction === 'undo' ? 'Undone' : 'Redone'}: ${message}`;
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      this.#entries = this.#entries.filter((other) => other !== entry);
      return `“${message}” was not ${direction === 'undo' ? 'undone' : 'redone'}, because the text has changed in the meantime.`;
    }
  }

  steps(window: string): Steps {
    const { undo, redo } = this.#findSteps(window);
    return { ...(undo && { undo: undo.change.message }), ...(redo && { redo: redo.change.message }) };
  }

  /** Returns whether the last recorded change to the file wrote this text. */
  hasWritten(path: string, text: string): boolean {
    const changes = this.#entries.flatMap(({ files }) => files.filter((change) => change.path === path));
    return changes.at(-1)?.after === text;
  }

  #findSteps(window: string): { undo: JournalEntry | undefined; redo: JournalEntry | undefined } {
    const windowEntries = this.#entries.filter(({ step }) => step?.window === window);
    return {
      undo: windowEntries.findLast(({ change }) => !change.isUndone),
      redo: windowEntries.find(({ change }) => change.isUndone),
    };
  }

  #reverse(entry: JournalEntry): void {
    const files = entry.files.map((change) => this.#toReversedChange(change));
    this.#assertUnused(files);
    this.#files.changeAll(files);
    entry.files = files;
    entry.change.isUndone = !entry.change.isUndone;
    this.#store?.write(this.#entries);
  }

  /** Returns a change that reverses the given one, but keeps later changes that others have made to the file. */
  #toReversedChange({ path, before, after }: FileChange): FileChange {
    const currentText = this.#files.read(path);
    if (currentText === after) return { path, before: currentText, after: before };
    const hasAllTexts = before !== undefined && after !== undefined && currentText !== undefined;
    const mergedSource = hasAllTexts
      ? mergeTexts(after, before, currentText, createSettingOrder(path))
      : undefined;
    if (mergedSource === undefined) throw new FileChangedError(path);
    return { path, before: currentText, after: mergedSource };
  }

  /** Throws if the changes would delete a shared block that other files still use. */
  #assertUnused(files: readonly FileChange[]): void {
    const changedPaths = new Set(files.map(({ path }) => path));
    for (const { path, after } of files) {
      const [, name] = /^_shared\/(.+)\.ya?ml$/.exec(path) ?? [];
      if (after !== undefined || name === undefined) continue;
      const usePattern = new RegExp(`\\buse:\\s*["']?${name}(?![\\w-])`);
      if (this.#files.all().some((file) => !changedPaths.has(file.path) && usePattern.test(file.text)))
        throw new FileChangedError(path);
    }
  }
}

/** Joins two consecutive changes to a file into one. Returns `undefined` if the file was modified between them. */
function joinChanges(
  firstChanges: readonly FileChange[],
  nextChanges: readonly FileChange[],
): FileChange | undefined {
  const [[firstChange, ...others], [nextChange, ...otherNextChanges]] = [firstChanges, nextChanges];
  if (!firstChange || !nextChange || others.length + otherNextChanges.length > 0) return undefined;
  return firstChange.path === nextChange.path && firstChange.after === nextChange.before
    ? { ...firstChange, after: nextChange.after }
    : undefined;
}
