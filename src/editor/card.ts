import { controlOf, elementOf } from './chrome.ts';
import { PlacedText, type TextListener } from './placed-text.ts';
import type { PageText } from './page-texts.ts';
import type { TextPlace } from './marked-texts.ts';
import type { Saver } from './save.ts';

/**
 * A field for a text that cannot be written in its place: in the header, which is drawn again with each change of it, in
 * a drawing, or with marks that only its source shows.
 */
export function textCard(
  { origin, base }: PageText & { origin: TextPlace },
  note: HTMLElement | undefined,
  saver: Saver,
  listener: TextListener & { leave(): void },
): { card: HTMLElement; end(): Promise<void> } {
  const text = new PlacedText(origin, base, origin.label, saver, listener);
  const field = document.createElement('textarea');
  field.value = origin.source;
  field.rows = origin.kind === 'long' ? 8 : 1;
  const written = () => (origin.kind === 'long' ? field.value : field.value.replaceAll(/\s*\n\s*/g, ' '));
  field.addEventListener('input', () => text.writeLater(written));
  field.addEventListener('keydown', (event) => {
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && origin.kind !== 'long');
    event.stopPropagation();
    if (!isEnd) return;
    event.preventDefault();
    listener.leave();
  });
  const card = elementOf('div', 'note', ...(note?.childNodes ?? []));
  const label = document.createElement('label');
  label.append(origin.label, field);
  card.prepend(label);
  card.append(
    elementOf('div', 'actions', controlOf({ name: 'Done', isMain: true, press: () => listener.leave() })),
  );
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  });
  return { card, end: () => text.write(written()) };
}
