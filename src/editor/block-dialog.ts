import { type Chrome, createControl, createElement } from './chrome.ts';
import { editorHost, type ListedBlock } from './host.ts';

/** The block type and layout that the author has selected in the catalogue. */
export interface ChosenBlock {
  type: string;
  layout: string;
  label: string;
}

/** The name of the shared block that the author has selected. */
export interface ChosenShared {
  use: string;
}

/** Opens the catalogue with the site's shared blocks. Returns `undefined` if the author closes it without a choice. */
export async function chooseBlock(
  chrome: Chrome,
  title: string,
  shared: readonly string[],
): Promise<ChosenBlock | ChosenShared | undefined> {
  const note =
    'New blocks have sample texts that explain what to write. They are marked until you replace them.';
  const catalogue = new CatalogueDialog<ChosenBlock | ChosenShared>(title, note);
  if (shared.length > 0) {
    const row = createElement('div', 'shared');
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', 'Shared blocks');
    row.append(
      createElement('span', '', 'Shared blocks, the same on all pages:'),
      ...shared.map((use) => createControl({ name: use, onPress: () => catalogue.choose({ use }) })),
    );
    catalogue.dialog.append(row);
  }
  return catalogue.open(chrome);
}

/**
 * Shows a preview of each layout of a block type. Returns `undefined` if the author closes the dialog without a choice.
 */
export async function chooseLayout(chrome: Chrome, type: string, label: string): Promise<string | undefined> {
  const note = 'The previews show sample texts. Your texts do not change.';
  return (await new CatalogueDialog(`Layouts of “${label}”`, note).open(chrome, type))?.layout;
}

/** Shows the home page in each preset. Returns `undefined` if the author closes the dialog without a choice. */
export async function choosePreset(chrome: Chrome): Promise<string | undefined> {
  const note = 'Your home page in each preset. Your own theme settings do not change.';
  return (await new CatalogueDialog('Presets', note).openUrl(chrome, editorHost().presets ?? '', 'Presets'))
    ?.layout;
}

/** Shows the page in a dialog as wide as a phone, and updates it after each change. */
export async function showOnPhone(chrome: Chrome): Promise<void> {
  const dialog = new CatalogueDialog('Phone view', '');
  dialog.dialog.classList.add('phone');
  await dialog.openUrl(chrome, location.href, 'Page');
}

/** A dialog that shows the catalogue or a different page from the server. */
class CatalogueDialog<Chosen = ChosenBlock> {
  readonly dialog = document.createElement('dialog');
  #chosen: Chosen | ChosenBlock | undefined;

  constructor(title: string, note: string) {
    const { dialog } = this;
    const heading = createElement('h2', '', title);
    heading.id = 'insert';
    dialog.setAttribute('aria-labelledby', heading.id);
    const close = createControl({ name: 'Close', keys: 'Esc', onPress: () => dialog.close() });
    const notes = note === '' ? [] : [createElement('p', '', note)];
    dialog.append(createElement('div', 'head', heading, ...notes, close));
  }

  choose(choice: Chosen | ChosenBlock | undefined): void {
    this.#chosen = choice;
    this.dialog.close();
  }

  /**
   * Opens the catalogue, optionally for a single block type. Resolves to the author's choice, or to `undefined` if the
   * author closes the dialog.
   */
  open(chrome: Chrome, type?: string): Promise<Chosen | ChosenBlock | undefined> {
    const { catalogue } = editorHost();
    return typeof catalogue === 'string'
      ? this.openUrl(chrome, `${catalogue}?insert${type === undefined ? '' : `&type=${type}`}`, 'Blocks')
      : this.#showContent(
          chrome,
          this.#createBlockList(catalogue.filter((block) => type === undefined || block.type === type)),
        );
  }

  /**
   * Opens a page from the server. Resolves to the author's choice, or to `undefined` if the author closes the dialog.
   */
  openUrl(chrome: Chrome, url: string, title: string): Promise<Chosen | ChosenBlock | undefined> {
    return this.#showContent(chrome, this.#createFrame(url, title));
  }

  #showContent(chrome: Chrome, content: HTMLElement): Promise<Chosen | ChosenBlock | undefined> {
    const { dialog } = this;
    dialog.append(content);
    chrome.root.append(dialog);
    dialog.showModal();
    (content instanceof HTMLIFrameElement ? content : content.querySelector('button'))?.focus();
    return new Promise((resolve) => {
      dialog.addEventListener('close', () => {
        this.#listeners.abort();
        dialog.remove();
        resolve(this.#chosen);
      });
    });
  }

  readonly #listeners = new AbortController();

  /** Creates a frame with a page from the server. The page sends the choice with `postMessage`. */
  #createFrame(url: string, title: string): HTMLIFrameElement {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: url, title });
    // The dialog receives no key events from the frame. The catalogue closes itself, even before all blocks are loaded.
    frame.addEventListener('load', () =>
      frame.contentWindow?.addEventListener('keydown', ({ key }) => {
        const hasOpenDialog = frame.contentDocument?.querySelector(':modal, :popover-open');
        if (key === 'Escape' && !hasOpenDialog) this.dialog.close();
      }),
    );
    addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent<{ insert?: ChosenBlock }>) => {
        if (source === frame.contentWindow && origin === location.origin) this.choose(data.insert);
      },
      { signal: this.#listeners.signal },
    );
    return frame;
  }

  #createBlockList(blocks: readonly ListedBlock[]): HTMLElement {
    const items = blocks.map(({ type, label, description, layouts }) =>
      createElement(
        'li',
        '',
        createElement('b', '', label),
        createElement('p', '', description.replaceAll('`', '')),
        ...layouts.map(({ layout, label: name }) =>
          createControl({ name, onPress: () => this.choose({ type, layout, label }) }),
        ),
      ),
    );
    return createElement('ul', 'blocks', ...items);
  }
}
