import { controlOf, elementOf } from './chrome.ts';
import { FaultNote } from './fault-note.ts';
import { PlacedText } from './placed-text.ts';
import type { PageText } from './page-texts.ts';
import type { TextPlace } from './marked-texts.ts';
import type { Saver } from './save.ts';
import type { Leaving } from './writing.ts';

/** Callbacks of a card. */
interface CardListener {
  announce(text: string): void;
  markFaulty(isFaulty: boolean): void;
  leave(how: Leaving): void;
}

/**
 * Creates a text field for a text that cannot be edited in place: in the header, which each change renders again, in an
 * SVG, or with formatting that only the source shows.
 */
export function textCard(
  { origin, base }: PageText & { origin: TextPlace },
  note: HTMLElement | undefined,
  saver: Saver,
  listener: CardListener,
): { card: HTMLElement; end(): Promise<void> } {
  const field = document.createElement('textarea');
  const faults = new FaultNote(origin, listener.announce, (fixed) => {
    field.value = fixed;
    field.focus();
    text.writeLater(written);
  });
  const text = new PlacedText(origin, base, origin.label, saver, {
    ...listener,
    checked(checked) {
      const isFaulty = faults.show(checked);
      field.setAttribute('aria-invalid', String(isFaulty));
      listener.markFaulty(isFaulty);
    },
  });
  field.value = origin.source;
  field.lang = document.documentElement.lang;
  field.dir = 'auto';
  field.rows = origin.kind === 'long' ? 8 : 1;
  const isUnchanged = () => origin.kind === 'long' || field.value === origin.source;
  const written = () => (isUnchanged() ? field.value : field.value.replaceAll(/\s*\n\s*/g, ' '));
  field.addEventListener('input', () => text.writeLater(written));
  field.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const isEnd = event.key === 'Enter' && origin.kind !== 'long';
    if (!isEnd && event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    if (event.key === 'Tab') listener.leave(event.shiftKey ? 'previous' : 'next');
    else listener.leave(isEnd ? 'done' : 'block');
  });
  const card = elementOf('div', 'note', ...(note?.childNodes ?? []));
  const label = document.createElement('label');
  label.append(origin.label, field);
  faults.element.id = 'faults';
  field.setAttribute('aria-describedby', faults.element.id);
  card.prepend(label, faults.element);
  card.append(
    elementOf(
      'div',
      'actions',
      controlOf({ name: 'Done', isMain: true, press: () => listener.leave('done') }),
    ),
  );
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
  return { card, end: () => text.write(written()) };
}
