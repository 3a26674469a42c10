import type { Span } from '../diagnostics/edits.ts';
import { decodePercent } from '../diagnostics/same-name.ts';
import { getAttribute, getElements, type SvgElement, getSvgSize } from './svg-parser.ts';

/** Maximum number of octaves in a noise effect. More octaves make no visible difference. */
const maxOctaves = 10;
/** Maximum radius of a filter effect, as a fraction of the SVG size. The cost grows with the square of the radius. */
const maxRadius = 1 / 20;
/** Maximum number of values per row of a convolution matrix. */
const maxPerRow = 9;
/** Maximum size of a filter region, as a multiple of the element size. */
const maxFilterRegion = 10;

/** Maximum length of a selector, in characters. Longer selectors are treated like `*`. */
const maxSelectorLength = 200;

const slowElements = new Set(['feTurbulence', 'feMorphology', 'feConvolveMatrix']);

/** Returns 1 for filter effects that browsers compute for each pixel, and 0 for other elements. */
export const countSlowEffect = ({ name }: SvgElement): number => (slowElements.has(name) ? 1 : 0);

/** Finds filter effects that take seconds to draw. */
export function findSlowEffects(root: SvgElement): { at: Span; message: string }[] {
  const side = Math.max(...(getSvgSize(root) ?? [1]));
  const problems: { at: Span; message: string }[] = [];
  const visit = (element: SvgElement, unit: number) => {
    const { name, attributes } = element;
    const check = (attribute: string, max: number, message: string) => {
      const foundAttribute = attributes.findLast((candidate) => candidate.name === attribute);
      if (foundAttribute?.value.split(/[\s,]+/).some((value) => Math.abs(measure(value)) > max))
        problems.push({ at: foundAttribute, message });
    };
    if (name === 'feTurbulence')
      check('numOctaves', maxOctaves, `has noise with more than ${maxOctaves} layers`);
    if (name === 'feMorphology')
      check('radius', unit * maxRadius, 'thickens lines by more than a twentieth of its size');
    if (name === 'feConvolveMatrix')
      check('order', maxPerRow, `has an effect that combines more than ${maxPerRow} pixels in a row`);
    if (name === 'filter') {
      const area = getAttribute(element, 'filterUnits') === 'userSpaceOnUse' ? side : 1;
      for (const attribute of ['x', 'y', 'width', 'height'])
        check(attribute, area * maxFilterRegion, 'has an effect on an area that is far larger than itself');
    }
    const inner =
      name === 'filter' && getAttribute(element, 'primitiveUnits') === 'objectBoundingBox' ? 1 : unit;
    for (const child of getElements(element)) visit(child, inner);
  };
  visit(root, side);
  return problems;
}

/** Parses a number or percentage. Returns a percentage as a fraction. */
const measure = (value: string): number =>
  value.endsWith('%') ? Number(value.slice(0, -1)) / 100 : Number.parseFloat(value);

/** Returns the ids that a style refers to. A style with a variable refers to the ids in all variables. */
const findStyleIds = (style: string, variableIds: ReadonlySet<string>): string[] => [
  ...[...style.matchAll(/url\(\s*(?:["']\s*)?#([^"')\s]+)/gi)].map(([, id = '']) => decodePercent(id)),
  ...(/var\(/i.test(style) ? variableIds : []),
];

/**
 * Collects the ids that style sheets refer to in variables and in rules. The ids in rules are grouped by the last name
 * in the selector (`rect`, `.a`, `#b`, `*`).
 */
function collectStyleTargets(root: SvgElement) {
  const byName = new Map<string, Set<string>>();
  const sheet = joinStyleSheets(root).replaceAll(/\/\*.*?(?:\*\/|$)/gs, ' ');
  const variableIds = new Set(
    sheet
      .split(/[{};]/)
      .flatMap((declaration) => (/^\s*--/.test(declaration) ? findStyleIds(declaration, new Set()) : [])),
  );
  const addSelector = (selector: string, declarations: readonly string[]) => {
    const ids = findStyleIds(
      declarations.filter((declaration) => !/^\s*--/.test(declaration)).join(';'),
      variableIds,
    );
    if (ids.length === 0) return;
    for (const name of selector.split(',').map(findLastName)) {
      const knownIds = byName.get(name) ?? new Set();
      byName.set(name, knownIds);
      for (const id of ids) knownIds.add(id);
    }
  };
  const openSelectors: string[] = [];
  for (const [, text = '', brace] of sheet.matchAll(/([^{}]*)([{}]|$)/g)) {
    const declarations = text.split(';');
    const selector = brace === '{' ? (declarations.pop() ?? '') : undefined;
    addSelector(openSelectors.at(-1) ?? '', declarations);
    if (selector === undefined) openSelectors.pop();
    else openSelectors.push(selector);
  }
  return { byName, ofVariables: variableIds };
}

/** Returns the joined text of all style sheets in an element. */
const joinStyleSheets = ({ name, children }: SvgElement): string =>
  children
    .map((child) => (typeof child !== 'string' ? joinStyleSheets(child) : name === 'style' ? child : ''))
    .join('');

/** Returns the last name in a selector, without conditions. Selectors without a name are treated like `*`. */
function findLastName(selector: string): string {
  if (selector.length > maxSelectorLength || selector.includes('@')) return '*';
  const plain = selector.replaceAll(/\[[^\]]*\]|::?[\w-]+(?:\([^)]*\))?|[\w*-]*\|/g, '').trim();
  return /[.#]?[\w-]+$/.exec(plain)?.[0] ?? '*';
}

/** Maximum number of drawn elements, including repetitions. A large map has 20,000. */
export const maxDrawnElements = 100_000;
/** Maximum number of slow effects, including repetitions. */
export const maxEffects = 100;
/** Maximum depth of nested references. */
const maxReferenceDepth = 2000;

/**
 * Finds the reference that makes an SVG too expensive to draw. Ten lines with nested references can produce ten
 * billion elements. Circular references are not counted, because browsers do not draw them. `weigh` returns
 * the cost of a single element.
 */
export function findExcessiveReference(
  root: SvgElement,
  max: number,
  weigh: (element: SvgElement) => number,
): Span | undefined {
  const references = collectSvgReferences(root);
  const [first] = references;
  if (!first) return undefined;
  if (references.length > maxDrawnElements) return first.at;
  const byElement = Map.groupBy(references, ({ element }) => element);
  const counts = new Map<SvgElement, number>();
  const openElements = new Set<SvgElement>();
  const countDrawn = (element: SvgElement, steps: number): number => {
    const cachedCount = counts.get(element);
    if (cachedCount !== undefined) return cachedCount;
    if (openElements.has(element)) return 0;
    if (steps > maxReferenceDepth) return Infinity;
    openElements.add(element);
    const referencedParts = byElement.get(element)?.map(({ part }) => part) ?? [];
    let count = weigh(element);
    for (const child of [...getElements(element), ...referencedParts]) count += countDrawn(child, steps + 1);
    openElements.delete(element);
    counts.set(element, count);
    return count;
  };
  if (countDrawn(root, 0) <= max) return undefined;
  const measure = ({ part }: { part: SvgElement }) => counts.get(part) ?? 0;
  return references.reduce((a, b) => (measure(b) > measure(a) ? b : a)).at;
}

/** Collects references from elements to other parts of the SVG, up to the maximum number of elements. */
function collectSvgReferences(root: SvgElement): { element: SvgElement; at: Span; part: SvgElement }[] {
  const { byName, ofVariables: variableIds } = collectStyleTargets(root);
  const elementsById = new Map<string, SvgElement>();
  const elements = [root];
  for (const element of elements) {
    const id = getAttribute(element, 'id');
    if (id !== undefined && !elementsById.has(id)) elementsById.set(id, element);
    elements.push(...getElements(element));
  }
  const references: ReturnType<typeof collectSvgReferences> = [];
  for (const element of elements) {
    if (references.length > maxDrawnElements) break;
    const add = (span: Span, ids: Iterable<string>) => {
      for (const id of ids) {
        const part = elementsById.get(id);
        if (part) references.push({ element, at: span, part });
      }
    };
    for (const attribute of element.attributes) {
      const isLink = attribute.name === 'href' || attribute.name === 'xlink:href';
      const link = attribute.value.startsWith('#') ? [decodePercent(attribute.value.slice(1))] : [];
      add(attribute, isLink ? link : findStyleIds(attribute.value, variableIds));
    }
    const tag = { from: element.from, to: element.from + 1 + element.name.length };
    const classes = (getAttribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`);
    for (const name of ['*', element.name, `#${getAttribute(element, 'id')}`, ...classes])
      add(tag, byName.get(name) ?? []);
  }
  return references;
}
