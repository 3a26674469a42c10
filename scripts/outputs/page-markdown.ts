import { decodeEntities } from '../../schema/markdown/entities.ts';
import { withoutBreakSigns } from '../../schema/site/search-format.ts';

/** An element of the HTML that the engine renders, or a text. */
type Node = string | Element;
interface Element {
  name: string;
  /** As written in the tag. */
  attributes: string;
  children: Node[];
  /** Whether it is or contains a block of Markdown. */
  hasBlock: boolean;
}

const voidNames = new Set('area br col embed hr img input link meta source track wbr'.split(' '));
const token = /<!--[^]*?-->|<(\/?)([a-z][\w-]*)((?:\s[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi;
/** Controls, and elements without words. The SVG of a chart is omitted, since its sentence and table are separate. */
const machinery = new Set(
  'svg script style template noscript input select textarea output progress track source iframe'.split(' '),
);
const blocks = new Set(
  (
    'address article aside audio blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr legend li main nav ol p pre section summary table ul video'
  ).split(' '),
);
/** Elements whose inline children form one line of text. In other elements, styles separate the children. */
const running = new Set('p h1 h2 h3 h4 h5 h6 li dt dd td th summary legend'.split(' '));

/** Converts the texts of a rendered page to Markdown, for programs that read pages. */
export function pageMarkdown(html: string): string {
  const [, main = html] = /<main\b[^>]*>([^]*)<\/main>/.exec(html) ?? [];
  return withoutBreakSigns(`${formatBlocks(parse(main)).join('\n\n')}\n`);
}

function parse(html: string): Element {
  const root: Element = { name: 'main', attributes: '', children: [], hasBlock: true };
  const open = [root];
  let done = 0;
  for (const found of html.matchAll(token)) {
    const [whole, slash, written, attributes = ''] = found;
    const current = open.at(-1) ?? root;
    const text = html.slice(done, found.index);
    if (text !== '') current.children.push(decodeEntities(text));
    done = found.index + whole.length;
    const name = written?.toLowerCase();
    if (name === undefined) continue;
    if (slash) {
      if (open.length > 1) open.pop();
      continue;
    }
    const hasBlock = blocks.has(name);
    const element: Element = { name, attributes, children: [], hasBlock };
    if (hasBlock) for (const one of open) one.hasBlock = true;
    current.children.push(element);
    if (!voidNames.has(name)) open.push(element);
  }
  return root;
}

/** Patterns of the attributes that are read. Most elements have none of them. */
const attributePatterns = {
  alt: /\salt="([^"]*)"/,
  command: /\scommand="([^"]*)"/,
  href: /\shref="([^"]*)"/,
  src: /\ssrc="([^"]*)"/,
  start: /\sstart="([^"]*)"/,
};

function readAttribute(element: Element, name: keyof typeof attributePatterns): string | undefined {
  const [, value] = attributePatterns[name].exec(element.attributes) ?? [];
  return value === undefined ? undefined : decodeEntities(value);
}

function isMachinery(element: Element, isInForm: boolean): boolean {
  const { name } = element;
  if (machinery.has(name) || /\s(?:hidden="|aria-hidden="true")/.test(element.attributes)) return true;
  // A label outside of a form belongs to a switch. Only a button that opens a dialog has a text by the author.
  return (
    (name === 'label' && !isInForm) ||
    (name === 'button' && readAttribute(element, 'command') !== 'show-modal')
  );
}

/** Formats an element as blocks of Markdown. */
function formatBlocks(element: Element, isInForm = false): string[] {
  const made: string[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replaceAll(/[^\S\n]+/g, ' ').trim();
    if (text !== '') made.push(withoutBlockMarks(text));
    line = '';
  };
  const inForm = isInForm || element.name === 'form';
  for (const child of element.children) {
    if (typeof child !== 'string' && isMachinery(child, inForm)) continue;
    if (typeof child !== 'string' && child.hasBlock) {
      endLine();
      made.push(...formatBlock(child, inForm));
      continue;
    }
    const text = formatInline(child);
    if (running.has(element.name)) line = joined(line, text, child);
    else {
      endLine();
      line = text;
      endLine();
    }
  }
  endLine();
  return made;
}

function formatBlock(element: Element, isInForm: boolean): string[] {
  const { name, children } = element;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (name === 'hr') return ['---'];
  if (name === 'pre') return [codeBlock(plainText(element))];
  if (name === 'table') return [formatTable(element)];
  const inside = formatBlocks(element, isInForm);
  if (inside.length === 0) {
    const src = readAttribute(element, 'src') ?? firstSource(children);
    return (name === 'audio' || name === 'video') && src !== undefined ? [`<${src}>`] : [];
  }
  if (level !== undefined) return [`${'#'.repeat(Number(level))} ${inside.join(' ').replaceAll('\n', ' ')}`];
  if (name === 'blockquote') return [inside.join('\n\n').replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')];
  if (name === 'ul' || name === 'ol') return [formatList(element, isInForm)];
  const href = readAttribute(element, 'href');
  if (href !== undefined)
    return inside.map((text, at) => (at === 0 ? text.replace(/^((?:#+ )?)(.*)/, `$1[$2](${href})`) : text));
  return inside;
}

const firstSource = (children: readonly Node[]): string | undefined =>
  children.flatMap((child) => (typeof child === 'string' ? [] : (readAttribute(child, 'src') ?? [])))[0];

function formatList(list: Element, isInForm: boolean): string {
  const { name, children } = list;
  const start = Number(readAttribute(list, 'start') ?? 1);
  const items = children.flatMap((item) => {
    const inside = typeof item === 'string' ? [] : formatBlocks(item, isInForm);
    return inside.length === 0 ? [] : [inside];
  });
  const isLoose = items.some((item) => item.length > 1);
  return items
    .map((item, at) => {
      const mark = name === 'ol' ? `${start + at}. ` : '- ';
      return mark + item.join('\n\n').replaceAll(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    })
    .join(isLoose ? '\n\n' : '\n');
}

function formatTable(table: Element): string {
  const rows = elementsIn(table, 'tr').map(({ children }) =>
    children.flatMap((cell) =>
      typeof cell === 'string'
        ? []
        : [
            formatBlocks(cell)
              .join(' ')
              .replaceAll('\n', ' ')
              .replaceAll('|', String.raw`\|`),
          ],
    ),
  );
  const caption = elementsIn(table, 'caption').flatMap((one) => formatBlocks(one));
  const [head = [], ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  const lines = [head, rule, ...others].join('\n');
  return [...caption, ...(rows.length > 0 ? [lines] : [])].join('\n\n');
}

const elementsIn = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === name ? [child] : elementsIn(child, name),
  );

const plainText = (node: Node): string =>
  typeof node === 'string' ? node : node.children.map(plainText).join('');

function fence(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(Math.max(least, longest + 1));
}

const codeBlock = (text: string): string => {
  const marks = fence(text, 3);
  return `${marks}\n${text.replace(/\n$/, '')}\n${marks}`;
};

/** Formats a part of a line. Escapes characters with a meaning in Markdown. */
function formatInline(node: Node): string {
  if (typeof node === 'string')
    return node.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
  if (isMachinery(node, true)) return '';
  const { name } = node;
  if (name === 'br') return '  \n';
  if (name === 'img') {
    const alt = readAttribute(node, 'alt') ?? '';
    return alt === '' ? '' : `![${formatInline(alt)}](${readAttribute(node, 'src') ?? ''})`;
  }
  if (name === 'code') {
    const text = plainText(node);
    const marks = fence(text, 1);
    return /^`|`$/.test(text) ? `${marks} ${text} ${marks}` : marks + text + marks;
  }
  const inside = node.children.reduce<string>((line, child) => joined(line, formatInline(child), child), '');
  const text = inside.trim();
  if (text === '') return inside;
  const [before, after] = inside.split(text, 2);
  const href = name === 'a' ? readAttribute(node, 'href') : undefined;
  if (href !== undefined) return `${before}[${text}](${href})${after}`;
  const mark = name === 'strong' || name === 'b' ? '**' : name === 'em' || name === 'i' ? '*' : '';
  return before + mark + text + mark + after;
}

/** Adds text to a line. Inserts a space between adjacent elements that styles separate with a gap. */
function joined(line: string, text: string, child: Node): string {
  const touches =
    typeof child !== 'string' && /[\p{L}\p{N})*.!?]$/u.test(line.slice(-2)) && /^[[*!\p{L}\p{N}]/u.test(text);
  return line + (touches ? ' ' : '') + text;
}

/** Escapes characters at the start of a line that would begin a heading, list or rule. */
const withoutBlockMarks = (text: string): string => (/^[-#+=\d]/m.test(text) ? escapeBlockMarks(text) : text);

const escapeBlockMarks = (text: string): string =>
  text
    .replaceAll(/^(?:#{1,6}(?= )|[-+](?= )|=+$|-+$)/gm, String.raw`\$&`)
    .replaceAll(/^(\d+)([.)])(?= )/gm, String.raw`$1\$2`);
