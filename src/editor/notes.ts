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

/** Something to read below a part of the page, with what can be done. */
export function noteOf(lines: readonly (Node | string)[], controls: readonly Control[] = []): HTMLElement {
  const note = elementOf('div', 'note', ...lines.map((line) => elementOf('p', '', line)));
  if (controls.length > 0) note.append(elementOf('div', 'actions', ...controls.map(controlOf)));
  return note;
}

/** Returns a note with a text field. Calls `onClose` with the submitted text; undefined if it is cancelled. */
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

/** What an author should know before a text changes: whose it is, and what stands in it. */
export function noteOnPlace(
  place: TextPlace,
  { variables }: MarkedTexts,
  link: string | undefined,
): HTMLElement | undefined {
  const lines: (Node | string)[] = [];
  const controls: Control[] = [];
  const { owner, users, route, isDefault, source } = place;
  if (isDefault) lines.push('This is a built-in word. What you write here shows on all pages.');
  else if (owner === 'shared' && users !== undefined && users > 1) {
    lines.push(strong(`Used on ${users} pages.`, ' A change here shows on all of them.'));
  } else if (owner === 'other' && route !== undefined) {
    lines.push(strong('This text comes from another page.', ` A change here changes ${route}.`));
    controls.push({ name: 'Open that page', to: siteUrl(route) });
  } else if (owner === 'site') lines.push(strong('Shown on all pages.', ' A change here shows everywhere.'));
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
  date: 'This follows from a date in the file of the page.',
  list: 'This entry stands on another site.',
  generated: 'The build makes this page from the tags or authors of its articles, so it has no file.',
  'built-in': 'This follows from the settings of its block.',
  faulty: 'The file of this text has a fault. Fix it first, then its texts can be changed here.',
};

/** Why a text cannot be changed where it stands. */
export const noteOnNoPlace = ({ why, file }: NoPlace): HTMLElement =>
  noteOf([
    elementOf('b', '', 'This text cannot be changed here.'),
    reasons[why] + (file === undefined ? '' : ` File: ${file}`),
  ]);

/** Words that are not on disk, and what can be done with them. */
export function unwrittenNote({ words, reason, theirs, keep, discard, isEarlier }: Unwritten): HTMLElement {
  const copy = () =>
    void navigator.clipboard.writeText(words).catch(() => getSelection()?.selectAllChildren(mine));
  const mine = elementOf('p', 'mine', theirs === undefined ? words : `Yours: ${words}`);
  const note = noteOf(
    [elementOf('b', '', reason), ...(theirs === undefined ? [] : [`There: ${theirs}`]), mine],
    [
      ...(keep
        ? [{ name: theirs === undefined ? 'Write it again' : 'Keep mine', isMain: true, press: keep }]
        : []),
      { name: 'Copy', press: copy },
      { name: theirs === undefined || isEarlier ? 'Close' : 'Take the other', press: discard },
    ],
  );
  note.classList.toggle('conflict', theirs !== undefined);
  return note;
}
