import { type Chrome, createElement } from './chrome.ts';
import type { CodeView } from './code-view.ts';
import { capitalize } from '../../schema/base/text.ts';
import { FileText } from './file-text.ts';
import type { EditQueue } from './edit-queue.ts';
import type { CheckedSource, SourceHelp } from './source-help.ts';

/** The source editor for a file, shown in the settings panel. */
export class FilePanel {
  readonly element = createElement('div', 'file');
  readonly #chrome: Chrome;
  readonly #editQueue: EditQueue;
  readonly #undoOrRedo: (direction: 'undo' | 'redo') => void;
  readonly #code = createElement('div', 'code');
  readonly #elsewhere = createElement('ul', 'elsewhere');
  /** The open file, or the one that is loading. */
  #openFile: { file: string; line: number } | undefined;
  #text: FileText | undefined;
  #view: CodeView | undefined;

  constructor(chrome: Chrome, editQueue: EditQueue, undoOrRedo: (direction: 'undo' | 'redo') => void) {
    [this.#chrome, this.#editQueue, this.#undoOrRedo] = [chrome, editQueue, undoOrRedo];
    this.element.append(this.#code, this.#elsewhere);
  }

  /** Opens a file with the cursor on the given line. */
  async open(file: string, line: number): Promise<void> {
    const requestedFile = { file, line };
    const previousFile = this.#openFile;
    this.#openFile = requestedFile;
    if (previousFile?.file === file) return this.#view?.goTo(line);
    this.#close();
    const [{ CodeView: View }, { status, answer }] = await Promise.all([
      import('./code-view.ts'),
      this.#editQueue.request<{ text?: string; message?: string }>({ file }),
    ]);
    if (this.#openFile?.file !== file) return;
    if (status !== 200 || answer.text === undefined) {
      this.#openFile = undefined;
      return this.#chrome.showMessage(answer.message ?? 'This file cannot be read.');
    }
    const text = new FileText(file, answer.text, this.#editQueue, {
      show: (edits) => this.#view?.show(edits),
      onRefused: (message) => this.#chrome.showMessage(message),
    });
    this.#text = text;
    this.#view = new View(this.#code, this.#chrome.root, `Text of ${file}`, {
      currentSource: () => text.current,
      onEdit: (edits) => text.applyAuthorEdits(edits),
      check: async () => {
        const checked = await this.#editQueue.requestOnce<CheckedSource>({ file, source: text.current.text });
        if (checked) this.#showElsewhere(checked);
        return checked?.faults;
      },
      getHelp: (at) => this.#editQueue.requestOnce<SourceHelp>({ file, source: text.current.text, at }),
      onBlur: () => void text.finishStep(),
      announce: (words) => this.#chrome.announce(words.replaceAll('`', '')),
      undoOrRedo: (direction) => {
        void text.finishStep().then(() => this.#undoOrRedo(direction));
        return true;
      },
    });
    this.#view.goTo(this.#openFile.line);
  }

  /** Shows changes to the file made outside this source editor, and checks the file again. */
  async refresh(): Promise<void> {
    await this.#text?.refresh();
    this.#view?.recheck();
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
    return text?.finishStep();
  }

  #showElsewhere({ elsewhere }: CheckedSource): void {
    this.#elsewhere.replaceChildren(
      ...elsewhere.map(({ file, line, message }) =>
        createElement('li', '', `${file}, line ${line}: ${capitalize(message).replaceAll('`', '')}`),
      ),
    );
  }
}
