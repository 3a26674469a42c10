import { hash } from 'node:crypto';
import { ownDefinitions } from '../../schema/blocks/index.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { RenderContext } from '../outputs/documents.ts';
import type { DevSite } from '../site/dev-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { faultsOf, type ShownPage } from '../editing/shown-pages.ts';
import type { DevPages } from './dev-pages.ts';
import { coalesce } from './coalesce.ts';
import { editorPath, faultBar, faultBarContent, faultCard } from './fault-bar.ts';
import type { ConnectedWindow, WindowConnections } from './page-code.ts';
import { pageToken } from './request-guard.ts';
import type { LivePage } from '../../src/render/entry-server.tsx';

/** The script of the editor. A click before it has loaded is stored for it. Pages in frames cannot be edited. */
const editorScripts =
  '<script>onclick=(e)=>{document.documentElement.dataset.clicked=`${e.pageX} ${e.pageY}`}</script>' +
  `<script type="module">if(self===top)import('${editorPath}?import')</script>`;

/** A window of a browser: the page that it shows, and what it was sent last. */
interface OpenWindow {
  path: string;
  sent: string;
  frameKey: unknown;
}

type Hello = Record<'path' | 'version' | 'frameKey', unknown>;

/** Numbers objects in the order in which they are first seen. */
function numbering(): (one: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (one) => {
    const number = numbers.get(one) ?? ++last;
    numbers.set(one, number);
    return number;
  };
}

/** Sends what a change makes of a page to all windows that show it. */
export class LiveWindows {
  readonly versionOf = numbering();
  readonly #filesVersionOf = numbering();
  readonly #windows = new WeakMap<ConnectedWindow, OpenWindow>();
  readonly #connections: WindowConnections;
  readonly #live: DevSite;
  readonly #pages: DevPages;
  readonly #base: () => string;
  readonly #editing: boolean;
  /** Sends the pages as they are now. */
  readonly update: () => void = coalesce(() => this.#send());

  constructor(
    connections: WindowConnections,
    live: DevSite,
    pages: DevPages,
    { base, editing }: { base: () => string; editing: boolean },
  ) {
    [this.#connections, this.#live, this.#pages] = [connections, live, pages];
    [this.#base, this.#editing] = [base, editing];
    connections.on('pagewright:page', ({ path, version, frameKey }: Partial<Hello>, client) => {
      if (typeof path !== 'string') return;
      this.#windows.set(client, { path, sent: '', frameKey });
      client.send('pagewright:connected');
      // A change while the page was loading could not reach it.
      if (version !== this.versionOf(this.#live.firstLook(path))) this.update();
    });
  }

  async #send(): Promise<void> {
    const open = [...this.#connections.clients].flatMap((client) => {
      const window = this.#windows.get(client);
      return window ? [{ client, window }] : [];
    });
    for (const [path, same] of Map.groupBy(open, ({ window }) => window.path)) {
      const page = await this.#pageAt(path);
      const text = JSON.stringify({ ...page, version: 0 });
      for (const { client, window } of same) {
        if (window.sent === text || window.path !== path) continue;
        const { frame, ...rest } = page ?? {};
        const data = page?.frameKey === window.frameKey ? rest : { ...rest, frame };
        Object.assign(window, { sent: text, frameKey: page?.frameKey });
        if (page) client.send('pagewright:page', data);
        else client.send('pagewright:reload');
      }
    }
  }

  async #pageAt(path: string): Promise<LivePage | undefined> {
    for (;;) {
      const loaded = this.#live.firstLook(path);
      try {
        const shown = await this.#pages.at(path, loaded, true);
        return shown && this.page(path, shown, await this.#pages.context(shown.website, shown.page), loaded);
      } catch (problem) {
        // A file may have vanished or changed while its page was rendered.
        if (!(await this.#live.hasChanged(loaded))) throw problem;
      }
    }
  }

  /** What a window shows at a path. */
  page(
    path: string,
    { view, faults, missing, page }: ShownPage,
    { renderer, site }: RenderContext,
    loaded: LoadedSite,
  ): LivePage {
    const isOwn = faultsOf(page.path === '/404' ? path : page.path, loaded);
    const placed = [...faults.values()].flat();
    const frame = renderer.frame(view, site);
    // Navigation marks the current links itself.
    const unmarked = `${frame.header}${frame.footer}`.replaceAll(/ aria-current="\w+"/g, '');
    return {
      version: this.versionOf(loaded),
      files: this.#filesVersionOf(loaded.assets),
      path,
      view,
      messages: [...faults].map(([block, own]) => ({
        block,
        isAlone: missing.has(block),
        html: faultCard(own, loaded.files.sources),
      })),
      bar: this.#bar(loaded, isOwn, placed.length),
      frame,
      frameKey: hash('sha1', unmarked + frame.styles),
      rest: JSON.stringify([
        site.language,
        site.url,
        site.theme.scheme,
        site.theme.logo,
        ownDefinitions().key,
      ]),
    };
  }

  /** The bar below a page that shows `placed` of its own faults itself. */
  #bar(loaded: LoadedSite, isOwn: (one: Diagnostic) => boolean = () => true, placed = -1): string {
    const { diagnostics, files } = loaded;
    const { sources, pages, shared } = files;
    const notice = this.#live.isStarting
      ? 'All pages are being read; lists are not complete yet'
      : this.#live.problem;
    const addressOf = ({ file }: Diagnostic) => {
      const name = shared.find(({ source }) => source.file === file)?.facts.name;
      const owner = pages.find(
        ({ source, facts }) =>
          source.file === file || (name !== undefined && facts.blocks.some(({ use }) => use === name)),
      );
      return owner && this.#base() + owner.facts.route;
    };
    return faultBarContent({
      diagnostics,
      files: sources,
      isOwn,
      addressOf,
      notice,
      placed,
      isEditing: this.#editing,
    });
  }

  /** Adds the bar to a document, and what its program needs to draw `page`; undefined if it only has the bar. */
  document(html: string, loaded: LoadedSite, page: LivePage | undefined): string {
    const bar = page?.bar ?? this.#bar(loaded);
    // A text with `</script>` would end the element.
    const data = page && JSON.stringify({ ...page, frame: undefined }).replaceAll('<', '\\u003c');
    const end = [
      data === undefined ? '' : `<script type="application/json" id="live">${data}</script>`,
      faultBar(bar, { token: pageToken, version: this.versionOf(loaded), isWhole: page === undefined }),
      this.#editing && page ? editorScripts : '',
    ].join('');
    return html.replace(/(?=<\/body>(?!.*<\/body>))/s, () => end);
  }
}
