import { SaxesParser } from 'saxes';

/** An SVG element, with its offsets in the source. */
export interface SvgElement {
  name: string;
  attributes: SvgAttribute[];
  /** Child elements and decoded text nodes, without comments. */
  children: (SvgElement | string)[];
  from: number;
  /** The end offset of the start tag. */
  contentFrom: number;
  /** The start offset of the end tag. */
  contentTo: number;
  to: number;
}

export interface SvgAttribute {
  name: string;
  /** The attribute value, with entities decoded. */
  value: string;
  from: number;
  to: number;
}

/** The root element of an SVG, or its first syntax error. */
export type ParsedSvg =
  | { root: SvgElement; broken?: undefined }
  | { root?: undefined; broken: { from: number; to: number; reason: SvgErrorReason } };
type SvgErrorReason = 'syntax' | 'depth' | 'entities';

/** Maximum nesting depth. Chromium stops at 5000. */
export const maxSvgDepth = 1000;

/** Parses an SVG. Stops at the first error. */
export function parseSvg(source: string): ParsedSvg {
  // Only `xlink` must be declared: the build removes elements with other prefixes.
  const resolvePrefix = (prefix: string) => (prefix === 'xlink' ? undefined : prefix);
  const parser = new SaxesParser({ xmlns: true, resolvePrefix });
  const openElements: SvgElement[] = [];
  let root: SvgElement | undefined;
  // The end offsets of the last parsed tag, comment, declaration or CDATA section, and of the last attribute.
  let [parsedEnd, attributeEnd] = [0, 0];
  let broken: ParsedSvg['broken'];
  const stop = (from: number, to: number, reason: SvgErrorReason = 'syntax'): never => {
    broken = { from, to, reason };
    throw new Error(reason);
  };

  parser.on('doctype', (declaration) => {
    // Custom entities could contain any markup.
    if (declaration.includes('[')) stop(source.indexOf('<', parsedEnd), parser.position, 'entities');
    parsedEnd = parser.position;
  });
  for (const event of ['xmldecl', 'processinginstruction', 'comment'] as const)
    parser.on(event, () => (parsedEnd = parser.position));
  parser.on('opentagstart', ({ name }) => {
    const from = source.lastIndexOf('<', parser.position - 1);
    const element = { name, attributes: [], children: [], from, contentFrom: 0, contentTo: 0, to: 0 };
    openElements.at(-1)?.children.push(element);
    root ??= element;
    openElements.push(element);
    attributeEnd = from + 1 + name.length;
    if (openElements.length > maxSvgDepth) stop(from, attributeEnd, 'depth');
  });
  parser.on('attribute', ({ name, value }) => {
    const from = attributeEnd + source.slice(attributeEnd).search(/\S/);
    attributeEnd = parser.position;
    openElements.at(-1)?.attributes.push({ name, value, from, to: attributeEnd });
  });
  parser.on('opentag', () => {
    parsedEnd = parser.position;
    const element = openElements.at(-1);
    for (const attribute of element?.attributes ?? [])
      attribute.name = canonicalAttributeName(attribute, (prefix) => parser.resolve(prefix));
    Object.assign(element ?? {}, { contentFrom: parsedEnd, contentTo: parsedEnd });
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    const element = openElements.pop();
    const from = isSelfClosing ? parser.position : source.lastIndexOf('</', parser.position - 1);
    // The parser reports the name of the open element, even if the end tag has a different name.
    if (!isSelfClosing && source.slice(from + 2, parser.position - 1).trim() !== name)
      stop(from, parser.position);
    parsedEnd = parser.position;
    Object.assign(element ?? {}, { contentTo: from, to: parsedEnd });
  });
  parser.on('text', (text) => openElements.at(-1)?.children.push(text));
  parser.on('cdata', (text) => {
    openElements.at(-1)?.children.push(text);
    parsedEnd = parser.position;
  });

  try {
    // Without an error handler, the parser throws.
    parser.write(source).close();
  } catch {
    const tag = source.indexOf('<', parsedEnd);
    const unclosed = parser.position < source.length ? undefined : openElements.at(-1);
    const isInTag = tag >= 0 && tag < parser.position;
    const from = isInTag ? tag : (unclosed?.from ?? parsedEnd);
    const to = isInTag ? source.length : (unclosed?.contentFrom ?? source.length);
    broken ??= { from, to, reason: 'syntax' };
  }
  return broken || !root ? { broken: broken ?? { from: 0, to: 0, reason: 'syntax' } } : { root };
}

const xlinkNamespace = 'http://www.w3.org/1999/xlink';

/** Returns an attribute name with the usual prefix for XLink, because drawing programs use different prefixes. */
function canonicalAttributeName(
  { name, value }: SvgAttribute,
  resolveNamespace: (prefix: string) => string | undefined,
): string {
  const [prefix = '', local] = name.split(':');
  if (local === undefined || prefix === 'xlink') return name;
  if (prefix === 'xmlns') return value === xlinkNamespace ? 'xmlns:xlink' : name;
  return resolveNamespace(prefix) === xlinkNamespace ? `xlink:${local}` : name;
}

/** Returns whether an element or attribute contains editor data from a drawing program, which the build removes. */
export const isEditorData = (name: string): boolean =>
  name === 'metadata' || (name.includes(':') && !/^(xlink:href|xml:(space|lang)|xmlns:xlink)$/.test(name));

/** Returns the value of an attribute, or `undefined` if it is missing. */
export const getAttribute = ({ attributes }: SvgElement, attributeName: string): string | undefined =>
  attributes.find(({ name }) => name === attributeName)?.value;

/** Returns the child elements of an element, without its text nodes. */
export const getElements = ({ children }: SvgElement): SvgElement[] =>
  children.filter((child) => typeof child !== 'string');

/** Returns the width and height of an SVG in pixels, or `undefined` if it has no size. */
export function getSvgSize(root: SvgElement): [width: number, height: number] | undefined {
  const getValue = (attribute: string) => getAttribute(root, attribute)?.trim();
  const box =
    getValue('viewBox')
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  const isBox = box.length === 4 && box.every(Number.isFinite);
  const [width = 0, height = 0] = isBox
    ? box.slice(2)
    : ['width', 'height'].map((side) => toPixels(getValue(side)));
  return width > 0 && height > 0 ? [width, height] : undefined;
}

const toPixels = (length = '') => Number(/^([\d.]+)(?:px)?$/.exec(length)?.[1] ?? 0);
