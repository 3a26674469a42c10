import type { Operation } from '../../schema/edit/operation.ts';

/** Operations on the text of a file, in order. */
export interface Change {
  file: string;
  base: string;
  operations: readonly Operation[];
}

/** The new text of a file. Any of `bases` may be the text on disk. */
export interface TextChange {
  file: string;
  bases: readonly string[];
  source: string;
}

const keyPrefix = 'pagewright-unsaved';

export const parseJson = <Value>(text: string | null | undefined, fallback: Value): Value => {
  try {
    return text ? (JSON.parse(text) as Value) : fallback; // written by the editor
  } catch {
    return fallback;
  }
};

let lastKey = 0;
/** Makes keys unique: two windows can store a change in the same millisecond. */
const windowId = Math.random().toString(36).slice(2);

/** Stores a change in the browser until it is on disk. Returns its key. */
export function storeChange(change: Change | TextChange): string {
  const key = `${keyPrefix} ${Date.now()} ${String(++lastKey).padStart(6, '0')} ${windowId}`;
  try {
    localStorage.setItem(key, JSON.stringify(change));
  } catch {
    // Storage is blocked or full.
  }
  return key;
}

export function removeChange(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

/** Lists the stored changes in order. They may not be on disk. */
export function listUnsavedChanges(): [key: string, change: Change | TextChange][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
  return keys.toSorted().flatMap((key): [string, Change | TextChange][] => {
    const change = parseJson<Change | TextChange | undefined>(localStorage.getItem(key), undefined);
    return change ? [[key, change]] : [];
  });
}
