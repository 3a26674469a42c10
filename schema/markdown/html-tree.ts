import type { Element, ElementContent } from 'hast';
import { decodeEntities } from './entities.ts';

const voidNames = new Set(['br', 'hr', 'img']);
/** Elements with an optional end tag, and the start tags that close them. */
const closedBy: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['li']],
  ['p', ['p', 'ul', 'ol', 'table', 'blockquote', 'pre', 'hr', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']],
  ['td', ['td', 'th', 'tr', 'tbody']],
  ['th', ['td', 'th', 'tr', 'tbody']],
  ['tr', ['tr', 'tbody']],
  ['thead', ['tbody']],
]);

const token =
  /<!--[^]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*)\s*(\/?)>/g;
const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/g;

/** Attributes of hidden elements: attribute names, classes and styles. */
export const hidingAttributes =
  /hidden|invisible|visibility|display\s*:\s*none|opacity\s*:\s*0*\.?0*\s*(?:[;!"']|$)|font-size\s*:\s*0|\bhide\b|\bd-none\b|\bsr-only\b|screen-?reader/i;

/** After an empty line in an element, Markdown applies again. */
const isMixed = (text: string) => /\n[ \t]*\n/.test(text) && /[*_`[\]#>]/.test(text);

/**
 * Parses HTML from `start` to at least `limit`, up to the end of the last element. Returns undefined if a tag has no
 * partner: unlike a browser it repairs nothing, because the conversion to Markdown must not guess.
 */
export function readHtml(
  text: string,
  start: number,
  limit: number,
): { nodes: ElementContent[]; end: number } | undefined {
  token.lastIndex = start;
  const root = createHtmlElement('root', '');
  const open = [root];
  const current = () => open.at(-1) ?? root;
  const addText = (value: string) => {
    if (value !== '') current().children.push({ type: 'text', value: decodeEntities(value) });
  };
  /** Closes elements without an end tag. */
  const close = (isClosed: (tagName: string) => boolean) => {
    while (open.length > 2 && isClosed(current().tagName)) open.pop();
  };
  let done = start;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: whole, 1: slash, 2: written, 3: attributes = '', index } = found;
    if (open.length === 1 && index >= limit) break;
    const between = text.slice(done, index);
    if (open.length > 1 && isMixed(between)) return undefined;
    addText(between);
    done = index + whole.length;
    const name = written?.toLowerCase();
    if (name !== undefined && slash) {
      close((tagName) => tagName !== name && closedBy.has(tagName));
      if (open.length === 1 || open.pop()?.tagName !== name) return undefined;
    } else if (name !== undefined) {
      close((tagName) => closedBy.get(tagName)?.includes(name) === true);
      const child = createHtmlElement(name, attributes);
      current().children.push(child);
      if (!voidNames.has(name)) open.push(child);
    }
    if (open.length === 1 && done >= limit) return { nodes: root.children, end: done };
  }
  if (open.length > 1) return undefined;
  addText(text.slice(done, limit));
  return { nodes: root.children, end: Math.max(done, limit) };
}

function createHtmlElement(tagName: string, attributes: string): Element {
  const properties: Element['properties'] = { hidden: hidingAttributes.test(attributes) };
  for (const [, name = '', double, single, bare] of attributes.matchAll(attribute)) {
    const value = decodeEntities(double ?? single ?? bare ?? '');
    if (name.toLowerCase() === 'class') properties['className'] = value.split(/\s+/);
    else if (name.toLowerCase() !== 'hidden') properties[name.toLowerCase()] = value;
  }
  return { type: 'element', tagName, properties, children: [] };
}
