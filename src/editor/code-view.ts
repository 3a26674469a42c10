// The source editor, based on CodeMirror. It is imported when a file is first opened, because CodeMirror is large.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import { indentWithTab, isolateHistory, redo, undo } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { forceLinting, type Diagnostic, lintGutter, linter } from '@codemirror/lint';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, type ViewUpdate } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import type { TextEdit } from '../../schema/diagnostics/edits.ts';
import { codeTheme } from './code-theme.ts';
import { applyFirstFix, messagesBelowLines } from './code-messages.ts';
import { createElement } from './chrome.ts';
import type { ShownSource } from './shown-source.ts';
import type { SourceDiagnostic, SourceHelp } from './source-help.ts';

/** Milliseconds after the last key until the text is checked. */
const checkDelayMs = 200;

/** The functions that a source editor calls. Positions in diagnostics and help are offsets in the source. */
export interface CodeHost {
  currentSource(): ShownSource;
  onEdit(edits: readonly TextEdit[]): void;
  check(): Promise<readonly SourceDiagnostic[] | undefined>;
  getHelp(offset: number): Promise<SourceHelp | undefined>;
  onBlur(): void;
  announce(words: string): void;
  /**
   * Undoes or redoes changes made before the file was opened. Always returns true, which tells CodeMirror that the key
   * was handled.
   */
  undoOrRedo(direction: 'undo' | 'redo'): true;
}

const externalChange = Annotation.define<true>();

/** A source editor for a file, with diagnostics and suggestions. */
export class CodeView {
  readonly #host: CodeHost;
  readonly #view: EditorView;
  /** The result of the last check. */
  #faults: readonly Diagnostic[] = [];

  constructor(parent: HTMLElement, root: Document | ShadowRoot, label: string, host: CodeHost) {
    this.#host = host;
    const { undoOrRedo } = host;
    const state = EditorState.create({
      doc: host.currentSource().shown,
      extensions: [
        Prec.highest(
          keymap.of([
            { key: 'Mod-.', run: applyFirstFix },
            { key: 'Mod-z', run: (view) => undo(view) || undoOrRedo('undo') },
            { key: 'Mod-Shift-z', run: (view) => redo(view) || undoOrRedo('redo') },
            { key: 'Mod-y', run: (view) => redo(view) || undoOrRedo('redo') },
          ]),
        ),
        basicSetup,
        keymap.of([indentWithTab]),
        yaml(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        autocompletion({ override: [(context) => this.#complete(context)], icons: false }),
        hoverTooltip(async (_, offset) => this.#createHoverTooltip(offset)),
        linter(async ({ state: { doc } }) => this.#check(doc), {
          delay: checkDelayMs,
          tooltipFilter: () => [],
        }),
        lintGutter({ tooltipFilter: () => [] }),
        messagesBelowLines,
        codeTheme,
        EditorView.updateListener.of((update) => this.#updated(update)),
        EditorView.domEventHandlers({
          blur: () => host.onBlur(),
          keydown: (event) => this.#key(event),
        }),
      ],
    });
    this.#view = new EditorView({ state, parent, root });
  }

  /** Moves the cursor to a line, counted from 1. */
  goTo(line: number): void {
    const { doc } = this.#view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.#view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 40 }),
    });
  }

  /** Applies changes made outside this source editor. Undo skips them. */
  show(edits: readonly TextEdit[]): void {
    this.#view.dispatch({
      changes: edits.map(({ from, to, newText }) => ({ from, to, insert: newText })),
      annotations: externalChange.of(true),
    });
  }

  /** Checks the text again, because other files may have changed. */
  recheck(): void {
    forceLinting(this.#view);
  }

  destroy(): void {
    this.#view.destroy();
  }

  #updated({ docChanged, changes, transactions }: ViewUpdate): void {
    if (!docChanged || transactions.some((item) => item.annotation(externalChange))) return;
    const edits: TextEdit[] = [];
    changes.iterChanges((from, to, _from, _to, inserted) =>
      edits.push({ from, to, newText: inserted.toString() }),
    );
    this.#host.onEdit(edits);
  }

  #wasEscapePressed = false;

  /**
   * Handles Escape. After one Escape, Tab moves the focus out of the text (a CodeMirror feature). A second Escape
   * closes the file.
   */
  #key(event: KeyboardEvent): boolean {
    const isOpen = this.#view.dom.querySelector('.cm-tooltip-autocomplete, .cm-panel') !== null;
    if (event.key !== 'Escape') this.#wasEscapePressed = false;
    else if (isOpen || !this.#wasEscapePressed) {
      event.stopPropagation();
      if (isOpen) return false;
      this.#wasEscapePressed = true;
      this.#host.announce('Press Tab to leave the text. Press Escape again to close it.');
    }
    return false;
  }

  async #check(doc: unknown): Promise<readonly Diagnostic[]> {
    const source = this.#host.currentSource();
    const checked = await this.#host.check();
    if (!checked) return this.#faults;
    const knownMessages = new Set(this.#faults.map(({ message }) => message));
    const faults = checked.map(({ from, to, severity, message, hint, valid = [], fix }): Diagnostic => {
      const start = source.toShown(from);
      const sentence = hint === undefined ? message : `${message}; ${hint}`;
      const apply = ({ state, dispatch }: EditorView) => {
        // Apply the fix only if the text is still the one that was checked.
        if (fix && state.doc === doc)
          dispatch({
            changes: fix.edits.map((edit) => toShownEdit(source, edit)),
            // Make the fix a separate undo step, even right after typing.
            annotations: isolateHistory.of('full'),
          });
      };
      return {
        from: start,
        to: Math.max(start, source.toShown(to)),
        severity,
        message: `${sentence}${valid.length > 0 ? `\nOne of: ${valid.join(', ')}` : ''}`,
        ...(fix && { actions: [{ name: fix.title, apply }] }),
      };
    });
    const added = faults.filter(({ message }) => !knownMessages.has(message));
    if (added.length > 0) this.#host.announce(added.map(({ message }) => message).join('. '));
    this.#faults = faults;
    return faults;
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const { explicit, pos, state } = context;
    const textBefore = state.sliceDoc(Math.max(0, pos - 2), pos);
    if (!explicit && !/[\w/#-]$|[:,[{-] $/.test(textBefore)) return null;
    const source = this.#host.currentSource();
    const help = await this.#host.getHelp(source.toSource(pos));
    if (!help || help.suggestions.length === 0 || context.aborted) return null;
    return {
      from: source.toShown(help.from),
      validFor: /^[\w/#.-]*$/,
      options: help.suggestions.map(toCompletion),
    };
  }

  async #createHoverTooltip(offset: number) {
    const { about } = (await this.#host.getHelp(this.#host.currentSource().toSource(offset))) ?? {};
    if (!about) return null;
    const { label, info, values = [] } = about;
    const lines = [info, values.length > 0 ? `One of: ${values.join(', ')}.` : ''].filter(Boolean);
    const dom = createElement(
      'div',
      'about',
      createElement('b', '', label),
      ...lines.map((item) => createElement('p', '', item)),
    );
    return { pos: offset, create: () => ({ dom }) };
  }
}

const toShownEdit = (source: ShownSource, { from, to, newText }: TextEdit) => ({
  from: source.toShown(from),
  to: source.toShown(to),
  insert: newText.replaceAll(/\r\n?/g, '\n'),
});

function toCompletion(
  { label, detail, info, kind, text }: SourceHelp['suggestions'][number],
  index: number,
): Completion {
  const common = {
    label,
    ...(detail !== '' && { detail }),
    ...(info !== undefined && { info }),
    // Boosts keep the suggestions in the order of the server. CodeMirror accepts boosts from -99 to 99.
    boost: Math.max(-99, 99 - index),
  };
  if (kind !== 'setting') return { ...common, apply: text };
  return {
    ...common,
    apply(view, _, from, to) {
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.complete',
      });
      // After a setting is inserted, suggest its values, because few authors know them by heart.
      startCompletion(view);
    },
  };
}
