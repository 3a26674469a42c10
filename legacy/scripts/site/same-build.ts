import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import {
  isOlderThanTimestampResolution,
  listFiles,
  listPublic,
  statHash,
  type FilesWithStats,
  listWithStats,
} from '../../../scripts/system/files.ts';
import { engineHash, readCachedJson, writeCachedJson } from '../../../scripts/system/cache.ts';
import { now, type SiteFolders } from '../../../scripts/system/project.ts';
import { isUnchangedOutput } from '../../../scripts/build/output-folder.ts';
import { memoryFile } from '../../../scripts/build/render-cache.ts';

/** What a build has to say that found nothing wrong. */
export interface BuiltBefore {
  pages: number;
  /** The moment for which it was built, and that of the next change. */
  from: number;
  until?: number | undefined;
  /** What that changes. */
  next?: string | undefined;
}

/** Knows a build of the same files by the same engine, not to be repeated while its output is there. */
export class SameBuild {
  readonly #site: SiteFolders;
  readonly #out: string;
  readonly #file: string;
  /** Nothing while it cannot be seen whether a file changes again. */
  readonly #key: string | undefined;
  /** What was looked at of the pages folder. */
  readonly seen: FilesWithStats | undefined;

  /** `options` are what else the output depends on. */
  constructor(site: SiteFolders, out: string, options: unknown) {
    [this.#site, this.#out] = [site, out];
    this.#file = `${memoryFile(site, out)}.same`;
    try {
      this.seen = listWithStats(site.pages, listFiles(site.pages));
      const stamp = hashOf(this.seen, listWithStats(site.public, listPublic(site.public)));
      this.#key = stamp && hash('sha1', JSON.stringify([engineHash(), options, stamp]));
    } catch {
      // Who reads them says what is wrong.
    }
  }

  last(): BuiltBefore | undefined {
    if (this.#key === undefined) return undefined;
    const built = readCachedJson(this.#file, this.#key) as BuiltBefore | undefined; // as noted below
    const time = now().getTime();
    const isDue = !built || time < built.from || time >= (built.until ?? Infinity);
    return !isDue && isUnchangedOutput(this.#out, this.#site) ? built : undefined;
  }

  /** Says that the output will be another one. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }

  note(built: BuiltBefore): void {
    if (this.#key !== undefined) writeCachedJson(this.#file, this.#key, built);
  }
}

/** Changes with all files; nothing while one may change without a trace. */
function hashOf(...folders: readonly FilesWithStats[]): string | undefined {
  let canTell = true;
  const lines = folders.flatMap(({ states, folders: inside }) => [
    ...[...states].map(([path, state]) => {
      canTell &&= isOlderThanTimestampResolution(state.mtimeMs);
      return `${path} ${statHash(state)}`;
    }),
    ...inside,
  ]);
  return canTell ? hash('sha1', lines.join('\n')) : undefined;
}
