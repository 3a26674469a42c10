import { closeSync, fstatSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { type Traces, tracesIn, type WrittenFile } from './written-record.ts';

/** What most are, and is soon seen. */
const isPath = /^(?:\w[\w.-]*\/)*\w[\w.-]*$/;

/** A path with slashes only and none in front. */
export function pathOf(written: string): string {
  if (isPath.test(written)) return written;
  const path = normalize(written).split(sep).join('/').replace(/^\/+/, '');
  if (/^\.\.(?:\/|$)/.test(path)) throw new Error(`${written} leads out of the output.`);
  return path;
}

/** Where a file lies below a folder; the folders between are made. */
export function placesBelow(root: string): (path: string) => string {
  const made = new Set<string>();
  return (path) => {
    const place = join(root, path);
    const folder = dirname(place);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return place;
  };
}

/** Writes a file; says by what traces it will be known. */
export function writeTraced(place: string, content: string | Uint8Array): Traces {
  const file = openSync(place, 'w');
  try {
    writeFileSync(file, content);
    return tracesIn(fstatSync(file));
  } finally {
    closeSync(file);
  }
}

/** Writes files below a folder, and notes them. */
export function writerBelow(root: string) {
  const placeFor = placesBelow(root);
  let noted: WrittenFile[] = [];
  return {
    write: (written: string, content: string | Uint8Array): void => {
      const path = pathOf(written);
      noted.push([path, writeTraced(placeFor(path), content)]);
    },
    /** What has been written since this was asked before. */
    takeNoted: (): WrittenFile[] => {
      const taken = noted;
      noted = [];
      return taken;
    },
  };
}
