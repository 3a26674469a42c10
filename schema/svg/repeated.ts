import type { Span } from '../base/text-edits.ts';
import type { SvgAttribute, SvgElement } from './parse.ts';

/** Elements that a browser draws, those included that are drawn again; a large map has 20,000. */
export const mostDrawn = 100_000;
// Further than any drawing goes from part to part; beyond it nothing is counted any more.
const furthest = 2000;

/**
 * Where parts that repeat parts make so many of a drawing that it stops a browser: ten lines are enough for
 * ten billion. A part that repeats itself is not drawn by browsers, and does not count.
 */
export function repeatedTooOften(root: SvgElement): Span | undefined {
  const references: { at: SvgAttribute; target: string }[] = [];
  const parts = new Map<string, SvgElement>();
  const note = (element: SvgElement) => {
    for (const at of element.attributes) {
      if (at.name === 'id' && !parts.has(at.value)) parts.set(at.value, element);
      for (const target of targetsOf(at)) references.push({ at, target });
    }
    for (const child of element.children) if (typeof child !== 'string') note(child);
  };
  note(root);
  if (references.length === 0) return undefined;
  const known = new Map<SvgElement, number>();
  const open = new Set<SvgElement>();
  const drawn = (element: SvgElement, steps: number): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (open.has(element)) return 0;
    if (steps > furthest) return Infinity;
    open.add(element);
    let count = 1;
    for (const child of element.children) if (typeof child !== 'string') count += drawn(child, steps + 1);
    for (const at of element.attributes)
      for (const target of targetsOf(at)) {
        const part = parts.get(target);
        if (part) count += drawn(part, steps + 1);
      }
    open.delete(element);
    known.set(element, count);
    return count;
  };
  if (drawn(root, 0) <= mostDrawn) return undefined;
  const sizeOf = (target: string) => known.get(parts.get(target) ?? root) ?? 0;
  return references.reduce((most, one) => (sizeOf(one.target) > sizeOf(most.target) ? one : most)).at;
}

function targetsOf({ name, value }: SvgAttribute): string[] {
  if (name === 'href' || name === 'xlink:href') return value.startsWith('#') ? [value.slice(1)] : [];
  return value.includes('url(')
    ? [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].map(([, id = '']) => id)
    : [];
}
