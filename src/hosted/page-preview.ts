import { routeOf } from '../../schema/base/routes.ts';
import { isPage } from '../../schema/check/file-names.ts';
import { answerEdit } from '../../scripts/editing/answer-edit.ts';
import { elementOf } from '../editor/chrome.ts';
import type { DrawnPage } from './frame-host.ts';
import type { HostedPages } from './hosted-pages.ts';
import type { Opened } from './workspace-state.ts';
import { listedBlocks } from './listed-blocks.ts';

/** A page in a frame, in which its texts are written where they stand. */
export class PagePreview {
  readonly element = elementOf('div', 'preview');
  readonly #frame = document.createElement('iframe');
  readonly #pages: HostedPages;
  #route: string | undefined;
  #draw: ((page: DrawnPage) => void) | undefined;
  #last = 0;

  /** `settle` gives the site what is typed elsewhere. */
  constructor(pages: HostedPages, { site, pictures }: Opened, settle: () => void) {
    this.#pages = pages;
    Object.assign(this.#frame, { title: 'Preview', src: './page.html' });
    window.pagewright = {
      answer(body) {
        settle();
        return answerEdit(body, pages.edited);
      },
      addPicture: (file) => pictures.add(file, site),
      pictureUrl: (path) => pages.pictureUrl(path),
      blocks: listedBlocks(),
      onPage: (draw) => {
        this.#draw = draw;
        void this.update();
      },
    };
    this.element.append(this.#frame);
  }

  /** Shows the page of a file. Files that are no pages leave the last one. */
  show(path: string): void {
    if (isPage(path)) this.#route = routeOf(path);
    void this.update();
  }

  /** Draws the page as it is now. */
  async update(): Promise<void> {
    const number = ++this.#last;
    if (this.#route === undefined || !this.#draw) return;
    const page = await this.#pages.draw(this.#route);
    // A later text may be drawn by now.
    if (page && number === this.#last) this.#draw(page);
  }
}
