import type { EditStep, Steps } from './steps.ts';
import type { Operation } from '../../schema/edit/operation.ts';
import type { Path } from '../../schema/base/data.ts';
import { mergedLines, partEdit } from '../../schema/diagnostics/text-parts.ts';
import { editorHost } from './host.ts';
import { type Change, forget, remember, type TextChange, unsaved } from './unsaved-changes.ts';
import type { CheckedChange } from './place-settings.ts';

/** A block that other pages can use from now on, or that this page gets a copy of. */
type SharedChange = { file: string; base: string; block: Path } & ({ share: string } | { detach: true });

export interface Saved {
  text: string;
  /** The base of the next change: without what others have changed. */
  base: string;
}

/** The text of a file as it is now. */
export type SavedText = Pick<Saved, 'text'>;

export type SaveState = 'unchanged' | 'saved' | 'saving' | 'offline' | 'unwritten';

/** Two people changed the same value. Nothing was written. */
export interface Conflict {
  text: string;
  operation: Operation;
  theirs: unknown;
  /** Where it is now. Undefined if the place is gone. */
  path?: Path;
  /** The last writer of the file, and the time. */
  by?: 'window' | 'program';
  at?: string;
  /** The author has chosen, so the browser keeps the change no longer. */
  settle(): void;
}

/** Words that are not on disk: somebody else has changed the same text, or it cannot be written. */
export interface Unwritten {
  words: string;
  reason: string;
  theirs?: string | undefined;
  /** An earlier window has left them. */
  isEarlier: boolean;
  /** Writes the words. Undefined if their place is gone. */
  keep?: (() => void) | undefined;
  /** Discards the words. */
  discard(): void;
}

export class Refused extends Error {}

/** Returns a thrown refusal, and throws every other error again. */
export function toRefused(problem: unknown): Refused {
  if (problem instanceof Refused) return problem;
  throw problem;
}

/** The key in `sessionStorage` of the name of this window, which outlives reloads. */
const windowKey = 'pagewright-window';
/** Milliseconds between two attempts to reach the server. */
const pause = 1000;
/** Milliseconds for which a change waits for the checker. */
const untilUnchecked = 1000;

/** Sends changes one after the other, keeps them until they are on disk, and takes them back. */
export class Saver {
  onState: (state: SaveState) => void = () => {};
  onSteps: (steps: Steps) => void = () => {};
  /** Gets all words that are not on disk, whenever others are. */
  onUnwritten: (all: readonly Unwritten[]) => void = () => {};
  readonly #unwritten = new Map<object, Unwritten>();
  /** Texts about whose words their author has decided. */
  readonly #decided = new WeakSet<object>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #window = (sessionStorage[windowKey] ??= Math.random().toString(36)) as string; // set here only
  readonly #sessions = new WeakMap<object, string>();
  /** What the browser keeps of each session. */
  readonly #keys = new WeakMap<object, string[]>();
  /** The base after each change of texts, by the base before it: other texts of the page still have that one. */
  readonly #newer = new Map<string, { base: string; changed: readonly string[] }>();

  /** Asks the server. Waits while it cannot be reached; without `isRepeatable`, throws `Refused`. */
  async ask<Answer>(body: object, isRepeatable = true): Promise<{ status: number; answer: Answer }> {
    for (;;) {
      try {
        const { status, answer } = await editorHost().post(body);
        return { status, answer: answer as Answer };
      } catch {
        this.onState('offline');
        if (!isRepeatable) throw new Refused('The server has ended, so this was not done.');
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  /**
   * What the checker says of a change that is not written yet, at a place of its file. Undefined if the server cannot say
   * it at once.
   */
  check(change: Change, place: Path): Promise<CheckedChange | undefined> {
    return this.askAtOnce({ ...change, check: place });
  }

  /** Asks what the server may say at once, or not at all. */
  async askAtOnce<Answer>(body: object): Promise<Answer | undefined> {
    try {
      const { status, answer } = await editorHost().post(body, AbortSignal.timeout(untilUnchecked));
      return status === 200 ? (answer as Answer) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Adds a picture to the site. Returns its path; throws `Refused` if it cannot be added. */
  async addPicture(file: File): Promise<string> {
    const { path, message } = await editorHost()
      .addPicture(file)
      .catch(() => ({ path: undefined, message: 'The server has ended, or this picture is too large.' }));
    if (path === undefined) throw new Refused(message ?? 'This picture was not added.');
    return path;
  }

  /**
   * Keeps a change in the browser until it, or a later one of its session, is on disk. Returns what ends that.
   * Changes that cannot be repeated are left out.
   */
  keep(change: Change | SharedChange | TextChange, session: object = {}): () => void {
    if ('block' in change || ('operations' in change && !isRepeatable(change))) return () => {};
    const keys = this.#keys.get(session) ?? [];
    const key = remember(change);
    // A text of a file contains those before it.
    if ('source' in change) keys.splice(0).forEach(forget);
    keys.push(key);
    this.#keys.set(session, keys);
    return () => keys.splice(0, keys.indexOf(key) + 1).forEach(forget);
  }

  /**
   * Writes a change. One with the same `session` as the last continues its step. Returns the conflict if there is one;
   * throws `Refused` if it cannot be written. `settle` ends what `keep` began.
   */
  save(
    change: Change | SharedChange,
    label: string,
    session?: object,
    settle = this.keep(change, session),
  ): Promise<Saved | Conflict> {
    const { base: old } = change;
    if (session && this.#decided.has(session)) {
      settle();
      return Promise.resolve({ text: old, base: old });
    }
    const saving = this.#queue.then(async () => {
      this.onState('saving');
      const { file } = change;
      const paths = 'operations' in change ? change.operations.map(({ path }) => JSON.stringify(path)) : [];
      const base = this.#newestBase(file, change.base, paths);
      const step = this.#step(label, session);
      const result = await this.#write({ ...change, base, step }).finally(() => this.#showState());
      if (!('base' in result)) return { ...result, settle };
      settle();
      if (session) this.#forget(session);
      if ('operations' in change && isRepeatable(change)) {
        // A text can be as it was before again.
        this.#newer.delete(baseKey(file, result.base));
        if (result.base !== base) this.#newer.set(baseKey(file, base), { base: result.base, changed: paths });
      }
      return result;
    });
    this.#queue = saving.catch(() => undefined);
    return saving;
  }

  /** Offers words that were not written to their author. Each text has the last ones. */
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
    // Its author has decided while this was sent.
    if (this.#decided.has(text)) return void settleBoth();
    const written = change.operations.flatMap((one) => ('new' in one ? [one.new] : []));
    const [words] = written.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
    const discard = () => {
      settleBoth();
      this.#decided.add(text);
      this.#forget(text);
    };
    const again = 'path' in why || why instanceof Refused ? () => this.#again(change, why) : undefined;
    const keep =
      again &&
      (() => {
        discard();
        // A step of its own: the words before it are others now.
        const [next, own] = [again(), {}];
        void this.save(next, label, own)
          .catch(toRefused)
          .then((result) => 'base' in result || this.offer(own, next, label, result));
      });
    const isThere = 'theirs' in why && typeof why.theirs === 'string';
    const isEarlier = label === earlier;
    const reason = isEarlier
      ? 'Text that could not be saved earlier:'
      : why instanceof Refused
        ? why.message
        : isThere
          ? `This text was also changed elsewhere. Both versions are kept.${describeLastChange(why)}`
          : 'This text was deleted elsewhere.';
    const theirs = isThere ? String(why.theirs) : undefined;
    this.#unwritten.set(text, { words: words ?? '', reason, theirs, keep, discard, isEarlier });
    this.#showUnwritten();
  }

  /** Offers both versions of some lines, until their author chooses one. */
  offerBoth(text: object, words: string, theirs: string, choose: (side: 'mine' | 'theirs') => void): void {
    const decide = (side: 'mine' | 'theirs') => () => {
      this.#forget(text);
      choose(side);
    };
    const reason = 'These lines were changed elsewhere at the same time. Both versions are kept.';
    const [keep, discard] = [decide('mine'), decide('theirs')];
    this.#unwritten.set(text, { words, reason, theirs, keep, discard, isEarlier: false });
    this.#showUnwritten();
  }

  #again(change: Change, why: Conflict | Refused): Change {
    const [operation] = change.operations;
    if (why instanceof Refused || !operation || !('new' in operation) || !why.path) return change;
    const { path, theirs, text: base } = why;
    if (typeof theirs !== 'string')
      return { ...change, base, operations: [{ do: 'add', path, new: operation.new }] };
    const words = String(operation.new);
    // Of a long text, only the lines that both have changed.
    const lines = operation.do === 'set' ? mergedLines(operation.old, words, theirs, 'mine') : undefined;
    return { ...change, base, operations: [{ do: 'set', path, old: theirs, new: lines ?? words }] };
  }

  #forget(text: object): void {
    if (this.#unwritten.delete(text)) this.#showUnwritten();
  }

  #showUnwritten(): void {
    this.onUnwritten([...this.#unwritten.values()]);
    this.#showState();
  }

  #showState(): void {
    this.onState(this.#unwritten.size > 0 ? 'unwritten' : 'saved');
  }

  /**
   * Writes the text of a file, with what others have changed meanwhile. Returns the text on disk if both changed the
   * same; throws `Refused` if it cannot be written.
   */
  saveText(change: TextChange, label: string, session: object): Promise<SavedText | { theirs: string }> {
    const settle = this.keep(change, session);
    const saving = this.#queue.then(async () => {
      this.onState('saving');
      const step = this.#step(label, session);
      const result = await this.#writeText({ ...change, step }).finally(() => this.onState('unwritten'));
      if ('theirs' in result) return result;
      this.#showState();
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
    throw new Refused(answer.message ?? 'This was not saved.');
  }

  /** The page has the texts as they are on disk again. */
  forgetBases(): void {
    this.#newer.clear();
  }

  /** The last base in which the values at some paths are still as in a base. */
  #newestBase(file: string, base: string, paths: readonly string[]): string {
    const newer = this.#newer.get(baseKey(file, base));
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
    // The server may have ended after it had written the text.
    if (status === 409 && operations.length === 1 && isWritten(answer))
      return { text: answer.text, base: answer.text };
    if (status === 200 || status === 409) return answer;
    throw new Refused(answer.message ?? 'This was not saved.');
  }

  /** The step to which a change belongs. */
  #step(label: string, session: object = {}): EditStep {
    const known = this.#sessions.get(session) ?? Math.random().toString(36);
    this.#sessions.set(session, known);
    return { window: this.#window, session: known, label };
  }

  /** Undoes the last step of this window, or redoes the next one. Returns a message. */
  travel(direction: 'undo' | 'redo'): Promise<string | undefined> {
    const going = this.#queue.then(async () => {
      this.forgetBases();
      this.onState('saving');
      const body = { window: this.#window, travel: direction };
      const result = await this.ask<Recorded>(body, false)
        .catch(toRefused)
        .finally(() => this.#showState());
      if (result instanceof Refused) return result.message;
      if (result.answer.steps) this.onSteps(result.answer.steps);
      return result.answer.message;
    });
    this.#queue = going.catch(() => undefined);
    return going;
  }

  /** Shows the steps, and writes what an earlier window could not, or offers it to the author. */
  async start(): Promise<void> {
    void this.askAtOnce<Recorded>({ window: this.#window }).then((answer) =>
      this.onSteps(answer?.steps ?? {}),
    );
    /** The operation and the file before, as later texts of the same place continue them. */
    let last: { file: string; operation: Operation | undefined } | undefined;
    for (const [key, change] of unsaved()) {
      const settle = () => forget(key);
      if ('source' in change) {
        // The kept text is the last one, so it needs no other of its session.
        const written = this.#queue.then(() => this.#writeText({ ...change, step: this.#step(earlier) }));
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
      // Later words of the same place take the place of those before.
      if (!('base' in result) && localStorage.getItem(key) !== null)
        this.offer({}, change, earlier, result, settle);
      last = { file: change.file, operation };
    }
  }
}

/** Describes by what and when the file of a conflict was last changed. */
function describeLastChange({ by, at }: Conflict): string {
  if (by === undefined) return '';
  const time = at === undefined ? '' : ` at ${new Date(at).toLocaleTimeString([], { timeStyle: 'short' })}`;
  return ` The file was last changed ${by === 'window' ? 'in another window of the editor' : 'by another program'}${time}.`;
}

/** Part of each answer to a change: the steps of this window, or the reason for a refusal. */
interface Recorded {
  message?: string;
  steps?: Steps;
}

/** What a step is called that an earlier window has begun. */
const earlier = 'Unsaved text';

const baseKey = (file: string, base: string) => `${file}\n${base}`;

/** Whether a change has the same result when it is repeated, as a text in a place does. */
const isRepeatable = ({ operations }: Pick<Change, 'operations'>) =>
  operations.every((operation) => operation.do === 'set');

/** A text in conflict as the one after the text that was written last, if it is in the same place. */
function after(
  last: Operation | undefined,
  { text, operation, theirs }: Conflict,
): Omit<Change, 'file'> | undefined {
  if (last?.do !== 'set' || operation.do !== 'set' || last.new !== theirs) return undefined;
  if (JSON.stringify(last.path) !== JSON.stringify(operation.path)) return undefined;
  return { base: text, operations: [{ ...operation, old: last.new }] };
}

/** Whether a text in conflict is the one to be written. */
const isWritten = ({ operation, theirs }: Conflict) => operation.do === 'set' && operation.new === theirs;
