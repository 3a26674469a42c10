import { isPage } from '../../schema/check/file-kinds.ts';
import { toRoute } from '../../schema/base/routes.ts';
import { answerChanges } from '../../scripts/editing/answer-changes.ts';
import { answerEdit, type EditAnswer, createSuccess } from '../../scripts/editing/answer-edit.ts';
import { answerRequest } from '../../scripts/editing/answer-request.ts';
import { listBlocks } from '../../scripts/editing/block-list.ts';
import { createElement } from '../editor/chrome.ts';
import type { FramePage } from './frame-host.ts';
import { toSiteId } from './host-api.ts';
import { HostedChanges } from './hosted-changes.ts';
import { HostedPages } from './hosted-pages.ts';
import { adoptStoredChanges, type SiteSession } from './workspace-state.ts';

/** The links in the bar. */
const barLinks = [
  { name: 'Pages', to: '#/__pages' },
  { name: 'Another site', to: '#/__leave' },
  { name: 'Hand in', to: '#/__hand-in', isMain: true },
];

/** Returns the path of the page or tool from the hash of the URL. */
function readHashPath(): string {
  const path = location.hash.slice(1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The window with an open site. Shows the page that the URL refers to in a frame for editing, or shows a tool. */
export class Workspace {
  readonly element = createElement('div', 'workspace');
  readonly #session: SiteSession;
  readonly #pages: HostedPages;
  readonly #site: HTMLElement;
  readonly #tools = createElement('div', '');
  readonly #leave: () => void;
  readonly #changes: HostedChanges;
  #hasTools = false;
  #showPage: ((page: FramePage) => void) | undefined;
  #lastUpdate = 0;

  constructor(session: SiteSession, leave: () => void) {
    [this.#session, this.#leave] = [session, leave];
    const pages = new HostedPages(session, () => void this.#renderPage());
    this.#pages = pages;
    this.#changes = new HostedChanges(session, pages, () => void this.#renderPage());
    const frame = document.createElement('iframe');
    Object.assign(frame, { title: 'Preview', src: './page.html' });
    window.pagewright = {
      siteId: toSiteId(session.place),
      post: (body) => this.#answer(body),
      addPicture: (file) => session.pictures.add(file, session.site),
      pictureUrl: (path) => pages.pictureUrl(path),
      catalogue: listBlocks(),
      places: barLinks,
      open: (path) => (location.hash = path),
      onPage: (draw) => {
        this.#showPage = draw;
        void this.#renderPage();
      },
    };
    this.#tools.id = 'studio';
    this.#site = createElement(
      'main',
      '',
      createElement('h1', 'visually-hidden', session.place.repository),
      frame,
    );
    this.element.append(this.#site, this.#tools);
  }

  /**
   * Shows the page or tool that the URL refers to, until `signal` is aborted. If the URL has no path, shows a page with
   * changes, or else the home page.
   */
  start(signal: AbortSignal): void {
    const changedPage = [...this.#session.uncommitted.all.keys()].find(isPage);
    if (location.hash === '')
      history.replaceState(null, '', `#${changedPage === undefined ? '/' : toRoute(changedPage)}`);
    addEventListener('hashchange', () => this.#showCurrentPath(), { signal });
    // Fired for the changes of other windows only. Without a key, the storage was cleared.
    addEventListener(
      'storage',
      ({ key }) => {
        if (key === null || this.#session.uncommitted.isStorageKey(key)) void this.#adoptStoredChanges();
      },
      { signal },
    );
    this.#showCurrentPath();
  }

  async #adoptStoredChanges(): Promise<void> {
    await adoptStoredChanges(this.#session);
    await this.#renderPage();
  }

  #showCurrentPath(): void {
    if (readHashPath() === '/__leave') return this.#leave();
    const isTool = readHashPath().startsWith('/__');
    this.#site.hidden = isTool;
    this.#tools.hidden = !isTool;
    void (isTool ? this.#showTools() : this.#renderPage());
  }

  /** Answers a request that the editor or a tool has sent. */
  #answer(body: object): Promise<EditAnswer> {
    return answerRequest(body, {
      edit: () => answerEdit(body, this.#pages.edited),
      pages: this.#pages.answerPages,
      changes: async (request) =>
        request.do === 'draw'
          ? createSuccess({ html: await this.#pages.renderDocument(request.route) })
          : answerChanges(request, this.#changes),
    });
  }

  async #showTools(): Promise<void> {
    if (this.#hasTools) return;
    this.#hasTools = true;
    const { showStudio } = await import('../studio/studio.tsx');
    showStudio(this.#tools, {
      post: (body) => this.#answer(body),
      places: barLinks,
      url: (path) => `#${path}`,
      currentPath: readHashPath,
      navigate(path, isSameTool) {
        if (isSameTool) history.replaceState(null, '', `#${path}`);
        else location.hash = path;
      },
      onNavigate(listener) {
        addEventListener('hashchange', listener);
        return () => removeEventListener('hashchange', listener);
      },
      pictureUrl: (path) => this.#pages.pictureUrl(path),
    });
  }

  /** Renders the page with the current changes. */
  async #renderPage(): Promise<void> {
    const updateNumber = ++this.#lastUpdate;
    if (!this.#showPage || this.#site.hidden) return;
    const page = await this.#pages.renderRoute(readHashPath());
    // Show the page only if no later update has started in the meantime.
    if (page && updateNumber === this.#lastUpdate) this.#showPage(page);
  }
}
