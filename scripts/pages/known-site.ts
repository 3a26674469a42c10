import type { Assets, SourceFile } from '../../schema/base/source-file.ts';
import type { Checked } from '../../schema/check.ts';
import { SiteCheck } from '../../schema/check/site-check.ts';
import { assetsReader } from './site-assets.ts';
import { KeptSite } from './site-memory.ts';
import { readSourceFiles, type Stamps } from './source-files.ts';

/** A site as it was read and checked just now. */
export interface ReadSite extends Checked {
  files: readonly SourceFile[];
  assets: Assets;
  milliseconds: number;
}

/** A site that is read and checked again and again: only what has changed since the last time is. */
export class KnownSite {
  readonly #pages: string;
  readonly #stamps: Stamps;
  readonly #assets: () => Assets;
  readonly #check: SiteCheck;
  readonly #kept: KeptSite | undefined;

  constructor(pages: string, kept?: KeptSite) {
    const known = kept?.read();
    this.#pages = pages;
    this.#kept = kept;
    this.#assets = assetsReader(pages);
    this.#stamps = known?.stamps ?? new Map();
    this.#check = new SiteCheck(known?.memory);
  }

  /** The pages folder and what it refers to, as both are on disk now; `changed` puts other texts in place. */
  read(changed: (files: SourceFile[]) => SourceFile[] = (files) => files): ReadSite {
    const start = performance.now();
    const files = changed(readSourceFiles(this.#pages, this.#stamps));
    const assets = this.#assets();
    const checked = this.#check.update(files, assets);
    return { ...checked, files, assets, milliseconds: performance.now() - start };
  }

  /** Writes down what is known, for the next command. */
  remember(): void {
    if (!this.#kept) return;
    const { common, files } = this.#check.takeChanged(this.#kept.withOtherStamps(this.#stamps));
    this.#kept.save(common, files, () => this.#check.memory(), this.#stamps);
  }
}

/** A site with all that the last command knew of it. */
export function rememberedSite(pages: string): KnownSite {
  return new KnownSite(pages, new KeptSite(pages));
}
