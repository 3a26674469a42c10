import { controlOf, elementOf } from './chrome.ts';
import type { TextPlace } from './marked-texts.ts';
import type { CheckedChange } from './place-settings.ts';

/** More would cover the page. */
const maxFaults = 3;

/** What the checker says of a text while it is typed. */
export class FaultNote {
  /** A part of a note beside the text. */
  readonly element = elementOf('div', 'faults');
  readonly #place: TextPlace;
  readonly #announce: (text: string) => void;
  readonly #fix: (text: string) => void;
  #said = '';

  /** `fix` puts another text in the place. */
  constructor(place: TextPlace, announce: (text: string) => void, fix: (text: string) => void) {
    [this.#place, this.#announce, this.#fix] = [place, announce, fix];
    this.element.hidden = true;
  }

  /** Shows what is wrong now. Each fault is announced once, not with each key. Returns whether there is one. */
  show({ faults, elsewhere }: CheckedChange = { faults: [], elsewhere: [] }): boolean {
    const { leaf } = this.#place;
    // Of a long text, other parts may have faults.
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
        // A fix is of the whole text.
        ...(fix && !leaf ? [this.#fixOf(fix)] : []),
      ]),
    );
    this.element.hidden = lines.length === 0;
    const said = lines.map(({ message }) => message.replaceAll('`', '')).join('. ');
    if (said !== this.#said) this.#announce(said);
    this.#said = said;
    return lines.length > 0;
  }

  #fixOf({ title, text }: { title: string; text: string }): HTMLElement {
    const name = `Fix: ${title.replaceAll('`', '')}`;
    return elementOf('div', 'actions', controlOf({ name, isMain: true, press: () => this.#fix(text) }));
  }
}

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence with `code`. */
const wordsOf = (sentence: string): (Node | string)[] =>
  sentence.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? elementOf('code', '', part) : part));
