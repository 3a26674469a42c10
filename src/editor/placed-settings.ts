import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { type Path, valueAt } from '../../schema/base/data.ts';
import type { Chrome } from './chrome.ts';
import { capitalized } from './fault-note.ts';
import type { Listed, ListedValue, PlaceSettings } from './place-settings.ts';
import { toRefused, Refused, type Saver } from './save.ts';
import { changeOperations } from './setting-changes.ts';

/** The settings to load: at a path of a file, or the top-level settings of a page. */
export type AskedPlace = { file: string; path: Path } | { page: string };

/** Loads the settings of one place, and writes their changes in order. */
export class PlacedSettings {
  now: PlaceSettings | undefined;
  readonly #editQueue: Saver;
  readonly #chrome: Chrome;
  readonly #listeners = new Set<() => void>();
  readonly #lists = new Map<Listed, Promise<readonly ListedValue[]>>();
  #target: AskedPlace | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(saver: Saver, chrome: Chrome) {
    [this.#editQueue, this.#chrome] = [saver, chrome];
  }

  /** Loads another place, or none, after pending changes are written. */
  open(asked: AskedPlace | undefined): Promise<void> {
    return this.#enqueue(async () => {
      this.#target = asked;
      await this.#load();
    });
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  refresh(): Promise<void> {
    return this.#enqueue(() => this.#load());
  }

  #enqueue<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#queue.then(act);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #load(): Promise<void> {
    const { status, answer } = this.#target
      ? await this.#editQueue.ask<PlaceSettings & { message?: string }>({ settings: this.#target })
      : { status: 404, answer: undefined };
    if (status !== 200 && answer?.message !== undefined) this.#chrome.say(answer.message);
    this.now = status === 200 ? answer : undefined;
    for (const kind of this.#lists.keys()) if (kind !== 'icon') this.#lists.delete(kind);
    this.#listeners.forEach((listener) => listener());
  }

  /**
   * Sets a setting, or resets it to its default if `value` is undefined. Changes of one `session` form one step.
   * Resolves after the settings are loaded again, to whether the change was written.
   */
  change(path: Path, value: Value | undefined, label: string, session?: object): Promise<boolean> {
    return this.#write(({ data, path: root }) => changeOperations(data, root, path, value), label, session);
  }

  /** Checks a value before it is written, and shows the result. */
  check(path: Path, value: Value | undefined): Promise<void> {
    return this.#enqueue(async () => {
      const { now: place } = this;
      const operations = place ? changeOperations(place.data, place.path, path, value) : [];
      if (!place) return;
      if (operations.length === 0) return this.#load();
      const { file, base } = place;
      const checked = await this.#editQueue.check({ file, base, operations }, place.path);
      if (!checked) return;
      const known = new Set(place.faults.map(({ message }) => message));
      const added = checked.faults.filter(({ message }) => !known.has(message));
      if (added.length > 0)
        this.#chrome.announce(
          added.map(({ message }) => capitalized(message).replaceAll('`', '')).join('. '),
        );
      this.now = { ...place, faults: checked.faults };
      this.#listeners.forEach((listener) => listener());
    });
  }

  /** Moves a list item. */
  move(path: Path, to: number, label: string): Promise<boolean> {
    return this.#changeItem(path, (place, old) => ({ do: 'move', path: place, to, old }), label);
  }

  /** Inserts a copy of a list item below it. */
  duplicate(path: Path, label: string): Promise<boolean> {
    return this.#changeItem(path, (place, old) => ({ do: 'duplicate', path: place, old }), label);
  }

  #changeItem(path: Path, make: (place: Path, old: Value) => Operation, label: string): Promise<boolean> {
    return this.#write(({ data, path: root }) => {
      const old = valueAt(data, path) as Value | undefined; // parsed YAML
      return old === undefined ? [] : [make([...root, ...path], old)];
    }, label);
  }

  #write(make: (place: PlaceSettings) => Operation[], label: string, session?: object): Promise<boolean> {
    return this.#enqueue(async () => {
      const operations = this.now ? make(this.now) : [];
      if (!this.now || operations.length === 0) return this.now !== undefined;
      const { file, base } = this.now;
      const change = { file, base, operations };
      const result = await this.#editQueue.save(change, label, session).catch(toRefused);
      if (!('base' in result)) {
        // Two versions can only be offered for a single text.
        if (operations.length === 1 && operations[0]?.do === 'set')
          this.#editQueue.offer({}, change, label, result);
        else if (result instanceof Refused) this.#chrome.say(result.message);
        else this.#chrome.say(`“${label}” was changed elsewhere. This is the current version.`);
      }
      await this.#load();
      return 'base' in result;
    });
  }

  /** Adds a picture to the site. Shows a message and returns undefined if that fails. */
  async addPicture(file: File): Promise<string | undefined> {
    try {
      return await this.#editQueue.addPicture(file);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.#chrome.say(problem.message);
      return undefined;
    } finally {
      this.#lists.delete('picture');
    }
  }

  /** Lists the values that a setting can refer to. */
  list(kind: Listed, page: string): Promise<readonly ListedValue[]> {
    const list =
      this.#lists.get(kind) ??
      this.#editQueue
        .ask<{ values: readonly ListedValue[] }>({ list: kind, page })
        .then(({ answer }) => answer.values);
    this.#lists.set(kind, list);
    return list;
  }
}
