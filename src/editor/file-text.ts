import type { TextEdit } from '../../schema/diagnostics/edits.ts';
import { computeLineEdits, findLineConflicts, mergeLines } from '../../schema/diagnostics/merge-lines.ts';
import { waitForComposition } from './composition.ts';
import { RefusedError, type EditQueue } from './edit-queue.ts';
import { ShownSource } from './shown-source.ts';

/** The delay between the last keystroke and saving, in milliseconds. */
const saveDelayMs = 300;

/** The functions that a `FileText` calls. */
export interface FileTextHost {
  /** Shows changes made outside this source editor. */
  show(edits: readonly TextEdit[]): void;
  onRefused(message: string): void;
}

/** The whole text of a file while it is edited. Merges changes made outside this source editor. */
export class FileText {
  readonly file: string;
  readonly #label: string;
  readonly #editQueue: EditQueue;
  readonly #host: FileTextHost;
  #current: ShownSource;
  /** The text on disk that the current text is based on. */
  #base: string;
  #sentSource: string | undefined;
  #theirs: string | undefined;
  #session = {};
  #saving: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(file: string, text: string, editQueue: EditQueue, host: FileTextHost) {
    [this.file, this.#editQueue, this.#host] = [file, editQueue, host];
    this.#label = `Text of ${file}`;
    this.#base = text;
    this.#current = new ShownSource(text);
  }

  get current(): ShownSource {
    return this.#current;
  }

  /** Applies the author's edits, and saves them after a pause in typing. */
  applyAuthorEdits(edits: readonly TextEdit[]): void {
    this.#current = this.#current.edited(edits);
    const sentSources = this.#sentSource === undefined ? [] : [this.#sentSource];
    const change = { file: this.file, bases: [this.#base, ...sentSources], source: this.#current.text };
    this.#editQueue.storeUntilSaved(change, this.#session);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void waitForComposition().then(() => this.save()), saveDelayMs);
  }

  /** Saves the text. Resolves when the text is on disk, or when saving has been refused. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  /** Saves the text. Later changes form a separate undo step. */
  async finishStep(): Promise<void> {
    await this.save();
    this.#session = {};
  }

  async #write(): Promise<void> {
    const source = this.#current.text;
    if (source === this.#base || this.#theirs !== undefined) return;
    this.#sentSource = source;
    try {
      const change = { file: this.file, bases: [this.#base], source };
      const result = await this.#editQueue.saveFileText(change, this.#label, this.#session);
      if ('theirs' in result) return this.#offerVersions(result.theirs);
      this.#base = source;
      // If the author has typed more in the meantime, keep the newer text. The next save merges the two.
      if (this.#current.text === source) this.#acceptText(result.text);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.#host.onRefused(error.message);
    } finally {
      this.#sentSource = undefined;
    }
  }

  #offerVersions(theirs: string): void {
    this.#theirs = theirs;
    const conflicts = findLineConflicts(this.#base, this.#current.text, theirs);
    const [ownLines, otherLines] = [
      conflicts.map(({ mine }) => mine),
      conflicts.map((lines) => lines.theirs),
    ];
    this.#editQueue.offerVersions(
      this,
      ownLines.join(''),
      otherLines.join(''),
      (side) => void this.#resolveConflict(side),
    );
  }

  /** Resolves a conflict by keeping one of the two versions. */
  #resolveConflict(side: 'mine' | 'theirs'): Promise<void> {
    const theirs = this.#theirs ?? this.#base;
    const mergedText = mergeLines(this.#base, this.#current.text, theirs, side) ?? theirs;
    this.#theirs = undefined;
    this.#showText(mergedText);
    this.#base = theirs;
    return this.save();
  }

  /** Shows changes to the file made outside this source editor. */
  refresh(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#readFile());
    return this.#saving;
  }

  async #readFile(): Promise<void> {
    const { status, answer } = await this.#editQueue.request<{ text?: string; message?: string }>({
      file: this.file,
    });
    if (status !== 200 || answer.text === undefined)
      return this.#host.onRefused(answer.message ?? 'This file cannot be read.');
    if (answer.text === this.#base || this.#theirs !== undefined) return;
    if (this.#current.text === this.#base) this.#acceptText(answer.text);
    else void this.save();
  }

  #acceptText(text: string): void {
    this.#base = text;
    this.#showText(text);
  }

  #showText(text: string): void {
    const next = new ShownSource(text);
    const edits = computeLineEdits(this.#current.shown, next.shown);
    this.#current = next;
    if (edits.length > 0) this.#host.show(edits);
  }
}
