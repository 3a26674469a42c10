import { createControl, createElement } from './chrome.ts';
import { DiagnosticNote } from './diagnostic-note.ts';
import { TextDraft } from './text-draft.ts';
import type { PageText } from './page-texts.ts';
import type { TextPlace } from './marked-texts.ts';
import type { EditQueue } from './edit-queue.ts';
import type { LeaveTarget } from './inline-editor.ts';

/** The callbacks of a text card. */
interface CardListener {
  announce(text: string): void;
  markInvalid(isInvalid: boolean): void;
  onLeave(target: LeaveTarget): void;
}

/**
 * Creates a card with a field for text that cannot be edited in place: text in the header, which is rendered again
 * after each change, text in an SVG, or text whose formatting is visible only in the source.
 */
export function createTextCard(
  { origin, base }: PageText & { origin: TextPlace },
  note: HTMLElement | undefined,
  editQueue: EditQueue,
  listener: CardListener,
): { card: HTMLElement; end(): Promise<void> } {
  const field = document.createElement('textarea');
  const faults = new DiagnosticNote(origin, listener.announce, (fixed) => {
    field.value = fixed;
    field.focus();
    text.scheduleWrite(readText);
  });
  const text = new TextDraft(origin, base, origin.label, editQueue, {
    ...listener,
    onChecked(checked) {
      const isInvalid = faults.show(checked);
      field.setAttribute('aria-invalid', String(isInvalid));
      listener.markInvalid(isInvalid);
    },
  });
  field.value = origin.source;
  field.lang = document.documentElement.lang;
  field.dir = 'auto';
  field.rows = origin.kind === 'long' ? 8 : 1;
  const keepsLineBreaks = () => origin.kind === 'long' || field.value === origin.source;
  const readText = () => (keepsLineBreaks() ? field.value : field.value.replaceAll(/\s*\n\s*/g, ' '));
  field.addEventListener('input', () => text.scheduleWrite(readText));
  field.addEventListener('keydown', faults.handleKey);
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const isSubmitKey = event.key === 'Enter' && origin.kind !== 'long';
    if (!isSubmitKey && event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    if (event.key === 'Tab') listener.onLeave(event.shiftKey ? 'previous' : 'next');
    else listener.onLeave(isSubmitKey ? 'done' : 'block');
  });
  const card = createElement('div', 'note', ...(note?.childNodes ?? []));
  const label = document.createElement('label');
  label.append(origin.label, field);
  faults.element.id = 'faults';
  const lines = [...card.querySelectorAll('p')];
  for (const [index, line] of lines.entries()) line.id = `note-${index}`;
  field.setAttribute('aria-describedby', [faults.element, ...lines].map(({ id }) => id).join(' '));
  card.prepend(label, faults.element);
  card.append(
    createElement(
      'div',
      'actions',
      createControl({ name: 'Done', isMain: true, onPress: () => listener.onLeave('done') }),
    ),
  );
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
  return { card, end: () => text.write(readText()) };
}
