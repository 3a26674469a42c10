/** An element of pasted HTML. Its name is in small letters; the `#root` holds all. */
export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
}

/** A text is as written, with its entities. */
export type HtmlNode = string | HtmlElement;

const voidNames = new Set(['br', 'hr', 'img', 'wbr']);
/** Elements whose end tag may be left out before another of the same group. */
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

function attributesOf(written: string): Map<string, string> {
  return new Map(
    [...written.matchAll(attribute)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  );
}

/** Reads the element that begins at an offset, and where it ends. `undefined` if it has no end, or one of another. */
export function readElement(text: string, start: number): { element: HtmlElement; end: number } | undefined {
  token.lastIndex = start;
  const root: HtmlElement = { name: '#root', attributes: new Map(), children: [] };
  const open: HtmlElement[] = [root];
  let done = start;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const { 0: whole, 1: slash, 2: written, 3: attributes = '', index } = found;
    const between = text.slice(done, index);
    if (open.length === 1 && index > start) return undefined;
    if (between !== '') open.at(-1)?.children.push(between);
    done = index + whole.length;
    if (written === undefined) continue;
    const name = written.toLowerCase();
    if (slash) {
      while (open.length > 2 && open.at(-1)?.name !== name && closedBy.has(open.at(-1)?.name ?? ''))
        open.pop();
      if (open.at(-1)?.name !== name) return undefined;
      open.pop();
    } else {
      const isClosed = (outer: string) => closedBy.get(outer)?.includes(name) === true;
      while (open.length > 2 && isClosed(open.at(-1)?.name ?? '')) open.pop();
      const element: HtmlElement = { name, attributes: attributesOf(attributes), children: [] };
      open.at(-1)?.children.push(element);
      if (!voidNames.has(name)) open.push(element);
    }
    const [only] = root.children;
    if (open.length === 1) return typeof only === 'object' ? { element: only, end: done } : undefined;
  }
  return undefined;
}

const unseenNames = new Set(['script', 'style', 'template', 'noscript', 'dialog', 'head', 'title']);
const hidingStyle =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*\.?0*\s*(?:;|!|$)|font-size\s*:\s*0)/i;
const hidingClass =
  /(?:^|[\s_-])(?:hidden|invisible|hide|d-none|sr-only|screen-reader-text|screenreader)(?:[\s_-]|$)/i;

/** Whether a tag begins something that visitors of its page did not see. */
function isHiding(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return (
    unseenNames.has(name.toLowerCase()) ||
    attributes.has('hidden') ||
    attributes.get('aria-hidden') === 'true' ||
    hidingStyle.test(withoutComments(attributes.get('style') ?? '')) ||
    hidingClass.test(attributes.get('class') ?? '')
  );
}

const withoutComments = (style: string) => style.replaceAll(/\/\*[^]*?\*\//g, ' ');

const inlineNames = 'a|abbr|b|big|cite|code|del|em|font|i|ins|mark|s|small|span|strike|strong|u';
const inlineEnd = `</(?:${inlineNames})>`;
const inlineStart = String.raw`<(?:${inlineNames})(?:\s[^<>]*)?>`;
const touching = new RegExp(
  String.raw`[^\s>](?:${inlineEnd})+(?:${inlineStart})+[^\s<]|\d(?:${inlineEnd}|${inlineStart})+\d`,
  'gi',
);

/** Places where elements meet without a blank. Styles may set them apart, as in `<s>£500</s><b>£400</b>`. */
export function touchingElements(text: string): { from: number; to: number }[] {
  return [...text.matchAll(touching)].map(({ 0: whole, index }) => ({
    from: index,
    to: index + whole.length,
  }));
}

/** The parts of a text that a browser would not show. One without an end reaches to the end of the text. */
export function hiddenParts(text: string): { from: number; to: number }[] {
  token.lastIndex = 0;
  return [...text.matchAll(token)].flatMap(({ index, 1: slash, 2: name, 3: attributes = '' }) =>
    name === undefined || slash === '/' || !isHiding(name, attributesOf(attributes))
      ? []
      : [{ from: index, to: readElement(text, index)?.end ?? text.length }],
  );
}
