import type { Span } from '../diagnostics/edits.ts';
import { attributeOf, elementsIn, type SvgElement, svgSize, type SvgAttribute } from './svg-parser.ts';

/** Layers of noise beyond these change no colour any more. */
const maxOctaves = 10;
/** To thicken a line takes a hundred times as long by a radius that is ten times as large. */
const largestRadius = 1 / 20;
/** Numbers in a row of a table that is laid over every pixel. */
const maxPerRow = 9;
/** Sides of the ground of an effect, in those of what it is for. */
const largestGround = 10;

const slowElements = new Set(['feTurbulence', 'feMorphology', 'feConvolveMatrix']);

/** How much of an element is an effect that is computed for every pixel anew. */
export const slowEffect = ({ name }: SvgElement): number => (slowElements.has(name) ? 1 : 0);

/** Effects that take a browser seconds for one picture, each with what is too much of it. */
export function slowEffects(root: SvgElement): { at: Span; message: string }[] {
  const side = Math.max(...(svgSize(root) ?? [1]));
  const found: { at: Span; message: string }[] = [];
  const visit = (element: SvgElement, unit: number) => {
    const { name, attributes } = element;
    const numbers = new Map(attributes.map((at) => [at.name, { at, values: at.value.split(/[\s,]+/) }]));
    const check = (attribute: string, max: number, message: string) => {
      const { at, values = [] } = numbers.get(attribute) ?? {};
      if (at && values.some((value) => Math.abs(sizeOf(value)) > max))
        found.push({ at: { from: at.from, to: at.to }, message });
    };
    if (name === 'feTurbulence')
      check('numOctaves', maxOctaves, `has noise of more than ${maxOctaves} layers`);
    if (name === 'feMorphology')
      check('radius', unit * largestRadius, 'thickens lines by more than a twentieth of its own size');
    if (name === 'feConvolveMatrix')
      check('order', maxPerRow, `has an effect of more than ${maxPerRow} numbers in a row`);
    if (name === 'filter') {
      const ground = attributeOf(element, 'filterUnits') === 'userSpaceOnUse' ? side : 1;
      for (const attribute of ['x', 'y', 'width', 'height'])
        check(attribute, ground * largestGround, 'has an effect on a ground that is far larger than itself');
    }
    const inner =
      name === 'filter' && attributeOf(element, 'primitiveUnits') === 'objectBoundingBox' ? 1 : unit;
    for (const child of elementsIn(element)) visit(child, inner);
  };
  visit(root, side);
  return found;
}

/** A number, or a part of a hundred. */
const sizeOf = (written: string): number =>
  written.endsWith('%') ? Number(written.slice(0, -1)) / 100 : Number.parseFloat(written);

/** The ids that a text of styles names; `custom` has what is named through `var()`. */
export function targetsIn(text: string, custom: ReadonlyMap<string, string> = new Map()): string[] {
  const own = [...text.matchAll(/url\(\s*(?:["']\s*)?#([^"')\s]+)/gi)].map(([, id = '']) => plainId(id));
  if (!/var\(/i.test(text)) return own;
  const named = [...text.matchAll(/var\(\s*(--[\w-]+)/gi)].map(([, name = '']) => custom.get(name) ?? '');
  // One that names itself is none.
  return [...own, ...named.flatMap((value) => targetsIn(value))];
}

/** Browsers read `%61` as `a`. */
function plainId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** A longer selector is taken for one that fits every element. */
const longest = 200;

/** What the style sheets of a drawing let its elements refer to. */
class StyleTargets {
  readonly #rules: { parts: readonly string[]; targets: readonly string[] }[] = [];
  readonly custom = new Map<string, string>();

  constructor(root: SvgElement) {
    const pieces = textsIn(root).split(/[{}]/);
    for (const declared of pieces.flatMap((piece) => piece.split(';'))) {
      const [, name, value = ''] = /^\s*(--[\w-]+)\s*:(.*)/s.exec(declared) ?? [];
      if (name !== undefined) this.custom.set(name, `${this.custom.get(name) ?? ''} ${value}`);
    }
    for (const [at, declared] of pieces.entries()) {
      const [selectors = '', ...outer] = (pieces[at - 1] ?? '').split(';').toReversed();
      // What stands before a rule inside a rule belongs to the outer one, whoever that is for.
      this.#note('*', outer.join(';'));
      for (const selector of selectors.split(',')) this.#note(selector, declared);
    }
  }

  #note(selector: string, declared: string): void {
    const used = declared.split(';').filter((one) => !/^\s*--/.test(one));
    const targets = targetsIn(used.join(';'), this.custom);
    if (targets.length === 0) return;
    this.#rules.push({ parts: selector.length > longest ? [] : partsOf(selector), targets });
  }

  of(element: SvgElement): string[] {
    if (this.#rules.length === 0) return [];
    const names = new Set([
      element.name,
      `#${attributeOf(element, 'id')}`,
      ...(attributeOf(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`),
    ]);
    return this.#rules.flatMap(({ parts, targets }) =>
      parts.every((part) => names.has(part)) ? targets : [],
    );
  }
}

/** What an element must have, as far as it is certain: what else a selector asks for is left out. */
function partsOf(selector: string): readonly string[] {
  const plain = selector.replaceAll(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?|[\w*-]*\|/g, '');
  const last =
    plain
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return last.match(/[.#]?[\w-]+/g) ?? [];
}

/** All style sheets, as browsers read them. */
function textsIn(element: SvgElement): string {
  const texts = elementsIn(element).map(textsIn);
  const own = element.name === 'style' ? element.children.filter((child) => typeof child === 'string') : [];
  return `${[...own, ...texts].join('')}`.replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ');
}

/** Elements that a browser draws, those included that are drawn again; a large map has 20,000. */
export const maxDrawnElements = 100_000;
/** Effects that it computes for every pixel anew, those included that are used again. */
export const maxEffects = 100;
// Further than any drawing goes from part to part; beyond it nothing is counted any more.
const maxSteps = 2000;

/**
 * Where parts that repeat parts make so many of a drawing that it stops a browser: ten lines are enough for
 * ten billion. A part that repeats itself is not drawn by browsers, and does not count. `weigh` says how much
 * an element is of what is counted.
 */
export function repeatedTooOften(
  root: SvgElement,
  max: number,
  weigh: (element: SvgElement) => number,
): Span | undefined {
  const parts = partsIn(root);
  const styles = new StyleTargets(root);
  const targetsOf = new Map<SvgElement, readonly SvgElement[]>();
  const references: { at: Span; part: SvgElement }[] = [];
  const collect = (element: SvgElement) => {
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
    const targets = own.map(({ part }) => part);
    if (targets.length > 0) targetsOf.set(element, targets);
    for (const child of elementsIn(element)) if (references.length <= maxDrawnElements) collect(child);
  };
  collect(root);
  const [first] = references;
  if (!first) return undefined;
  if (references.length > maxDrawnElements) return first.at;
  const counts = new Map<SvgElement, number>();
  const openElements = new Set<SvgElement>();
  const countDrawn = (element: SvgElement, steps: number): number => {
    const cached = counts.get(element);
    if (cached !== undefined) return cached;
    if (openElements.has(element)) return 0;
    if (steps > maxSteps) return Infinity;
    openElements.add(element);
    let count = weigh(element);
    for (const child of elementsIn(element)) count += countDrawn(child, steps + 1);
    for (const part of targetsOf.get(element) ?? []) count += countDrawn(part, steps + 1);
    openElements.delete(element);
    counts.set(element, count);
    return count;
  };
  if (countDrawn(root, 0) <= max) return undefined;
  const sizeOf = ({ part }: { part: SvgElement }) => counts.get(part) ?? 0;
  return references.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one)).at;
}

function partsIn(element: SvgElement, parts = new Map<string, SvgElement>()): Map<string, SvgElement> {
  const id = attributeOf(element, 'id');
  if (id !== undefined && !parts.has(id)) parts.set(id, element);
  for (const child of elementsIn(element)) partsIn(child, parts);
  return parts;
}

function targetsAt({ name, value }: SvgAttribute, { custom }: StyleTargets): string[] {
  if (name === 'href' || name === 'xlink:href') return value.startsWith('#') ? [plainId(value.slice(1))] : [];
  return /url\(|var\(/i.test(value) ? targetsIn(value, custom) : [];
}
