import { toSiteUrl } from '../ui/site-url.ts';
import { type Control, createControl, createElement } from './chrome.ts';
import type { UnsavedText } from './edit-queue.ts';
import type { MarkedTexts, MissingPlace, TextPlace } from './marked-texts.ts';

interface Question {
  label: string;
  value: string;
  lines?: readonly string[];
  submitLabel: string;
  /** Additional buttons. Each button submits its `text`. */
  others?: readonly { name: string; text: string }[];
}

/** Creates a note with lines of text and buttons. */
export function createNote(
  lines: readonly (Node | string)[],
  controls: readonly Control[] = [],
): HTMLElement {
  const note = createElement('div', 'note', ...lines.map((line) => createElement('p', '', line)));
  if (controls.length > 0) note.append(createElement('div', 'actions', ...controls.map(createControl)));
  return note;
}

/** Returns the paragraphs of a note as one text, without its buttons. */
export const readNote = (note: HTMLElement): string =>
  [...note.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');

/**
 * Creates a note with a text field. Calls `onClose` with the submitted text, or with `undefined` if the author cancels.
 */
export function createQuestionNote(
  { label, value, lines = [], submitLabel, others = [] }: Question,
  onClose: (text: string | undefined) => void,
): { note: HTMLElement; field: HTMLInputElement } {
  const field = document.createElement('input');
  field.value = value;
  const close = (text?: string) => {
    note.remove();
    onClose(text);
  };
  const note = createNote(
    [createElement('label', '', label, field), ...lines],
    [
      { name: submitLabel, isMain: true, onPress: () => close(field.value.trim()) },
      ...others.map(({ name, text }) => ({ name, onPress: () => close(text) })),
      { name: 'Cancel', onPress: () => close() },
    ],
  );
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter') close(field.value.trim());
    if (event.key === 'Escape') close();
  });
  return { note, field };
}

const variablePattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Creates a note about the text that is being edited. The note says where else the text is used, and shows the values
 * of its variables.
 */
export function createPlaceNote(
  place: TextPlace,
  { variables }: MarkedTexts,
  link: string | undefined,
): HTMLElement | undefined {
  const lines: (Node | string)[] = [];
  const controls: Control[] = [];
  const { owner, users, route, isDefault, source } = place;
  if (isDefault) lines.push('This is a built-in text. Your version replaces it on all pages.');
  else if (owner === 'shared' && users !== undefined && users > 1) {
    lines.push(createLine(`Used on ${users} pages.`, ' Changes apply to all of them.'));
  } else if (owner === 'other' && route !== undefined) {
    lines.push(createLine('This text comes from another page.', ` Changes apply to ${route}.`));
    controls.push({ name: 'Open that page', to: toSiteUrl(route) });
  } else if (owner === 'site')
    lines.push(createLine('Shown on all pages.', ' Changes apply to all of them.'));
  for (const [placeholder, name = ''] of source.matchAll(variablePattern)) {
    const value = variables[name];
    if (value !== undefined) lines.push(createLine(placeholder, ` is shown to visitors as “${value}”.`));
  }
  if (link !== undefined && owner !== 'other') controls.push({ name: `Open ${link}`, to: link });
  return lines.length + controls.length === 0 ? undefined : createNote(lines, controls);
}

const createLine = (first: string, rest: string): Node => {
  const line = document.createDocumentFragment();
  line.append(createElement('b', '', first), rest);
  return line;
};

const reasons: Record<MissingPlace['why'], string> = {
  date: 'It is generated from a date in the page file.',
  list: 'This item comes from another site.',
  generated: 'This page is generated from the tags or authors of posts, so it has no file.',
  'built-in': 'It is generated from the settings of its block.',
  faulty: 'The file that contains this text has an error. Fix the error first, then edit the text here.',
};

/** Creates a note that explains why a text cannot be edited on the page. */
export const createReasonNote = ({ why, file }: MissingPlace): HTMLElement =>
  createNote([
    createElement('b', '', 'This text cannot be edited here.'),
    reasons[why] + (file === undefined ? '' : ` File: ${file}`),
  ]);

/** Creates a note with an unsaved text and buttons to save or discard it. */
export function createUnsavedNote({
  words,
  reason,
  theirs,
  retry,
  discard,
  isEarlier,
}: UnsavedText): HTMLElement {
  const copy = () =>
    void navigator.clipboard.writeText(words).catch(() => getSelection()?.selectAllChildren(ownText));
  const ownText = createElement('p', 'mine', theirs === undefined ? words : `Yours: ${words}`);
  const note = createNote(
    [createElement('b', '', reason), ...(theirs === undefined ? [] : [`Theirs: ${theirs}`]), ownText],
    [
      ...(retry
        ? [{ name: theirs === undefined ? 'Save again' : 'Keep my version', isMain: true, onPress: retry }]
        : []),
      { name: 'Copy', onPress: copy },
      { name: theirs === undefined || isEarlier ? 'Close' : 'Use their version', onPress: discard },
    ],
  );
  note.classList.toggle('conflict', theirs !== undefined);
  note.setAttribute('role', 'group');
  note.setAttribute('aria-label', readNote(note));
  return note;
}
