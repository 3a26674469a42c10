import { frameIds } from '../../schema/base/frame-ids.ts';
import type { Block } from '../../schema/blocks/index.ts';
import { anchorOf } from '../../schema/text/anchors.ts';
import { plainText } from '../../schema/text/plain-text.ts';
import type { Inline, TextPart } from '../../schema/text/tree.ts';
import type { TextHeading } from '../../src/entry-server.tsx';

type Subheading = Extract<TextPart, { subheading: Inline[] }>;

/**
 * Gives an id to each heading within the texts of a page, and to each footnote a number of its own; what has
 * neither stays the same. A block may list the headings.
 */
export function withAnchors(blocks: Block[]): { blocks: Block[]; contents: TextHeading[] } {
  const taken = new Set([...frameIds, ...blocks.flatMap(({ id }) => id ?? [])]);
  const headings: (TextHeading & { depth: number })[] = [];
  // So many footnotes stand in the texts before.
  let before = 0;
  const marked = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      let isSame = true;
      const own = value.map((one: unknown) => {
        const other = marked(one);
        isSame &&= other === one;
        return other;
      });
      const notes = footnotesIn(value);
      const numbered = before > 0 && notes > 0 ? (renumbered(own, before) as unknown[]) : own;
      before += notes;
      return isSame && numbered === own ? value : numbered;
    }
    if (typeof value !== 'object' || value === null) return value;
    if ('subheading' in value) {
      const part = value as Subheading; // no setting has this name
      const heading = plainText(part.subheading);
      const id = anchorOf(heading, taken);
      headings.push({ heading, id, depth: part.depth });
      return { ...part, id };
    }
    const entries = Object.entries(value);
    const own = entries.map(([, inner]: [string, unknown]) => marked(inner));
    if (own.every((one, at) => one === entries[at]?.[1])) return value;
    return Object.fromEntries(entries.map(([key], at) => [key, own[at]]));
  };
  const own = blocks.map((block) => (isToBeMarked(block) ? (marked(block) as Block) : block)); // as they were
  const contents = blocks.some(({ type }) => type === 'contents') ? listed(headings) : [];
  return { blocks: own, contents };
}

/** Most blocks have neither: this is asked of every page. */
function isToBeMarked(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(isToBeMarked);
  for (const key in value)
    if (key === 'subheading' || key === 'footnotes' || isToBeMarked(value[key as keyof typeof value]))
      return true;
  return false;
}

/** How many footnotes a text has, if this is one. */
function footnotesIn(value: readonly unknown[]): number {
  const last = value.at(-1);
  if (typeof last !== 'object' || last === null || !('footnotes' in last)) return 0;
  return (last as Extract<TextPart, { footnotes: TextPart[][] }>).footnotes.length; // as above
}

function renumbered(value: unknown, before: number): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => renumbered(one, before));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      typeof inner === 'number' && (key === 'footnote' || key === 'from')
        ? inner + before
        : renumbered(inner, before),
    ]),
  );
}

/** Headings of the first two levels: a list of all would be as long as the text. */
const listed = (headings: readonly (TextHeading & { depth: number })[]): TextHeading[] =>
  headings.flatMap(({ heading, id, depth }) =>
    depth === 2 ? { heading, id } : depth === 3 ? { heading, id, below: true as const } : [],
  );
