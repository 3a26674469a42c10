import { elementWith, type LeafText } from './leaf.ts';

type Place = Pick<LeafText, 'hasParagraphs' | 'hasBlocks'>;

const skipped = 'head,script,style,template,noscript,iframe,svg,[hidden]';
const blocks = 'p,div,li,h1,h2,h3,h4,h5,h6,tr,td,th,blockquote,pre,section,article,table,ul,ol,dt,dd,figure';

/**
 * Reduces pasted HTML to text with strong, em, s, code and links, and to lists and tables if allowed. Separates blocks by
 * two line breaks, or by a space if paragraphs are not allowed.
 */
export function pastedNodes(html: string, place: Place): Node[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  convertWordLists(body);
  return wordsIn(body, place);
}

/** Like `pastedNodes`, for plain text. An empty line ends a paragraph. Lines with bullets or numbers form a list. */
export function pastedLines(plain: string, place: Place): Node[] {
  if (!/[\r\n]/.test(plain)) return [new Text(plain)];
  const body = elementWith('div');
  let group: HTMLElement | undefined;
  for (const line of plain.trim().split(/\r\n?|\n/)) {
    const [mark = '', number] = /^\s*(?:[-*•·◦▪]|(\d+)[.)])\s+(?=\S)/.exec(line) ?? [];
    const tag = mark === '' ? 'p' : number === undefined ? 'ul' : 'ol';
    if (!group?.matches(tag) || line.trim() === '') group = body.appendChild(elementWith(tag));
    const words = new Text(mark === '' ? `${line} ` : line.slice(mark.length));
    group.append(mark === '' ? words : elementWith('li', words));
  }
  return wordsIn(body, place);
}

/** Converts the lists of Microsoft Word, which are paragraphs with styles and bullets. */
function convertWordLists(body: HTMLElement): void {
  let open: HTMLElement[] = [];
  for (const entry of body.querySelectorAll<HTMLElement>('[style*="mso-list:" i]')) {
    const style = entry.getAttribute('style') ?? '';
    if (/mso-list:\s*(?:ignore|none)/i.test(style)) continue;
    const sign = entry.querySelector('[style*="mso-list:ignore" i]');
    const tag = /^\s*\w+[.)]/.test(sign?.textContent ?? '') ? 'ol' : 'ul';
    const level = Number(/level(\d+)/.exec(style)?.[1] ?? 1);
    sign?.remove();
    if (entry.previousElementSibling !== open[0]) open = [];
    open.length = Math.min(open.length, open[level - 1]?.matches(tag) ? level : level - 1);
    while (open.length < level) {
      const [list, owner] = [elementWith(tag), open.at(-1)];
      if (owner) owner.append(list);
      else entry.before(list);
      open.push(list);
    }
    open.at(-1)?.append(elementWith('li', ...entry.childNodes));
    entry.remove();
  }
}

function listFrom(element: Element, place: Place): HTMLElement {
  const list = elementWith(element.matches('ol') ? 'ol' : 'ul');
  for (const child of element.children) {
    // Google Docs and Word put a nested list after its item, not inside.
    if (child.matches('ul,ol'))
      (list.lastElementChild ?? list.appendChild(elementWith('li'))).append(listFrom(child, place));
    else {
      const entry = elementWith('li', ...wordsIn(child, place));
      if (entry.textContent.trim() !== '') list.append(entry);
    }
  }
  return list;
}

function tableFrom({ rows }: HTMLTableElement): HTMLElement {
  const inLine = { hasParagraphs: false, hasBlocks: false };
  const cells = (row: HTMLTableRowElement) =>
    [...row.cells].map((cell) => elementWith('td', ...wordsIn(cell, inLine)));
  return elementWith('table', ...[...rows].map((row) => elementWith('tr', ...cells(row))));
}

function wordsIn(pasted: Node, place: Place): Node[] {
  const { hasParagraphs, hasBlocks } = place;
  const words = elementWith('div');
  let needsGap = false;
  const add = (node: Node) => {
    const isAfterBlock =
      words.lastElementChild?.matches('ul,ol,table') && !words.lastElementChild.nextSibling;
    if (needsGap && words.lastChild && !isAfterBlock)
      words.append(...(hasParagraphs ? [elementWith('br'), elementWith('br')] : [' ']));
    needsGap = false;
    appendTo(words, node);
  };
  const walk = (parent: Node, wrap: (node: Node) => Node): void => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        const [, before, text = '', after] = /^(\s*)(.*?)(\s*)$/s.exec(node.data) ?? [];
        // In Markdown, formatted text cannot begin or end with a space.
        if (before && words.lastChild && !needsGap) add(new Text(' '));
        if (text !== '') add(wrap(new Text(text.replaceAll(/\s+/g, ' '))));
        if (text !== '' && after) add(new Text(' '));
      } else if (node instanceof HTMLElement && !node.matches(skipped) && node.style.display !== 'none') {
        if (hasBlocks && node.matches('ul,ol')) words.append(listFrom(node, place));
        else if (hasBlocks && node instanceof HTMLTableElement && node.querySelectorAll('td,th').length > 1)
          words.append(tableFrom(node));
        else {
          const isBlock = node.matches(blocks);
          needsGap ||= isBlock || node.matches('br');
          const mark = createMark(node);
          walk(node, mark ? (child) => wrap(appendTo(mark.cloneNode(), child)) : wrap);
          needsGap ||= isBlock;
        }
      }
    }
  };
  walk(pasted, (node) => node);
  return [...words.childNodes];
}

/** Appends a node, merged into the last one if both have the same formatting. */
function appendTo(parent: Node, node: Node): Node {
  const last = parent.lastChild;
  const isSame =
    last instanceof Element && !last.matches('br') && last.cloneNode().isEqualNode(node.cloneNode());
  if (isSame) [...node.childNodes].forEach((child) => appendTo(last, child));
  else parent.appendChild(node);
  return parent;
}

/** Creates the formatting element for pasted text. Word processors use elements or styles. */
function createMark(element: HTMLElement): HTMLElement | undefined {
  const { fontWeight, fontStyle } = element.style;
  const address = element.getAttribute('href') ?? '';
  if (element.matches('a') && /^(?:https?:|mailto:|tel:|\/(?!\/))/.test(address)) {
    const link = document.createElement('a');
    link.setAttribute('href', address);
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
