import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { clockStep } from '../base/clock-step.ts';
import { engineKey } from '../base/engine-key.ts';
import { readKept, writeKept } from '../base/kept-json.ts';
import type { SiteFolders } from '../base/project.ts';
import { today } from '../document/in-force.ts';
import { isAsWritten } from '../output/as-written.ts';
import { type ListedFiles, listFiles, listPublic } from '../pages/list-files.ts';
import { memoryFile } from './build-memory.ts';

/** What a build has to say that found nothing wrong. */
export interface BuiltBefore {
  pages: number;
  /** The day for which it was built, in the zone of the site. */
  day: string;
  zone?: string | undefined;
}

/** Knows a build of the same files by the same engine, not to be repeated while its output is there. */
export class SameBuild {
  readonly #site: SiteFolders;
  readonly #out: string;
  readonly #file: string;
  /** Nothing while it cannot be seen whether a file changes again. */
  readonly #key: string | undefined;

  /** `options` are what else the output depends on. */
  constructor(site: SiteFolders, out: string, options: unknown) {
    [this.#site, this.#out] = [site, out];
    this.#file = `${memoryFile(site, out)}.same`;
    const stamp = stampOf(site);
    this.#key = stamp && hash('sha1', JSON.stringify([engineKey(), options, stamp]));
  }

  last(): BuiltBefore | undefined {
    if (this.#key === undefined) return undefined;
    const built = readKept(this.#file, this.#key) as BuiltBefore | undefined; // as noted below
    const isSame = built?.day === today({ zone: built?.zone }) && isAsWritten(this.#out, this.#site.cache);
    return isSame ? built : undefined;
  }

  note(built: BuiltBefore): void {
    if (this.#key !== undefined) writeKept(this.#file, this.#key, built);
  }
}

/** What the file system says of all that authors write; nothing while a file may change without a trace. */
function stampOf(site: SiteFolders): string | undefined {
  let newest = 0;
  const linesOf = (folder: string, { files, folders, others }: ListedFiles) => [
    folder,
    ...[...files, ...others].map((path) => {
      const { size, mtimeMs, ino } = lstatSync(join(folder, path));
      newest = Math.max(newest, mtimeMs);
      return `${path} ${size} ${mtimeMs} ${ino}`;
    }),
    ...folders,
  ];
  try {
    const pages = linesOf(site.pages, listFiles(site.pages));
    const lines = [...pages, ...linesOf(site.public, listPublic(site.public))];
    return Date.now() - newest > clockStep ? hash('sha1', lines.join('\n')) : undefined;
  } catch {
    // Who reads them says what is wrong.
    return undefined;
  }
}
