import { untilComposed } from './composition.ts';
import type { TextPlace } from './marked-texts.ts';
import type { CheckedChange } from './place-settings.ts';
import type { Change } from './unsaved-changes.ts';
import { toRefused, type Saver } from './save.ts';

/** Milliseconds after the last key until a text is written to its file. */
const untilWrite = 300;

/** Hears what is wrong with a text. */
export interface TextListener {
  /** What the checker says of the text, before it is written. */
  checked(checked: CheckedChange | undefined): void;
}

/** A text of a file that is being changed. It follows its place in newer versions of the file. */
export class PlacedText {
  /** The text as it was opened: with each change since, the checker is asked what is wrong since then. */
  readonly #first: Version;
  #place: TextPlace;
  #base: string;
  #saved: string;
  readonly #label: string;
  readonly #saver: Saver;
  readonly #listener: TextListener;
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: TextPlace, base: string, label: string, saver: Saver, listener: TextListener) {
    this.#first = { place, base, saved: place.source };
    [this.#place, this.#base, this.#saved, this.#label] = [place, base, place.source, label];
    [this.#saver, this.#listener] = [saver, listener];
  }

  /** The text as it is on disk. */
  get saved(): string {
    return this.#saved;
  }

  /** Checks and writes the text as it is when no key was pressed for a moment. */
  writeLater(textNow: () => string): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(
      () => void this.#checkAndWrite(textNow, () => this.#timer === timer),
      untilWrite,
    );
    this.#timer = timer;
  }

  async #checkAndWrite(textNow: () => string, isLatest: () => boolean): Promise<void> {
    await untilComposed();
    if (!isLatest()) return;
    const { place } = this.#first;
    const text = textNow();
    const checked = await this.#saver.check(changeOf(this.#first, text), place.path);
    if (!isLatest()) return;
    this.#listener.checked(checked);
    void this.write(text);
  }

  /** Writes the text. Resolves when it is on disk, or offered to its author. */
  write(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // An earlier text may still wait for the server, and the page may be closed before this one is sent.
    const settle = this.#saver.keep(this.#change(text), this);
    this.#saving = this.#saving.then(() => this.#write(text, settle));
    return this.#saving;
  }

  #change(text: string): Change {
    return changeOf({ place: this.#place, base: this.#base, saved: this.#saved }, text);
  }

  async #write(text: string, settle: () => void): Promise<void> {
    if (text === this.#saved) return settle();
    const change = this.#change(text);
    const result = await this.#saver.save(change, this.#label, this, settle).catch(toRefused);
    if (!('base' in result)) return this.#saver.offer(this, change, this.#label, result, settle);
    const { isDefault, ...place } = this.#place;
    if (isDefault) this.#place = place;
    [this.#base, this.#saved] = [result.base, text];
  }
}

/** A text in a version of its file. */
interface Version {
  place: TextPlace;
  base: string;
  saved: string;
}

function changeOf({ place: { file, path, isDefault }, base, saved }: Version, text: string): Change {
  const operation = isDefault
    ? withWord(base, path, text)
    : ({ do: 'set', path, old: saved, new: text } as const);
  return { file, base, operations: [operation] };
}

/** The operation that replaces a built-in word for the first time. */
function withWord(base: string, [group = '', name = '']: TextPlace['path'], text: string) {
  return new RegExp(`^${group}:`, 'm').test(base)
    ? ({ do: 'add', path: [group, name], new: text } as const)
    : ({ do: 'add', path: [group], new: { [name]: text } } as const);
}
