import type { SourceFile } from '../../../schema/content/source-file.ts';
import type { Block } from '../../../schema/content/blocks/index.ts';
import type { Variables } from '../../../schema/checker/variables.ts';
import type { GroupedDependencies } from './asked.ts';
import type { FileResult } from '../../../schema/checker/check-file.ts';
import type { SharedPageFacts, PageFacts } from '../../../schema/checker/facts.ts';
import type { SiteFile } from '../../../schema/checker/read-file.ts';
import { SiteFiles } from '../../../schema/checker/check.ts';
import type { SiteWideFacts } from '../../../schema/checker/site-graph.ts';

/** What pages are read and checked with besides each other. */
export interface PartMaterial {
  variables: Variables;
  /** Whether `_site.yaml` could be read, so that these are all variables. */
  knowsVariables: boolean;
  common: SiteWideFacts;
  shared: readonly SourceFile[];
}

/** As plain data, which another thread can be given. */
export function partMaterial(
  site: SiteFile | undefined,
  { site: toAll, assets }: SiteWideFacts,
  shared: readonly SourceFile[],
): PartMaterial {
  const { icons, pictures, photos, folders } = assets;
  return {
    variables: site?.variables ?? new Map(),
    knowsVariables: site?.document !== undefined,
    common: { site: toAll, assets: { icons, pictures, photos, folders } },
    shared: shared.map(({ path, file, text, version, unread }) => ({ path, file, text, version, unread })),
  };
}

/** A page that was read apart. */
export interface ReadApart {
  path: string;
  /** That of its file. */
  version: string | undefined;
  facts: PageFacts;
}

/** The same once it is checked. */
export interface CheckedApart {
  path: string;
  found: FileResult;
  asked: GroupedDependencies;
}

/** Some pages of a site, which are read and checked apart from the others. Takes and gives plain data. */
export class SitePart {
  readonly #files: SiteFiles;
  readonly #variables: Variables | undefined;

  constructor({ variables, knowsVariables, common, shared }: PartMaterial) {
    this.#files = new SiteFiles(variables);
    this.#variables = knowsVariables ? variables : undefined;
    this.#files.world.putCommon(common);
    for (const source of shared) this.#files.take(source);
  }

  read(sources: readonly SourceFile[]): ReadApart[] {
    return sources.flatMap((source) => {
      this.#files.take(source);
      const state = this.#files.pages.get(source.path);
      return state ? [{ path: source.path, version: source.version, facts: state.facts }] : [];
    });
  }

  /** Checks all that has been read, once it is known what can be asked of all pages of the site. */
  check(others: readonly SharedPageFacts[]): CheckedApart[] {
    const { pages, world } = this.#files;
    for (const facts of others) {
      if (pages.has(facts.place.path)) continue;
      world.putPage(undefined, facts.place);
      world.putLists(undefined, facts);
    }
    this.#files.checkPages(this.#variables);
    return [...pages].map(([path, { found, asked = [] }]) => ({ path, found, asked }));
  }

  /** The blocks of a page that has been read here; an error if it could not be. */
  blocksOf(address: string): Block[] {
    const [path = ''] = this.#files.world.filesAt(address);
    const state = this.#files.pages.get(path);
    if (!state) throw new Error(`The file of ${address} cannot be read any more.`);
    const blocks = this.#files.sitePages.blocksOf(state);
    state.forget();
    return blocks;
  }

  forgetBlocks(address: string): void {
    this.#files.forgetBlocks(address);
  }
}
