import type { EditStep, Steps } from './steps.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import type { Path } from '../../schema/base/data.ts';
import { mergeLines, computeMinimalEdit } from '../../schema/diagnostics/merge-lines.ts';
import { editorHost } from './host.ts';
import {
  type Change,
  removeChange,
  storeChange,
  type TextChange,
  getWindowId,
  listUnsavedChanges,
} from './unsaved-changes.ts';
import type { CheckedChange } from './setting-types.ts';

/** A change that shares a block with other pages, or replaces a shared block with a copy. */
type SharedChange = { file: string; base: string; block: Path } & ({ share: string } | { detach: true });

export interface SaveResult {
  text: string;
  /** The text that the next change is based on. It does not include changes made outside this editor. */
  base: string;
  /** Whether the file was changed outside this editor since its last change, and `text` has both changes. */
  isMerged?: true;
}

/** The current text of a file. */
export type SavedText = Pick<SaveResult, 'text'>;

export type SaveState = 'unchanged' | 'saved' | 'saving' | 'offline' | 'unwritten';

/** A conflict: another window or program has changed the same value. Nothing was written. */
export interface Conflict {
  text: string;
  operation: Operation;
  theirs: unknown;
  /** The current path of the value. Undefined if the value was deleted. */
  path?: Path;
  /** What last wrote the file: a window of the editor, or another program. */
  by?: 'window' | 'program';
  at?: string;
  /** Removes the stored change after the author has chosen a version. */
  settle(): void;
}

/** A text that is not on disk because of a conflict, or because it cannot be written. */
export interface UnsavedText {
  words: string;
  reason: string;
  theirs?: string | undefined;
  /** Whether an earlier window left the text unsaved. */
  isEarlier: boolean;
  /** Writes the text again. Undefined if the value was deleted from the file. */
  retry?: (() => void) | undefined;
  discard(): void;
}

/** Thrown if the server refuses a change or cannot be reached. The message is shown to the author. */
export class RefusedError extends Error {}

/** Returns the error if it is a refusal, otherwise throws it. */
export function toRefusal(problem: unknown): RefusedError {
  if (problem instanceof RefusedError) return problem;
  throw problem;
}

/** `sessionStorage` key of the name of this window, which survives reloads. */
const windowKey = 'pagewright-window';
/** Milliseconds between two attempts to reach the server. */
const reconnectDelayMs = 1000;
/** Milliseconds to wait for the answer to a request that is not repeated. */
const answerTimeoutMs = 10_000;

/**
 * Sends changes to the server in order, stores them in the browser until they are on disk, and undoes and redoes them.
 */
export class EditQueue {
  onState: (state: SaveState) => void = () => {};
  onSteps: (steps: Steps) => void = () => {};
  /** Called when a change was merged with changes that were made outside this editor. */
  onMerged: () => void = () => {};
  /** Called with all unsaved texts when a text is added or removed. */
  onUnsaved: (all: readonly UnsavedText[]) => void = () => {};
  readonly #unsavedTexts = new Map<object, UnsavedText>();
  /** Texts whose conflict the author has resolved. Later changes from the same session are dropped. */
  readonly #resolvedTexts = new WeakSet<object>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #window = (sessionStorage[windowKey] ??= Math.random().toString(36)) as string; // set here only
  readonly #sessions = new WeakMap<object, string>();
  /** Keys of the stored changes of each session. */
  readonly #storedKeys = new WeakMap<object, string[]>();
  /** For the base before each change, the base after it. Other texts on the page still use the earlier base. */
  readonly #newerBases = new Map<string, { base: string; changed: readonly string[] }>();

  /**
   * Sends a request. While the server is unreachable, retries the request, or throws `RefusedError` if it is not
   * repeatable.
   */
  async request<Answer>(body: object, isRepeatable = true): Promise<{ status: number; answer: Answer }> {
    for (;;) {
      try {
        const { status, answer } = await editorHost().post(body);
        return { status, answer: answer as Answer };
      } catch {
        this.onState('offline');
        if (!isRepeatable) throw new RefusedError('The server has stopped. Nothing was changed.');
        await new Promise((done) => setTimeout(done, reconnectDelayMs));
      }
    }
  }

  /** Checks a change at the path `place` before it is written. Returns `undefined` if the server does not answer. */
  check(change: Change, place: Path): Promise<CheckedChange | undefined> {
    return this.requestOnce({ ...change, check: place });
  }

  /** Sends a request without retries. Returns `undefined` after an error or a timeout. */
  async requestOnce<Answer>(body: object): Promise<Answer | undefined> {
    try {
      const { status, answer } = await editorHost().post(body, AbortSignal.timeout(answerTimeoutMs));
      return status === 200 ? (answer as Answer) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Adds a picture to the site. Returns its path, or throws `RefusedError`. */
  async addPicture(file: File): Promise<string> {
    const { path, message } = await editorHost()
      .addPicture(file)
      .catch(() => ({ path: undefined, message: 'The server has stopped, or the picture is too large.' }));
    if (path === undefined) throw new RefusedError(message ?? 'The picture could not be added.');
    return path;
  }

  /**
   * Stores a change in the browser until this change, or a later one from the same session, is on disk. Returns a
   * function that removes the stored change. Changes that cannot be repeated are not stored.
   */
  storeUntilSaved(change: Change | SharedChange | TextChange, session: object = {}): () => void {
    if ('block' in change || ('operations' in change && !isRepeatable(change))) return () => {};
    const keys = this.#storedKeys.get(session) ?? [];
    const key = storeChange(change);
    // A whole file text includes the session's earlier changes, so remove those.
    if ('source' in change) keys.splice(0).forEach(removeChange);
    keys.push(key);
    this.#storedKeys.set(session, keys);
    return () => keys.splice(0, keys.indexOf(key) + 1).forEach(removeChange);
  }

  /**
   * Writes a change. All changes with the same `session` form one undo step. Returns the new text and base, or the
   * conflict. Throws `RefusedError` if the change cannot be written. `settle` removes the change that is stored in the
   * browser.
   */
  save(
    change: Change | SharedChange,
    label: string,
    session?: object,
    settle = this.storeUntilSaved(change, session),
  ): Promise<SaveResult | Conflict> {
    const { base: originalBase } = change;
    if (session && this.#resolvedTexts.has(session)) {
      settle();
      return Promise.resolve({ text: originalBase, base: originalBase });
    }
    const saving = this.#queue.then(async () => {
      this.onState('saving');
      const { file } = change;
      const paths = 'operations' in change ? change.operations.map(({ path }) => JSON.stringify(path)) : [];
      const base = this.#newestBase(file, change.base, paths);
      const step = this.#createStep(label, session);
      const result = await this.#write({ ...change, base, step }).finally(() => this.#updateState());
      if (!('base' in result)) return { ...result, settle };
      settle();
      if (result.isMerged) this.onMerged();
      if (session) this.#removeUnsaved(session);
      if ('operations' in change && isRepeatable(change)) {
        // Prevent cycles in the map: a change can restore an earlier text.
        this.#newerBases.delete(toBaseKey(file, result.base));
        if (result.base !== base)
          this.#newerBases.set(toBaseKey(file, base), { base: result.base, changed: paths });
      }
      return result;
    });
    this.#queue = saving.catch(() => undefined);
    return saving;
  }

  /** Offers to write an unsaved text again or to discard it. Replaces the previous offer for the same text. */
  offerRetry(
    text: object,
    change: Change,
    label: string,
    cause: Conflict | RefusedError,
    settle: () => void = () => {},
  ): undefined {
    const settleAll = () => {
      if ('settle' in cause) cause.settle();
      settle();
    };
    // The author has resolved the conflict while this request was running.
    if (this.#resolvedTexts.has(text)) return void settleAll();
    const newValues = change.operations.flatMap((operation) => ('new' in operation ? [operation.new] : []));
    const [value] = newValues.map((operation) =>
      typeof operation === 'string' ? operation : JSON.stringify(operation),
    );
    const discard = () => {
      settleAll();
      this.#resolvedTexts.add(text);
      this.#removeUnsaved(text);
    };
    const retryChange =
      'path' in cause || cause instanceof RefusedError ? () => this.#createRetry(change, cause) : undefined;
    const retry =
      retryChange &&
      (() => {
        discard();
        // Use a new undo step, because undo must now restore a different text.
        const [next, own] = [retryChange(), {}];
        void this.save(next, label, own)
          .catch(toRefusal)
          .then((result) => 'base' in result || this.offerRetry(own, next, label, result));
      });
    const hasOtherVersion = 'theirs' in cause && typeof cause.theirs === 'string';
    const isEarlier = label === earlierLabel;
    const reason = isEarlier
      ? 'This text could not be saved earlier:'
      : cause instanceof RefusedError
        ? cause.message
        : hasOtherVersion
          ? `This text was also changed elsewhere. Both versions are kept.${describeLastChange(cause)}`
          : 'This text was deleted elsewhere.';
    const theirs = hasOtherVersion ? String(cause.theirs) : undefined;
    this.#unsavedTexts.set(text, { words: value ?? '', reason, theirs, retry, discard, isEarlier });
    this.#notifyUnsaved();
  }

  /** Shows two versions of the same lines until the author chooses one. */
  offerVersions(
    text: object,
    words: string,
    theirs: string,
    choose: (side: 'mine' | 'theirs') => void,
  ): void {
    const resolveWith = (side: 'mine' | 'theirs') => () => {
      this.#removeUnsaved(text);
      choose(side);
    };
    const reason = 'These lines were changed elsewhere at the same time. Both versions are kept.';
    const [retry, discard] = [resolveWith('mine'), resolveWith('theirs')];
    this.#unsavedTexts.set(text, { words, reason, theirs, retry, discard, isEarlier: false });
    this.#notifyUnsaved();
  }

  #createRetry(change: Change, cause: Conflict | RefusedError): Change {
    const [operation] = change.operations;
    if (cause instanceof RefusedError || !operation || !('new' in operation) || !cause.path) return change;
    const { path, theirs, text: base } = cause;
    if (typeof theirs !== 'string')
      return { ...change, base, operations: [{ do: 'add', path, new: operation.new }] };
    const words = String(operation.new);
    // In a long text, a conflict affects only the lines that both versions have changed.
    const lines = operation.do === 'set' ? mergeLines(operation.old, words, theirs, 'mine') : undefined;
    return { ...change, base, operations: [{ do: 'set', path, old: theirs, new: lines ?? words }] };
  }

  #removeUnsaved(text: object): void {
    if (this.#unsavedTexts.delete(text)) this.#notifyUnsaved();
  }

  #notifyUnsaved(): void {
    this.onUnsaved([...this.#unsavedTexts.values()]);
    this.#updateState();
  }

  #updateState(): void {
    this.onState(this.#unsavedTexts.size > 0 ? 'unwritten' : 'saved');
  }

  /**
   * Writes the whole text of a file, merged with changes made outside this editor. If both have changed the same lines,
   * writes nothing and returns the text on disk as `theirs`. Throws `RefusedError` if it cannot be written.
   */
  saveFileText(change: TextChange, label: string, session: object): Promise<SavedText | { theirs: string }> {
    const settle = this.storeUntilSaved(change, session);
    const saving = this.#queue.then(async () => {
      this.onState('saving');
      const step = this.#createStep(label, session);
      const result = await this.#writeText({ ...change, step }).finally(() => this.onState('unwritten'));
      if ('theirs' in result) return result;
      this.#updateState();
      settle();
      this.clearBases();
      return result;
    });
    this.#queue = saving.catch(() => undefined);
    return saving;
  }

  async #writeText(change: TextChange & { step: EditStep }): Promise<SavedText | { theirs: string }> {
    const { status, answer } = await this.request<(SavedText | { theirs: string }) & StepsAnswer>(change);
    if (answer.steps) this.onSteps(answer.steps);
    if (status === 200 || status === 409) return answer;
    throw new RefusedError(answer.message ?? 'The change was not saved.');
  }

  /** Clears the newer bases. Call this when the page shows the texts on disk. */
  clearBases(): void {
    this.#newerBases.clear();
  }

  /** Returns the newest base in which the values at `paths` have not changed since `base`. */
  #newestBase(file: string, base: string, paths: readonly string[]): string {
    const newerBase = this.#newerBases.get(toBaseKey(file, base));
    return !newerBase || newerBase.changed.some((path) => paths.includes(path))
      ? base
      : this.#newestBase(file, newerBase.base, paths);
  }

  async #write(change: (Change | SharedChange) & { step: EditStep }): Promise<SaveResult | Conflict> {
    const operations = 'operations' in change ? change.operations : [];
    const { status, answer } = await this.request<SaveResult & Conflict & StepsAnswer>(
      change,
      operations.length > 0 && isRepeatable({ operations }),
    );
    if (answer.steps) this.onSteps(answer.steps);
    // The server may have written this text before it restarted. In that case, there is no conflict.
    if (status === 409 && operations.length === 1 && isAlreadyWritten(answer))
      return { text: answer.text, base: answer.text };
    if (status === 200 || status === 409) return answer;
    throw new RefusedError(answer.message ?? 'The change was not saved.');
  }

  #createStep(label: string, session: object = {}): EditStep {
    const sessionId = this.#sessions.get(session) ?? Math.random().toString(36);
    this.#sessions.set(session, sessionId);
    return { window: this.#window, session: sessionId, label };
  }

  /** Undoes or redoes a step of this window. Returns a message for the author, if any. */
  undoOrRedo(direction: 'undo' | 'redo'): Promise<string | undefined> {
    const pending = this.#queue.then(async () => {
      this.clearBases();
      this.onState('saving');
      const body = { window: this.#window, travel: direction };
      const result = await this.request<StepsAnswer>(body, false)
        .catch(toRefusal)
        .finally(() => this.#updateState());
      if (result instanceof RefusedError) return result.message;
      if (result.answer.steps) this.onSteps(result.answer.steps);
      return result.answer.message;
    });
    this.#queue = pending.catch(() => undefined);
    return pending;
  }

  /**
   * Loads the undo steps. Saves the texts that earlier windows left unsaved, or offers them to the author if that
   * fails.
   */
  async resume(): Promise<void> {
    void this.requestOnce<StepsAnswer>({ window: this.#window }).then((answer) =>
      this.onSteps(answer?.steps ?? {}),
    );
    /** The previous change. If the next change has the same path, it is based on this one. */
    let last: { file: string; operation: Operation | undefined } | undefined;
    const unsavedChanges = listUnsavedChanges();
    for (const [index, [key, change]] of unsavedChanges.entries()) {
      const settle = () => removeChange(key);
      if ('source' in change) {
        // A stored file text includes all earlier changes from its session, so write only this text.
        const saving = this.#queue.then(() =>
          this.#writeText({ ...change, step: this.#createStep(earlierLabel) }),
        );
        const result = await saving.catch(() => ({ theirs: '' }));
        if ('theirs' in result) {
          const { newText } = computeMinimalEdit(change.bases[0] ?? '', change.source);
          const operation = { do: 'add' as const, path: [''], new: newText };
          const conflict = { text: '', operation, theirs: undefined, settle };
          this.offerRetry({}, { ...change, base: '', operations: [operation] }, earlierLabel, conflict);
        } else settle();
        continue;
      }
      const saveStored = (storedChange: Change) =>
        this.save(storedChange, earlierLabel, undefined, settle).catch(toRefusal);
      const [operation] = change.operations;
      let result = await saveStored(change);
      const next =
        'theirs' in result && last?.file === change.file && rebaseOperation(last.operation, result);
      if (next) result = await saveStored({ ...change, ...next });
      const isReplaced = unsavedChanges
        .slice(index + 1)
        .some(
          ([laterKey, later]) => getWindowId(laterKey) === getWindowId(key) && setsSameText(later, change),
        );
      if (!('base' in result) && isReplaced) settle();
      // Skip a change whose key was removed, because a later text at the same path has replaced it.
      else if (!('base' in result) && localStorage.getItem(key) !== null)
        this.offerRetry({}, change, earlierLabel, result, settle);
      last = { file: change.file, operation };
    }
  }
}

/** Describes what last changed the file with the conflict, and when. */
function describeLastChange({ by, at }: Conflict): string {
  if (by === undefined) return '';
  const timeText =
    at === undefined ? '' : ` at ${new Date(at).toLocaleTimeString([], { timeStyle: 'short' })}`;
  return ` The file was last changed ${by === 'window' ? 'in another editor window' : 'by another program'}${timeText}.`;
}

/** The fields that all responses to changes share: the undo steps of this window, or the reason for a refusal. */
interface StepsAnswer {
  message?: string;
  steps?: Steps;
}

/** The label of undo steps for texts that an earlier window left unsaved. */
const earlierLabel = 'Unsaved text';

const toBaseKey = (file: string, base: string) => `${file}\n${base}`;

/** Returns whether a change has the same result when it is repeated. */
const isRepeatable = ({ operations }: Pick<Change, 'operations'>) =>
  operations.every((operation) => operation.do === 'set');

/**
 * Rebases a conflicting operation on the previous one. Returns `undefined` unless both set the same path, and the file
 * has the previous operation's value.
 */
function rebaseOperation(
  last: Operation | undefined,
  { text, operation, theirs }: Conflict,
): Omit<Change, 'file'> | undefined {
  if (last?.do !== 'set' || operation.do !== 'set' || last.new !== theirs) return undefined;
  if (JSON.stringify(last.path) !== JSON.stringify(operation.path)) return undefined;
  return { base: text, operations: [{ ...operation, old: last.new }] };
}

/** Returns whether two changes set the same text, so that the later one contains everything that was typed before. */
function setsSameText(one: Change | TextChange, other: Change): boolean {
  const [[first], [second]] = ['operations' in one ? one.operations : [], other.operations];
  return (
    one.file === other.file &&
    first?.do === 'set' &&
    second?.do === 'set' &&
    JSON.stringify(first.path) === JSON.stringify(second.path)
  );
}

/** Returns whether the file already contains the text that was sent. */
const isAlreadyWritten = ({ operation, theirs }: Conflict) =>
  operation.do === 'set' && operation.new === theirs;
