import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPhoto } from '../../schema/content/file-types.ts';
import type { PhotoState } from '../../schema/content/source-file.ts';
import { isOlderThanTimestampResolution, statHash } from '../system/files.ts';
import { engineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { siteOf } from '../system/project.ts';

/** What is known of photos, by the hashes of their bytes, and the hashes by what their files were like. */
interface Memory {
  stamps: [path: string, stamp: string, fingerprint: string][];
  states: [fingerprint: string, state: PhotoState][];
}

/**
 * Says of every photo among files of `public/` how large it is, or why it cannot be shown: each is decoded
 * once, however often it is asked for, and is known from its content from then on.
 */
export function photosReader(pages: string): (paths: readonly string[]) => Map<string, PhotoState> {
  const { public: folder, cache } = siteOf(pages);
  const file = join(cache, 'check', 'photos.json');
  let memory: Memory | undefined;
  return (paths) => {
    const photos = paths.filter(isPhoto);
    if (photos.length === 0) return new Map();
    // The caller knows the type: only the same code can have the same key.
    const before = (memory ??= (readCachedJson(file, engineHash()) as Memory | undefined) ?? {
      stamps: [],
      states: [],
    });
    const after = photosNow(folder, photos, before);
    if (after !== before) writeCachedJson(file, engineHash(), after);
    memory = after;
    const states = new Map(after.states);
    return new Map(
      after.stamps.flatMap(([path, , fingerprint]) => {
        const state = states.get(fingerprint);
        return state ? [[path, state] as const] : [];
      }),
    );
  };
}

function photosNow(folder: string, paths: readonly string[], before: Memory): Memory {
  const known = new Map(before.stamps.map(([path, stamp, fingerprint]) => [`${path} ${stamp}`, fingerprint]));
  const stamps = paths.map((path): Memory['stamps'][number] => {
    const place = join(folder, path);
    const state = lstatSync(place);
    // A second change within the clock's step would not be seen.
    const isOld = isOlderThanTimestampResolution(state.mtimeMs);
    const stamp = isOld ? statHash(state) : '';
    const fingerprint = isOld ? known.get(`${path} ${stamp}`) : undefined;
    return [path, stamp, fingerprint ?? hash('sha1', readFileSync(place), 'hex')];
  });
  if (JSON.stringify(stamps) === JSON.stringify(before.stamps)) return before;
  const states = new Map(before.states);
  const wanted = new Map(stamps.map(([path, , fingerprint]) => [fingerprint, join(folder, path)]));
  const missing = [...wanted].filter(([fingerprint]) => !states.has(fingerprint));
  const decoded = decode(missing.map(([, place]) => place));
  for (const [at, [fingerprint]] of missing.entries()) {
    const state = decoded[at] ?? { fault: 'damaged' };
    states.set(fingerprint, 'fault' in state ? state : { ...state, fingerprint });
  }
  return { stamps, states: [...states].filter(([fingerprint]) => wanted.has(fingerprint)) };
}

type Decoded = PhotoState | { width: number; height: number };

/** Decodes photos in a process of its own, which waiting needs, and which a photo may bring down. */
function decode(files: readonly string[]): Decoded[] {
  if (files.length === 0) return [];
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'decode-photos.ts')], {
    input: JSON.stringify(files),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (status === 0) return JSON.parse(stdout) as Decoded[]; // as that program writes them
  return files.length === 1 ? [{ fault: 'damaged' }] : files.flatMap((file) => decode([file]));
}
