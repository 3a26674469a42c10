import { type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, RangeSet, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { elementOf } from './chrome.ts';
import { capitalized } from './fault-note.ts';

/** A widget with the messages of a line and buttons for their fixes. */
class Messages extends WidgetType {
  readonly #diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super();
    this.#diagnostics = diagnostics;
  }

  override eq(other: Messages): boolean {
    const textOf = (widget: Messages) => widget.#diagnostics.map(({ message }) => message).join('\n');
    // Fixes refer to the text they were computed for, so a message with a fix is never reused.
    return textOf(this) === textOf(other) && this.#diagnostics.every(({ actions }) => !actions);
  }

  override toDOM(view: EditorView): HTMLElement {
    const messages = this.#diagnostics.map(({ message, severity, actions = [], from, to }) => {
      const fixes = actions.map(({ name, apply }) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = capitalized(name).replaceAll('`', '');
        button.title = 'Ctrl .';
        button.addEventListener('mousedown', (event) => event.preventDefault());
        button.addEventListener('click', () => apply(view, from, to));
        return button;
      });
      const [first = '', ...rest] = message.split('\n');
      const more = rest.map((line) => elementOf('span', 'more', line));
      return elementOf('p', severity, capitalized(first).replaceAll('`', ''), ...more, ...fixes);
    });
    return elementOf('div', 'messages', ...messages);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function decorationsOf(state: EditorState): DecorationSet {
  const byLine = new Map<number, Diagnostic[]>();
  forEachDiagnostic(state, (diagnostic, from) => {
    const { to } = state.doc.lineAt(from);
    byLine.set(to, [...(byLine.get(to) ?? []), diagnostic]);
  });
  const below = [...byLine].map(([end, diagnostics]) =>
    Decoration.widget({ widget: new Messages(diagnostics), block: true, side: 1 }).range(end),
  );
  return RangeSet.of(below, true);
}

/** Shows each message of the checker below its line. */
export const messagesBelowLines = StateField.define<DecorationSet>({
  create: decorationsOf,
  update(shown, { state, effects, docChanged }) {
    const isNew = docChanged || effects.some((effect) => effect.is(setDiagnosticsEffect));
    return isNew ? decorationsOf(state) : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Applies the first fix on the line of the cursor or below it. */
export function applyFirstFix(view: EditorView): boolean {
  const { from: start } = view.state.doc.lineAt(view.state.selection.main.head);
  const fixable: { diagnostic: Diagnostic; from: number; to: number }[] = [];
  forEachDiagnostic(view.state, (diagnostic, from, to) => {
    if (diagnostic.actions && from >= start) fixable.push({ diagnostic, from, to });
  });
  const [first] = fixable.toSorted((a, b) => a.from - b.from);
  first?.diagnostic.actions?.[0]?.apply(view, first.from, first.to);
  return first !== undefined;
}
