import { isPage } from '../../schema/check/file-names.ts';
import { elementOf } from '../editor/chrome.ts';
import { CodeView } from '../editor/code-view.ts';
import { ShownSource } from '../editor/shown-source.ts';
import { handInDialog } from './hand-in-dialog.ts';
import { buttonOf } from './parts.ts';
import { HostedPages } from './hosted-pages.ts';
import { PagePreview } from './page-preview.ts';
import type { Opened } from './workspace-state.ts';

/** Milliseconds after the last key until the site is checked and drawn with the text. */
const untilDrawn = 400;

/** The texts of a site in a list, one of them with its page beside it. */
export class Workspace {
  readonly element = elementOf('div', 'workspace');
  readonly #opened: Opened;
  readonly #status = elementOf('span', 'status');
  readonly #list = elementOf('ul', 'files');
  readonly #search = document.createElement('input');
  readonly #code = elementOf('div', 'code');
  readonly #handIn: HTMLButtonElement;
  /** Shows the text of the page beside it. */
  readonly #asText = buttonOf('Text', () => this.#showText(this.#asText.ariaPressed !== 'true'));
  readonly #preview: PagePreview;
  #view: CodeView | undefined;
  #path: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(opened: Opened, restart: () => void, leave: () => void) {
    this.#opened = opened;
    const { place } = opened;
    this.#preview = new PagePreview(new HostedPages(opened, (path) => this.#wasWritten(path)), opened, () =>
      this.#apply(),
    );
    this.#handIn = buttonOf('Hand in', () => this.#openHandIn(restart), 'main');
    this.#status.setAttribute('role', 'status');
    Object.assign(this.#search, { type: 'search', placeholder: 'Find a page' });
    this.#search.setAttribute('aria-label', 'Find a page');
    this.#search.addEventListener('input', () => this.#showFiles());
    const name = elementOf('h1', '', place.repository);
    const header = elementOf(
      'header',
      'top',
      name,
      elementOf('span', 'branch', opened.site.snapshot.branch),
      this.#status,
      this.#asText,
      buttonOf('Another site', leave),
      this.#handIn,
    );
    const nav = elementOf('nav', '', this.#search, this.#list);
    nav.setAttribute('aria-label', 'Pages');
    const main = elementOf('main', '', this.#code, this.#preview.element);
    this.element.append(header, nav, main);
    this.#showFiles();
  }

  /** Opens a file, at first the one that was changed last, or the home page. */
  open(path: string): void {
    this.#apply();
    this.#path = path;
    this.#openText(path);
    this.#showText(this.#asText.ariaPressed === 'true');
    this.#showFiles();
    this.#preview.show(path);
  }

  /** The text of a page is hidden until it is asked for. Other files have nothing else. */
  #showText(isAsked: boolean): void {
    const hasPage = this.#path !== undefined && isPage(this.#path);
    this.#asText.ariaPressed = String(isAsked);
    this.#asText.hidden = !hasPage;
    this.#code.hidden = hasPage && !isAsked;
    this.#preview.element.hidden = !hasPage;
  }

  #openText(path: string): void {
    const { site, uncommitted } = this.#opened;
    this.#view?.destroy();
    let now = new ShownSource(site.text(path) ?? '');
    this.#view = new CodeView(this.#code, document, `Text of ${path}`, {
      now: () => now,
      typed: (edits) => {
        now = now.edited(edits);
        const base = uncommitted.all.get(path)?.base ?? site.base(path);
        const isStored = uncommitted.set(path, { ...(base !== undefined && { base }), text: now.text });
        this.#pending = { path, text: now.text };
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#apply(), untilDrawn);
        this.#status.textContent = isStored
          ? 'Saved in this browser until you hand it in'
          : 'The storage of this browser is full: hand in before you close this window';
      },
      check: () => Promise.resolve(site.faults(path, now.text)),
      help: (at) => Promise.resolve(site.help(path, now.text, at)),
      blurred() {},
      announce: (words) => {
        if (!this.#code.hidden) this.#status.textContent = words.replaceAll('`', '');
      },
      travel: () => true,
    });
  }

  /** Follows a text that was written in the page. */
  #wasWritten(path: string): void {
    if (path === this.#path) this.#openText(path);
    this.#showFiles();
    void this.#preview.update();
  }

  #pending: { path: string; text: string } | undefined;

  /** Gives the typed text to the site. */
  #apply(): void {
    clearTimeout(this.#timer);
    if (!this.#pending) return;
    const { path, text } = this.#pending;
    this.#pending = undefined;
    this.#opened.site.set(new Map([[path, text]]));
    this.#view?.checkAgain();
    this.#showFiles();
    void this.#preview.update();
  }

  #showFiles(): void {
    const words = this.#search.value.toLowerCase();
    const files = this.#opened.site.files
      .filter(({ path, title }) => `${path} ${title}`.toLowerCase().includes(words))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
    const focused = document.activeElement?.getAttribute('data-path');
    this.#list.replaceChildren(
      ...files.map(({ path, title, errors, isChanged }) => {
        const button = buttonOf('', () => this.open(path));
        button.dataset['path'] = path;
        if (path === this.#path) button.setAttribute('aria-current', 'true');
        button.append(elementOf('b', '', title), elementOf('span', 'path', path));
        if (isChanged) button.append(elementOf('span', 'changed', 'Changed'));
        if (errors > 0) button.append(elementOf('span', 'errors', `${errors} to fix`));
        return elementOf('li', '', button);
      }),
    );
    if (focused != null) this.#list.querySelector<HTMLElement>(`[data-path="${focused}"]`)?.focus();
    const { uncommitted, pictures, site } = this.#opened;
    const size = uncommitted.all.size + pictures.usedIn(site).size;
    this.#handIn.disabled = size === 0;
    this.#handIn.textContent = size === 0 ? 'Nothing to hand in' : `Hand in (${size})`;
  }

  #openHandIn(restart: () => void): void {
    this.#apply();
    handInDialog(this.#opened, restart, (path) => this.open(path));
  }
}
