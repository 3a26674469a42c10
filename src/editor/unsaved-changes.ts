import type { Operation } from '../../schema/edit/operation.ts';
import { editorHost } from './host.ts';

/** Operations on a file, in order. */
export interface Change {
  file: string;
  base: string;
  operations: readonly Operation[];
}

/** The new content of a file. The content on disk may be any of `bases`. */
export interface TextChange {
  file: string;
  bases: readonly string[];
  source: string;
}

const keyPrefix = 'pagewright-unsaved';

export const parseJson = <Value>(text: string | null | undefined, fallback: Value): Value => {
  try {
    return text ? (JSON.parse(text) as Value) : fallback; // the editor wrote this entry
  } catch {
    return fallback;
  }
};

let lastKey = 0;
/** A random part of the storage keys. Two windows could otherwise use the same key in the same millisecond. */
const windowId = Math.random().toString(36).slice(2);

/** A stored change. Sites at the same address share the storage of the browser. */
type StoredChange = (Change | TextChange) & { siteId?: string };

/** Stores a change in the browser until it is on disk. Returns its key. */
export function storeChange(change: Change | TextChange): string {
  const key = `${keyPrefix} ${Date.now()} ${String(++lastKey).padStart(6, '0')} ${windowId}`;
  try {
    localStorage.setItem(
      key,
      JSON.stringify({ ...change, siteId: editorHost().siteId } satisfies StoredChange),
    );
  } catch {
    // The browser blocks storage, or the storage is full.
  }
  return key;
}

/** Returns the id of the window that stored a change. */
export const getWindowId = (key: string): string | undefined => key.split(' ').at(-1);

export function removeChange(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The browser blocks storage.
  }
}

/** Lists the stored changes to this site in order. They may not be on disk yet. */
export function listUnsavedChanges(): [key: string, change: Change | TextChange][] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyPrefix));
  return keys.toSorted().flatMap((key): [string, Change | TextChange][] => {
    const stored = parseJson<StoredChange | undefined>(localStorage.getItem(key), undefined);
    if (!stored) return [];
    const { siteId, ...change } = stored;
    // Earlier versions stored no site.
    return siteId === undefined || siteId === editorHost().siteId ? [[key, change]] : [];
  });
}
