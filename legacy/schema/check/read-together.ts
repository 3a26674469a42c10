import { chunk } from '../../../schema/util.ts';
import type { SourceFile } from '../../../schema/content/source-file.ts';
import type { SharedPageFacts } from '../../../schema/checker/facts.ts';
import { isStateOf } from './file-state.ts';
import type { SiteFile } from '../../../schema/checker/read-file.ts';
import { isPage } from '../../../schema/checker/file-names.ts';
import type { SiteFiles } from '../../../schema/checker/check.ts';
import { type CheckedApart, type PartMaterial, partMaterial, type ReadApart } from './site-part.ts';
import type { SiteWideFacts } from '../../../schema/checker/site-graph.ts';

/** A part of the pages that is read and checked at the same time as others are here. */
export interface RemotePart {
  /** How many tasks it has not answered. */
  readonly waiting: number;
  read(sources: readonly SourceFile[], heard: (pages: ReadApart[]) => void): void;
  check(others: readonly SharedPageFacts[], heard: (pages: CheckedApart[]) => void): void;
  /** Hears what has been answered meanwhile, or waits for all answers; an error if there can be none. */
  hear(which: 'meanwhile' | 'all'): void;
}

/** Opens as many parts as so many pages are worth. */
export type OpenParts = (pages: number, material: () => PartMaterial) => readonly RemotePart[];

const inTask = 25;

/** Reads pages here and in other parts at the same time, and checks each where it was read. */
export class ReadTogether {
  readonly #files: SiteFiles;
  readonly #site: SiteFile | undefined;
  readonly #common: SiteWideFacts;
  #parts: readonly RemotePart[] = [];
  /** The pages that others have read and not yet checked, by their paths. */
  readonly #apart = new Set<string>();

  constructor(files: SiteFiles, site: SiteFile | undefined, common: SiteWideFacts) {
    this.#files = files;
    this.#site = site;
    this.#common = common;
  }

  /** Takes these files in the place of all that were there before. */
  takeAll(sources: readonly SourceFile[], openParts: OpenParts): void {
    const files = this.#files;
    files.forgetOthers(sources);
    const isOne = (source: SourceFile) => isPage(source.path) && source.isOf !== undefined;
    const anew = new Set(
      sources.filter((source) => isOne(source) && !isStateOf(files.at(source.path), source)),
    );
    const others = sources.filter((source) => !anew.has(source));
    for (const source of others) files.take(source);
    const shared = others.filter(({ path }) => files.shared.has(path));
    this.#parts = openParts(anew.size, () => partMaterial(this.#site, this.#common, shared));
    this.#read([...anew]);
  }

  #read(sources: readonly SourceFile[]): void {
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const heard = (pages: ReadApart[]) => {
      for (const { path, version, facts } of pages) {
        const source = byPath.get(path);
        // A file that has changed in between is read again below.
        if (!version || !source?.isOf?.(version)) continue;
        this.#files.takeRead(source, facts);
        this.#apart.add(path);
      }
    };
    const queue = chunk(sources, inTask);
    for (let own = queue.shift(); own; own = queue.shift()) {
      for (const part of this.#parts) {
        part.hear('meanwhile');
        // Two tasks for each, so that none waits until it is given the next one.
        for (const next of queue.splice(0, 2 - part.waiting)) part.read(next, heard);
      }
      for (const source of own) this.#files.take(source);
    }
    for (const part of this.#parts) part.hear('all');
    for (const source of sources) this.#files.take(source);
  }

  check(): void {
    const heard = (pages: CheckedApart[]) => {
      for (const { path, found, asked } of pages) {
        const state = this.#files.pages.get(path);
        if (state && this.#apart.delete(path)) this.#files.noteChecked(path, state, found, asked);
      }
    };
    if (this.#apart.size > 0) {
      const all = [...this.#files.pageFacts()].map(({ place, post, lists }) => ({ place, post, lists }));
      for (const part of this.#parts) part.check(all, heard);
    }
    const variables = this.#site?.document && this.#site.variables;
    this.#files.checkPages(variables, this.#apart);
    for (const part of this.#parts) part.hear('all');
  }
}
