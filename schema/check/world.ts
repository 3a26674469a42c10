import type { Assets } from '../base/source-file.ts';
import { anchorOf } from '../text/anchors.ts';
import type { CheckedBlock } from './checked-block.ts';
import type { PagePlace, SharedFacts } from './facts.ts';
import type { LinkSource, Names, ReferenceContext } from './reference-context.ts';
import { redirectTargets } from './redirects.ts';

/** What all files say of the site together. */
export interface WorldFacts {
  pages: readonly PagePlace[];
  /** By name. */
  shared: ReadonlyMap<string, SharedFacts>;
  /** The block of a file in `_shared/`, and what changes whenever that file does. */
  sharedBlock(name: string): { block?: CheckedBlock; version: string } | undefined;
  /** Nothing where `_site.yaml` could not be read. */
  site?: {
    dialogs: readonly string[];
    url?: string;
    pictureHosts?: readonly string[];
    embedHosts?: readonly string[];
  };
  assets: Pick<Assets, 'icons' | 'pictures'>;
}

/**
 * The questions that a file has asked of the others while it was checked, with their answers. As long as all
 * answers are the same, so is what was found.
 */
export type Asked = Map<string, string>;

/** The blocks that several pages have. */
export interface SharedBlocks {
  sharedNames: Names;
  /** Nothing where there is no such file, or no block can be read in it. */
  sharedBlock(name: string): CheckedBlock | undefined;
}

type List = 'pages' | 'files' | 'shared';

/** Answers what files ask of each other. */
export class World {
  readonly #facts: WorldFacts;
  readonly #addresses = new Set<string>();
  readonly #drafts = new Set<string>();
  readonly #named = new Map<string, NonNullable<PagePlace['names']>>();
  readonly #redirects: ReadonlyMap<string, string>;
  readonly #users = new Map<string, LinkSource>();

  constructor(facts: WorldFacts) {
    this.#facts = facts;
    for (const { address, draft, isRead, names, redirect, uses } of facts.pages) {
      // A page that could not be read still has an address: links to it are not dead.
      this.#addresses.add(address);
      if (draft) this.#drafts.add(address);
      if (isRead && names && redirect === undefined) this.#named.set(address, names);
      for (const name of uses) if (!this.#users.has(name)) this.#users.set(name, { page: address, draft });
    }
    this.#redirects = redirectTargets(facts.pages);
  }

  /** The first page that uses a shared block, with which the block is checked. */
  userOf(name: string): LinkSource {
    return this.#users.get(name) ?? {};
  }

  /** Whether all would be answered in the same way now. */
  stillAnswers(asked: Iterable<readonly [question: string, answer: string]>): boolean {
    for (const [question, answer] of asked) if (this.answer(question) !== answer) return false;
    return true;
  }

  /** A question is a sign for what is asked, and a name. */
  answer(question: string): string {
    const name = question.slice(1);
    switch (question[0]) {
      case '@':
        if (!this.#addresses.has(name)) return '';
        return `${this.#drafts.has(name) ? 'draft' : 'page'} ${this.#redirects.get(name) ?? ''}`;
      case '#':
        return this.#idsOf(name)?.join(' ') ?? '?';
      case '+':
        return this.#facts.sharedBlock(name)?.version ?? '';
      case '.':
        return this.#facts.assets.pictures.has(name) ? 'file' : '';
      default:
        return this.#list(question as List).join(' '); // the only questions of more than one letter's sign
    }
  }

  /** What a file may refer to, and use; whatever is looked up there is noted in `asked`. */
  context(asked: Asked): ReferenceContext & SharedBlocks {
    const { site, assets } = this.#facts;
    const ask = (question: string) => {
      const answer = this.answer(question);
      asked.set(question, answer);
      return answer;
    };
    const names = (sign: string, list: List): Names => ({
      has: (name) => ask(sign + name) !== '',
      [Symbol.iterator]: () => (ask(list), this.#list(list)[Symbol.iterator]()),
    });
    return {
      icons: assets.icons,
      pictures: names('.', 'files'),
      addresses: names('@', 'pages'),
      redirects: { get: (address) => ask(`@${address}`).split(' ')[1] || undefined },
      drafts: { has: (address) => ask(`@${address}`).startsWith('draft') },
      blockNames: { get: (address) => (ask(`#${address}`), this.#idsOf(address)) },
      // A change of these, or of the icons, is one for all files.
      dialogs: site && new Set(site.dialogs),
      url: site?.url,
      pictureHosts: site?.pictureHosts && new Set(site.pictureHosts),
      embedHosts: site?.embedHosts && new Set(site.embedHosts),
      sharedNames: names('+', 'shared'),
      sharedBlock: (name) => (ask(`+${name}`), this.#facts.sharedBlock(name)?.block),
    };
  }

  #list(of: List): readonly string[] {
    const { assets, shared } = this.#facts;
    return [...{ pages: this.#addresses, files: assets.pictures, shared: shared.keys() }[of]];
  }

  /**
   * The ids of blocks and headings on a page, those of its shared blocks included; nothing where one is not
   * certain.
   */
  #idsOf(address: string): string[] | undefined {
    const names = this.#named.get(address);
    const blocks = names?.map((one) => ('use' in one ? this.#facts.shared.get(one.use) : one));
    if (!blocks || blocks.some((block) => block && 'idIsWrong' in block && block.idIsWrong)) return undefined;
    const ids = new Set(blocks.flatMap((block) => block?.id ?? []));
    for (const heading of blocks.flatMap((block) => block?.headings ?? [])) anchorOf(heading, ids);
    return [...ids];
  }
}
