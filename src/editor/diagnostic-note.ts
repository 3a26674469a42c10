import { capitalize } from '../../schema/base/text.ts';
import { createControl, createElement } from './chrome.ts';
import type { TextPlace } from './marked-texts.ts';
import type { CheckedChange } from './setting-types.ts';

/** Maximum number of messages to show. More messages would cover the page. */
const maxMessages = 3;

/** Shows the diagnostics for a text while the author types. */
export class DiagnosticNote {
  /** The element with the messages, which is part of the note next to the text. */
  readonly element = createElement('div', 'faults');
  readonly #place: TextPlace;
  readonly #announce: (text: string) => void;
  readonly #fix: (text: string) => void;
  #firstFix: string | undefined;
  #announcement = '';

  /** Calls `fix` with the corrected text when the author applies a fix. */
  constructor(place: TextPlace, announce: (text: string) => void, fix: (text: string) => void) {
    [this.#place, this.#announce, this.#fix] = [place, announce, fix];
    this.element.hidden = true;
  }

  /** Shows the current messages, and announces them if they have changed. Returns whether there are any messages. */
  show({ faults, elsewhere }: CheckedChange = { faults: [], elsewhere: [] }): boolean {
    const { leaf } = this.#place;
    // In a part of a long text, show only new diagnostics, because old ones may be about a different part.
    const ownFaults = faults.filter(({ isNew }) => isNew || !leaf);
    const lines = [
      ...ownFaults.map(({ message, fix }) => ({ message: capitalize(message), fix })),
      ...elsewhere.map(({ file, line, message }) => ({
        message: `${file}, line ${line}: ${message}`,
        fix: undefined,
      })),
    ].slice(0, maxMessages);
    // Offer no fix for a part of a long text, because fixes replace the whole text.
    const firstFixable = leaf ? undefined : lines.find(({ fix }) => fix);
    this.#firstFix = firstFixable?.fix?.text;
    this.element.replaceChildren(
      ...lines.flatMap((line) => [
        createElement('p', 'fault', ...renderInlineCode(line.message)),
        ...(line.fix && !leaf ? [this.#createFixButton(line.fix, line === firstFixable)] : []),
      ]),
    );
    this.element.hidden = lines.length === 0;
    const sentences = lines.map(({ message }) => message.replaceAll('`', ''));
    // Screen readers may skip the sign in "Ctrl+.", so spell the keys out.
    if (firstFixable) sentences.push('Press Ctrl and full stop to apply the fix');
    const announcement = sentences.join('. ');
    if (announcement !== this.#announcement) this.#announce(announcement);
    this.#announcement = announcement;
    return lines.length > 0;
  }

  /** Applies the first fix if the author presses Ctrl+. (on a Mac: ⌘.), as in the File tab. */
  readonly handleKey = (event: KeyboardEvent): void => {
    if (event.key !== '.' || !(event.ctrlKey || event.metaKey) || this.#firstFix === undefined) return;
    event.preventDefault();
    this.#fix(this.#firstFix);
  };

  #createFixButton({ title, text }: { title: string; text: string }, isFirst: boolean): HTMLElement {
    const name = `Fix: ${title.replaceAll('`', '')}`;
    return createElement(
      'div',
      'actions',
      createControl({
        name,
        isMain: true,
        ...(isFirst && { keys: 'Ctrl .' }),
        onPress: () => this.#fix(text),
      }),
    );
  }
}

/** Renders a sentence, with words in backticks as code. */
const renderInlineCode = (sentence: string): (Node | string)[] =>
  sentence
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? createElement('code', '', part) : part));
