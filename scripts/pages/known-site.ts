import { basename, join } from 'node:path';
import type { Assets, SourceFile } from '../../schema/base/source-file.ts';
import type { Checked } from '../../schema/check.ts';
import type { SiteMemory } from '../../schema/check/file-state.ts';
import { SiteCheck } from '../../schema/check/site-check.ts';
import { engineKey } from '../base/engine-key.ts';
import { readKept, writeKept } from '../base/kept-json.ts';
import { siteOf } from '../base/project.ts';
import { assetsReader } from './site-assets.ts';
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
  readonly #assets: () => Assets;
  readonly #check: SiteCheck;
  readonly #memory: Memory | undefined;

  constructor(pages: string, memory?: Memory) {
    this.#pages = pages;
    this.#memory = memory;
    this.#assets = assetsReader(pages);
    this.#stamps = new Map(memory?.stamps);
    this.#check = new SiteCheck(memory?.check);
  }

  /** The pages folder and what it refers to, as both are on disk now; `changed` puts other texts in place. */
  read(changed: (files: SourceFile[]) => SourceFile[] = (files) => files): ReadSite {
    const start = performance.now();
    const files = changed(readSourceFiles(this.#pages, this.#stamps));
    const assets = this.#assets();
    const checked = this.#check.update(files, assets);
    return { ...checked, files, assets, milliseconds: performance.now() - start };
  }

  /** What there is to write down; nothing where all of it has been written down before. */
  memory(): Memory | undefined {
    const { stamps, check } = this.#memory ?? {};
    const isSame =
      stamps?.length === this.#stamps.size &&
      stamps.every(([path, stamp]) => this.#stamps.get(path) === stamp);
    if (isSame && check && this.#check.isAsIn(check)) return undefined;
    return { stamps: [...this.#stamps], check: this.#check.memory() };
  }
}

/** A site with all that the last command knew of it. */
export function rememberedSite(pages: string): KnownSite {
  return new KnownSite(pages, readKept(memoryFile(pages), engineKey()) as Memory | undefined);
}

/** Writes down what is known of a site, for the next command. */
export function remember(pages: string, site: KnownSite): void {
  const memory = site.memory();
  if (memory) writeKept(memoryFile(pages), engineKey(), memory);
}

/** Where it is kept what is known of the site of a pages folder. */
export function memoryFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, 'check', `${basename(site.pages)}.json`);
}
