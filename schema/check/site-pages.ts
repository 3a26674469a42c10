import type { Block } from '../blocks/index.ts';
import { entriesOf, type PageState } from './file-state.ts';
import { sitePage, type SitePage } from './page-summary.ts';

/** The pages of a site that can be rendered, by their addresses. */
export class SitePages {
  readonly #shared: (name: string) => Block | undefined;
  #pages: Map<string, SitePage> | undefined;

  constructor(shared: (name: string) => Block | undefined) {
    this.#shared = shared;
  }

  /** Says that a page has come or gone. */
  forget(): void {
    this.#pages = undefined;
  }

  /** Puts a page that has changed in its place, where it is the only one of its address. */
  put(state: PageState, isOnly: boolean): void {
    const { address } = state.facts.place;
    const page = this.#pageOf(state);
    if (page && isOnly && this.#pages?.has(address)) this.#pages.set(address, page);
    else if (page || this.#pages?.has(address)) this.forget();
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
    const versions = (state.asked ?? [])
      .filter(([question]) => question.startsWith('+'))
      .map(([, answer]) => answer);
    return sitePage(summary, [state.version, ...versions].join(), () => this.blocksOf(state));
  }

  /** The blocks of a page, those included that it shares. */
  blocksOf(state: PageState): Block[] {
    return entriesOf(state).flatMap(
      (entry) => ('use' in entry ? this.#shared(entry.use) : entry.block) ?? [],
    );
  }
}
