import type { Span } from '../diagnostics/edits.ts';
import { attributeOf, elementsIn, type SvgElement, svgSize, type SvgAttribute } from './svg-parser.ts';

/** Further octaves of noise are invisible. */
const maxOctaves = 10;
/** As a share of the size. The cost grows with the square of the radius. */
const largestRadius = 1 / 20;
/** Values per row of a convolution matrix. */
const maxPerRow = 9;
/** Size of a filter region, relative to the element. */
const largestGround = 10;

const slowElements = new Set(['feTurbulence', 'feMorphology', 'feConvolveMatrix']);

/** Counts elements that are computed for every pixel. */
export const slowEffect = ({ name }: SvgElement): number => (slowElements.has(name) ? 1 : 0);

/** Effects that take browsers seconds to draw. */
export function slowEffects(root: SvgElement): { at: Span; message: string }[] {
  const side = Math.max(...(svgSize(root) ?? [1]));
  const problems: { at: Span; message: string }[] = [];
  const visit = (element: SvgElement, unit: number) => {
    const { name, attributes } = element;
    const check = (attribute: string, max: number, message: string) => {
      const at = attributes.findLast((one) => one.name === attribute);
      if (at?.value.split(/[\s,]+/).some((value) => Math.abs(sizeOf(value)) > max))
        problems.push({ at, message });
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
  return problems;
}

/** A number or a percentage. */
const sizeOf = (value: string): number =>
  value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number.parseFloat(value);

/** The ids in `url()` of a style. `custom` are the values of custom properties. */
export function targetsIn(text: string, custom: ReadonlyMap<string, string> = new Map()): string[] {
  const own = [...text.matchAll(/url\(\s*(?:["']\s*)?#([^"')\s]+)/gi)].map(([, id = '']) => plainId(id));
  if (!/var\(/i.test(text)) return own;
  const names = [...text.matchAll(/var\(\s*(--[\w-]+)/gi)].map(([, name = '']) => custom.get(name) ?? '');
  // Nested `var()` are not resolved.
  return [...own, ...names.flatMap((value) => targetsIn(value))];
}

/** Decodes percent encoding, as browsers do. */
function plainId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Longer selectors are assumed to match every element. */
const longest = 200;

/** The elements that style sheets refer to. */
class StyleTargets {
  readonly #rules: { parts: readonly string[]; targets: readonly string[] }[] = [];
  readonly custom = new Map<string, string>();

  constructor(root: SvgElement) {
    const pieces = textsIn(root).split(/[{}]/);
    for (const declaration of pieces.flatMap((piece) => piece.split(';'))) {
      const [, name, value = ''] = /^\s*(--[\w-]+)\s*:(.*)/s.exec(declaration) ?? [];
      if (name !== undefined) this.custom.set(name, `${this.custom.get(name) ?? ''} ${value}`);
    }
    for (const [at, declaration] of pieces.entries()) {
      const [selectors = '', ...outer] = (pieces[at - 1] ?? '').split(';').toReversed();
      // Declarations before a nested rule belong to the outer rule, whose selector is unknown here.
      this.#note('*', outer.join(';'));
      for (const selector of selectors.split(',')) this.#note(selector, declaration);
    }
  }

  #note(selector: string, declaration: string): void {
    const used = declaration.split(';').filter((one) => !/^\s*--/.test(one));
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

/** The tag, id and classes of the last part of a selector. Ignores other conditions. */
function partsOf(selector: string): readonly string[] {
  const plain = selector.replaceAll(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?|[\w*-]*\|/g, '');
  const last =
    plain
      .trim()
      .split(/[\s>+~]+/)
      .at(-1) ?? '';
  return last.match(/[.#]?[\w-]+/g) ?? [];
}

/** All style sheets without comments. */
function textsIn(element: SvgElement): string {
  const texts = elementsIn(element).map(textsIn);
  const own = element.name === 'style' ? element.children.filter((child) => typeof child === 'string') : [];
  return `${[...own, ...texts].join('')}`.replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ');
}

/** Elements to draw, including repeated ones. A large map has 20,000. */
export const maxDrawnElements = 100_000;
/** Slow effects to draw, including repeated ones. */
export const maxEffects = 100;
// Maximum depth of references. Deeper drawings are rejected.
const maxSteps = 2000;

/**
 * Detects drawings with too many elements through nested references: ten lines are enough for ten billion.
 * Browsers do not draw circular references, so they are not counted. `weigh` returns the weight of an element.
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
    const targets = [
      ...attributes.flatMap((at) => targetsAt(at, styles).map((target) => ({ at, target }))),
      ...styles.of(element).map((target) => ({ at: tag, target })),
    ];
    const ownReferences = targets.flatMap(({ at, target }) => {
      const part = parts.get(target);
      return part ? [{ at, part }] : [];
    });
    for (const one of ownReferences) references.push(one);
    const usedParts = ownReferences.map(({ part }) => part);
    if (usedParts.length > 0) targetsOf.set(element, usedParts);
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
