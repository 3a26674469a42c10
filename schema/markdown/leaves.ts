import type { FootnoteDefinition, Nodes, Root } from 'mdast';
import { parseLongMarkdown } from './parse.ts';

/** A part of a long text that the editor edits and saves as one unit: a paragraph, a heading, a table cell or code. */
export interface Leaf {
  kind: 'paragraph' | 'heading' | 'cell' | 'code';
  /** The span of the part in the text, without the Markdown marks around it. */
  from: number;
  to: number;
}

const alertMarker = /^\[![\p{L}-]+\][ \t]*\n?(?:[ \t]*>[ \t]?)*/u;

/** Returns the leaves of a long text in the order in which they are rendered. Footnotes come last. */
export function findTextLeaves(text: string): Leaf[] {
  const root = parseLongMarkdown(text);
  const footnotes = new Map<string, FootnoteDefinition>();
  const collectFootnotes = (node: Nodes): void => {
    if (node.type === 'footnoteDefinition' && !footnotes.has(node.identifier))
      footnotes.set(node.identifier, node);
    if ('children' in node) node.children.forEach(collectFootnotes);
  };
  collectFootnotes(root);
  const references: string[] = [];
  const collectLeaves = (node: Nodes, isFirstInQuote = false): Leaf[] => {
    if (node.type === 'footnoteDefinition') return [];
    if (node.type === 'footnoteReference' && !references.includes(node.identifier))
      references.push(node.identifier);
    const innerLeaves =
      'children' in node
        ? node.children.flatMap((child, index) =>
            collectLeaves(child, node.type === 'blockquote' && index === 0),
          )
        : [];
    const leaf = toLeaf(node, text, isFirstInQuote);
    return leaf ? [leaf] : innerLeaves;
  };
  const leaves = collectLeaves(root satisfies Root);
  for (const name of references) {
    const footnote = footnotes.get(name);
    if (footnote) leaves.push(...footnote.children.flatMap((child) => collectLeaves(child)));
  }
  return leaves;
}

function toLeaf(node: Nodes, text: string, isFirstInQuote: boolean): Leaf | undefined {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  switch (node.type) {
    case 'paragraph': {
      const [firstChild, ...otherChildren] = node.children;
      if (
        otherChildren.length === 0 &&
        (firstChild?.type === 'image' || firstChild?.type === 'imageReference')
      )
        return undefined;
      const marker = isFirstInQuote ? (alertMarker.exec(text.slice(start, end))?.[0].length ?? 0) : 0;
      return start + marker === end ? undefined : { kind: 'paragraph', from: start + marker, to: end };
    }
    case 'heading':
    case 'tableCell': {
      const [start, end] = [
        node.children[0]?.position?.start.offset,
        node.children.at(-1)?.position?.end.offset,
      ];
      const kind = node.type === 'heading' ? 'heading' : 'cell';
      return start === undefined || end === undefined ? undefined : { kind, from: start, to: end };
    }
    case 'code':
      return { kind: 'code', from: start, to: end };
    default:
      return undefined;
  }
}
