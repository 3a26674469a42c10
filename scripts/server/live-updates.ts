import { hash } from 'node:crypto';
import { getOwnDefinitions } from '../../schema/blocks/index.ts';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import type { RenderContext } from '../outputs/documents.ts';
import type { DevSite } from '../site/dev-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { createDiagnosticFilter, type PagePreview } from '../editing/page-previews.ts';
import type { DevPages } from './dev-pages.ts';
import { coalesce } from './coalesce.ts';
import {
  editorPath,
  createDiagnosticsBar,
  createDiagnosticsBarContent,
  createDiagnosticsCard,
} from './fault-bar.ts';
import type { ConnectedWindow, WindowConnections } from './page-code.ts';
import { pageToken } from './request-guard.ts';
import type { LivePage } from '../../src/render/entry-server.tsx';

/** Scripts that load the editor, and store the last click until it has loaded. Pages in frames cannot be edited. */
const editorScripts =
  '<script>onclick=(e)=>{document.documentElement.dataset.clicked=`${e.pageX} ${e.pageY}`}</script>' +
  `<script type="module">if(self===top)import('${editorPath}?import')</script>`;

/** A browser window, with the path of its page and the data that was last sent to the window. */
interface OpenWindow {
  path: string;
  sent: string;
  frameKey: unknown;
}

type Hello = Record<'path' | 'version' | 'frameKey', unknown>;

/** Returns a function that numbers objects. The same object always gets the same number. */
function createNumbering(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;
  return (object) => {
    const number = numbers.get(object) ?? ++lastNumber;
    numbers.set(object, number);
    return number;
  };
}

/** Sends changed pages to all browser windows that show them. */
export class LiveWindows {
  readonly getVersion = createNumbering();
  readonly #getFilesVersion = createNumbering();
  readonly #windows = new WeakMap<ConnectedWindow, OpenWindow>();
  readonly #connections: WindowConnections;
  readonly #live: DevSite;
  readonly #pages: DevPages;
  readonly #base: () => string;
  readonly #editing: boolean;
  /** Sends all windows the current version of their pages. */
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
      // Send an update if the site has changed while the page was loading.
      if (version !== this.getVersion(this.#live.readQuickly(path))) this.update();
    });
  }

  async #send(): Promise<void> {
    const openWindows = [...this.#connections.clients].flatMap((client) => {
      const window = this.#windows.get(client);
      return window ? [{ client, window }] : [];
    });
    for (const [path, sameWindows] of Map.groupBy(openWindows, ({ window }) => window.path)) {
      const page = await this.#pageAt(path);
      const text = JSON.stringify({ ...page, version: 0 });
      for (const { client, window } of sameWindows) {
        if (window.sent === text || window.path !== path) continue;
        const { frame, ...otherData } = page ?? {};
        const data = page?.frameKey === window.frameKey ? otherData : { ...otherData, frame };
        Object.assign(window, { sent: text, frameKey: page?.frameKey });
        if (page) client.send('pagewright:page', data);
        else client.send('pagewright:reload');
      }
    }
  }

  async #pageAt(path: string): Promise<LivePage | undefined> {
    for (;;) {
      const loaded = this.#live.readQuickly(path);
      try {
        const shownPage = await this.#pages.preview(path, loaded, true);
        return (
          shownPage &&
          this.page(path, shownPage, await this.#pages.context(shownPage.website, shownPage.page), loaded)
        );
      } catch (error) {
        // Try again if a file was deleted or changed while its page was rendered.
        if (!(await this.#live.hasChanged(loaded))) throw error;
      }
    }
  }

  /** Returns the data that a window needs to show the page at a path. */
  page(
    path: string,
    { view, problems, missing, page }: PagePreview,
    { renderer, site }: RenderContext,
    loaded: LoadedSite,
  ): LivePage {
    const isOwnDiagnostic = createDiagnosticFilter(page.path === '/404' ? path : page.path, loaded);
    const placedDiagnostics = [...problems.values()].flat();
    const frame = renderer.frame(view, site);
    // Ignore `aria-current`, because navigation in the browser sets this attribute itself.
    const unmarkedFrame = `${frame.header}${frame.footer}`.replaceAll(/ aria-current="\w+"/g, '');
    return {
      version: this.getVersion(loaded),
      files: this.#getFilesVersion(loaded.assets),
      path,
      view,
      messages: [...problems].map(([block, blockFaults]) => ({
        block,
        isAlone: missing.has(block),
        html: createDiagnosticsCard(blockFaults, loaded.files.sources),
      })),
      bar: this.#bar(loaded, isOwnDiagnostic, placedDiagnostics.length),
      frame,
      frameKey: hash('sha1', unmarkedFrame + frame.styles),
      rest: JSON.stringify([
        site.language,
        site.url,
        site.theme.scheme,
        site.theme.logo,
        getOwnDefinitions().key,
      ]),
    };
  }

  /**
   * Returns the content of the bar below a page. `shownCount` is the number of diagnostics that the page itself shows.
   */
  #bar(
    loaded: LoadedSite,
    isOwnDiagnostic: (diagnostic: Diagnostic) => boolean = () => true,
    shownCount = -1,
  ): string {
    const { diagnostics, files } = loaded;
    const { sources, pages, shared } = files;
    const notice = this.#live.isStarting
      ? 'Pages are still being read, so lists are not complete yet'
      : this.#live.problem;
    const findPagePath = ({ file }: Diagnostic) => {
      const name = shared.find(({ source }) => source.file === file)?.facts.name;
      const ownerPage = pages.find(
        ({ source, facts }) =>
          source.file === file || (name !== undefined && facts.blocks.some(({ use }) => use === name)),
      );
      return ownerPage && this.#base() + ownerPage.facts.route;
    };
    return createDiagnosticsBarContent({
      diagnostics,
      files: sources,
      isOwnDiagnostic,
      findPagePath,
      notice,
      placedCount: shownCount,
      isEditing: this.#editing,
    });
  }

  /**
   * Adds the bar to a document, and the data that the script needs to render `page`. Without `page`, adds only the bar.
   */
  document(html: string, loaded: LoadedSite, page: LivePage | undefined): string {
    const bar = page?.bar ?? this.#bar(loaded);
    // Escape `<`, because a value that contains `</script>` would end the element.
    const data = page && JSON.stringify({ ...page, frame: undefined }).replaceAll('<', '\\u003c');
    const end = [
      data === undefined ? '' : `<script type="application/json" id="live">${data}</script>`,
      createDiagnosticsBar(bar, {
        token: pageToken,
        siteId: this.#live.id,
        version: this.getVersion(loaded),
        isWhole: page === undefined,
      }),
      this.#editing && page ? editorScripts : '',
    ].join('');
    return html.replace(/(?=<\/body>(?!.*<\/body>))/s, () => end);
  }
}
