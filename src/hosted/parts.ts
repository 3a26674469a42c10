import { elementOf } from '../editor/chrome.ts';

/** A field with its label and a sentence on what to write. */
export function fieldOf(
  label: string,
  help: string,
  { value = '', type = 'text', isNeeded = false }: { value?: string; type?: string; isNeeded?: boolean } = {},
): { element: HTMLElement; input: HTMLInputElement } {
  const input = document.createElement('input');
  Object.assign(input, { value, type, required: isNeeded, autocomplete: 'off', spellcheck: false });
  const name = document.createElement('label');
  Object.assign(name, { className: 'name', textContent: label });
  const hint = elementOf('span', 'help', help);
  const id = label.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  [input.id, name.htmlFor, hint.id] = [id, id, `${id}-help`];
  input.setAttribute('aria-describedby', hint.id);
  const element = elementOf('div', 'field', name, input, hint);
  return { element, input };
}

export function buttonOf(words: string, press: () => void, className = ''): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: words, className });
  button.addEventListener('click', press);
  return button;
}

/** A modal dialog with a heading. It is removed when it is closed. */
export function dialogOf(heading: string, ...children: Node[]): HTMLDialogElement {
  const dialog = document.createElement('dialog');
  const title = elementOf('h2', '', heading);
  title.id = 'dialog-heading';
  dialog.setAttribute('aria-labelledby', title.id);
  dialog.append(title, ...children);
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
