import type { Block } from '../blocks/index.ts';
import { entriesOf, type PageState } from './file-state.ts';
import type { Site } from '../site.ts';
import { postsOf, withMadePages } from './made-pages.ts';
import { sitePage, type SitePage } from './page-summary.ts';
import type { PostIndex } from './post-index.ts';
import { isArchive } from './post-list.ts';

/** The pages of a site that can be rendered, by their addresses. */
export class SitePages {
  readonly #shared: (name: string) => Block | undefined;
  #pages: Map<string, SitePage> | undefined;
  #made: { site: Site; pages: Map<string, SitePage> } | undefined;
  #posts: { language: string; index: PostIndex } | undefined;

  constructor(shared: (name: string) => Block | undefined) {
    this.#shared = shared;
  }

  /** Says that a page has come or gone. */
  forget(): void {
    this.#pages = undefined;
    this.#made = this.#posts = undefined;
  }

  /** Puts a page that has changed in its place, where it is the only one of its address. */
  put(state: PageState, isOnly: boolean): void {
    const { address } = state.facts.place;
    const page = this.#pageOf(state);
    this.#made = this.#posts = undefined;
    if (page && isOnly && this.#pages?.has(address)) this.#pages.set(address, page);
    else if (page || this.#pages?.has(address)) this.forget();
  }

  /** The same with those that the build makes. */
  withMade(states: ReadonlyMap<string, PageState>, site: Site): Map<string, SitePage> {
    if (this.#made?.site !== site) {
      const written = this.all(states);
      const hasArchive = [...written.values()].some(({ lists }) => lists.some(isArchive));
      const pages = hasArchive ? withMadePages(written, this.posts(states, site), site) : written;
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

  /** All of them, in the order of their files. */
  all(states: ReadonlyMap<string, PageState>): Map<string, SitePage> {
    if (this.#pages) return this.#pages;
    const paths = [...states.keys()].toSorted();
    return (this.#pages = new Map(
      paths.flatMap((path) => {
        const state = states.get(path);
        const page = state && this.#pageOf(state);
        return page ? [[page.path, page] as const] : [];
      }),
    ));
  }

  #pageOf(state: PageState): SitePage | undefined {
    const { summary } = state.found;
    if (!summary) return undefined;
    const ofShared = (questions: readonly string[]) => questions.some((one) => one.startsWith('+'));
    const versions = (state.asked ?? []).flatMap(([answer, all]) => (ofShared(all) ? [answer] : []));
    const version = [state.version, ...versions].join();
    return sitePage(summary, version, () => this.blocksOf(state), state.facts.post);
  }

  /** The blocks of a page, those included that it shares. */
  blocksOf(state: PageState): Block[] {
    return entriesOf(state).flatMap(
      (entry) => ('use' in entry ? this.#shared(entry.use) : entry.block) ?? [],
    );
  }
}
