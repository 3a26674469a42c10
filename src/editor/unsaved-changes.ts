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

const unsavedKey = 'pagewright-unsaved';

export const parse = <Value>(text: string | null | undefined, otherwise: Value): Value => {
  try {
    return text ? (JSON.parse(text) as Value) : otherwise; // written by the editor
  } catch {
    return otherwise;
  }
};

let lastKey = 0;
/** Makes keys unique: two windows can store a change in the same millisecond. */
const ownKey = Math.random().toString(36).slice(2);

/** Stores a change in the browser until it is on disk. Returns its key. */
export function remember(change: Change | TextChange): string {
  const key = `${unsavedKey} ${Date.now()} ${String(++lastKey).padStart(6, '0')} ${ownKey}`;
  try {
    localStorage.setItem(key, JSON.stringify(change));
  } catch {
    // Storage is blocked or full.
  }
  return key;
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

/** Lists the stored changes in order. They may not be on disk. */
export function unsaved(): [key: string, change: Change | TextChange][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(unsavedKey));
  return keys.toSorted().flatMap((key): [string, Change | TextChange][] => {
    const change = parse<Change | TextChange | undefined>(localStorage.getItem(key), undefined);
    return change ? [[key, change]] : [];
  });
}
