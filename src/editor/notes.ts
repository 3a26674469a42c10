import { siteUrl } from '../ui/site-url.ts';
import { type Control, controlOf, elementOf } from './chrome.ts';
import type { Unwritten } from './save.ts';
import type { MarkedTexts, NoPlace, TextPlace } from './marked-texts.ts';

interface Question {
  label: string;
  value: string;
  lines?: readonly string[];
  submitLabel: string;
  /** Other buttons, each with the text that it submits. */
  others?: readonly { name: string; text: string }[];
}

/** Creates a note with lines of text and buttons. */
export function noteOf(lines: readonly (Node | string)[], controls: readonly Control[] = []): HTMLElement {
  const note = elementOf('div', 'note', ...lines.map((line) => elementOf('p', '', line)));
  if (controls.length > 0) note.append(elementOf('div', 'actions', ...controls.map(controlOf)));
  return note;
}

/** Creates a note with a text field. Calls `onClose` with the submitted text, or undefined if it is cancelled. */
export function questionNote(
  { label, value, lines = [], submitLabel, others = [] }: Question,
  onClose: (text: string | undefined) => void,
): { note: HTMLElement; field: HTMLInputElement } {
  const field = document.createElement('input');
  field.value = value;
  const close = (text?: string) => {
    note.remove();
    onClose(text);
  };
  const note = noteOf(
    [elementOf('label', '', label, field), ...lines],
    [
      { name: submitLabel, isMain: true, press: () => close(field.value.trim()) },
      ...others.map(({ name, text }) => ({ name, press: () => close(text) })),
      { name: 'Cancel', press: () => close() },
    ],
  );
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter') close(field.value.trim());
    if (event.key === 'Escape') close();
  });
  return { note, field };
}

const variable = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Creates a note about an open text: where else it is used, and the values of its variables. */
export function noteOnPlace(
  place: TextPlace,
  { variables }: MarkedTexts,
  link: string | undefined,
): HTMLElement | undefined {
  const lines: (Node | string)[] = [];
  const controls: Control[] = [];
  const { owner, users, route, isDefault, source } = place;
  if (isDefault) lines.push('This is a built-in text. Your version replaces it on all pages.');
  else if (owner === 'shared' && users !== undefined && users > 1) {
    lines.push(strong(`Used on ${users} pages.`, ' Changes apply to all of them.'));
  } else if (owner === 'other' && route !== undefined) {
    lines.push(strong('This text comes from another page.', ` Changes apply to ${route}.`));
    controls.push({ name: 'Open that page', to: siteUrl(route) });
  } else if (owner === 'site') lines.push(strong('Shown on all pages.', ' Changes apply to all of them.'));
  for (const [written, name = ''] of source.matchAll(variable)) {
    const value = variables[name];
    if (value !== undefined) lines.push(strong(written, ` is shown to visitors as “${value}”.`));
  }
  if (link !== undefined && owner !== 'other') controls.push({ name: `Open ${link}`, to: link });
  return lines.length + controls.length === 0 ? undefined : noteOf(lines, controls);
}

const strong = (first: string, rest: string): Node => {
  const line = document.createDocumentFragment();
  line.append(elementOf('b', '', first), rest);
  return line;
};

const reasons: Record<NoPlace['why'], string> = {
  date: 'It is generated from a date in the page file.',
  list: 'This item comes from another site.',
  generated: 'This page is generated from the tags or authors of posts, so it has no file.',
  'built-in': 'It is generated from the settings of its block.',
  faulty: 'The file of this text has an error. Fix the error first, then edit the text here.',
};

/** Creates a note that explains why a text cannot be edited on the page. */
export const noteOnNoPlace = ({ why, file }: NoPlace): HTMLElement =>
  noteOf([
    elementOf('b', '', 'This text cannot be edited here.'),
    reasons[why] + (file === undefined ? '' : ` File: ${file}`),
  ]);

/** Creates a note with an unsaved text and buttons to save or discard it. */
export function unwrittenNote({ words, reason, theirs, keep, discard, isEarlier }: Unwritten): HTMLElement {
  const copy = () =>
    void navigator.clipboard.writeText(words).catch(() => getSelection()?.selectAllChildren(mine));
  const mine = elementOf('p', 'mine', theirs === undefined ? words : `Yours: ${words}`);
  const note = noteOf(
    [elementOf('b', '', reason), ...(theirs === undefined ? [] : [`Theirs: ${theirs}`]), mine],
    [
      ...(keep
        ? [{ name: theirs === undefined ? 'Save again' : 'Keep my version', isMain: true, press: keep }]
        : []),
      { name: 'Copy', press: copy },
      { name: theirs === undefined || isEarlier ? 'Close' : 'Use their version', press: discard },
    ],
  );
  note.classList.toggle('conflict', theirs !== undefined);
  return note;
}
