import { waitForComposition } from './composition.ts';
import type { TextPlace } from './marked-texts.ts';
import type { CheckedChange } from './setting-types.ts';
import type { Change } from './unsaved-changes.ts';
import { toRefusal, type EditQueue } from './edit-queue.ts';

/** Milliseconds after the last key until a text is saved. */
const saveDelayMs = 300;
/** Milliseconds to wait for the checker before a text is saved unchecked. */
const checkDelayMs = 1000;

/** Receives the check results for a text while it is edited. */
export interface TextListener {
  /** Receives the result of each check. If the checker is slow, the text has already been written. */
  onChecked(checked: CheckedChange | undefined): void;
}

/** Checks and saves a single text in a file while it is edited. */
export class TextDraft {
  /** The version when the text was opened. Checks compare the current text with it to find new diagnostics. */
  readonly #openedVersion: TextVersion;
  #place: TextPlace;
  #base: string;
  #saved: string;
  readonly #label: string;
  readonly #editQueue: EditQueue;
  readonly #listener: TextListener;
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(place: TextPlace, base: string, label: string, editQueue: EditQueue, listener: TextListener) {
    this.#openedVersion = { place, base, saved: place.source };
    [this.#place, this.#base, this.#saved, this.#label] = [place, base, place.source, label];
    [this.#editQueue, this.#listener] = [editQueue, listener];
  }

  /** The text on disk. */
  get saved(): string {
    return this.#saved;
  }

  /** Checks and writes the text after a pause in typing. */
  scheduleWrite(readText: () => string): void {
    clearTimeout(this.#timer);
    const timer = setTimeout(
      () => void this.#checkAndWrite(readText, () => this.#timer === timer),
      saveDelayMs,
    );
    this.#timer = timer;
  }

  async #checkAndWrite(readText: () => string, isLatest: () => boolean): Promise<void> {
    await waitForComposition();
    if (!isLatest()) return;
    const { place } = this.#openedVersion;
    const text = readText();
    const checking = this.#editQueue.check(createChange(this.#openedVersion, text), place.path);
    const showing = checking.then((checked) => {
      if (isLatest()) this.#listener.onChecked(checked);
    });
    await Promise.race([showing, new Promise((done) => setTimeout(done, checkDelayMs))]);
    if (isLatest()) void this.#enqueue(text);
  }

  /**
   * Writes the text without a check. Resolves when the text is on disk, or when writing has failed and the author can
   * try again.
   */
  write(text: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#enqueue(text);
  }

  #enqueue(text: string): Promise<void> {
    // The window may be closed while an earlier version is still waiting for the server, so store this version now.
    const settle = this.#editQueue.storeUntilSaved(this.#change(text), this);
    this.#saving = this.#saving.then(() => this.#write(text, settle));
    return this.#saving;
  }

  #change(text: string): Change {
    return createChange({ place: this.#place, base: this.#base, saved: this.#saved }, text);
  }

  async #write(text: string, settle: () => void): Promise<void> {
    if (text === this.#saved) return settle();
    const change = this.#change(text);
    const result = await this.#editQueue.save(change, this.#label, this, settle).catch(toRefusal);
    if (!('base' in result)) return this.#editQueue.offerRetry(this, change, this.#label, result, settle);
    const { isDefault, ...place } = this.#place;
    if (isDefault) this.#place = place;
    [this.#base, this.#saved] = [result.base, text];
  }
}

/** A text, and the content of its file at that time. */
interface TextVersion {
  place: TextPlace;
  base: string;
  saved: string;
}

function createChange({ place: { file, path, isDefault }, base, saved }: TextVersion, text: string): Change {
  const operation = isDefault
    ? createWordOperation(base, path, text)
    : ({ do: 'set', path, old: saved, new: text } as const);
  return { file, base, operations: [operation] };
}

/** Creates the operation that adds the site's own version of a built-in word to the file. */
function createWordOperation(base: string, [group = '', name = '']: TextPlace['path'], text: string) {
  return new RegExp(`^${group}:`, 'm').test(base)
    ? ({ do: 'add', path: [group, name], new: text } as const)
    : ({ do: 'add', path: [group], new: { [name]: text } } as const);
}
