import type { Span } from '../base/text-edits.ts';
import type { SvgAttribute, SvgElement } from './parse.ts';
import { plainId, StyleTargets, targetsIn } from './style-targets.ts';

/** Elements that a browser draws, those included that are drawn again; a large map has 20,000. */
export const mostDrawn = 100_000;
/** Effects that it computes for every pixel anew, those included that are used again. */
export const mostEffects = 100;
// Further than any drawing goes from part to part; beyond it nothing is counted any more.
const furthest = 2000;

/**
 * Where parts that repeat parts make so many of a drawing that it stops a browser: ten lines are enough for
 * ten billion. A part that repeats itself is not drawn by browsers, and does not count. `weigh` says how much
 * an element is of what is counted.
 */
export function repeatedTooOften(
  root: SvgElement,
  most: number,
  weigh: (element: SvgElement) => number,
): Span | undefined {
  const parts = partsIn(root);
  const styles = new StyleTargets(root);
  const targetsOf = new Map<SvgElement, readonly SvgElement[]>();
  const references: { at: Span; part: SvgElement }[] = [];
  const note = (element: SvgElement) => {
    const { from, name, attributes } = element;
    const tag = { from, to: from + 1 + name.length };
    const named = [
      ...attributes.flatMap((at) => targetsAt(at, styles).map((target) => ({ at, target }))),
      ...styles.of(element).map((target) => ({ at: tag, target })),
    ];
    const own = named.flatMap(({ at, target }) => {
      const part = parts.get(target);
      return part ? [{ at, part }] : [];
    });
    for (const one of own) references.push(one);
    if (own.length > 0)
      targetsOf.set(
        element,
        own.map(({ part }) => part),
      );
    for (const child of element.children)
      if (typeof child !== 'string' && references.length <= mostDrawn) note(child);
  };
  note(root);
  const [first] = references;
  if (!first) return undefined;
  if (references.length > mostDrawn) return first.at;
  const known = new Map<SvgElement, number>();
  const open = new Set<SvgElement>();
  const drawn = (element: SvgElement, steps: number): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (open.has(element)) return 0;
    if (steps > furthest) return Infinity;
    open.add(element);
    let count = weigh(element);
    for (const child of element.children) if (typeof child !== 'string') count += drawn(child, steps + 1);
    for (const part of targetsOf.get(element) ?? []) count += drawn(part, steps + 1);
    open.delete(element);
    known.set(element, count);
    return count;
  };
  if (drawn(root, 0) <= most) return undefined;
  const sizeOf = ({ part }: { part: SvgElement }) => known.get(part) ?? 0;
  return references.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one)).at;
}

function partsIn(element: SvgElement, parts = new Map<string, SvgElement>()): Map<string, SvgElement> {
  const id = element.attributes.find(({ name }) => name === 'id')?.value;
  if (id !== undefined && !parts.has(id)) parts.set(id, element);
  for (const child of element.children) if (typeof child !== 'string') partsIn(child, parts);
  return parts;
}

function targetsAt({ name, value }: SvgAttribute, { custom }: StyleTargets): string[] {
  if (name === 'href' || name === 'xlink:href') return value.startsWith('#') ? [plainId(value.slice(1))] : [];
  return /url\(|var\(/i.test(value) ? targetsIn(value, custom) : [];
}
