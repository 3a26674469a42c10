import { type Block, getDefinition } from '../blocks/index.ts';
import { toPlainText } from '../markdown/plain-text.ts';
import type { Inline, TextPart } from '../markdown/tree.ts';
import { PageIds } from '../site/page-ids.ts';
import type { TextHeading } from './page-context.ts';

type Subheading = Extract<TextPart, { subheading: Inline[] }>;

/**
 * Returns the blocks with an id for each of their headings and a number for each of their footnotes, and the headings
 * for a table of contents. Blocks without headings and footnotes stay the same objects.
 */
export function addHeadingIds(blocks: Block[]): { blocks: Block[]; headings: TextHeading[] } {
  const ids = new PageIds(blocks.flatMap(({ id }) => id ?? []));
  const headings: (TextHeading & { depth: number })[] = [];
  // The number of footnotes in all previous texts on the page.
  let footnoteOffset = 0;
  // The number of the most recent heading at each level.
  let counts: number[] = [];
  let isNumbered = false;
  const getHeadingNumber = (depth: number): string => {
    counts = [...counts.slice(0, depth - 1), ...Array.from({ length: depth - 1 - counts.length }, () => 0)];
    counts[depth - 2] = (counts[depth - 2] ?? 0) + 1;
    return depth === 2 ? `${counts[0]}.` : counts.join('.');
  };
  const addIds = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      let isUnchanged = true;
      const newValues = value.map((child: unknown) => {
        const newChild = addIds(child);
        isUnchanged &&= newChild === child;
        return newChild;
      });
      const footnoteCount = countFootnotes(value);
      const newItems =
        footnoteOffset > 0 && footnoteCount > 0
          ? (renumberFootnotes(newValues, footnoteOffset) as unknown[])
          : newValues;
      footnoteOffset += footnoteCount;
      return isUnchanged && newItems === newValues ? value : newItems;
    }
    if (typeof value !== 'object' || value === null) return value;
    if ('subheading' in value) {
      const part = value as Subheading; // no setting is called `subheading`
      const heading = toPlainText(part.subheading);
      const id = ids.add(heading);
      const number = isNumbered ? getHeadingNumber(part.depth) : undefined;
      headings.push({ heading: number ? `${number} ${heading}` : heading, id, depth: part.depth });
      return { ...part, id, ...(number && { number }) };
    }
    const entries = Object.entries(value);
    const newValues = entries.map(([, child]: [string, unknown]) => addIds(child));
    if (newValues.every((child, index) => child === entries[index]?.[1])) return value;
    return Object.fromEntries(entries.map(([key], index) => [key, newValues[index]]));
  };
  const newValues = blocks.map((block) => {
    isNumbered = 'numbered' in block && block.numbered === true;
    const withIds = hasHeadingsOrFootnotes(block) ? (addIds(block) as Block) : block; // the type stays the same
    return getDefinition(block).withAnchors?.(withIds, (text) => ids.add(text)) ?? withIds;
  });
  return { blocks: newValues, headings: selectContentsHeadings(headings) };
}

/** Returns whether a value contains headings or footnotes. Most blocks do not. */
function hasHeadingsOrFootnotes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasHeadingsOrFootnotes);
  for (const key in value)
    if (
      key === 'subheading' ||
      key === 'footnotes' ||
      hasHeadingsOrFootnotes(value[key as keyof typeof value])
    )
      return true;
  return false;
}

/** Returns the number of footnotes in a text, or 0 for other values. */
function countFootnotes(value: readonly unknown[]): number {
  const lastPart = value.at(-1);
  if (typeof lastPart !== 'object' || lastPart === null || !('footnotes' in lastPart)) return 0;
  return (lastPart as Extract<TextPart, { footnotes: TextPart[][] }>).footnotes.length; // only a part of this type has footnotes
}

function renumberFootnotes(value: unknown, footnoteOffset: number): unknown {
  if (Array.isArray(value)) return value.map((child: unknown) => renumberFootnotes(child, footnoteOffset));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]: [string, unknown]) => [
      key,
      typeof child === 'number' && (key === 'footnote' || key === 'from')
        ? child + footnoteOffset
        : renumberFootnotes(child, footnoteOffset),
    ]),
  );
}

/** Returns only the headings of the first two levels, to keep the table of contents short. */
const selectContentsHeadings = (headings: readonly (TextHeading & { depth: number })[]): TextHeading[] =>
  headings.flatMap(({ heading, id, depth }) =>
    depth === 2 ? { heading, id } : depth === 3 ? { heading, id, below: true as const } : [],
  );
