import { decodeEntities } from '../../schema/markdown/entities.ts';
import { removeBreakCharacters } from '../../schema/site/search-format.ts';

/** An element parsed from rendered HTML, or text inside an element. */
type Node = string | Element;
interface Element {
  name: string;
  /** The attributes, as written in the tag. */
  attributes: string;
  children: Node[];
  /** Whether the element is or contains a block of Markdown, such as a paragraph. */
  hasBlock: boolean;
}

const voidNames = new Set('area br col embed hr img input link meta source track wbr'.split(' '));
const tokenPattern = /<!--[^]*?-->|<(\/?)([a-z][\w-]*)((?:\s[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi;
/**
 * Elements that are left out: controls, and elements without text. An SVG has no text, because a chart's text is next
 * to its SVG.
 */
const omittedElements = new Set(
  'svg script style template noscript input select textarea output progress track source iframe'.split(' '),
);
const blockElements = new Set(
  (
    'address article aside audio blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr legend li main nav ol p pre section summary table ul video'
  ).split(' '),
);
/**
 * Elements whose inline children form one line of text. In other elements, styles place a gap between inline children.
 */
const inlineContainers = new Set('p h1 h2 h3 h4 h5 h6 li dt dd td th summary legend'.split(' '));

/** Converts a rendered page to Markdown, for programs that read pages. */
export function toPageMarkdown(html: string): string {
  const [, main = html] = /<main\b[^>]*>([^]*)<\/main>/.exec(html) ?? [];
  return removeBreakCharacters(`${formatBlocks(parseHtml(main)).join('\n\n')}\n`);
}

function parseHtml(html: string): Element {
  const root: Element = { name: 'main', attributes: '', children: [], hasBlock: true };
  const openElements = [root];
  let parsedLength = 0;
  for (const match of html.matchAll(tokenPattern)) {
    const [tag, slash, rawName, attributes = ''] = match;
    const current = openElements.at(-1) ?? root;
    const text = html.slice(parsedLength, match.index);
    if (text !== '') current.children.push(decodeEntities(text));
    parsedLength = match.index + tag.length;
    const name = rawName?.toLowerCase();
    if (name === undefined) continue;
    if (slash) {
      if (openElements.length > 1) openElements.pop();
      continue;
    }
    const hasBlock = blockElements.has(name);
    const element: Element = { name, attributes, children: [], hasBlock };
    if (hasBlock) for (const ancestor of openElements) ancestor.hasBlock = true;
    current.children.push(element);
    if (!voidNames.has(name)) openElements.push(element);
  }
  return root;
}

/** Patterns that match the attributes that the conversion reads. Most elements have none of these attributes. */
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

function isOmitted(element: Element, isInForm: boolean): boolean {
  const { name } = element;
  if (omittedElements.has(name) || /\s(?:hidden="|aria-hidden="true")/.test(element.attributes)) return true;
  // Omit labels outside forms, because they belong to the engine's switches. Omit buttons, except those that open
  // dialogs: authors write only the text on these.
  return (
    (name === 'label' && !isInForm) ||
    (name === 'button' && readAttribute(element, 'command') !== 'show-modal')
  );
}

/** Formats an element as blocks of Markdown. */
function formatBlocks(element: Element, isInForm = false): string[] {
  const formattedBlocks: string[] = [];
  let line = '';
  const endLine = () => {
    const text = line.replaceAll(/[^\S\n]+/g, ' ').trim();
    if (text !== '') formattedBlocks.push(escapeBlockStart(text));
    line = '';
  };
  const isInsideForm = isInForm || element.name === 'form';
  for (const child of element.children) {
    if (typeof child !== 'string' && isOmitted(child, isInsideForm)) continue;
    if (typeof child !== 'string' && child.hasBlock) {
      endLine();
      formattedBlocks.push(...formatBlock(child, isInsideForm));
      continue;
    }
    const text = formatInline(child);
    if (inlineContainers.has(element.name)) line = appendText(line, text, child);
    else {
      endLine();
      line = text;
      endLine();
    }
  }
  endLine();
  return formattedBlocks;
}

function formatBlock(element: Element, isInForm: boolean): string[] {
  const { name, children } = element;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (name === 'hr') return ['---'];
  if (name === 'pre') return [formatCodeBlock(readText(element))];
  if (name === 'table') return [formatTable(element)];
  const innerBlocks = formatBlocks(element, isInForm);
  if (innerBlocks.length === 0) {
    const src = readAttribute(element, 'src') ?? findFirstSource(children);
    return (name === 'audio' || name === 'video') && src !== undefined ? [`<${src}>`] : [];
  }
  if (level !== undefined)
    return [`${'#'.repeat(Number(level))} ${innerBlocks.join(' ').replaceAll('\n', ' ')}`];
  if (name === 'blockquote')
    return [innerBlocks.join('\n\n').replaceAll(/^/gm, '> ').replaceAll(/ +$/gm, '')];
  if (name === 'ul' || name === 'ol') return [formatList(element, isInForm)];
  const href = readAttribute(element, 'href');
  if (href !== undefined)
    return innerBlocks.map((text, index) =>
      index === 0 ? text.replace(/^((?:#+ )?)(.*)/, `$1[$2](${href})`) : text,
    );
  return innerBlocks;
}

const findFirstSource = (children: readonly Node[]): string | undefined =>
  children.flatMap((child) => (typeof child === 'string' ? [] : (readAttribute(child, 'src') ?? [])))[0];

function formatList(list: Element, isInForm: boolean): string {
  const { name, children } = list;
  const start = Number(readAttribute(list, 'start') ?? 1);
  const items = children.flatMap((item) => {
    const innerBlocks = typeof item === 'string' ? [] : formatBlocks(item, isInForm);
    return innerBlocks.length === 0 ? [] : [innerBlocks];
  });
  const isLoose = items.some((item) => item.length > 1);
  return items
    .map((item, index) => {
      const mark = name === 'ol' ? `${start + index}. ` : '- ';
      return mark + item.join('\n\n').replaceAll(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
    })
    .join(isLoose ? '\n\n' : '\n');
}

function formatTable(table: Element): string {
  const rows = findElements(table, 'tr').map(({ children }) =>
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
  const caption = findElements(table, 'caption').flatMap((captionElement) => formatBlocks(captionElement));
  const [head = [], ...bodyRows] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const separator = `|${' --- |'.repeat(rows[0]?.length ?? 0)}`;
  const lines = [head, separator, ...bodyRows].join('\n');
  return [...caption, ...(rows.length > 0 ? [lines] : [])].join('\n\n');
}

const findElements = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) =>
    typeof child === 'string' ? [] : child.name === name ? [child] : findElements(child, name),
  );

const readText = (node: Node): string =>
  typeof node === 'string' ? node : node.children.map(readText).join('');

function createFence(text: string, minLength: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(Math.max(minLength, longest + 1));
}

const formatCodeBlock = (text: string): string => {
  const marks = createFence(text, 3);
  return `${marks}\n${text.replace(/\n$/, '')}\n${marks}`;
};

/** Formats an inline element or text. Escapes characters that have a meaning in Markdown. */
function formatInline(node: Node): string {
  if (typeof node === 'string')
    return node.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);
  if (isOmitted(node, true)) return '';
  const { name } = node;
  if (name === 'br') return '  \n';
  if (name === 'img') {
    const alt = readAttribute(node, 'alt') ?? '';
    return alt === '' ? '' : `![${formatInline(alt)}](${readAttribute(node, 'src') ?? ''})`;
  }
  if (name === 'code') {
    const text = readText(node);
    const marks = createFence(text, 1);
    return /^`|`$/.test(text) ? `${marks} ${text} ${marks}` : marks + text + marks;
  }
  const innerText = node.children.reduce<string>(
    (line, child) => appendText(line, formatInline(child), child),
    '',
  );
  const text = innerText.trim();
  if (text === '') return innerText;
  const [before, after] = innerText.split(text, 2);
  const href = name === 'a' ? readAttribute(node, 'href') : undefined;
  if (href !== undefined) return `${before}[${text}](${href})${after}`;
  const mark = name === 'strong' || name === 'b' ? '**' : name === 'em' || name === 'i' ? '*' : '';
  return before + mark + text + mark + after;
}

/** Adds text to a line. Inserts a space between adjacent elements that styles separate with a gap. */
function appendText(line: string, text: string, child: Node): string {
  const needsSpace =
    typeof child !== 'string' && /[\p{L}\p{N})*.!?]$/u.test(line.slice(-2)) && /^[[*!\p{L}\p{N}]/u.test(text);
  return line + (needsSpace ? ' ' : '') + text;
}

/** Escapes characters at the start of a line that would begin a heading, list or rule. */
const escapeBlockStart = (text: string): string => (/^[-#+=\d]/m.test(text) ? escapeBlockMarks(text) : text);

const escapeBlockMarks = (text: string): string =>
  text
    .replaceAll(/^(?:#{1,6}(?= )|[-+](?= )|=+$|-+$)/gm, String.raw`\$&`)
    .replaceAll(/^(\d+)([.)])(?= )/gm, String.raw`$1\$2`);
