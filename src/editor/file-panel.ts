import { type Chrome, elementOf } from './chrome.ts';
import type { CodeView } from './code-view.ts';
import { capitalized } from './fault-note.ts';
import { FileText } from './file-text.ts';
import type { Saver } from './save.ts';
import type { CheckedSource, SourceHelp } from './source-help.ts';

/** The source editor of a file in the settings panel. */
export class FilePanel {
  readonly element = elementOf('div', 'file');
  readonly #chrome: Chrome;
  readonly #editQueue: Saver;
  readonly #undoOrRedo: (direction: 'undo' | 'redo') => void;
  readonly #code = elementOf('div', 'code');
  readonly #elsewhere = elementOf('ul', 'elsewhere');
  /** The open file, or the one that is loading. */
  #openFile: { file: string; line: number } | undefined;
  #text: FileText | undefined;
  #view: CodeView | undefined;

  constructor(chrome: Chrome, saver: Saver, travel: (direction: 'undo' | 'redo') => void) {
    [this.#chrome, this.#editQueue, this.#undoOrRedo] = [chrome, saver, travel];
    this.element.append(this.#code, this.#elsewhere);
  }

  /** Opens a file with the cursor on a line. */
  async open(file: string, line: number): Promise<void> {
    const opened = { file, line };
    const before = this.#openFile;
    this.#openFile = opened;
    if (before?.file === file) return this.#view?.goTo(line);
    this.#close();
    const [{ CodeView: View }, { status, answer }] = await Promise.all([
      import('./code-view.ts'),
      this.#editQueue.ask<{ text?: string; message?: string }>({ file }),
    ]);
    if (this.#openFile?.file !== file) return;
    if (status !== 200 || answer.text === undefined) {
      this.#openFile = undefined;
      return this.#chrome.say(answer.message ?? 'This file cannot be read.');
    }
    const text = new FileText(file, answer.text, this.#editQueue, {
      show: (edits) => this.#view?.show(edits),
      refused: (message) => this.#chrome.say(message),
    });
    this.#text = text;
    this.#view = new View(this.#code, this.#chrome.root, `Text of ${file}`, {
      now: () => text.now,
      typed: (edits) => text.typed(edits),
      check: async () => {
        const checked = await this.#editQueue.askAtOnce<CheckedSource>({ file, source: text.now.text });
        if (checked) this.#showElsewhere(checked);
        return checked?.faults;
      },
      help: (at) => this.#editQueue.askAtOnce<SourceHelp>({ file, source: text.now.text, at }),
      blurred: () => void text.leave(),
      announce: (words) => this.#chrome.announce(words.replaceAll('`', '')),
      travel: (direction) => {
        void text.leave().then(() => this.#undoOrRedo(direction));
        return true;
      },
    });
    this.#view.goTo(this.#openFile.line);
  }

  /** Shows changes of the file from elsewhere, and checks it again. */
  async refresh(): Promise<void> {
    await this.#text?.refresh();
    this.#view?.checkAgain();
  }

  /** Closes the file. Resolves when its text is on disk. */
  async close(): Promise<void> {
    this.#openFile = undefined;
    await this.#close();
  }

  #close(): Promise<void> | undefined {
    const [text, view] = [this.#text, this.#view];
    [this.#text, this.#view] = [undefined, undefined];
    this.#elsewhere.replaceChildren();
    view?.destroy();
    return text?.leave();
  }

  #showElsewhere({ elsewhere }: CheckedSource): void {
    this.#elsewhere.replaceChildren(
      ...elsewhere.map(({ file, line, message }) =>
        elementOf('li', '', `${file}, line ${line}: ${capitalized(message).replaceAll('`', '')}`),
      ),
    );
  }
}
