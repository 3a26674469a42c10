import { isPage } from '../../schema/check/file-kinds.ts';
import { routeOf } from '../../schema/base/routes.ts';
import { answerChanges } from '../../scripts/editing/answer-changes.ts';
import { answerEdit, type EditAnswer, success } from '../../scripts/editing/answer-edit.ts';
import { answerRequest } from '../../scripts/editing/answer-request.ts';
import { listBlocks } from '../../scripts/editing/listed-blocks.ts';
import { elementOf } from '../editor/chrome.ts';
import type { DrawnPage } from './frame-host.ts';
import { HostedChanges } from './hosted-changes.ts';
import { HostedPages } from './hosted-pages.ts';
import type { Opened } from './workspace-state.ts';

/** The links of the bar. */
const places = [
  { name: 'Pages', to: '#/__pages' },
  { name: 'Another site', to: '#/__leave' },
  { name: 'Hand in', to: '#/__hand-in', isMain: true },
];

/** Returns the path in the hash of the URL. */
const currentPath = () => decodeURI(location.hash.slice(1));

/** The window of an open site. Shows the page of the URL in a frame for editing, or a tool. */
export class Workspace {
  readonly element = elementOf('div', 'workspace');
  readonly #opened: Opened;
  readonly #pages: HostedPages;
  readonly #site: HTMLElement;
  readonly #tools = elementOf('div', '');
  readonly #leave: () => void;
  readonly #changes: HostedChanges;
  #hasTools = false;
  #draw: ((page: DrawnPage) => void) | undefined;
  #last = 0;

  constructor(opened: Opened, leave: () => void) {
    [this.#opened, this.#leave] = [opened, leave];
    const pages = new HostedPages(opened, () => void this.#update());
    this.#pages = pages;
    this.#changes = new HostedChanges(opened, pages, () => void this.#update());
    const frame = document.createElement('iframe');
    Object.assign(frame, { title: 'Preview', src: './page.html' });
    window.pagewright = {
      post: (body) => this.#answer(body),
      addPicture: (file) => opened.pictures.add(file, opened.site),
      pictureUrl: (path) => pages.pictureUrl(path),
      catalogue: listBlocks(),
      places,
      open: (path) => (location.hash = path),
      onPage: (draw) => {
        this.#draw = draw;
        void this.#update();
      },
    };
    this.#tools.id = 'studio';
    this.#site = elementOf('main', '', elementOf('h1', 'visually-hidden', opened.place.repository), frame);
    this.element.append(this.#site, this.#tools);
  }

  /**
   * Shows the page or tool of the URL until `signal` is aborted. Without a path in the URL, shows a page with changes or
   * the home page.
   */
  start(signal: AbortSignal): void {
    const changed = [...this.#opened.uncommitted.all.keys()].find(isPage);
    if (location.hash === '')
      history.replaceState(null, '', `#${changed === undefined ? '/' : routeOf(changed)}`);
    addEventListener('hashchange', () => this.#follow(), { signal });
    this.#follow();
  }

  #follow(): void {
    if (currentPath() === '/__leave') return this.#leave();
    const isTool = currentPath().startsWith('/__');
    this.#site.hidden = isTool;
    this.#tools.hidden = !isTool;
    void (isTool ? this.#showTools() : this.#update());
  }

  /** Answers a request of the editor or of a tool. */
  #answer(body: object): Promise<EditAnswer> {
    return answerRequest(body, {
      edit: () => answerEdit(body, this.#pages.edited),
      pages: this.#pages.answerPages,
      changes: async (request) =>
        request.do === 'draw'
          ? success({ html: await this.#pages.drawStill(request.route) })
          : answerChanges(request, this.#changes),
    });
  }

  async #showTools(): Promise<void> {
    if (this.#hasTools) return;
    this.#hasTools = true;
    const { showStudio } = await import('../studio/studio.tsx');
    showStudio(this.#tools, {
      post: (body) => this.#answer(body),
      places,
      url: (path) => `#${path}`,
      currentPath,
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
  async #update(): Promise<void> {
    const number = ++this.#last;
    if (!this.#draw || this.#site.hidden) return;
    const page = await this.#pages.draw(currentPath());
    // A later update may already have rendered the page.
    if (page && number === this.#last) this.#draw(page);
  }
}
