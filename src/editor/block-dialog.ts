import { type Chrome, controlOf, elementOf } from './chrome.ts';
import { editorHost } from './host.ts';

/** A block type in one of its layouts, as the catalogue sends it. */
export interface ChosenBlock {
  type: string;
  layout: string;
  /** What people call the block. */
  label: string;
}

/** A shared block of the site, by its name. */
export interface ChosenShared {
  use: string;
}

/** Opens the catalogue over the page, with the shared blocks of the site. Undefined if it is closed without a choice. */
export function chooseBlock(
  chrome: Chrome,
  title: string,
  shared: readonly string[],
): Promise<ChosenBlock | ChosenShared | undefined> {
  const catalogue = new CatalogueDialog(
    title,
    'A block comes with texts that say what to write. They are marked until you replace them.',
    `${editorHost().catalogue}?insert`,
  );
  let chosen: ChosenShared | undefined;
  const choose = (use: string) => {
    chosen = { use };
    catalogue.dialog.close();
  };
  if (shared.length > 0) {
    const row = elementOf('div', 'shared');
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', 'Shared blocks');
    row.append(
      elementOf('span', '', 'Shared blocks, the same on all pages:'),
      ...shared.map((name) => controlOf({ name, press: () => choose(name) })),
    );
    catalogue.frame.before(row);
  }
  return catalogue.open(chrome).then((block) => chosen ?? block);
}

/** Shows the layouts of a block type as they look. Undefined if it is closed without a choice. */
export async function chooseLayout(chrome: Chrome, type: string, label: string): Promise<string | undefined> {
  const note = 'The pictures have texts of their own; yours stay.';
  const catalogue = new CatalogueDialog(
    `Layouts of “${label}”`,
    note,
    `${editorHost().catalogue}?insert&type=${type}`,
  );
  return (await catalogue.open(chrome))?.layout;
}

/** The catalogue in a dialog. */
class CatalogueDialog {
  readonly dialog = document.createElement('dialog');
  readonly frame = document.createElement('iframe');

  constructor(title: string, note: string, address: string) {
    const { dialog, frame } = this;
    frame.src = address;
    frame.title = 'Blocks';
    const heading = elementOf('h2', '', title);
    heading.id = 'insert';
    dialog.setAttribute('aria-labelledby', heading.id);
    const close = controlOf({ name: 'Close', keys: 'Esc', press: () => dialog.close() });
    dialog.append(elementOf('div', 'head', heading, elementOf('p', '', note), close), frame);
  }

  /** Resolves to the block that is chosen in the frame. */
  open(chrome: Chrome): Promise<ChosenBlock | undefined> {
    const { dialog, frame } = this;
    chrome.root.append(dialog);
    dialog.showModal();
    frame.focus();
    return new Promise((resolve) => {
      const listening = new AbortController();
      let chosen: ChosenBlock | undefined;
      addEventListener(
        'message',
        ({ source, origin, data }: MessageEvent<{ insert?: ChosenBlock }>) => {
          if (source !== frame.contentWindow || origin !== location.origin) return;
          chosen = data.insert;
          dialog.close();
        },
        { signal: listening.signal },
      );
      dialog.addEventListener('close', () => {
        listening.abort();
        dialog.remove();
        resolve(chosen);
      });
    });
  }
}
