import type { Block } from '../blocks/index.ts';
import type { Hidden } from './hidden-pages.ts';
import { entriesOf, type PageState, type SharedState } from './file-state.ts';
import type { Site } from '../site.ts';
import { postsOf, withMadePages } from './made-pages.ts';
import { sitePage, type SitePage } from './page-summary.ts';
import type { PostIndex } from './post-index.ts';
import { isArchive } from './post-list.ts';
import { mentionsOn } from './unused.ts';
import type { Website } from './website.ts';

/** The pages of a site that can be rendered, by their addresses. */
export class SitePages {
  readonly #shared: (name: string) => SharedState | undefined;
  #pages: Map<string, SitePage> | undefined;
  #made: { site: Site; pages: Map<string, SitePage> } | undefined;
  #posts: { language: string; index: PostIndex } | undefined;
  #timed: Website['timed'] | undefined;

  #hidden: ReadonlyMap<string, Hidden> = new Map();
  #day: string | undefined;

  constructor(shared: (name: string) => SharedState | undefined) {
    this.#shared = shared;
  }

  /** Says which pages visitors cannot open now, and what day it is. */
  hide(hidden: ReadonlyMap<string, Hidden>, day: string): void {
    if (day !== this.#day) this.#made = undefined;
    this.#day = day;
    const isSame =
      hidden.size === this.#hidden.size &&
      [...hidden].every(([address, { state }]) => this.#hidden.get(address)?.state === state);
    if (isSame) return;
    this.#hidden = hidden;
    this.forget();
  }

  /** Says that a page has come or gone. */
  forget(): void {
    this.#pages = undefined;
    this.#made = this.#posts = this.#timed = undefined;
  }

  /** Puts a page that has changed in its place, where it is the only one of its address. */
  put(state: PageState, isOnly: boolean): void {
    const { address } = state.facts.place;
    const page = this.#pageOf(state);
    this.#made = this.#posts = this.#timed = undefined;
    if (page && isOnly && this.#pages?.has(address)) this.#pages.set(address, page);
    else if (page || this.#pages?.has(address)) this.forget();
  }

  /** The same with those that the build makes. */
  withMade(states: ReadonlyMap<string, PageState>, site: Site): Map<string, SitePage> {
    if (this.#made?.site !== site) {
      const written = this.all(states);
      const hasArchive = [...written.values()].some(({ lists }) => lists.some(isArchive));
      const pages = hasArchive ? withMadePages(written, this.posts(states, site), site, this.#day) : written;
      this.#made = { site, pages };
    }
    return this.#made.pages;
  }

  /** Which of them lists can show. */
  posts(states: ReadonlyMap<string, PageState>, site: Site): PostIndex {
    if (this.#posts?.language !== site.language)
      this.#posts = { language: site.language, index: postsOf(this.all(states).values(), site) };
    return this.#posts.index;
  }

  /** Those that the day changes something of. */
  timed(states: ReadonlyMap<string, PageState>): Website['timed'] {
    return (this.#timed ??= this.#timedIn(states));
  }

  #timedIn(states: ReadonlyMap<string, PageState>): Website['timed'] {
    const found: [path: string, page: SitePage][] = [];
    let inLists = false;
    for (const [path, state] of states) {
      const { summary } = state.found;
      const isTimed =
        summary &&
        (summary.publish !== undefined ||
          summary.expire !== undefined ||
          summary.ends.length > 0 ||
          state.facts.post?.ends !== undefined);
      const page = isTimed && this.#pageOf(state);
      if (page) found.push([path, page]);
      inLists ||= summary?.lists.some(({ when }) => when !== undefined) ?? false;
    }
    const inOrder = found.toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { pages: inOrder.map(([, page]) => page), inLists };
  }

  /** All of them, in the order of their files. */
  all(states: ReadonlyMap<string, PageState>): Map<string, SitePage> {
    if (this.#pages) return this.#pages;
    const paths = [...states.keys()].toSorted();
    this.#pages = new Map();
    for (const path of paths) {
      const state = states.get(path);
      const page = state && this.#pageOf(state);
      if (page) this.#pages.set(page.path, page);
    }
    return this.#pages;
  }

  #pageOf(state: PageState): SitePage | undefined {
    const { summary } = state.found;
    if (!summary) return undefined;
    const versions: string[] = [];
    for (const [answer, questions] of state.asked ?? [])
      if (questions.some((one) => one.startsWith('+'))) versions.push(answer);
    const hidden = this.#hidden.get(summary.path)?.state;
    const status = hidden === undefined || hidden === 'not-made' ? summary.status : hidden;
    const links = this.#hidden.size > 0 ? this.#linksOn(state).filter((to) => this.#hidden.has(to)) : [];
    const version = [state.version, ...versions, ...links].join();
    const { post } = state.facts;
    const postNow = post && status !== summary.status ? { ...post, isLive: false } : post;
    const now = status === summary.status ? summary : { ...summary, status };
    const page = sitePage(now, version, () => this.blocksOf(state), postNow);
    return links.length > 0 ? Object.assign(page, { hiddenLinks: links }) : page;
  }

  #linksOn({ facts }: PageState): readonly string[] {
    return mentionsOn(facts, (name) => this.#shared(name)?.facts).links;
  }

  /** The blocks of a page, those included that it shares. */
  blocksOf(state: PageState): Block[] {
    return entriesOf(state).flatMap(
      (entry) => ('use' in entry ? this.#shared(entry.use)?.file().block?.block : entry.block) ?? [],
    );
  }
}
