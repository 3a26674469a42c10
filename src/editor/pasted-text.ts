import { createTextElement, type TextConverter } from './text-converter.ts';

type PasteTarget = Pick<TextConverter, 'hasParagraphs' | 'hasBlocks'>;

const skippedElements = 'head,script,style,template,noscript,iframe,svg,[hidden]';
const blockElements =
  'p,div,li,h1,h2,h3,h4,h5,h6,tr,td,th,blockquote,pre,section,article,table,ul,ol,dt,dd,figure';

/**
 * Reduces pasted HTML to text with strong, em, s, code and links, and, where the target allows them, lists and tables.
 * Separates paragraphs with two line breaks, or with a space if the target does not allow paragraphs.
 */
export function parsePastedHtml(html: string, target: PasteTarget): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  convertWordLists(body);
  return convertContent(body, target);
}

/**
 * Parses pasted plain text. An empty line ends a paragraph, and lines with bullets or numbers form a list. Returns the
 * same kinds of nodes as `parsePastedHtml`.
 */
export function parsePastedText(text: string, target: PasteTarget): Node[] {
  if (!/[\r\n]/.test(text)) return [new Text(text)];
  const body = createTextElement('div');
  let group: HTMLElement | undefined;
  for (const line of text.trim().split(/\r\n?|\n/)) {
    const [mark = '', number] = /^\s*(?:[-*•·◦▪]|(\d+)[.)])\s+(?=\S)/.exec(line) ?? [];
    const listTag = mark === '' ? 'p' : number === undefined ? 'ul' : 'ol';
    if (!group?.matches(listTag) || line.trim() === '') group = body.appendChild(createTextElement(listTag));
    const textNode = new Text(mark === '' ? `${line} ` : line.slice(mark.length));
    group.append(mark === '' ? textNode : createTextElement('li', textNode));
  }
  return convertContent(body, target);
}

/**
 * Converts lists pasted from Microsoft Word into `ul` and `ol`. Word writes them as paragraphs with styles and bullets.
 */
function convertWordLists(body: HTMLElement): void {
  let openLists: HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('[style*="mso-list:" i]')) {
    const style = paragraph.getAttribute('style') ?? '';
    if (/mso-list:\s*(?:ignore|none)/i.test(style)) continue;
    const bullet = paragraph.querySelector('[style*="mso-list:ignore" i]');
    const listTag = /^\s*\w+[.)]/.test(bullet?.textContent ?? '') ? 'ol' : 'ul';
    const level = Number(/level(\d+)/.exec(style)?.[1] ?? 1);
    bullet?.remove();
    if (paragraph.previousElementSibling !== openLists[0]) openLists = [];
    openLists.length = Math.min(openLists.length, openLists[level - 1]?.matches(listTag) ? level : level - 1);
    while (openLists.length < level) {
      const [list, owner] = [createTextElement(listTag), openLists.at(-1)];
      if (owner) owner.append(list);
      else paragraph.before(list);
      openLists.push(list);
    }
    openLists.at(-1)?.append(createTextElement('li', ...paragraph.childNodes));
    paragraph.remove();
  }
}

function convertList(element: Element, target: PasteTarget): HTMLElement {
  const list = createTextElement(element.matches('ol') ? 'ol' : 'ul');
  for (const child of element.children) {
    // Move a nested list into its item. Google Docs and Word put the list after the item.
    if (child.matches('ul,ol'))
      (list.lastElementChild ?? list.appendChild(createTextElement('li'))).append(convertList(child, target));
    else {
      const item = createTextElement('li', ...convertContent(child, target));
      if (item.textContent.trim() !== '') list.append(item);
    }
  }
  return list;
}

function convertTable({ rows }: HTMLTableElement): HTMLElement {
  const inlineTarget = { hasParagraphs: false, hasBlocks: false };
  const cells = (row: HTMLTableRowElement) =>
    [...row.cells].map((cell) => createTextElement('td', ...convertContent(cell, inlineTarget)));
  return createTextElement('table', ...[...rows].map((row) => createTextElement('tr', ...cells(row))));
}

function convertContent(root: Node, target: PasteTarget): Node[] {
  const { hasParagraphs, hasBlocks } = target;
  const container = createTextElement('div');
  let needsGap = false;
  const add = (node: Node) => {
    const isAfterBlock =
      container.lastElementChild?.matches('ul,ol,table') && !container.lastElementChild.nextSibling;
    if (needsGap && container.lastChild && !isAfterBlock)
      container.append(...(hasParagraphs ? [createTextElement('br'), createTextElement('br')] : [' ']));
    needsGap = false;
    appendMerged(container, node);
  };
  const visit = (parent: Node, wrap: (node: Node) => Node): void => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        const [, before, text = '', after] = /^(\s*)(.*?)(\s*)$/s.exec(node.data) ?? [];
        // Move outer spaces out of the formatting: in Markdown, formatted text cannot begin or end with a space.
        if (before && container.lastChild && !needsGap) add(new Text(' '));
        if (text !== '') add(wrap(new Text(text.replaceAll(/\s+/g, ' '))));
        if (text !== '' && after) add(new Text(' '));
      } else if (
        node instanceof HTMLElement &&
        !node.matches(skippedElements) &&
        node.style.display !== 'none'
      ) {
        if (hasBlocks && node.matches('ul,ol')) container.append(convertList(node, target));
        else if (hasBlocks && node instanceof HTMLTableElement && node.querySelectorAll('td,th').length > 1)
          container.append(convertTable(node));
        else {
          const isBlock = node.matches(blockElements);
          needsGap ||= isBlock || node.matches('br');
          const format = createFormatElement(node);
          visit(node, format ? (child) => wrap(appendMerged(format.cloneNode(), child)) : wrap);
          needsGap ||= isBlock;
        }
      }
    }
  };
  visit(root, (node) => node);
  return [...container.childNodes];
}

/** Appends a node, or merges it into the last node if the two have the same formatting. */
function appendMerged(parent: Node, node: Node): Node {
  const last = parent.lastChild;
  const hasSameFormat =
    last instanceof Element && !last.matches('br') && last.cloneNode().isEqualNode(node.cloneNode());
  if (hasSameFormat) [...node.childNodes].forEach((child) => appendMerged(last, child));
  else parent.appendChild(node);
  return parent;
}

/**
 * Creates the formatting element for a pasted element, or returns `undefined` if it has no formatting. Reads elements
 * and styles, because word processors use either.
 */
function createFormatElement(element: HTMLElement): HTMLElement | undefined {
  const { fontWeight, fontStyle } = element.style;
  const href = element.getAttribute('href') ?? '';
  if (element.matches('a') && /^(?:https?:|mailto:|tel:|\/(?!\/))/.test(href)) {
    const link = document.createElement('a');
    link.setAttribute('href', href);
    return link;
  }
  if (element.matches('code,tt,kbd,samp')) return document.createElement('code');
  if (element.matches('s,strike,del') || element.style.textDecoration.includes('line-through'))
    return document.createElement('s');
  const isStrong =
    fontWeight === '' ? element.matches('strong,b') : Number(fontWeight) >= 600 || fontWeight === 'bold';
  if (isStrong) return document.createElement('strong');
  return (fontStyle === '' ? element.matches('em,i') : fontStyle === 'italic')
    ? document.createElement('em')
    : undefined;
}
