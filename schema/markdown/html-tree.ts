import type { Element, ElementContent } from 'hast';
import { decodeEntities } from './entities.ts';

const voidNames = new Set(['br', 'hr', 'img']);
/** Elements with an optional end tag, each with the start tags that close it. */
const closingTagsByTag: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['li']],
  ['p', ['p', 'ul', 'ol', 'table', 'blockquote', 'pre', 'hr', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']],
  ['td', ['td', 'th', 'tr', 'tbody']],
  ['th', ['td', 'th', 'tr', 'tbody']],
  ['tr', ['tr', 'tbody']],
  ['thead', ['tbody']],
]);

const htmlToken =
  /<!--[^]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>/g;
const htmlAttribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/g;

/** Matches attribute names, classes and styles that hide an element. */
export const hidingAttributePattern =
  /hidden|invisible|visibility|display\s*:\s*none|opacity\s*:\s*0*\.?0*\s*(?:[;!"']|$)|font-size\s*:\s*0|\bhide\b|\bd-none\b|\bsr-only\b|screen-?reader/i;

/**
 * Returns whether a text has Markdown after an empty line. After an empty line, Markdown applies even inside an HTML
 * element.
 */
const hasMarkdownAfterBlankLine = (text: string) => /\n[ \t]*\n/.test(text) && /[*_`[\]#>]/.test(text);

/**
 * Parses HTML from `start` to at least `limit`, up to the end of the last element. Returns `undefined` if a start or
 * end tag has no counterpart. Unlike a browser, this parser does not repair HTML, because the conversion to Markdown
 * must not guess.
 */
export function parseHtml(
  text: string,
  start: number,
  limit: number,
): { nodes: ElementContent[]; end: number } | undefined {
  htmlToken.lastIndex = start;
  const root = createHtmlElement('root', '');
  const openElements = [root];
  const getCurrentElement = () => openElements.at(-1) ?? root;
  const addText = (value: string) => {
    if (value !== '') getCurrentElement().children.push({ type: 'text', value: decodeEntities(value) });
  };
  /** Closes the innermost elements while `isClosed` returns true for their tag names. */
  const closeWhile = (isClosed: (tagName: string) => boolean) => {
    while (openElements.length > 2 && isClosed(getCurrentElement().tagName)) openElements.pop();
  };
  let parsedTo = start;
  for (let tokenMatch = htmlToken.exec(text); tokenMatch; tokenMatch = htmlToken.exec(text)) {
    const { 0: match, 1: slash, 2: rawName, 3: attributes = '', index } = tokenMatch;
    if (openElements.length === 1 && index >= limit) break;
    const textBefore = text.slice(parsedTo, index);
    if (openElements.length > 1 && hasMarkdownAfterBlankLine(textBefore)) return undefined;
    addText(textBefore);
    parsedTo = index + match.length;
    const name = rawName?.toLowerCase();
    if (name !== undefined && slash) {
      closeWhile((tagName) => tagName !== name && closingTagsByTag.has(tagName));
      if (openElements.length === 1 || openElements.pop()?.tagName !== name) return undefined;
    } else if (name !== undefined) {
      closeWhile((tagName) => closingTagsByTag.get(tagName)?.includes(name) === true);
      const child = createHtmlElement(name, attributes);
      getCurrentElement().children.push(child);
      if (!voidNames.has(name)) openElements.push(child);
    }
    if (openElements.length === 1 && parsedTo >= limit) return { nodes: root.children, end: parsedTo };
  }
  if (openElements.length > 1) return undefined;
  addText(text.slice(parsedTo, limit));
  return { nodes: root.children, end: Math.max(parsedTo, limit) };
}

function createHtmlElement(tagName: string, attributes: string): Element {
  const properties: Element['properties'] = { hidden: hidingAttributePattern.test(attributes) };
  for (const [, name = '', double, single, bare] of attributes.matchAll(htmlAttribute)) {
    const value = decodeEntities(double ?? single ?? bare ?? '');
    if (name.toLowerCase() === 'class') properties['className'] = value.split(/\s+/);
    else if (name.toLowerCase() !== 'hidden') properties[name.toLowerCase()] = value;
  }
  return { type: 'element', tagName, properties, children: [] };
}
