import type { Element, ElementContent } from 'hast';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { Nodes } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { toScriptDigits, subscriptDigits, superscriptDigits } from './script-digits.ts';
import { strikethroughExtension } from './strikethrough.ts';

const wrappers = ['div', 'section', 'article', 'main', 'header', 'footer', 'center', 'figure'];
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const blockTags = new Set([
  'p',
  'ul',
  'ol',
  'blockquote',
  'hr',
  'table',
  'pre',
  'img',
  ...headings,
  ...wrappers,
]);
const tableParts = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
const formattingTags = new Set(['b', 'strong', 'i', 'em', 's', 'strike', 'del']);
const inlineTags = new Set([...formattingTags, 'a', 'code', 'sup', 'sub', 'span', 'font']);

const hasElement = (nodes: readonly ElementContent[], names: ReadonlySet<string>): boolean =>
  getChildElements(nodes).some(
    (element) => names.has(element.tagName) || hasElement(element.children, names),
  );

/** Returns whether HTML contains elements that cannot be in a paragraph. */
export const hasBlockElements = (nodes: readonly ElementContent[]): boolean => hasElement(nodes, blockTags);

const getChildElements = (nodes: readonly ElementContent[]): Element[] =>
  nodes.filter((node) => node.type === 'element');

/** Returns the text that HTML elements contain. */
export const collectHtmlText = (nodes: readonly ElementContent[]): string =>
  nodes
    .map((node) =>
      node.type === 'text' ? node.value : node.type === 'element' ? collectHtmlText(node.children) : '',
    )
    .join('');

/**
 * Converts HTML to equivalent Markdown. Returns `undefined` if the conversion is uncertain, or if a short text cannot
 * contain the result.
 */
export function convertHtmlToMarkdown(
  nodes: readonly ElementContent[],
  isShort: boolean,
): string | undefined {
  if (!canConvertAll(nodes)) return undefined;
  const tree = toMdast(
    { type: 'root', children: moveSpacesOutside(nodes) },
    { handlers: { sup: createDigitHandler(superscriptDigits), sub: createDigitHandler(subscriptDigits) } },
  );
  const [only, second] = 'children' in tree ? tree.children : [];
  if (isShort && (!only || second || (only.type !== 'paragraph' && hasBlockElements(nodes))))
    return undefined;
  shiftHeadings(tree, hasElement(nodes, new Set(['h1'])) ? 1 : 0);
  return toMarkdown(tree, {
    bullet: '-',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), strikethroughExtension],
  })
    .trimEnd()
    .replaceAll(/^\|(?: - \|)+$/gm, (dashes) => dashes.replaceAll('-', '---'));
}

const createDigitHandler =
  (digits: string): Handle =>
  (_state, node) => ({ type: 'text', value: toScriptDigits(collectHtmlText(node.children), digits) ?? '' });

/**
 * Shifts heading levels into the range 2–4, because the page already has its main heading, and texts have three levels.
 */
function shiftHeadings(node: Nodes, levels: number): void {
  if (node.type === 'heading') node.depth = node.depth + levels <= 2 ? 2 : node.depth + levels === 3 ? 3 : 4;
  if ('children' in node) for (const child of node.children) shiftHeadings(child, levels);
}

/**
 * Moves spaces at the start and end of formatted elements out of the elements, because Markdown marks must touch the
 * words.
 */
function moveSpacesOutside(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type !== 'element' || node.tagName === 'pre') return [node];
    const children = moveSpacesOutside(node.children);
    if (!formattingTags.has(node.tagName) && node.tagName !== 'a') return [{ ...node, children }];
    const [first, last] = [children[0], children.at(-1)];
    const before = first?.type === 'text' && /^\s/.test(first.value) ? ' ' : '';
    const after = last?.type === 'text' && /\s$/.test(last.value) ? ' ' : '';
    if (first?.type === 'text') children[0] = { ...first, value: first.value.trimStart() };
    const end = children.at(-1);
    if (end?.type === 'text') children[children.length - 1] = { ...end, value: end.value.trimEnd() };
    return [
      { type: 'text', value: before },
      { ...node, children },
      { type: 'text', value: after },
    ];
  });
}

/** Returns whether each element has exactly one possible conversion to Markdown. */
function canConvertAll(nodes: readonly ElementContent[]): boolean {
  return nodes.every((node, index) => {
    if (node.type !== 'element') return true;
    const { tagName, properties, children } = node;
    const next = nodes[index + 1];
    // On the page that the HTML comes from, CSS may have separated adjacent elements, as in `<s>£500</s><b>£400</b>`.
    const isNextToInline =
      inlineTags.has(tagName) && next?.type === 'element' && inlineTags.has(next.tagName);
    return !isNextToInline && properties['hidden'] === false && canConvert(node) && canConvertAll(children);
  });
}

function canConvert({ tagName, properties, children }: Element): boolean {
  const text = collectHtmlText(children).trim();
  const hasLineBreak = getChildElements(children).some((child) => child.tagName === 'br');
  switch (tagName) {
    case 'a':
      return text !== '' && !hasLineBreak && isConvertibleHref(properties['href']);
    case 'img':
      return isConvertiblePicture(properties);
    case 'code':
      return text !== '' && getChildElements(children).length === 0;
    case 'pre':
      return (
        text !== '' &&
        getChildElements(children).every((child) => child.tagName === 'code' && children.length === 1)
      );
    case 'sup':
      return toScriptDigits(text, superscriptDigits) !== undefined;
    case 'sub':
      return toScriptDigits(text, subscriptDigits) !== undefined;
    case 'ul':
    case 'ol':
      return isConvertibleList(properties, children);
    case 'li':
      return text !== '';
    case 'table':
      return isConvertibleTable(children);
    case 'br':
      return true;
    default:
      if (formattingTags.has(tagName)) return text !== '' && !hasLineBreak;
      if (headings.includes(tagName)) return text !== '' && !hasLineBreak;
      return blockTags.has(tagName) || inlineTags.has(tagName) || tableParts.has(tagName);
  }
}

const isConvertibleHref = (href: unknown) =>
  typeof href === 'string' && /^(?:\/(?!\/)|#|https?:\/\/|mailto:|tel:)[^\s"'<>()]+$|^\/$/.test(href);

function isConvertiblePicture({ alt, src }: Element['properties']): boolean {
  return typeof alt === 'string' && alt.trim() !== '' && /^(?:\/|https:\/\/)[^\s()<>"']+$/.test(String(src));
}

function isConvertibleList(properties: Element['properties'], children: readonly ElementContent[]): boolean {
  const items = getChildElements(children);
  return (
    items.length > 0 &&
    items.every((item) => item.tagName === 'li') &&
    properties['reversed'] === undefined &&
    /^\d{1,9}$/.test(String(properties['start'] ?? 1))
  );
}

/**
 * Returns whether a table can be converted to Markdown. It needs a head, and its cells must be single lines without
 * `colspan` or `rowspan`.
 */
function isConvertibleTable(children: readonly ElementContent[]): boolean {
  const rows = getChildElements(children).flatMap((child) =>
    child.tagName === 'tr' ? [child] : getChildElements(child.children),
  );
  const [head, ...bodyRows] = rows.map((row) => getChildElements(row.children));
  const isSingleLineCell = ({ properties, children: inside }: Element) =>
    !hasBlockElements(inside) &&
    getChildElements(inside).every((child) => child.tagName !== 'br') &&
    properties['colspan'] === undefined &&
    properties['rowspan'] === undefined;
  return (
    head?.every((cell) => cell.tagName === 'th') === true &&
    bodyRows.length > 0 &&
    bodyRows.every((row) => row.length === head.length) &&
    [head, ...bodyRows].flat().every(isSingleLineCell)
  );
}
