import { controlOf, elementOf } from './chrome.ts';
import type { TextPlace } from './marked-texts.ts';
import type { CheckedChange } from './place-settings.ts';

/** Maximum number of messages. More would cover the page. */
const maxFaults = 3;

/** The messages of the checker about a text while it is typed. */
export class FaultNote {
  /** Part of the note next to the text. */
  readonly element = elementOf('div', 'faults');
  readonly #place: TextPlace;
  readonly #announce: (text: string) => void;
  readonly #fix: (text: string) => void;
  #announcement = '';

  /** `fix` replaces the text. */
  constructor(place: TextPlace, announce: (text: string) => void, fix: (text: string) => void) {
    [this.#place, this.#announce, this.#fix] = [place, announce, fix];
    this.element.hidden = true;
  }

  /** Shows the current messages, and announces them if they have changed. Returns whether there are any. */
  show({ faults, elsewhere }: CheckedChange = { faults: [], elsewhere: [] }): boolean {
    const { leaf } = this.#place;
    // In a long text, the other messages may be about other parts.
    const own = faults.filter(({ isNew }) => isNew || !leaf);
    const lines = [
      ...own.map(({ message, fix }) => ({ message: capitalized(message), fix })),
      ...elsewhere.map(({ file, line, message }) => ({
        message: `${file}, line ${line}: ${message}`,
        fix: undefined,
      })),
    ].slice(0, maxFaults);
    this.element.replaceChildren(
      ...lines.flatMap(({ message, fix }) => [
        elementOf('p', 'fault', ...wordsOf(message)),
        // Fixes replace the whole text, so they do not fit a part of it.
        ...(fix && !leaf ? [this.#createFixButton(fix)] : []),
      ]),
    );
    this.element.hidden = lines.length === 0;
    const said = lines.map(({ message }) => message.replaceAll('`', '')).join('. ');
    if (said !== this.#announcement) this.#announce(said);
    this.#announcement = said;
    return lines.length > 0;
  }

  #createFixButton({ title, text }: { title: string; text: string }): HTMLElement {
    const name = `Fix: ${title.replaceAll('`', '')}`;
    return elementOf('div', 'actions', controlOf({ name, isMain: true, press: () => this.#fix(text) }));
  }
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Renders a sentence, with words in backticks as code. */
const wordsOf = (sentence: string): (Node | string)[] =>
  sentence.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? elementOf('code', '', part) : part));
