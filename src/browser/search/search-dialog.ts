import { dialogId } from '../../design/dialog-id.ts';

/** The parts of the dialog that a visitor searches in. */
export interface SearchDialog {
  dialog: HTMLDialogElement;
  line: HTMLInputElement;
  close: HTMLButtonElement;
  status: HTMLElement;
  list: HTMLOListElement;
  more: HTMLButtonElement;
}

/** Makes the dialog; its words come later. */
export function searchDialog(label: string): SearchDialog {
  const line = made('input', {
    // In a field of the type `search` the Escape key would only empty it.
    role: 'searchbox',
    inputmode: 'search',
    'aria-label': label,
    enterkeyhint: 'search',
    autocomplete: 'off',
  });
  line.autofocus = true;
  const close = made('button');
  // The same as in the header.
  close.append(document.querySelector('header [data-glyph=close]')?.cloneNode(true) ?? '×');
  const closing = made('form', { method: 'dialog' });
  closing.append(close);
  const bar = made('div', { role: 'search' });
  bar.append(line, closing);
  const status = made('p', { role: 'status' });
  const list = made('ol');
  const more = made('button', { type: 'button' });
  more.hidden = true;
  const dialog = made('dialog', { id: dialogId('search'), 'aria-label': label, closedby: 'any' });
  dialog.append(bar, status, list, more);
  return { dialog, line, close, status, list, more };
}

function made<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
