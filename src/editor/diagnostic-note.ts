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
    this.element.replaceChildren(
      ...lines.flatMap(({ message, fix }) => [
        createElement('p', 'fault', ...renderInlineCode(message)),
        // Offer no fix for a part of a long text, because fixes replace the whole text.
        ...(fix && !leaf ? [this.#createFixButton(fix)] : []),
      ]),
    );
    this.element.hidden = lines.length === 0;
    const announcement = lines.map(({ message }) => message.replaceAll('`', '')).join('. ');
    if (announcement !== this.#announcement) this.#announce(announcement);
    this.#announcement = announcement;
    return lines.length > 0;
  }

  #createFixButton({ title, text }: { title: string; text: string }): HTMLElement {
    const name = `Fix: ${title.replaceAll('`', '')}`;
    return createElement(
      'div',
      'actions',
      createControl({ name, isMain: true, onPress: () => this.#fix(text) }),
    );
  }
}

/** Renders a sentence, with words in backticks as code. */
const renderInlineCode = (sentence: string): (Node | string)[] =>
  sentence
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? createElement('code', '', part) : part));
