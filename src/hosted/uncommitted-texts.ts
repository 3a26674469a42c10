import { parseJson } from '../editor/unsaved-changes.ts';
import { type RepositoryLocation, toSiteId } from './host-api.ts';

/** A changed file text, and the committed text that it is based on. */
export interface UncommittedText {
  /** The committed text. Undefined if the file is new. */
  base?: string;
  /** The changed text. Undefined if the file is deleted. */
  text?: string;
}

/** The message for the author if a change does not fit into the storage of the browser. */
export const storageFullMessage =
  'The storage of this browser is full, so nothing was changed. Hand in your changes first.';

/** The uncommitted text changes of a site, stored in this browser and shared by all its windows. */
export class UncommittedTexts {
  readonly #prefix: string;

  constructor(location: RepositoryLocation) {
    this.#prefix = `pagewright-hosted ${toSiteId(location)} `;
  }

  /** All uncommitted text changes, by path in the pages folder. */
  get all(): ReadonlyMap<string, UncommittedText> {
    const keys = Object.keys(localStorage).filter((key) => this.isStorageKey(key));
    return new Map(
      keys.toSorted().flatMap((key) => {
        const path = key.slice(this.#prefix.length);
        const text = this.get(path);
        return text ? [[path, text] as const] : [];
      }),
    );
  }

  /** Returns the change to a file, also if another window has just stored it. */
  get(path: string): UncommittedText | undefined {
    return parseJson(localStorage.getItem(this.#prefix + path), undefined);
  }

  /** Returns whether the browser stores a change to this site under the key. */
  isStorageKey(key: string): boolean {
    return key.startsWith(this.#prefix);
  }

  /**
   * Stores the change to a file, or removes the stored change if the new text is the same as its base. Returns false,
   * and keeps what was stored, if the storage of the browser is full.
   */
  set(path: string, newText: UncommittedText): boolean {
    if (newText.base === newText.text) {
      this.delete(path);
      return true;
    }
    try {
      localStorage.setItem(this.#prefix + path, JSON.stringify(newText));
      return true;
    } catch {
      return false;
    }
  }

  delete(path: string): void {
    localStorage.removeItem(this.#prefix + path);
  }

  /** Removes committed changes, unless another window has changed the file in the meantime. */
  remove(committed: ReadonlyMap<string, string | undefined>): void {
    for (const [path, { text }] of this.all)
      if (committed.has(path) && committed.get(path) === text) this.delete(path);
  }
}
