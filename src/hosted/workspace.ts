import { isPage } from '../../schema/check/file-kinds.ts';
import { routeOf } from '../../schema/base/routes.ts';
import { answerChanges, type ChangesRequest } from '../../scripts/editing/answer-changes.ts';
import { answerEdit } from '../../scripts/editing/answer-edit.ts';
import type { PagesRequest } from '../../scripts/editing/answer-pages.ts';
import { elementOf } from '../editor/chrome.ts';
import type { DrawnPage } from './frame-host.ts';
import { HostedChanges } from './hosted-changes.ts';
import { HostedPages } from './hosted-pages.ts';
import { listedBlocks } from './listed-blocks.ts';
import type { Opened } from './workspace-state.ts';

/** The tools, and the way to another site, as the bar has them. */
const places = [
  { name: 'Pages', to: '#/__pages' },
  { name: 'Another site', to: '#/__leave' },
  { name: 'Hand in', to: '#/__hand-in', isMain: true },
];

/** The path that is shown stands behind the `#` of the address. */
const pathNow = () => decodeURI(location.hash.slice(1));

/** A site: the page that the address names, in a frame in which it is edited, or a tool. */
export class Workspace {
  readonly element = elementOf('div', 'workspace');
  readonly #opened: Opened;
  readonly #pages: HostedPages;
  readonly #site: HTMLElement;
  readonly #tools = elementOf('div', '');
  readonly #leave: () => void;
  #hasTools = false;
  #draw: ((page: DrawnPage) => void) | undefined;
  #last = 0;

  constructor(opened: Opened, leave: () => void) {
    [this.#opened, this.#leave] = [opened, leave];
    const pages = new HostedPages(opened, () => void this.#update());
    this.#pages = pages;
    const frame = document.createElement('iframe');
    Object.assign(frame, { title: 'Preview', src: './page.html' });
    window.pagewright = {
      answer: (body) => answerEdit(body, pages.edited),
      addPicture: (file) => opened.pictures.add(file, opened.site),
      pictureUrl: (path) => pages.pictureUrl(path),
      blocks: listedBlocks(),
      places,
      open: (path) => (location.hash = path),
      onPage: (draw) => {
        this.#draw = draw;
        void this.#update();
      },
    };
    this.#tools.id = 'studio';
    this.#site = elementOf('main', '', elementOf('h1', 'unseen', opened.place.repository), frame);
    this.element.append(this.#site, this.#tools);
  }

  /** Shows what the address names until `signal`. At first that is what was changed last, or the home page. */
  start(signal: AbortSignal): void {
    const changed = [...this.#opened.uncommitted.all.keys()].find(isPage);
    if (location.hash === '')
      history.replaceState(null, '', `#${changed === undefined ? '/' : routeOf(changed)}`);
    addEventListener('hashchange', () => this.#follow(), { signal });
    this.#follow();
  }

  #follow(): void {
    if (pathNow() === '/__leave') return this.#leave();
    const isTool = pathNow().startsWith('/__');
    this.#site.hidden = isTool;
    this.#tools.hidden = !isTool;
    void (isTool ? this.#showTools() : this.#update());
  }

  async #showTools(): Promise<void> {
    if (this.#hasTools) return;
    this.#hasTools = true;
    const changes = new HostedChanges(this.#opened, this.#pages, () => void this.#update());
    const answer = async (request: PagesRequest | ChangesRequest, to: string | undefined) => {
      if (to === '/__pages') return this.#pages.answerPages(request as PagesRequest); // asked there
      const asked = request as ChangesRequest; // as above
      if (asked.do !== 'draw') return answerChanges(asked, changes);
      return { status: 200, answer: { html: await this.#pages.drawStill(asked.route) } };
    };
    const { showStudio } = await import('../studio/studio.tsx');
    showStudio(this.#tools, {
      async post(body, _signal, to) {
        const answered = await answer(body as PagesRequest | ChangesRequest, to); // the tools ask nothing else
        return Response.json(answered.answer, { status: answered.status });
      },
      places,
      address: (path) => `#${path}`,
      path: pathNow,
      go(path, isSame) {
        if (isSame) history.replaceState(null, '', `#${path}`);
        else location.hash = path;
      },
      onMove(listener) {
        addEventListener('hashchange', listener);
        return () => removeEventListener('hashchange', listener);
      },
      pictureUrl: (path) => this.#pages.pictureUrl(path),
    });
  }

  /** Draws the page as it is now. */
  async #update(): Promise<void> {
    const number = ++this.#last;
    if (!this.#draw || this.#site.hidden) return;
    const page = await this.#pages.draw(pathNow());
    // A later text may be drawn by now.
    if (page && number === this.#last) this.#draw(page);
  }
}
