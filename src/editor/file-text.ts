import type { TextEdit } from '../../schema/diagnostics/edits.ts';
import { lineEdits, linesOfBoth, mergedLines } from '../../schema/diagnostics/text-parts.ts';
import { untilComposed } from './composition.ts';
import { Refused, type Saver } from './save.ts';
import { ShownSource } from './shown-source.ts';

/** Milliseconds after the last key until a text is saved. */
const untilWrite = 300;

/** Callbacks of a file text. */
export interface FileTextHost {
  /** Shows changes from elsewhere. */
  show(edits: readonly TextEdit[]): void;
  refused(message: string): void;
}

/** The whole text of a file while it is edited. Merges changes from elsewhere. */
export class FileText {
  readonly file: string;
  readonly #label: string;
  readonly #saver: Saver;
  readonly #host: FileTextHost;
  #now: ShownSource;
  /** The text on disk that the current text is based on. */
  #base: string;
  #sending: string | undefined;
  #theirs: string | undefined;
  #session = {};
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: string, text: string, saver: Saver, host: FileTextHost) {
    [this.file, this.#saver, this.#host] = [file, saver, host];
    this.#label = `Text of ${file}`;
    this.#base = text;
    this.#now = new ShownSource(text);
  }

  get now(): ShownSource {
    return this.#now;
  }

  /** Applies edits of the author, and saves them after a pause. */
  typed(edits: readonly TextEdit[]): void {
    this.#now = this.#now.edited(edits);
    const sending = this.#sending === undefined ? [] : [this.#sending];
    const change = { file: this.file, bases: [this.#base, ...sending], source: this.#now.text };
    this.#saver.keep(change, this.#session);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void untilComposed().then(() => this.save()), untilWrite);
  }

  /** Saves the text. Resolves when it is on disk or was refused. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  /** Saves the text. Later changes form a separate undo step. */
  async leave(): Promise<void> {
    await this.save();
    this.#session = {};
  }

  async #write(): Promise<void> {
    const source = this.#now.text;
    if (source === this.#base || this.#theirs !== undefined) return;
    this.#sending = source;
    try {
      const change = { file: this.file, bases: [this.#base], source };
      const result = await this.#saver.saveText(change, this.#label, this.#session);
      if ('theirs' in result) return this.#ask(result.theirs);
      this.#base = source;
      // If more was typed in the meantime, the next save merges both.
      if (this.#now.text === source) this.#take(result.text);
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.#host.refused(problem.message);
    } finally {
      this.#sending = undefined;
    }
  }

  #ask(theirs: string): void {
    this.#theirs = theirs;
    const both = linesOfBoth(this.#base, this.#now.text, theirs);
    const [own, other] = [both.map(({ mine }) => mine), both.map((one) => one.theirs)];
    this.#saver.offerBoth(this, own.join(''), other.join(''), (side) => void this.#choose(side));
  }

  /** Resolves a conflict with one of both versions. */
  #choose(side: 'mine' | 'theirs'): Promise<void> {
    const theirs = this.#theirs ?? this.#base;
    const chosen = mergedLines(this.#base, this.#now.text, theirs, side) ?? theirs;
    this.#theirs = undefined;
    this.#show(chosen);
    this.#base = theirs;
    return this.save();
  }

  /** Shows changes of the file from elsewhere. */
  refresh(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#read());
    return this.#saving;
  }

  async #read(): Promise<void> {
    const { status, answer } = await this.#saver.ask<{ text?: string; message?: string }>({
      file: this.file,
    });
    if (status !== 200 || answer.text === undefined)
      return this.#host.refused(answer.message ?? 'This file cannot be read.');
    if (answer.text === this.#base || this.#theirs !== undefined) return;
    if (this.#now.text === this.#base) this.#take(answer.text);
    else void this.save();
  }

  #take(text: string): void {
    this.#base = text;
    this.#show(text);
  }

  #show(text: string): void {
    const next = new ShownSource(text);
    const edits = lineEdits(this.#now.shown, next.shown);
    this.#now = next;
    if (edits.length > 0) this.#host.show(edits);
  }
}
