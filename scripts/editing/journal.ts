import type { EditableFiles, FileChange } from '../../schema/edit/editable-files.ts';
import { mergedText } from '../../schema/edit/merge-texts.ts';
import { settingOrder } from '../../schema/edit/setting-order.ts';
import type { EditStep, Steps } from '../../src/editor/steps.ts';
import { CommandError } from '../system/errors.ts';

/** A change of files since the editor was started. */
export interface RecentChange {
  id: string;
  /** `“Figures” was deleted.`, or the label of an edit. */
  message: string;
  /** The message after the change is undone. Empty for an edit. */
  undoneMessage: string;
  isUndone: boolean;
  /** In milliseconds since 1970. */
  at: number;
}

/** A change with the texts of its files before and after. */
interface Entry {
  change: RecentChange;
  files: readonly FileChange[];
  step?: EditStep;
}

/** Stores the changes of a journal, so that they survive a reload. */
export interface JournalStore {
  read(): Entry[];
  write(entries: readonly Entry[]): void;
}

/** Throws if a file no longer has the text from before a change. */
export function assertUnchanged(files: EditableFiles, changes: readonly FileChange[]): void {
  const changed = changes.find(({ path, before }) => files.read(path) !== before);
  if (changed) throw new ChangedSince(changed.path);
}

class ChangedSince extends CommandError {
  constructor(path: string) {
    super(`\`${path}\` has changed since, so no file was changed.`);
  }
}

/** Maximum number of changes that can be undone. */
const maxChanges = 200;

/** Stores the last changes of files with the texts before and after, so that each can be undone and redone. */
export class Journal {
  readonly #files: EditableFiles;
  readonly #now: () => Date;
  readonly #store: JournalStore | undefined;
  /** Oldest first. The undone changes of a window come after its other changes. */
  #entries: Entry[];

  constructor(files: EditableFiles, now: () => Date, store?: JournalStore) {
    [this.#files, this.#now, this.#store] = [files, now, store];
    this.#entries = store?.read() ?? [];
  }

  /** The changes to whole pages, newest first. */
  get recent(): RecentChange[] {
    return this.#entries.flatMap(({ change, step }) => (step ? [] : [change])).toReversed();
  }

  /** Changes files, and records the change. */
  make(
    files: readonly FileChange[],
    messages: Pick<RecentChange, 'message' | 'undoneMessage'>,
  ): RecentChange {
    this.#files.changeAll(files);
    const change = this.#add(files, messages);
    this.#store?.write(this.#entries);
    return change;
  }

  /** Records the changes of an edit. Undone changes of the same window can then no longer be redone. */
  record(files: readonly FileChange[], step: EditStep): void {
    if (files.every(({ before, after }) => before === after)) return;
    this.#entries = this.#entries.filter((one) => one.step?.window !== step.window || !one.change.isUndone);
    const last = this.#entries.findLast((one) => one.step?.window === step.window);
    const joined = last?.step?.session === step.session && joinChanges(last.files, files);
    if (!last || !joined) this.#add(files, { message: step.label, undoneMessage: '' }, step);
    else if (joined.before === joined.after) this.#entries = this.#entries.filter((one) => one !== last);
    else last.files = [joined];
    this.#store?.write(this.#entries);
  }

  #add(
    files: readonly FileChange[],
    messages: Pick<RecentChange, 'message' | 'undoneMessage'>,
    step?: EditStep,
  ): RecentChange {
    const at = this.#now().getTime();
    const change = { id: crypto.randomUUID(), ...messages, isUndone: false, at };
    this.#entries = [...this.#entries, { change, files, ...(step && { step }) }].slice(-maxChanges);
    return change;
  }

  /** Restores all files of a change. Throws if a later change conflicts with one of them. */
  undo(id: string): RecentChange {
    const found = this.#entries.find(({ change }) => change.id === id && !change.isUndone);
    if (!found) throw new CommandError('This change was already undone, or the editor has been restarted.');
    this.#reverse(found);
    return found.change;
  }

  /** Undoes the last step of a window or redoes the next one. Returns a message, or undefined if there is no step. */
  travel(window: string, direction: 'undo' | 'redo'): string | undefined {
    const entry = this.#next(window)[direction];
    if (!entry) return undefined;
    const { message } = entry.change;
    try {
      this.#reverse(entry);
      return `${direction === 'undo' ? 'Undone' : 'Redone'}: ${message}`;
    } catch (problem) {
      if (!(problem instanceof ChangedSince)) throw problem;
      this.#entries = this.#entries.filter((one) => one !== entry);
      return `“${message}” has changed since, so it was not reversed`;
    }
  }

  steps(window: string): Steps {
    const { undo, redo } = this.#next(window);
    return { ...(undo && { undo: undo.change.message }), ...(redo && { redo: redo.change.message }) };
  }

  /** Whether a recorded change wrote this text to the file. */
  hasWritten(path: string, text: string): boolean {
    return this.#entries.some(({ files }) => files.some((one) => one.path === path && one.after === text));
  }

  #next(window: string): { undo: Entry | undefined; redo: Entry | undefined } {
    const own = this.#entries.filter(({ step }) => step?.window === window);
    return {
      undo: own.findLast(({ change }) => !change.isUndone),
      redo: own.find(({ change }) => change.isUndone),
    };
  }

  #reverse(entry: Entry): void {
    const files = entry.files.map((one) => this.#reversed(one));
    this.#assertUnused(files);
    this.#files.changeAll(files);
    entry.files = files;
    entry.change.isUndone = !entry.change.isUndone;
    this.#store?.write(this.#entries);
  }

  /** Returns the change that restores a file. It keeps changes that others have made since. */
  #reversed({ path, before, after }: FileChange): FileChange {
    const now = this.#files.read(path);
    if (now === after) return { path, before: now, after: before };
    const hasAllTexts = before !== undefined && after !== undefined && now !== undefined;
    const merged = hasAllTexts ? mergedText(after, before, now, settingOrder(path)) : undefined;
    if (merged === undefined) throw new ChangedSince(path);
    return { path, before: now, after: merged };
  }

  /** Throws if a deleted shared block is still used by other files. */
  #assertUnused(files: readonly FileChange[]): void {
    const changed = new Set(files.map(({ path }) => path));
    for (const { path, after } of files) {
      const [, name] = /^_shared\/(.+)\.ya?ml$/.exec(path) ?? [];
      if (after !== undefined || name === undefined) continue;
      const use = new RegExp(`\\buse:\\s*["']?${name}(?![\\w-])`);
      if (this.#files.all().some((one) => !changed.has(one.path) && use.test(one.text)))
        throw new ChangedSince(path);
    }
  }
}

/** Joins two changes of one file, unless it has changed in between. */
function joinChanges(first: readonly FileChange[], next: readonly FileChange[]): FileChange | undefined {
  const [[one, ...others], [other, ...rest]] = [first, next];
  if (!one || !other || others.length + rest.length > 0) return undefined;
  return one.path === other.path && one.after === other.before ? { ...one, after: other.after } : undefined;
}
