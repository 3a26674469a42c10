import type { Operation } from '../../schema/edit/operation.ts';
import type { Path } from '../../schema/util.ts';

/** Operations on the text of a file, in order. */
export interface Change {
  file: string;
  base: string;
  operations: readonly Operation[];
}

/** A block that other pages can use from now on, or that this page gets a copy of. */
type SharedChange = { file: string; base: string; block: Path } & ({ share: string } | { detach: true });

/** A change that can be taken back, with its name for the author. */
export interface Step extends Change {
  label: string;
  /** The page on which it was made. */
  address: string;
}

export interface Saved {
  text: string;
  /** The base of the next change: without what others have changed. */
  base: string;
  /** What takes the operations back, in this order. */
  undo: Operation[];
}

export type SaveState = 'saved' | 'saving' | 'offline';

/** Two people changed the same value. Nothing was written. */
export interface Conflict {
  text: string;
  operation: Operation;
  theirs: unknown;
}

export class Refused extends Error {}

const unsavedKey = 'pagewright-unsaved';
const stepsKey = 'pagewright-steps';
const maxSteps = 200;
/** Milliseconds between two attempts to reach the server. */
const pause = 1000;

const parse = <Value>(text: string | null | undefined, otherwise: Value): Value => {
  try {
    return text ? (JSON.parse(text) as Value) : otherwise; // written below
  } catch {
    return otherwise;
  }
};

/** Sends changes one after the other, keeps them until they are on disk, and takes them back. */
export class Saver {
  onState: (state: SaveState) => void = () => {};
  onSteps: (undo: Step | undefined, redo: Step | undefined) => void = () => {};
  readonly #token: string;
  #queue: Promise<unknown> = Promise.resolve();
  #done: Step[];
  #undone: Step[];

  constructor(token: string) {
    this.#token = token;
    const { done, undone } = parse<{ done: Step[]; undone: Step[] }>(
      sessionStorage[stepsKey] as string | undefined,
      { done: [], undone: [] },
    );
    [this.#done, this.#undone] = [done, undone];
  }

  /** Asks the server. Waits while it cannot be reached; without `isRepeatable`, throws `Refused`. */
  async ask<Answer>(body: object, isRepeatable = true): Promise<{ status: number; answer: Answer }> {
    for (;;) {
      try {
        const response = await fetch('/__edit', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': this.#token },
          body: JSON.stringify(body),
        });
        return { status: response.status, answer: (await response.json()) as Answer }; // the answer of this server
      } catch {
        this.onState('offline');
        if (!isRepeatable) throw new Refused('The server has ended, so this was not done.');
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  /** Adds a picture to the site. Returns its path; throws `Refused` if it cannot be added. */
  async addPicture(file: File): Promise<string> {
    const response = await fetch('/__picture', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        'X-Pagewright-Token': this.#token,
        'X-Pagewright-Name': encodeURIComponent(file.name),
      },
      body: file,
    }).catch(() => undefined);
    if (!response) throw new Refused('The server has ended, or this picture is too large.');
    const { path, message } = (await response.json()) as { path?: string; message?: string }; // the answer of this server
    if (path === undefined) throw new Refused(message ?? 'This picture was not added.');
    return path;
  }

  /**
   * Writes a change. One with the same `session` as the last continues its step. Returns the conflict if there is one;
   * throws `Refused` if it cannot be written.
   */
  save(change: Change | SharedChange, label: string, session?: object): Promise<Saved | Conflict> {
    const keep = 'operations' in change && isRepeatable(change) ? remember(change) : undefined;
    const saving = this.#queue.then(async () => {
      this.onState('saving');
      const result = await this.#write(change);
      keep?.forget();
      this.onState('saved');
      if ('undo' in result) this.#note(change.file, result, label, session);
      return result;
    });
    this.#queue = saving.catch(() => undefined);
    return saving;
  }

  async #write(change: Change | SharedChange): Promise<Saved | Conflict> {
    const operations = 'operations' in change ? change.operations : [];
    const { status, answer } = await this.ask<Saved & Conflict & { message?: string }>(
      change,
      operations.length > 0 && isRepeatable({ operations }),
    );
    // The server may have ended after it had written the text.
    if (status === 409 && operations.length === 1 && isWritten(answer))
      return { text: answer.text, base: answer.text, undo: [] };
    if (status === 200 || status === 409) return answer;
    throw new Refused(answer.message ?? 'This was not saved.');
  }

  #session: object | undefined;

  #note(file: string, { text, undo }: Saved, label: string, session: object | undefined): void {
    if (undo.length === 0) return;
    const last = this.#done.at(-1);
    if (session && session === this.#session && last?.file === file)
      Object.assign(last, { base: text, operations: [...undo, ...last.operations] });
    else this.#done.push({ file, base: text, operations: undo, label, address: location.pathname });
    this.#session = session;
    this.#undone = [];
    this.#stepsChanged();
  }

  /** Takes the last step back, or makes it again. Returns what happened, in words. */
  travel(direction: 'undo' | 'redo'): Promise<string | undefined> {
    const going = this.#queue.then(async () => {
      const [from, to] = direction === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
      const step = from.at(-1);
      if (!step) return undefined;
      this.#session = undefined;
      this.onState('saving');
      const { file, base, operations } = step;
      const result = await this.#write({ file, base, operations }).catch((problem: unknown) => {
        if (problem instanceof Refused) return undefined;
        throw problem;
      });
      this.onState('saved');
      from.pop();
      if (!result || !('undo' in result)) {
        this.#stepsChanged();
        return `“${step.label}” was changed since, so it stays as it is`;
      }
      to.push({ ...step, base: result.text, operations: result.undo });
      this.#stepsChanged();
      return `${direction === 'undo' ? 'Undone' : 'Done again'}: ${step.label}`;
    });
    this.#queue = going.catch(() => undefined);
    return going;
  }

  #stepsChanged(): void {
    this.#done = this.#done.slice(-maxSteps);
    try {
      sessionStorage[stepsKey] = JSON.stringify({ done: this.#done, undone: this.#undone });
    } catch {
      // Storage is blocked or full: a reload forgets the steps.
    }
    this.onSteps(this.#done.at(-1), this.#undone.at(-1));
  }

  /** Shows the steps, and writes what an earlier window could not. Returns what could not be written now either. */
  async start(): Promise<Change[]> {
    this.onSteps(this.#done.at(-1), this.#undone.at(-1));
    const unwritten: Change[] = [];
    for (const [key, change] of unsaved()) {
      const result = await this.save(change, 'Unsaved text').catch(() => undefined);
      localStorage.removeItem(key);
      if (!result || !('undo' in result)) unwritten.push(change);
    }
    return unwritten;
  }
}

/** Whether a change does the same if it is made twice, as a text in a place does. */
const isRepeatable = ({ operations }: Pick<Change, 'operations'>) =>
  operations.every((operation) => operation.do === 'set');

/** Whether a text in conflict is the one to be written. */
const isWritten = ({ operation, theirs }: Conflict) => operation.do === 'set' && operation.new === theirs;

let lastKey = 0;

/** Keeps a change in the browser until it is on disk. */
function remember(change: Change): { forget(): void } {
  const key = `${unsavedKey} ${Date.now()} ${++lastKey}`;
  try {
    localStorage.setItem(key, JSON.stringify(change));
  } catch {
    // Storage is blocked or full.
  }
  return { forget: () => localStorage.removeItem(key) };
}

/** The changes that are not known to be on disk, in order. */
function unsaved(): [key: string, change: Change][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(unsavedKey));
  return keys.toSorted().flatMap((key): [string, Change][] => {
    const change = parse<Change | undefined>(localStorage.getItem(key), undefined);
    return change ? [[key, change]] : [];
  });
}
