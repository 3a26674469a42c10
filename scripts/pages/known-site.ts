import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Assets, SourceFile } from '../../schema/base/source-file.ts';
import type { Checked } from '../../schema/check.ts';
import type { SiteMemory } from '../../schema/check/file-state.ts';
import { SiteCheck } from '../../schema/check/site-check.ts';
import { writeWhole } from '../base/cached-file.ts';
import { engineFolder, siteOf } from '../base/project.ts';
import { readAssets } from './site-assets.ts';
import { readSourceFiles, type Stamps } from './source-files.ts';

/** A site as it was read and checked just now. */
export interface ReadSite extends Checked {
  files: SourceFile[];
  assets: Assets;
  milliseconds: number;
}

interface Memory {
  stamps: [path: string, { stamp: string; version: string }][];
  check: SiteMemory;
}

/** A site that is read and checked again and again: only what has changed since the last time is. */
export class KnownSite {
  readonly #pages: string;
  readonly #stamps: Stamps;
  readonly #check: SiteCheck;

  constructor(pages: string, memory?: Memory) {
    this.#pages = pages;
    this.#stamps = new Map(memory?.stamps);
    this.#check = new SiteCheck(memory?.check);
  }

  /** The pages folder and what it refers to, as both are on disk now; `changed` puts other texts in place. */
  read(changed: (files: SourceFile[]) => SourceFile[] = (files) => files): ReadSite {
    const start = performance.now();
    const files = changed(readSourceFiles(this.#pages, this.#stamps));
    const assets = readAssets(this.#pages);
    const checked = this.#check.update(files, assets);
    return { ...checked, files, assets, milliseconds: performance.now() - start };
  }

  memory(): Memory {
    return { stamps: [...this.#stamps], check: this.#check.memory() };
  }
}

/** A site with all that the last command knew of it. */
export function rememberedSite(pages: string): KnownSite {
  return new KnownSite(pages, load(memoryFile(pages)));
}

/** Writes down what is known of a site, for the next command. */
export function remember(pages: string, site: KnownSite): void {
  const body = JSON.stringify(site.memory());
  try {
    writeWhole(memoryFile(pages), `${codeKey()}\n${hash('sha1', body)}\n${body}`);
  } catch {
    // A folder that cannot be written to costs time in the next run, and nothing else.
  }
}

/** Where it is kept what is known of the site of a pages folder. */
export function memoryFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, 'check', `${basename(site.pages)}.json`);
}

/** What does not fit, or is not whole, is as good as not there. */
function load(file: string): Memory | undefined {
  try {
    const [key, sum, body = ''] = readFileSync(file, 'utf8').split('\n');
    const isCurrent = key === codeKey() && sum === hash('sha1', body);
    return isCurrent ? (JSON.parse(body) as Memory) : undefined; // written above, and whole
  } catch {
    return undefined;
  }
}

/** Changes with the code that checks, its packages, and what it runs on. */
function codeKey(): string {
  const code = globSync(['schema/**/*.*', 'package.json', 'package-lock.json'], { cwd: engineFolder });
  const texts = code.toSorted().flatMap((file) => [file, readFileSync(join(engineFolder, file), 'utf8')]);
  return hash('sha1', JSON.stringify([process.version, ...texts]));
}
