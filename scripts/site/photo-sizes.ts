import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPhoto } from '../../schema/fields/file-types.ts';
import type { PhotoState } from '../../schema/fields/source-file.ts';
import { toSettledStateHash } from '../system/files.ts';
import { getEngineHash, readCachedJson, writeCachedJson } from '../system/cache.ts';
import { resolveProgramFile, getSiteFolders } from '../system/project.ts';
import type { DecodedPhoto, PhotosToDecode } from './decode-photos.ts';
import { identifyHeicConverters } from './heic.ts';

/** The stored results of decoding photos. */
interface PhotoCache {
  /**
   * The path, the state on disk and the content hash of each file. The state is empty if the file might change again
   * without a change of this state.
   */
  files: [path: string, stat: string, contentHash: string][];
  photos: [contentHash: string, photo: PhotoState][];
  /** The converters that were installed when HEIC photos were last converted. */
  programs: string;
}

/**
 * Returns a function that measures the photos among the files of `public/`. For a photo that cannot be shown, the
 * function returns the reason. Each photo is decoded once. HEIC photos are decoded again when another converter is
 * installed.
 */
export function createPhotoReader(
  pagesFolder: string,
): (paths: readonly string[]) => Map<string, PhotoState> {
  const { public: folder, cache } = getSiteFolders(pagesFolder);
  const file = join(cache, 'check', 'photos.json');
  let cachedSizes: PhotoCache | undefined;
  return (paths) => {
    const photos = paths.filter(isPhoto);
    if (photos.length === 0) return new Map();
    const readCache = () => readCachedJson(file, getEngineHash()) as PhotoCache | undefined; // written below
    const before = cachedSizes ?? readCache() ?? { files: [], photos: [], programs: '' };
    cachedSizes = measurePhotos(folder, photos, before, cache);
    if (cachedSizes !== before) writeCachedJson(file, getEngineHash(), toCacheJson(cachedSizes));
    const byContent = new Map(cachedSizes.photos);
    return new Map(
      cachedSizes.files.flatMap(([path, , contentHash]) => {
        const photo = byContent.get(contentHash);
        return photo ? [[path, photo] as const] : [];
      }),
    );
  };
}

const isUnreadHeic = ([, photo]: PhotoCache['photos'][number]) =>
  'problem' in photo && photo.problem === 'heic';

/** Returns whether a HEIC photo could not be read, and the installed converters have changed since then. */
const shouldRetryHeic = ({ photos, programs }: PhotoCache) =>
  photos.some(isUnreadHeic) && identifyHeicConverters() !== programs;

/**
 * Returns the cache without unreadable HEIC photos. The next command tries again, because a newer converter may support
 * them.
 */
const toCacheJson = (cache: PhotoCache): PhotoCache =>
  cache.programs === '' ? cache : { ...cache, photos: cache.photos.filter((photo) => !isUnreadHeic(photo)) };

function measurePhotos(
  folder: string,
  paths: readonly string[],
  before: PhotoCache,
  cache: string,
): PhotoCache {
  const hashes = new Map(before.files.map(([path, stat, contentHash]) => [`${path} ${stat}`, contentHash]));
  const files = paths.map((path): PhotoCache['files'][number] => {
    const photoFile = join(folder, path);
    const stat = toSettledStateHash(lstatSync(photoFile)) ?? '';
    const cachedHash = stat === '' ? undefined : hashes.get(`${path} ${stat}`);
    return [path, stat, cachedHash ?? hash('sha1', readFileSync(photoFile), 'hex')];
  });
  const photos = new Map(
    shouldRetryHeic(before) ? before.photos.filter((photo) => !isUnreadHeic(photo)) : before.photos,
  );
  const filesByHash = new Map(files.map(([path, , contentHash]) => [contentHash, join(folder, path)]));
  const missingPhotos = [...filesByHash].filter(([contentHash]) => !photos.has(contentHash));
  if (missingPhotos.length === 0 && JSON.stringify(files) === JSON.stringify(before.files)) return before;
  const decoded = decodePhotos({ files: missingPhotos.map(([, photoFile]) => photoFile), cache });
  for (const [index, [contentHash, photoFile]] of missingPhotos.entries()) {
    const photo = decoded[index] ?? { problem: 'damaged' };
    if ('problem' in photo) assertUnchangedFile(photoFile, contentHash);
    photos.set(contentHash, 'problem' in photo ? photo : { ...photo, contentHash });
  }
  const usedPhotos = [...photos].filter(([contentHash]) => filesByHash.has(contentHash));
  return {
    files,
    photos: usedPhotos,
    programs: usedPhotos.some(isUnreadHeic) ? identifyHeicConverters() : '',
  };
}

/**
 * Throws if a file was deleted or changed while it was decoded, because the problem may then belong to other content.
 */
function assertUnchangedFile(file: string, contentHash: string): void {
  if (hash('sha1', readFileSync(file), 'hex') !== contentHash)
    throw Object.assign(new Error(`${file} changed while it was decoded.`), { code: 'ENOENT' });
}

/**
 * Decodes photos in a separate process, because a photo may crash the decoder. After a crash, decodes each photo in its
 * own process.
 */
function decodePhotos({ files, cache }: PhotosToDecode): DecodedPhoto[] {
  if (files.length === 0) return [];
  const { status, stdout } = spawnSync(
    process.execPath,
    [resolveProgramFile('scripts/site/decode-photos.ts')],
    {
      input: JSON.stringify({ files, cache } satisfies PhotosToDecode),
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  if (status === 0) return JSON.parse(stdout) as DecodedPhoto[]; // written by decode-photos.ts
  return files.length === 1
    ? [{ problem: 'damaged' }]
    : files.flatMap((file) => decodePhotos({ files: [file], cache }));
}
