import { siteUrl } from '../components/site-url.ts';
import { type Chrome, controlOf, elementOf } from './chrome.ts';

/** A block type in one of its layouts, as the catalogue sends it. */
export interface ChosenBlock {
  type: string;
  layout: string;
  /** What people call the block. */
  label: string;
}

/** Opens the catalogue over the page. Undefined if it is closed without a choice. */
export function chooseBlock(chrome: Chrome, title: string): Promise<ChosenBlock | undefined> {
  const dialog = document.createElement('dialog');
  const frame = document.createElement('iframe');
  frame.src = siteUrl('/__blocks?insert');
  frame.title = 'Blocks';
  const heading = elementOf('h2', '', title);
  heading.id = 'insert';
  dialog.setAttribute('aria-labelledby', heading.id);
  dialog.append(
    elementOf(
      'div',
      'head',
      heading,
      elementOf(
        'p',
        '',
        'A block comes with texts that say what to write. They are marked until you replace them.',
      ),
      controlOf({ name: 'Close', keys: 'Esc', press: () => dialog.close() }),
    ),
    frame,
  );
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
