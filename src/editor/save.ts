import type { EditStep, Steps } from './steps.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import type { Path } from '../../schema/base/data.ts';
import { mergedLines, partEdit } from '../../schema/diagnostics/text-parts.ts';
import { editorHost } from './host.ts';
import { type Change, forget, remember, type TextChange, unsaved } from './unsaved-changes.ts';
import type { CheckedChange } from './place-settings.ts';

/** Shares a block with other pages, or replaces a shared block with a copy. */
type SharedChange = { file: string; base: string; block: Path } & ({ share: string } | { detach: true });

export interface Saved {
  text: string;
  /** The base of the next change, without changes from elsewhere. */
  base: string;
}

/** The current text of a file. */
export type SavedText = Pick<Saved, 'text'>;

export type SaveState = 'unchanged' | 'saved' | 'saving' | 'offline' | 'unwritten';

/** A conflict: the same value was also changed elsewhere. Nothing was written. */
export interface Conflict {
  text: string;
  operation: Operation;
  theirs: unknown;
  /** The current path of the value; undefined if it was deleted. */
  path?: Path;
  /** What last wrote the file, and when. */
  by?: 'window' | 'program';
  at?: string;
  /** Removes the stored change after the author has chosen a version. */
  settle(): void;
}

/** A text that is not on disk because of a conflict, or because it cannot be written. */
export interface Unwritten {
  words: string;
  reason: string;
  theirs?: string | undefined;
  /** Whether an earlier window left the text unsaved. */
  isEarlier: boolean;
  /** Writes the text again; undefined if its place was deleted. */
  keep?: (() => void) | undefined;
  discard(): void;
}

/** The server refused a change. The message is for the author. */
export class Refused extends Error {}

/** Returns the error if it is a refusal, otherwise throws it. */
export function toRefused(problem: unknown): Refused {
  if (problem instanceof Refused) return problem;
  throw problem;
}

/** `sessionStorage` key of the name of this window, which survives reloads. */
const windowKey = 'pagewright-window';
/** Milliseconds between two attempts to reach the server. */
const pause = 1000;
/** Milliseconds to wait for the checker before a change is saved unchecked. */
const untilUnchecked = 1000;

/** Sends changes to the server in order, stores them until they are on disk, and undoes them. */
export class Saver {
  onState: (state: SaveState) => void = () => {};
  onSteps: (steps: Steps) => void = () => {};
  /** Called with all unsaved texts whenever the list changes. */
  onUnwritten: (all: readonly Unwritten[]) => void = () => {};
  readonly #unsavedTexts = new Map<object, Unwritten>();
  /** Texts whose conflict the author has resolved. Later changes of the same session are dropped. */
  readonly #resolvedTexts = new WeakSet<object>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #window = (sessionStorage[windowKey] ??= Math.random().toString(36)) as string; // set here only
  readonly #sessions = new WeakMap<object, string>();
  /** Keys of the stored changes of each session. */
  readonly #storedKeys = new WeakMap<object, string[]>();
  /** The base after each change, by the base before it. Other texts of the page still have the earlier base. */
  readonly #newerBases = new Map<string, { base: string; changed: readonly string[] }>();

  /** Sends a request. Retries while the server is unreachable, or throws `RefusedError` if not `isRepeatable`. */
  async ask<Answer>(body: object, isRepeatable = true): Promise<{ status: number; answer: Answer }> {
    for (;;) {
      try {
        const { status, answer } = await editorHost().post(body);
        return { status, answer: answer as Answer };
      } catch {
        this.onState('offline');
        if (!isRepeatable) throw new Refused('The server has stopped. Nothing was changed.');
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  /** Checks a change of `place` before it is written. Returns undefined if the server is slow or stopped. */
  check(change: Change, place: Path): Promise<CheckedChange | undefined> {
    return this.askAtOnce({ ...change, check: place });
  }

  /** Sends a request without retries. Returns undefined after an error or a timeout. */
  async askAtOnce<Answer>(body: object): Promise<Answer | undefined> {
    try {
      const { status, answer } = await editorHost().post(body, AbortSignal.timeout(untilUnchecked));
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
    if (path === undefined) throw new Refused(message ?? 'The picture could not be added.');
    return path;
  }

  /**
   * Stores a change in the browser until it, or a later one of its session, is on disk. Returns a function that
   * removes it. Changes that cannot be repeated are not stored.
   */
  keep(change: Change | SharedChange | TextChange, session: object = {}): () => void {
    if ('block' in change || ('operations' in change && !isRepeatable(change))) return () => {};
    const keys = this.#storedKeys.get(session) ?? [];
    const key = remember(change);
    // The whole text of a file includes earlier changes of the session.
    if ('source' in change) keys.splice(0).forEach(forget);
    keys.push(key);
    this.#storedKeys.set(session, keys);
    return () => keys.splice(0, keys.indexOf(key) + 1).forEach(forget);
  }

  /**
   * Writes a change. Changes of one `session` form one step. Returns the conflict, if any. Throws `RefusedError` if the
   * change cannot be written. `settle` removes the stored change.
   */
  save(
    change: Change | SharedChange,
    label: string,
    session?: object,
    settle = this.keep(change, session),
  ): Promise<Saved | Conflict> {
    const { base: old } = change;
    if (session && this.#resolvedTexts.has(session)) {
      settle();
      return Promise.resolve({ text: old, base: old });
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
      if (session) this.#removeUnsaved(session);
      if ('operations' in change && isRepeatable(change)) {
        // A change can restore an earlier text, so prevent cycles.
        this.#newerBases.delete(baseKey(file, result.base));
        if (result.base !== base)
          this.#newerBases.set(baseKey(file, base), { base: result.base, changed: paths });
      }
      return result;
    });
    this.#queue = saving.catch(() => undefined);
    return saving;
  }

  /** Offers to write an unsaved text again or to discard it. Replaces the previous offer for the same text. */
  offer(
    text: object,
    change: Change,
    label: string,
    why: Conflict | Refused,
    settle: () => void = () => {},
  ): undefined {
    const settleBoth = () => {
      if ('settle' in why) why.settle();
      settle();
    };
    // The author decided while this request was running.
    if (this.#resolvedTexts.has(text)) return void settleBoth();
    const written = change.operations.flatMap((one) => ('new' in one ? [one.new] : []));
    const [words] = written.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const discard = () => {
      settleBoth();
      this.#resolvedTexts.add(text);
      this.#removeUnsaved(text);
    };
    const again = 'path' in why || why instanceof Refused ? () => this.#createRetry(change, why) : undefined;
    const keep =
      again &&
      (() => {
        discard();
        // A separate step, because the text to undo to has changed.
        const [next, own] = [again(), {}];
        void this.save(next, label, own)
          .catch(toRefused)
          .then((result) => 'base' in result || this.offer(own, next, label, result));
      });
    const isThere = 'theirs' in why && typeof why.theirs === 'string';
    const isEarlier = label === earlier;
    const reason = isEarlier
      ? 'This text could not be saved earlier:'
      : why instanceof Refused
        ? why.message
        : isThere
          ? `This text was also changed elsewhere. Both versions are kept.${describeLastChange(why)}`
          : 'This text was deleted elsewhere.';
    const theirs = isThere ? String(why.theirs) : undefined;
    this.#unsavedTexts.set(text, { words: words ?? '', reason, theirs, keep, discard, isEarlier });
    this.#notifyUnsaved();
  }

  /** Offers two versions of the same lines until the author chooses one. */
  offerBoth(text: object, words: string, theirs: string, choose: (side: 'mine' | 'theirs') => void): void {
    const decide = (side: 'mine' | 'theirs') => () => {
      this.#removeUnsaved(text);
      choose(side);
    };
    const reason = 'These lines were changed elsewhere at the same time. Both versions are kept.';
    const [keep, discard] = [decide('mine'), decide('theirs')];
    this.#unsavedTexts.set(text, { words, reason, theirs, keep, discard, isEarlier: false });
    this.#notifyUnsaved();
  }

  #createRetry(change: Change, why: Conflict | Refused): Change {
    const [operation] = change.operations;
    if (why instanceof Refused || !operation || !('new' in operation) || !why.path) return change;
    const { path, theirs, text: base } = why;
    if (typeof theirs !== 'string')
      return { ...change, base, operations: [{ do: 'add', path, new: operation.new }] };
    const words = String(operation.new);
    // In a long text, only the lines that both versions changed conflict.
    const lines = operation.do === 'set' ? mergedLines(operation.old, words, theirs, 'mine') : undefined;
    return { ...change, base, operations: [{ do: 'set', path, old: theirs, new: lines ?? words }] };
  }

  #removeUnsaved(text: object): void {
    if (this.#unsavedTexts.delete(text)) this.#notifyUnsaved();
  }

  #notifyUnsaved(): void {
    this.onUnwritten([...this.#unsavedTexts.values()]);
    this.#updateState();
  }

  #updateState(): void {
    this.onState(this.#unsavedTexts.size > 0 ? 'unwritten' : 'saved');
  }

  /**
   * Writes the whole text of a file, merged with changes from elsewhere. Returns the text on disk if both changed the
   * same lines. Throws `RefusedError` if it cannot be written.
   */
  saveText(change: TextChange, label: string, session: object): Promise<SavedText | { theirs: string }> {
    const settle = this.keep(change, session);
    const saving = this.#queue.then(async () => {
      this.onState('saving');
      const step = this.#createStep(label, session);
      const result = await this.#writeText({ ...change, step }).finally(() => this.onState('unwritten'));
      if ('theirs' in result) return result;
      this.#updateState();
      settle();
      this.forgetBases();
      return result;
    });
    this.#queue = saving.catch(() => undefined);
    return saving;
  }

  async #writeText(change: TextChange & { step: EditStep }): Promise<SavedText | { theirs: string }> {
    const { status, answer } = await this.ask<(SavedText | { theirs: string }) & Recorded>(change);
    if (answer.steps) this.onSteps(answer.steps);
    if (status === 200 || status === 409) return answer;
    throw new Refused(answer.message ?? 'The change was not saved.');
  }

  /** Call this when the page shows the texts on disk. */
  forgetBases(): void {
    this.#newerBases.clear();
  }

  /** Returns the newest base in which the values at `paths` have not changed since `base`. */
  #newestBase(file: string, base: string, paths: readonly string[]): string {
    const newer = this.#newerBases.get(baseKey(file, base));
    return !newer || newer.changed.some((path) => paths.includes(path))
      ? base
      : this.#newestBase(file, newer.base, paths);
  }

  async #write(change: (Change | SharedChange) & { step: EditStep }): Promise<Saved | Conflict> {
    const operations = 'operations' in change ? change.operations : [];
    const { status, answer } = await this.ask<Saved & Conflict & Recorded>(
      change,
      operations.length > 0 && isRepeatable({ operations }),
    );
    if (answer.steps) this.onSteps(answer.steps);
    // A restarted server may already have written this text.
    if (status === 409 && operations.length === 1 && isWritten(answer))
      return { text: answer.text, base: answer.text };
    if (status === 200 || status === 409) return answer;
    throw new Refused(answer.message ?? 'The change was not saved.');
  }

  #createStep(label: string, session: object = {}): EditStep {
    const known = this.#sessions.get(session) ?? Math.random().toString(36);
    this.#sessions.set(session, known);
    return { window: this.#window, session: known, label };
  }

  /** Undoes or redoes a step of this window. Returns a message for the author. */
  undoOrRedo(direction: 'undo' | 'redo'): Promise<string | undefined> {
    const going = this.#queue.then(async () => {
      this.forgetBases();
      this.onState('saving');
      const body = { window: this.#window, travel: direction };
      const result = await this.ask<Recorded>(body, false)
        .catch(toRefused)
        .finally(() => this.#updateState());
      if (result instanceof Refused) return result.message;
      if (result.answer.steps) this.onSteps(result.answer.steps);
      return result.answer.message;
    });
    this.#queue = going.catch(() => undefined);
    return going;
  }

  /** Loads the steps, and saves the unsaved texts of earlier windows or offers them to the author. */
  async start(): Promise<void> {
    void this.askAtOnce<Recorded>({ window: this.#window }).then((answer) =>
      this.onSteps(answer?.steps ?? {}),
    );
    /** The previous change, because later texts of the same place build on it. */
    let last: { file: string; operation: Operation | undefined } | undefined;
    for (const [key, change] of unsaved()) {
      const settle = () => forget(key);
      if ('source' in change) {
        // A stored text includes all earlier changes of its session.
        const written = this.#queue.then(() =>
          this.#writeText({ ...change, step: this.#createStep(earlier) }),
        );
        const result = await written.catch(() => ({ theirs: '' }));
        if ('theirs' in result) {
          const { newText } = partEdit(change.bases[0] ?? '', change.source);
          const operation = { do: 'add' as const, path: [''], new: newText };
          const conflict = { text: '', operation, theirs: undefined, settle };
          this.offer({}, { ...change, base: '', operations: [operation] }, earlier, conflict);
        } else settle();
        continue;
      }
      const write = (one: Change) => this.save(one, earlier, undefined, settle).catch(toRefused);
      const [operation] = change.operations;
      let result = await write(change);
      const next = 'theirs' in result && last?.file === change.file && after(last.operation, result);
      if (next) result = await write({ ...change, ...next });
      // A later text of the same place replaces the earlier one.
      if (!('base' in result) && localStorage.getItem(key) !== null)
        this.offer({}, change, earlier, result, settle);
      last = { file: change.file, operation };
    }
  }
}

/** Describes what last changed the file of a conflict, and when. */
function describeLastChange({ by, at }: Conflict): string {
  if (by === undefined) return '';
  const time = at === undefined ? '' : ` at ${new Date(at).toLocaleTimeString([], { timeStyle: 'short' })}`;
  return ` The file was last changed ${by === 'window' ? 'in another editor window' : 'by another program'}${time}.`;
}

/** Common part of all answers to changes: the steps of this window, or the reason for a refusal. */
interface Recorded {
  message?: string;
  steps?: Steps;
}

/** The label of steps that an earlier window began. */
const earlier = 'Unsaved text';

const baseKey = (file: string, base: string) => `${file}\n${base}`;

/** Whether a change has the same result when it is repeated. */
const isRepeatable = ({ operations }: Pick<Change, 'operations'>) =>
  operations.every((operation) => operation.do === 'set');

/** Rebases a conflicting text on the previous one, if both have the same path. */
function after(
  last: Operation | undefined,
  { text, operation, theirs }: Conflict,
): Omit<Change, 'file'> | undefined {
  if (last?.do !== 'set' || operation.do !== 'set' || last.new !== theirs) return undefined;
  if (JSON.stringify(last.path) !== JSON.stringify(operation.path)) return undefined;
  return { base: text, operations: [{ ...operation, old: last.new }] };
}

/** Whether the file already has the text that was sent. */
const isWritten = ({ operation, theirs }: Conflict) => operation.do === 'set' && operation.new === theirs;
