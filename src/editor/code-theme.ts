import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--field)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { font: '13px/1.6 ui-monospace, "Cascadia Mono", Menlo, monospace' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)', borderInlineStartWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--chosen)',
  },
  '.cm-selectionMatch, .cm-matchingBracket': { backgroundColor: 'var(--wash)' },
  '.cm-gutters': {
    backgroundColor: 'var(--field)',
    color: 'var(--quiet)',
    borderInlineEnd: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLineGutter': { color: 'var(--text)', fontWeight: '600' },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    borderColor: 'var(--edge)',
  },
  '.cm-tooltip': { borderRadius: '6px', overflow: 'hidden' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: '13px/1.6 ui-monospace, Menlo, monospace' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--panel)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--quiet)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo, .about': {
    padding: '8px 12px',
    maxWidth: '320px',
    font: '12px/1.5 system-ui, sans-serif',
  },
  '.about p': { margin: '4px 0 0' },
  '.messages': {
    padding: '4px 12px 6px',
    backgroundColor: 'var(--wash-wrong)',
    font: '12px/1.5 system-ui, sans-serif',
    whiteSpace: 'normal',
  },
  '.messages p': { margin: '0', color: 'var(--wrong)' },
  '.messages p.warning': { color: 'var(--text)' },
  '.messages .more': { display: 'block', color: 'var(--quiet)' },
  '.messages button': {
    minHeight: '28px',
    marginInlineStart: '8px',
    color: 'var(--accent)',
    fontWeight: '600',
    whiteSpace: 'normal',
  },
});

const highlightColors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.meta], color: 'var(--quiet)' },
]);

/** The CodeMirror theme, in the colours of the panel. Works in the light and the dark scheme. */
export const codeTheme = [editorTheme, syntaxHighlighting(highlightColors)];
