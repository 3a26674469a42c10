import type { Span } from '../diagnostics/edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import {
  elementsIn,
  isEditorData,
  maxSvgDepth,
  parseSvg,
  type ParsedSvg,
  type SvgAttribute,
  type SvgElement,
  svgSize,
} from './svg-parser.ts';
import { slowEffect, slowEffects, maxDrawnElements, maxEffects, repeatedTooOften } from './svg-cost.ts';

// Browsers can open an SVG as a document of the site's origin, so only shapes and text are allowed.
const allowedElements = new Set(
  (
    'svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath ' +
    'title desc metadata style linearGradient radialGradient stop pattern image clipPath mask marker filter'
  ).split(' '),
);
const isEffect = /^fe[A-Z]\w*$/;
const isAnimation = /^(animate\w*|set|mpath)$/;
const standard = 'http://www.w3.org/2000/svg';

/** Maximum length of an SVG and of the photos inside it, in code units. */
export const maxLength = { svg: 300_000, photo: 40_000 };

/** Maximum side of a drawing in its own units. Browsers cannot draw larger ones. */
const maxSide = 1_000_000;

/** Checks the text of an SVG. */
export function svgDiagnostics(source: string): Diagnostic<Span>[] {
  const invalid = source.search(/[\uFFFD\0]/);
  if (invalid >= 0 && source.includes('<')) return [otherEncoding(source, invalid)];
  const { root, broken } = parseSvg(source);
  if (broken && source.includes('<')) return [unreadable(source, broken)];
  if (root?.name !== 'svg')
    return [diagnosticAt('broken-picture', { from: 0, to: 0 }, 'this file is not an SVG drawing')];
  return [...wrongRoot(root), ...unsafeParts(root), ...tooHeavy(source, root)];
}

function otherEncoding(source: string, from: number): Diagnostic<Span> {
  const [, declared] = /^.{0,9}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/s.exec(source) ?? [];
  const isNamed = declared !== undefined && !/^utf-?8$/i.test(declared);
  return {
    ...diagnosticAt(
      'broken-picture',
      { from, to: from + 1 },
      `this drawing is not in UTF-8${isNamed ? ` but in ${declared}` : ''}, so letters are lost`,
    ),
    advice:
      'save it again as UTF-8, with `<?xml version="1.0" encoding="UTF-8"?>` as its first line or without ' +
      'such a line',
  };
}

function wrongRoot(root: SvgElement): Diagnostic<Span>[] {
  const report = (message: string, advice?: string) => [
    { ...diagnosticAt('broken-picture', startTag(root), message), ...(advice !== undefined && { advice }) },
  ];
  const size = svgSize(root);
  if (!size) return report('this drawing has no size: it needs a `viewBox`');
  if (Math.max(...size) > maxSide || Math.min(...size) < 1 / maxSide)
    return report(
      `this drawing has a size of ${size.join(' by ')}, which browsers cannot show`,
      `write a \`viewBox\` with sides between ${1 / maxSide} and ${maxSide.toLocaleString('en')}`,
    );
  if (root.attributes.some(({ name }) => name === 'xmlns')) return [];
  return report(
    'browsers do not show this drawing, because its first tag does not declare that it is SVG',
    `write \`<svg xmlns="${standard}"\` instead of \`<svg\``,
  );
}

function unreadable(source: string, broken: NonNullable<ParsedSvg['broken']>): Diagnostic<Span> {
  const { reason } = broken;
  if (reason === 'entities') return ownEntities(source, broken);
  const message =
    reason === 'depth'
      ? `more than ${maxSvgDepth} elements are nested here, and browsers do not show that`
      : 'this drawing cannot be read from here on';
  return diagnosticAt('broken-picture', broken, message);
}

function ownEntities(source: string, { from, to }: Span): Diagnostic<Span> {
  const all = [...source.slice(from, to).matchAll(/<!ENTITY\s+(?:%\s+)?([\w.-]+)/g)];
  const names = all.slice(0, 3).map(([, name]) => `\`&${name};\``);
  const others = all.length > names.length ? ' and others' : '';
  const which = names.map((name) => `, ${name}`).join('') + others;
  const message = `this drawing defines entities of its own${which}, which could contain anything`;
  return {
    ...diagnosticAt('broken-picture', { from, to: from + '<!DOCTYPE'.length }, message),
    advice:
      'export it as plain SVG: in Illustrator with File > Export > Export As, or with Save As > SVG and ' +
      'without “Preserve Illustrator Editing Capabilities”; in Inkscape with Save As > Plain SVG',
  };
}

function unsafeParts(element: SvgElement): Diagnostic<Span>[] {
  const message = elementMessage(element.name);
  const ownProblems =
    message === undefined
      ? element.attributes.flatMap((one) => unsafeAttribute(one) ?? [])
      : [unsafe(tagName(element), message)];
  if (isEditorData(element.name)) return ownProblems;
  // Browsers join the texts of a style sheet across comments and CDATA sections.
  const style = element.children.filter((one) => typeof one === 'string').join('');
  if (element.name === 'style' && !isOwnStyle(style)) {
    const place = { from: element.contentFrom, to: element.contentTo };
    ownProblems.push(
      isOwnStyle(style.replaceAll(fontFace, (face) => (loadsFile.test(face) ? face : '')))
        ? {
            ...unsafe(place, 'this drawing contains a font, and fonts inside drawings are left out'),
            advice: wordsToPaths,
          }
        : unsafe(place, 'the styles of this drawing load something from elsewhere'),
    );
  }
  return [...ownProblems, ...elementsIn(element).flatMap(unsafeParts)];
}

/** A font as design programs embed it in a drawing. */
const fontFace = /@font-face\s*\{(?:[^{}"']|"[^"]*"|'[^']*')*\}/gi;
const loadsFile = /url\s*\(\s*["']?\s*(?!data:)[^\s"']/i;
const wordsToPaths =
  'convert its text to paths before you export it, so that it looks the same everywhere: in Illustrator with ' +
  'Type > Create Outlines, in Inkscape with `Path > Object to Path`, in Figma with Outline Text; then delete ' +
  '`@font-face { … }` if it is still there';

function elementMessage(name: string): string | undefined {
  if (allowedElements.has(name) || isEffect.test(name) || isEditorData(name)) return undefined;
  if (name === 'script') return 'this drawing contains a script';
  if (name === 'foreignObject') return 'this drawing contains parts of a web page';
  if (name === 'a') return 'this drawing contains a link';
  if (isAnimation.test(name)) return 'this drawing is animated, even for visitors who prefer reduced motion';
  return `this drawing contains \`<${name}>\`, which is not a shape`;
}

function unsafeAttribute(attribute: SvgAttribute): Diagnostic<Span> | undefined {
  const { name, value } = attribute;
  const report = (message: string) => unsafe(attribute, message);
  if (/^on/i.test(name)) return report(`this drawing contains a script, in \`${name}\``);
  if (/javascript:/i.test(value.replaceAll(/[\s\p{Cc}]/gu, '')))
    return report('this drawing contains a script, in an address');
  if (name === 'xmlns') return value === standard ? undefined : report('a part of this drawing is not SVG');
  const isReference = name === 'href' || name === 'xlink:href';
  const isOwn = isReference ? value.startsWith('#') || isPhoto(value) : isOwnStyle(value);
  return isOwn ? undefined : report('this drawing loads something from elsewhere');
}

/** Returns whether styles only refer to parts of the drawing. Rejects escapes, which could hide a keyword. */
const isOwnStyle = (style: string) =>
  !/@import|\\|image-set\s*\(|src\s*\(/i.test(style) &&
  [...style.matchAll(/url\s*\(\s*["']?\s*(.)/gi)].every(([, first]) => first === '#');

const isPhoto = (url: string) => /^data:image\/(png|jpeg|webp|avif|gif);base64,[A-Za-z0-9+/=\s]*$/.test(url);

function tooHeavy(source: string, root: SvgElement): Diagnostic<Span>[] {
  const repeated = repeatedTooOften(root, maxDrawnElements, () => 1);
  const maxText = maxDrawnElements.toLocaleString('en');
  if (repeated) return [heavy(repeated, `repeats its parts so often that there are more than ${maxText}`)];
  const effects = slowEffects(root).map(({ at, message }) => heavy(at, message));
  if (effects.length > 0) return effects;
  const computed = repeatedTooOften(root, maxEffects, slowEffect);
  if (computed) return [heavy(computed, `uses slow effects more than ${maxEffects} times`)];
  const photos = photosIn(root);
  const length = photos.reduce((sum, { from, to }) => sum + to - from, 0);
  const [first] = photos;
  if (first && length > maxLength.photo)
    return [heavy({ ...first, to: first.from + 20 }, `contains a photo of ${kilobytes(length)}`)];
  if (source.length <= maxLength.svg) return [];
  const limit = `but a drawing can have at most ${kilobytes(maxLength.svg)}`;
  return [heavy({ from: 0, to: 0 }, `has ${kilobytes(source.length)}, ${limit}`)];
}

const photosIn = (element: SvgElement): SvgAttribute[] => [
  ...element.attributes.filter(({ value }) => isPhoto(value)),
  ...elementsIn(element).flatMap(photosIn),
];

const kilobytes = (length: number) => `${Math.round(length / 1000).toLocaleString('en')} kilobytes`;

const startTag = ({ from, contentFrom }: SvgElement): Span => ({ from, to: contentFrom });
const tagName = ({ from, name }: SvgElement): Span => ({ from, to: from + 1 + name.length });
const unsafe = (span: Span, message: string) => diagnosticAt('unsafe-drawing', span, message);
const heavy = (span: Span, message: string) => diagnosticAt('heavy-drawing', span, `this drawing ${message}`);
const diagnosticAt = (rule: RuleId, { from, to }: Span, message: string) =>
  diagnostic({ rule, from, to, message });
