import type { Operation } from '../../schema/edit/operation.ts';
import type { Value } from '../../schema/edit/new-yaml.ts';
import { type Path, getValueAt } from '../../schema/base/data.ts';
import type { Chrome } from './chrome.ts';
import { capitalize } from '../../schema/base/text.ts';
import type { ListableKind, ListedValue, PlaceSettings } from './setting-types.ts';
import { toRefusal, RefusedError, type EditQueue } from './edit-queue.ts';
import { createChangeOperations } from './setting-changes.ts';

/** The settings to load: those at a path in a file, or the top-level settings of a page. */
export type SettingsTarget = { file: string; path: Path } | { page: string };

/** Loads the settings of one place, and writes changes to them in order. */
export class SettingsStore {
  current: PlaceSettings | undefined;
  readonly #editQueue: EditQueue;
  readonly #chrome: Chrome;
  readonly #listeners = new Set<() => void>();
  readonly #lists = new Map<ListableKind, Promise<readonly ListedValue[]>>();
  #target: SettingsTarget | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(editQueue: EditQueue, chrome: Chrome) {
    [this.#editQueue, this.#chrome] = [editQueue, chrome];
  }

  /**
   * Writes pending changes, then loads the settings of a different place, or clears them if `target` is `undefined`.
   */
  open(target: SettingsTarget | undefined): Promise<void> {
    return this.#enqueue(async () => {
      this.#target = target;
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
      ? await this.#editQueue.request<PlaceSettings & { message?: string }>({ settings: this.#target })
      : { status: 404, answer: undefined };
    if (status !== 200 && answer?.message !== undefined) this.#chrome.showMessage(answer.message);
    this.current = status === 200 ? answer : undefined;
    for (const kind of this.#lists.keys()) if (kind !== 'icon') this.#lists.delete(kind);
    this.#listeners.forEach((listener) => listener());
  }

  /**
   * Sets a setting, or resets it to its default if `value` is `undefined`. All changes with the same `session` form one
   * undo step. After the settings are loaded again, resolves to whether the change was written.
   */
  change(path: Path, value: Value | undefined, label: string, session?: object): Promise<boolean> {
    return this.#write(
      ({ data, path: root }) => createChangeOperations(data, root, path, value),
      label,
      session,
    );
  }

  /** Checks a value before it is written, and shows the result. */
  check(path: Path, value: Value | undefined): Promise<void> {
    return this.#enqueue(async () => {
      const { current: place } = this;
      const operations = place ? createChangeOperations(place.data, place.path, path, value) : [];
      if (!place) return;
      if (operations.length === 0) return this.#load();
      const { file, base } = place;
      const checked = await this.#editQueue.check({ file, base, operations }, place.path);
      if (!checked) return;
      const knownMessages = new Set(place.faults.map(({ message }) => message));
      const newFaults = checked.faults.filter(({ message }) => !knownMessages.has(message));
      if (newFaults.length > 0)
        this.#chrome.announce(
          newFaults.map(({ message }) => capitalize(message).replaceAll('`', '')).join('. '),
        );
      this.current = { ...place, faults: checked.faults };
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

  #changeItem(
    path: Path,
    toOperations: (place: Path, old: Value) => Operation,
    label: string,
  ): Promise<boolean> {
    return this.#write(({ data, path: root }) => {
      const old = getValueAt(data, path) as Value | undefined; // parsed YAML
      return old === undefined ? [] : [toOperations([...root, ...path], old)];
    }, label);
  }

  #write(
    toOperations: (place: PlaceSettings) => Operation[],
    label: string,
    session?: object,
  ): Promise<boolean> {
    return this.#enqueue(async () => {
      const operations = this.current ? toOperations(this.current) : [];
      if (!this.current || operations.length === 0) return this.current !== undefined;
      const { file, base } = this.current;
      const change = { file, base, operations };
      const result = await this.#editQueue.save(change, label, session).catch(toRefusal);
      if (!('base' in result)) {
        // Offer to write the text again only if the change sets a single value.
        if (operations.length === 1 && operations[0]?.do === 'set')
          this.#editQueue.offerRetry({}, change, label, result);
        else if (result instanceof RefusedError) this.#chrome.showMessage(result.message);
        else this.#chrome.showMessage(`“${label}” was changed elsewhere. This is the current version.`);
      }
      await this.#load();
      return 'base' in result;
    });
  }

  /** Adds a picture to the site. Shows a message and returns `undefined` if that fails. */
  async addPicture(file: File): Promise<string | undefined> {
    try {
      return await this.#editQueue.addPicture(file);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#chrome.showMessage(error.message);
      return undefined;
    } finally {
      this.#lists.delete('picture');
    }
  }

  /** Lists the values that a setting can refer to. */
  list(kind: ListableKind, page: string): Promise<readonly ListedValue[]> {
    const list =
      this.#lists.get(kind) ??
      this.#editQueue
        .request<{ values: readonly ListedValue[] }>({ list: kind, page })
        .then(({ answer }) => answer.values);
    this.#lists.set(kind, list);
    return list;
  }
}
