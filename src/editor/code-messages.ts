import { type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint';
import { type EditorState, RangeSet, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { createElement } from './chrome.ts';
import { capitalize } from '../../schema/base/text.ts';

/** A CodeMirror widget that shows the messages for a line, with buttons that apply their fixes. */
class MessagesWidget extends WidgetType {
  readonly #diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super();
    this.#diagnostics = diagnostics;
  }

  override eq(other: MessagesWidget): boolean {
    const joinMessages = (widget: MessagesWidget) =>
      widget.#diagnostics.map(({ message }) => message).join('\n');
    // Never reuse a widget with fixes: a fix only applies to the text that it was computed for.
    return joinMessages(this) === joinMessages(other) && this.#diagnostics.every(({ actions }) => !actions);
  }

  override toDOM(view: EditorView): HTMLElement {
    const messages = this.#diagnostics.map(({ message, severity, actions = [], from, to }) => {
      const fixButtons = actions.map(({ name, apply }) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = capitalize(name).replaceAll('`', '');
        button.title = 'Ctrl .';
        button.addEventListener('mousedown', (event) => event.preventDefault());
        button.addEventListener('click', () => apply(view, from, to));
        return button;
      });
      const [first = '', ...rest] = message.split('\n');
      const moreLines = rest.map((line) => createElement('span', 'more', line));
      return createElement('p', severity, capitalize(first).replaceAll('`', ''), ...moreLines, ...fixButtons);
    });
    return createElement('div', 'messages', ...messages);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function createDecorations(state: EditorState): DecorationSet {
  const diagnosticsByLine = new Map<number, Diagnostic[]>();
  forEachDiagnostic(state, (diagnostic, from) => {
    const { to } = state.doc.lineAt(from);
    diagnosticsByLine.set(to, [...(diagnosticsByLine.get(to) ?? []), diagnostic]);
  });
  const decorations = [...diagnosticsByLine].map(([end, diagnostics]) =>
    Decoration.widget({ widget: new MessagesWidget(diagnostics), block: true, side: 1 }).range(end),
  );
  return RangeSet.of(decorations, true);
}

/** Shows each diagnostic below the line that it refers to. */
export const messagesBelowLines = StateField.define<DecorationSet>({
  create: createDecorations,
  update(current, { state, effects, docChanged }) {
    const isNew = docChanged || effects.some((effect) => effect.is(setDiagnosticsEffect));
    return isNew ? createDecorations(state) : current;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Applies the first fix on the cursor's line or on a line below it. Returns false if there is none. */
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
