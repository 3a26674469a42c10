import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPhoto } from '../../schema/content/file-types.ts';
import type { PhotoState } from '../../schema/content/source-file.ts';
import { isOlderThanTimestampResolution, statHash } from '../system/files.ts';
import { engineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { siteOf } from '../system/project.ts';

/** The results of decoding photos, by the hash of their content. */
interface PhotoCache {
  /** The state of each file on disk; empty if the file may change again without another state. */
  files: [path: string, stat: string, contentHash: string][];
  photos: [contentHash: string, photo: PhotoState][];
}

/**
 * Returns a function that measures the photos among files of `public/`, or says why one cannot be shown. Each
 * content is decoded once.
 */
export function photosReader(pages: string): (paths: readonly string[]) => Map<string, PhotoState> {
  const { public: folder, cache } = siteOf(pages);
  const file = join(cache, 'check', 'photos.json');
  let cached: PhotoCache | undefined;
  return (paths) => {
    const photos = paths.filter(isPhoto);
    if (photos.length === 0) return new Map();
    const onDisk = () => readCachedJson(file, engineHash()) as PhotoCache | undefined; // as written below
    const before = cached ?? onDisk() ?? { files: [], photos: [] };
    cached = measurePhotos(folder, photos, before);
    if (cached !== before) writeCachedJson(file, engineHash(), cached);
    const byContent = new Map(cached.photos);
    return new Map(
      cached.files.flatMap(([path, , contentHash]) => {
        const photo = byContent.get(contentHash);
        return photo ? [[path, photo] as const] : [];
      }),
    );
  };
}

function measurePhotos(folder: string, paths: readonly string[], before: PhotoCache): PhotoCache {
  const hashes = new Map(before.files.map(([path, stat, contentHash]) => [`${path} ${stat}`, contentHash]));
  const files = paths.map((path): PhotoCache['files'][number] => {
    const place = join(folder, path);
    const state = lstatSync(place);
    const stat = isOlderThanTimestampResolution(state.mtimeMs) ? statHash(state) : '';
    const known = stat === '' ? undefined : hashes.get(`${path} ${stat}`);
    return [path, stat, known ?? hash('sha1', readFileSync(place), 'hex')];
  });
  if (JSON.stringify(files) === JSON.stringify(before.files)) return before;
  const photos = new Map(before.photos);
  const wanted = new Map(files.map(([path, , contentHash]) => [contentHash, join(folder, path)]));
  const missing = [...wanted].filter(([contentHash]) => !photos.has(contentHash));
  const decoded = decode(missing.map(([, place]) => place));
  for (const [at, [contentHash, place]] of missing.entries()) {
    const photo = decoded[at] ?? { problem: 'damaged' };
    if ('problem' in photo) assertSame(place, contentHash);
    photos.set(contentHash, 'problem' in photo ? photo : { ...photo, contentHash });
  }
  return { files, photos: [...photos].filter(([contentHash]) => wanted.has(contentHash)) };
}

/** Throws if the file has vanished or changed since: the problem is not one of this content. */
function assertSame(file: string, contentHash: string): void {
  if (hash('sha1', readFileSync(file), 'hex') !== contentHash)
    throw Object.assign(new Error(`${file} has changed while it was decoded.`), { code: 'ENOENT' });
}

type Decoded = PhotoState | { width: number; height: number };

/** Decodes photos in a process of its own, because a photo may crash it. Of a batch that does, each alone. */
function decode(files: readonly string[]): Decoded[] {
  if (files.length === 0) return [];
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'decode-photos.ts')], {
    input: JSON.stringify(files),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (status === 0) return JSON.parse(stdout) as Decoded[]; // written by decode-photos.ts
  return files.length === 1 ? [{ problem: 'damaged' }] : files.flatMap((file) => decode([file]));
}
