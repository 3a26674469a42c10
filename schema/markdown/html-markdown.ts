import { lifted, lowered, raised } from './foreign-mark-kinds.ts';
import type { HtmlElement, HtmlNode } from './html-tree.ts';

/** Thrown inside for what has no Markdown, or more than one. */
class Unclear extends Error {}
const unclear = (): never => {
  throw new Unclear();
};

/** Where HTML stands: its text is Markdown already behind inline tags, and only blocks may hold lists. */
interface Setting {
  isEscaped: boolean;
  isShort: boolean;
  decode(entities: string): string;
}

const wrappers = new Set(['div', 'section', 'article', 'main', 'header', 'footer', 'center', 'figure']);
const plainInline = new Set(['span', 'font', 'wbr']);
const blockNames = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol blockquote hr table pre'.split(' ').concat(...wrappers),
);
export const isBlockElement = (node: HtmlNode): boolean =>
  typeof node === 'object' && (blockNames.has(node.name) || node.children.some(isBlockElement));

/**
 * Markdown that shows the same as pasted HTML. Undefined if that is not certain. `isShort` if the text can hold no
 * blocks; `isEscaped` if its words are Markdown already.
 */
export function markdownOf(nodes: readonly HtmlNode[], setting: Setting): string | undefined {
  try {
    if (setting.isShort) return trimmed(inline(unwrapped(nodes), setting));
    const isInline = setting.isEscaped && !nodes.some(isBlockElement);
    return isInline ? inline(nodes, setting) : new Blocks(setting, nodes).written(nodes).join('\n\n');
  } catch (error) {
    if (error instanceof Unclear) return undefined;
    throw error;
  }
}

/** What stands in the only paragraph. */
function unwrapped(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  const [only, other] = nodes.filter((node) => typeof node === 'object' || node.trim() !== '');
  const isParagraph = typeof only === 'object' && (only.name === 'p' || wrappers.has(only.name));
  return isParagraph && other === undefined ? unwrapped(only.children) : nodes;
}

const trimmed = (text: string) => text.replaceAll(/[ \t]*\n[ \t]*/g, '\n').trim();

/** Marks that words of HTML may hold, and Markdown would take for its own. */
const marks = /[\\*`[\]<]|(?<![\p{L}\d])_|_(?![\p{L}\d])/gu;

function words(text: string, { isEscaped }: Setting): string {
  const flat = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
  if (isEscaped) return /[\\*_`[\]<|]/.test(flat) ? unclear() : flat;
  return flat.replaceAll(marks, String.raw`\$&`);
}

/** Inline Markdown. A new line is a backslash and the end of a line. */
function inline(nodes: readonly HtmlNode[], setting: Setting): string {
  return nodes
    .map((node) => (typeof node === 'string' ? words(node, setting) : inlineElement(node, setting)))
    .join('')
    .replaceAll(/ {2,}/g, ' ');
}

function inlineElement(element: HtmlElement, setting: Setting): string {
  const { name, attributes, children } = element;
  switch (name) {
    case 'b':
    case 'strong':
      return marked('**', children, setting);
    case 'i':
    case 'em':
      return marked('*', children, setting);
    case 'br':
      return '\\\n';
    case 'code':
      return codeSpan(setting.decode(onlyText(children)));
    case 'sup':
      return raised(onlyText(children), lifted) ?? unclear();
    case 'sub':
      return raised(onlyText(children), lowered) ?? unclear();
    case 'a':
      return link(inline(children, setting), attributes.get('href'), setting);
    default:
      return plainInline.has(name) ? inline(children, setting) : unclear();
  }
}

/** Marked words. Blanks stand outside of the marks. */
function marked(mark: string, children: readonly HtmlNode[], setting: Setting): string {
  const inside = inline(children, setting);
  const [, before = '', text = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(inside) ?? [];
  const isWhole = /^(\*{1,2})[^*]+\1$/.test(text) && !text.startsWith(`${mark}*`);
  const isMarked = text.startsWith('*') || text.endsWith('*');
  if (text === '' || text.includes('\\\n') || (isMarked && !isWhole)) return unclear();
  return `${before}${mark}${text}${mark}${after}`;
}

const onlyText = (children: readonly HtmlNode[]): string =>
  children.map((one) => (typeof one === 'string' ? one : unclear())).join('');

function codeSpan(code: string): string {
  const text = code.replaceAll(/\s+/g, ' ').trim();
  if (text === '' || text.includes('`')) return unclear();
  return `\`${text}\``;
}

function link(text: string, href: string | undefined, { decode }: Setting): string {
  const address = decode(href ?? '');
  const isSafe = /^(?:\/(?!\/)|#|https?:\/\/|mailto:|tel:)[^\s"'<>()]+$|^\/$/.test(address);
  if (!isSafe || text.trim() === '' || text.includes('\n') || text.includes('](')) return unclear();
  const [, before = '', inside = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  return `${before}[${inside}](${address})${after}`;
}

/** Writes blocks, with headings that begin with `##`. */
class Blocks {
  readonly #setting: Setting;
  readonly #firstLevel: number;

  constructor(setting: Setting, nodes: readonly HtmlNode[]) {
    this.#setting = setting;
    this.#firstLevel = hasMainHeading(nodes) ? 1 : 0;
  }

  written(nodes: readonly HtmlNode[]): string[] {
    const all: string[] = [];
    let run: HtmlNode[] = [];
    const endRun = () => {
      for (const paragraph of this.#paragraphs(run)) all.push(paragraph);
      run = [];
    };
    for (const node of nodes) {
      if (typeof node === 'string' || (!isBlockElement(node) && node.name !== 'img')) run.push(node);
      else {
        endRun();
        all.push(...this.#element(node));
      }
    }
    endRun();
    return all;
  }

  /** Paragraphs of inline elements: two new lines end one. */
  #paragraphs(nodes: readonly HtmlNode[]): string[] {
    return inline(nodes, this.#setting)
      .split(/(?:\\\n\s*){2,}/)
      .map((text) =>
        trimmed(text)
          .replaceAll(/^(?:\\\n)+|\\$/g, '')
          .trim(),
      )
      .filter((text) => text !== '')
      .map(withoutLineMarks);
  }

  #element(element: HtmlElement): string[] {
    const { name, children, attributes } = element;
    switch (name) {
      case 'p':
        return this.written(children);
      case 'hr':
        return ['---'];
      case 'img':
        return [picture(attributes, this.#setting)];
      case 'ul':
      case 'ol':
        return [this.#list(element)];
      case 'blockquote':
        return [this.written(children).join('\n\n').replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')];
      case 'pre':
        return [this.#code(children)];
      case 'table':
        return [this.#table(children)];
      default:
        if (/^h[1-6]$/.test(name)) return [this.#heading(Number(name[1]), children)];
        return wrappers.has(name) ? this.written(children) : unclear();
    }
  }

  #heading(level: number, children: readonly HtmlNode[]): string {
    const text = trimmed(inline(children, this.#setting)).replaceAll(/\\\n/g, ' ');
    const depth = Math.min(Math.max(level + this.#firstLevel, 2), 4);
    return text === '' ? unclear() : `${'#'.repeat(depth)} ${text.replaceAll(/ {2,}/g, ' ')}`;
  }

  #list({ name, children, attributes }: HtmlElement): string {
    const items = children.filter((one) => typeof one === 'object' || one.trim() !== '');
    const first = Number(attributes.get('start') ?? 1);
    if (attributes.has('reversed') || !Number.isInteger(first) || first < 0) return unclear();
    const written = items.map((item, at) => {
      if (typeof item === 'string' || item.name !== 'li') return unclear();
      const mark = name === 'ul' ? '- ' : `${first + at}. `;
      const parts = this.written(item.children);
      if (parts.length === 0) return unclear();
      const isTight = parts.slice(1).every((part) => /^(?:- |\d+\. )/.test(part));
      const text = parts.join(isTight ? '\n' : '\n\n');
      return mark + text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
    });
    return written.length === 0 ? unclear() : written.join('\n');
  }

  #code(children: readonly HtmlNode[]): string {
    const [only] = children;
    const inside =
      children.length === 1 && typeof only === 'object' && only.name === 'code' ? only : undefined;
    const code = this.#setting
      .decode(onlyText(inside?.children ?? children))
      .replace(/^\n/, '')
      .trimEnd();
    const language = /\blanguage-(\w+)/.exec(inside?.attributes.get('class') ?? '')?.[1] ?? '';
    return code === '' || code.includes('```') ? unclear() : `\`\`\`${language}\n${code}\n\`\`\``;
  }

  /** A table whose first row is its head. */
  #table(children: readonly HtmlNode[]): string {
    const rows = rowsIn(children);
    const [head, ...body] = rows;
    const width = head?.children.length ?? 0;
    const isHead = head?.children.every((cell) => typeof cell === 'object' && cell.name === 'th');
    if (!isHead || width === 0 || body.length === 0) return unclear();
    const lines = rows.map(({ children: cells }) => {
      const texts = cells.map((cell) => this.#cell(cell));
      return texts.length === width ? `| ${texts.join(' | ')} |` : unclear();
    });
    return [lines[0], `|${' --- |'.repeat(width)}`, ...lines.slice(1)].join('\n');
  }

  #cell(cell: HtmlNode): string {
    if (typeof cell === 'string' || !['td', 'th'].includes(cell.name)) return unclear();
    if (['colspan', 'rowspan'].some((one) => (cell.attributes.get(one) ?? '1') !== '1')) return unclear();
    const paragraphs = this.written(cell.children);
    const [text = ''] = paragraphs;
    const isLine = paragraphs.length <= 1 && !text.includes('\n') && !/^(?:[-#>] |\d+\. |!\[)/.test(text);
    return isLine ? text.replaceAll('|', String.raw`\|`) : unclear();
  }
}

/** A paragraph that does not begin like a list, a heading or a quotation. */
const withoutLineMarks = (text: string) =>
  text
    .replaceAll(/^(\s*)([-+>=#])/gm, String.raw`$1\$2`)
    .replaceAll(/^(\s*\d+)([.)])(?=\s)/gm, String.raw`$1\$2`);

const hasMainHeading = (nodes: readonly HtmlNode[]): boolean =>
  nodes.some((node) => typeof node === 'object' && (node.name === 'h1' || hasMainHeading(node.children)));

function picture(attributes: ReadonlyMap<string, string>, { decode }: Setting): string {
  const [src, alt] = [decode(attributes.get('src') ?? ''), (attributes.get('alt') ?? '').trim()];
  if (alt === '' || /[[\]\\\n]/.test(alt) || !/^(?:\/|https:\/\/)[^\s()<>"']+$/.test(src)) return unclear();
  return `![${alt}](${src})`;
}

/** The rows of a table, without blanks between their cells. */
function rowsIn(children: readonly HtmlNode[]): HtmlElement[] {
  return children.flatMap((node): HtmlElement[] => {
    if (typeof node === 'string') return node.trim() === '' ? [] : unclear();
    if (['thead', 'tbody', 'tfoot'].includes(node.name)) return rowsIn(node.children);
    if (node.name !== 'tr') return unclear();
    return [
      { ...node, children: node.children.filter((one) => typeof one === 'object' || one.trim() !== '') },
    ];
  });
}

/** The words of HTML as a browser shows them, without blanks. */
export function visibleWords(nodes: readonly HtmlNode[], decode: Setting['decode']): string {
  const all = (list: readonly HtmlNode[]): string =>
    list.map((node) => (typeof node === 'string' ? decode(node) : all(node.children))).join('');
  return all(nodes);
}
