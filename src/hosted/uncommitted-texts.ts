import { parseJson } from '../editor/unsaved-changes.ts';
import type { RepositoryLocation } from './host-api.ts';

/** A changed file text, and the committed text that it is based on. */
export interface UncommittedText {
  /** The committed text. Undefined if the file is new. */
  base?: string;
  /** The changed text. Undefined if the file is deleted. */
  text?: string;
}

/** The uncommitted text changes of a site, stored in this browser and shared by all its windows. */
export class UncommittedTexts {
  readonly #prefix: string;
  /** Changes that did not fit into the storage. They are lost when this window is closed. */
  readonly #unstored = new Map<string, UncommittedText>();

  constructor({ api, repository, branch, folder }: RepositoryLocation) {
    this.#prefix = `pagewright-hosted ${api} ${repository} ${branch} ${folder} `;
  }

  /** Whether changes would be lost if this window were closed. */
  get hasUnstoredTexts(): boolean {
    return this.#unstored.size > 0;
  }

  /** All uncommitted text changes, by path in the pages folder. */
  get all(): ReadonlyMap<string, UncommittedText> {
    const keys = Object.keys(localStorage).filter((key) => this.isStorageKey(key));
    const paths = [...keys.toSorted().map((key) => key.slice(this.#prefix.length)), ...this.#unstored.keys()];
    return new Map(
      paths.flatMap((path) => {
        const text = this.get(path);
        return text ? [[path, text] as const] : [];
      }),
    );
  }

  /** Returns the change to a file, also if another window has just stored it. */
  get(path: string): UncommittedText | undefined {
    return this.#unstored.get(path) ?? parseJson(localStorage.getItem(this.#prefix + path), undefined);
  }

  /** Returns whether the browser stores a change to this site under the key. */
  isStorageKey(key: string): boolean {
    return key.startsWith(this.#prefix);
  }

  /** Stores the change to a file, or removes the stored change if the new text is the same as its base. */
  set(path: string, newText: UncommittedText): void {
    this.#unstored.delete(path);
    if (newText.base === newText.text) {
      this.delete(path);
      return;
    }
    try {
      localStorage.setItem(this.#prefix + path, JSON.stringify(newText));
    } catch {
      this.#unstored.set(path, newText);
    }
  }

  delete(path: string): void {
    this.#unstored.delete(path);
    localStorage.removeItem(this.#prefix + path);
  }

  /** Removes committed changes, unless another window has changed the file in the meantime. */
  remove(committed: ReadonlyMap<string, string | undefined>): void {
    for (const [path, { text }] of this.all)
      if (committed.has(path) && committed.get(path) === text) this.delete(path);
  }
}
