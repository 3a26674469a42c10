import type { Span } from '../diagnostics/edits.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import {
  getElements,
  isEditorData,
  maxSvgDepth,
  parseSvg,
  type ParsedSvg,
  type SvgAttribute,
  type SvgElement,
  getSvgSize,
} from './svg-parser.ts';
import {
  countSlowEffect,
  findSlowEffects,
  maxDrawnElements,
  maxEffects,
  findExcessiveReference,
} from './svg-cost.ts';

// Browsers can open an SVG as a document with the site's origin, where scripts would have full access. So only drawing
// elements are allowed.
const allowedElements = new Set(
  (
    'svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath ' +
    'title desc metadata style linearGradient radialGradient stop pattern image clipPath mask marker filter'
  ).split(' '),
);
const effectPattern = /^fe[A-Z]\w*$/;
const animationPattern = /^(animate\w*|set|mpath)$/;
const svgNamespace = 'http://www.w3.org/2000/svg';

/** Maximum length of an SVG, and maximum total length of the photos inside it, in UTF-16 code units. */
export const maxLength = { svg: 300_000, photo: 40_000 };

/** Maximum width or height of an SVG, in user units. Browsers cannot draw larger SVGs. */
const maxSide = 1_000_000;

/** Checks the source of an SVG file. */
export function checkSvg(source: string): Diagnostic<Span>[] {
  const invalid = source.search(/[\uFFFD\0]/);
  if (invalid >= 0 && source.includes('<')) return [createEncodingDiagnostic(source, invalid)];
  const { root, broken } = parseSvg(source);
  if (broken && source.includes('<')) return [createUnreadableDiagnostic(source, broken)];
  if (root?.name !== 'svg')
    return [createDiagnosticAt('broken-picture', { from: 0, to: 0 }, 'this file is not an SVG')];
  return [...checkRoot(root), ...checkSafety(root), ...checkWeight(source, root)];
}

function createEncodingDiagnostic(source: string, from: number): Diagnostic<Span> {
  const [, declared] = /^.{0,9}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/s.exec(source) ?? [];
  const isNamed = declared !== undefined && !/^utf-?8$/i.test(declared);
  return {
    ...createDiagnosticAt(
      'broken-picture',
      { from, to: from + 1 },
      `this SVG is not in UTF-8${isNamed ? ` but in ${declared}` : ''}, so letters are lost`,
    ),
    advice:
      'save it again as UTF-8, with `<?xml version="1.0" encoding="UTF-8"?>` as its first line or without ' +
      'such a line',
  };
}

function checkRoot(root: SvgElement): Diagnostic<Span>[] {
  const report = (message: string, advice?: string) => [
    {
      ...createDiagnosticAt('broken-picture', startTagSpan(root), message),
      ...(advice !== undefined && { advice }),
    },
  ];
  const size = getSvgSize(root);
  if (!size) return report('this SVG has no size: it needs a `viewBox`');
  if (Math.max(...size) > maxSide || Math.min(...size) < 1 / maxSide)
    return report(
      `this SVG has a size of ${size.join(' by ')}, which browsers cannot show`,
      `write a \`viewBox\` with sides between ${1 / maxSide} and ${maxSide.toLocaleString('en')}`,
    );
  if (root.attributes.some(({ name }) => name === 'xmlns')) return [];
  return report(
    'browsers do not show this SVG, because its first tag does not declare that it is SVG',
    `write \`<svg xmlns="${svgNamespace}"\` instead of \`<svg\``,
  );
}

function createUnreadableDiagnostic(
  source: string,
  broken: NonNullable<ParsedSvg['broken']>,
): Diagnostic<Span> {
  const { reason } = broken;
  if (reason === 'entities') return createEntityDiagnostic(source, broken);
  const message =
    reason === 'depth'
      ? `browsers do not show this SVG, because its elements are nested more than ${maxSvgDepth} levels deep here`
      : 'this SVG cannot be read from here on';
  return createDiagnosticAt('broken-picture', broken, message);
}

function createEntityDiagnostic(source: string, { from, to }: Span): Diagnostic<Span> {
  const entities = [...source.slice(from, to).matchAll(/<!ENTITY\s+(?:%\s+)?([\w.-]+)/g)];
  const names = entities.slice(0, 3).map(([, name]) => `\`&${name};\``);
  const otherEntities = entities.length > names.length ? ' and others' : '';
  const which = names.map((name) => `, ${name}`).join('') + otherEntities;
  const message = `this SVG defines entities of its own${which}, which could contain anything`;
  return {
    ...createDiagnosticAt('broken-picture', { from, to: from + '<!DOCTYPE'.length }, message),
    advice:
      'export it as plain SVG: in Illustrator with File > Export > Export As, or with Save As > SVG and ' +
      'without “Preserve Illustrator Editing Capabilities”; in Inkscape with Save As > Plain SVG',
  };
}

function checkSafety(element: SvgElement): Diagnostic<Span>[] {
  const message = elementMessage(element.name);
  const ownProblems =
    message === undefined
      ? element.attributes.flatMap((attribute) => checkAttribute(attribute) ?? [])
      : [createUnsafeDiagnostic(tagNameSpan(element), message)];
  if (isEditorData(element.name)) return ownProblems;
  // Join the parts of a style sheet that comments or CDATA sections separate, as browsers do.
  const style = element.children.filter((attribute) => typeof attribute === 'string').join('');
  if (element.name === 'style' && !isInternalStyle(style)) {
    const span = { from: element.contentFrom, to: element.contentTo };
    ownProblems.push(
      isInternalStyle(style.replaceAll(fontFacePattern, (face) => (fileUrlPattern.test(face) ? face : '')))
        ? {
            ...createUnsafeDiagnostic(span, 'this SVG contains a font, and fonts inside SVGs are left out'),
            advice: textToPathsAdvice,
          }
        : createUnsafeDiagnostic(span, 'the styles of this SVG load something from outside the file'),
    );
  }
  return [...ownProblems, ...getElements(element).flatMap(checkSafety)];
}

/** Matches an embedded font, as design programs export it: `@font-face { … }`. */
const fontFacePattern = /@font-face\s*\{(?:[^{}"']|"[^"]*"|'[^']*')*\}/gi;
const fileUrlPattern = /url\s*\(\s*["']?\s*(?!data:)[^\s"']/i;
const textToPathsAdvice =
  'convert its text to paths before you export it, so that it looks the same everywhere: in Illustrator with ' +
  'Type > Create Outlines, in Inkscape with `Path > Object to Path`, in Figma with Outline Text; then delete ' +
  '`@font-face { … }` if it is still there';

function elementMessage(name: string): string | undefined {
  if (allowedElements.has(name) || effectPattern.test(name) || isEditorData(name)) return undefined;
  if (name === 'script') return 'this SVG contains JavaScript';
  if (name === 'foreignObject') return 'this SVG contains parts of a web page';
  if (name === 'a') return 'this SVG contains a link';
  if (animationPattern.test(name)) return 'this SVG is animated, even for visitors who prefer reduced motion';
  return `this SVG contains \`<${name}>\`, which is not a shape`;
}

function checkAttribute(attribute: SvgAttribute): Diagnostic<Span> | undefined {
  const { name, value } = attribute;
  const report = (message: string) => createUnsafeDiagnostic(attribute, message);
  if (/^on/i.test(name)) return report(`this SVG contains JavaScript, in \`${name}\``);
  if (/javascript:/i.test(value.replaceAll(/[\s\p{Cc}]/gu, '')))
    return report('this SVG contains JavaScript, in an address');
  if (name === 'xmlns')
    return value === svgNamespace
      ? undefined
      : report('this SVG contains an element in another format, because its `xmlns` is not that of SVG');
  const isReference = name === 'href' || name === 'xlink:href';
  const isInternal = isReference ? value.startsWith('#') || isPhotoData(value) : isInternalStyle(value);
  return isInternal ? undefined : report('this SVG loads something from outside the file');
}

/**
 * Returns whether styles refer only to parts of the same SVG. Rejects styles with escapes, which could hide a keyword
 * such as `url`.
 */
const isInternalStyle = (style: string) =>
  !/@import|\\|image-set\s*\(|src\s*\(/i.test(style) &&
  [...style.matchAll(/url\s*\(\s*["']?\s*(.)/gi)].every(([, firstCharacter]) => firstCharacter === '#');

const isPhotoData = (url: string) =>
  /^data:image\/(png|jpeg|webp|avif|gif);base64,[A-Za-z0-9+/=\s]*$/.test(url);

function checkWeight(source: string, root: SvgElement): Diagnostic<Span>[] {
  const overusedPart = findExcessiveReference(root, maxDrawnElements, () => 1);
  const maxText = maxDrawnElements.toLocaleString('en');
  if (overusedPart)
    return [
      createHeavyDiagnostic(overusedPart, `repeats its parts so often that more than ${maxText} are drawn`),
    ];
  const effects = findSlowEffects(root).map(({ at, message }) => createHeavyDiagnostic(at, message));
  if (effects.length > 0) return effects;
  const overusedEffect = findExcessiveReference(root, maxEffects, countSlowEffect);
  if (overusedEffect)
    return [createHeavyDiagnostic(overusedEffect, `uses slow effects more than ${maxEffects} times`)];
  const photos = collectPhotos(root);
  const length = photos.reduce((sum, { from, to }) => sum + to - from, 0);
  const [first] = photos;
  if (first && length > maxLength.photo)
    return [
      createHeavyDiagnostic(
        { ...first, to: first.from + 20 },
        `contains photos of ${formatKilobytes(length)} in total`,
      ),
    ];
  if (source.length <= maxLength.svg) return [];
  const limit = `but the limit for an SVG is ${formatKilobytes(maxLength.svg)}`;
  return [createHeavyDiagnostic({ from: 0, to: 0 }, `has ${formatKilobytes(source.length)}, ${limit}`)];
}

const collectPhotos = (element: SvgElement): SvgAttribute[] => [
  ...element.attributes.filter(({ value }) => isPhotoData(value)),
  ...getElements(element).flatMap(collectPhotos),
];

const formatKilobytes = (length: number) => `${Math.round(length / 1000).toLocaleString('en')} kilobytes`;

const startTagSpan = ({ from, contentFrom }: SvgElement): Span => ({ from, to: contentFrom });
const tagNameSpan = ({ from, name }: SvgElement): Span => ({ from, to: from + 1 + name.length });
const createUnsafeDiagnostic = (span: Span, message: string) =>
  createDiagnosticAt('unsafe-drawing', span, message);
const createHeavyDiagnostic = (span: Span, message: string) =>
  createDiagnosticAt('heavy-drawing', span, `this SVG ${message}`);
const createDiagnosticAt = (rule: RuleId, { from, to }: Span, message: string) =>
  createDiagnostic({ rule, from, to, message });
