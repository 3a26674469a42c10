import { basename, join } from 'node:path';
import type { PageFacts, SharedFacts } from '../../schema/check/facts.ts';
import type { CommonMemory, Known, KnownFile, SiteMemory } from '../../schema/check/file-state.ts';
import { engineKey } from '../base/engine-key.ts';
import { KeptRows, type Rows } from '../base/kept-rows.ts';
import { shownPath, siteOf } from '../base/project.ts';
import { headOf, isSharedRow, pageIn, type PageRow, rowOf, type SharedRow } from './file-rows.ts';
import { type FoundLast, heldSince } from './found-last.ts';
import type { Stamps } from './source-files.ts';

/** No path of a file. */
const [commonRow, lastRow] = ['', '/'];

/** What one command knows of a site, for the next. */
export class KeptSite {
  readonly #kept: KeptRows;

  constructor(pages: string) {
    this.#kept = new KeptRows(memoryFile(pages), memoryKey(pages));
  }

  /** Of each file the version, and what the file system said of it then. */
  get stamps(): Stamps {
    const stamps: Stamps = new Map();
    for (const [path, text] of this.#files()) {
      const { stamp, version } = headOf(text);
      if (stamp !== '') stamps.set(path, { stamp, version: version.slice(1) });
    }
    return stamps;
  }

  /** How many files are known. */
  get size(): number {
    const { texts } = this.#kept;
    return texts.size - [commonRow, lastRow].filter((row) => texts.has(row)).length;
  }

  /** The version of a file, as it is known. */
  versionOf(path: string): string | undefined {
    const text = this.#kept.texts.get(path);
    return text && headOf(text).version;
  }

  *#files(): Iterable<[path: string, text: string]> {
    for (const row of this.#kept.texts) if (row[0] !== commonRow && row[0] !== lastRow) yield row;
  }

  /** All there is of it; nothing at the first time. */
  read(): SiteMemory | undefined {
    const common = this.#kept.row(commonRow) as CommonMemory | undefined; // as it was saved below
    if (!common) return undefined;
    const pages: [string, Known<PageFacts>][] = [];
    const shared: [string, Known<SharedFacts>][] = [];
    for (const [path, text] of this.#files()) {
      const row = JSON.parse(text) as PageRow | SharedRow; // as above
      if (isSharedRow(row)) shared.push([path, row[2]]);
      else pages.push([path, pageIn(path, row)]);
    }
    return { common, pages, shared };
  }

  /** What is known of a page. */
  page(path: string): Known<PageFacts> | undefined {
    const row = this.#kept.row(path) as PageRow | SharedRow | undefined; // as above
    return row && !isSharedRow(row) ? pageIn(path, row) : undefined;
  }

  /** What was found the last time. */
  get last(): FoundLast | undefined {
    return this.#kept.row(lastRow) as FoundLast | undefined; // as above
  }

  /** Whether it was known already, but for the version. */
  isKnown(path: string, known: Known<PageFacts>): boolean {
    const text = this.#kept.texts.get(path);
    const now = JSON.stringify(rowOf(known, 0));
    return text !== undefined && text.slice(headOf(text).length) === now.slice(headOf(now).length);
  }

  /** Files of which the file system says something else than what was written down. */
  withOtherStamps(stamps: Stamps): string[] {
    const isOther = ([path, { stamp }]: [string, { stamp: string }]) => {
      const text = this.#kept.texts.get(path);
      return text === undefined || headOf(text).stamp !== stamp;
    };
    return [...stamps].filter(isOther).map(([path]) => path);
  }

  /** Writes down what has changed since it was read, or since the last time. */
  save(
    common: CommonMemory,
    changed: readonly (readonly [path: string, known: KnownFile | undefined])[],
    stamps: Stamps,
    last?: FoundLast,
  ): void {
    const rows: Rows = new Map(
      changed.map(([path, known]) => [path, known && rowOf(known, stamps.get(path)?.stamp ?? 0)]),
    );
    const isOther = (name: string, now: unknown) => this.#kept.texts.get(name) !== JSON.stringify(now);
    if (rows.size > 0 || isOther(commonRow, common)) rows.set(commonRow, common);
    const found = last && heldSince(this.last, last);
    if (isOther(lastRow, found)) rows.set(lastRow, found);
    this.#kept.save(rows);
  }

  /** The same where nothing has changed but the versions of some files, and what the file system says. */
  saveVersions(versions: ReadonlyMap<string, string>, stamps: Stamps): void {
    const paths = new Set([...versions.keys(), ...this.withOtherStamps(stamps)]);
    const rows = [...paths].flatMap((path): [string, unknown][] => {
      const row = this.#kept.row(path) as PageRow | SharedRow | undefined; // as above
      if (!row) return [];
      const [, version, ...rest] = row;
      return [[path, [stamps.get(path)?.stamp ?? 0, versions.get(path) ?? version, ...rest]]];
    });
    this.#kept.save(new Map(rows));
  }
}

/** Where it is kept what is known of the site of a pages folder. */
export function memoryFile(pages: string): string {
  const site = siteOf(pages);
  return join(site.cache, 'check', `${basename(site.pages)}.json`);
}

/** Diagnostics name files as they are seen from where the command was called. */
export const memoryKey = (pages: string) => `${engineKey()} ${shownPath(pages)}`;
