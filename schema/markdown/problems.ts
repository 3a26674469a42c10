import type { Root, RootContent } from 'mdast';
import type { TextProblem } from './tree.ts';
import { formatCodePoint, invisibleCharacter } from '../diagnostics/invisible.ts';

type ProblemText = Omit<TextProblem, 'rule' | 'start' | 'length'>;

/** The advice for strikethrough where Markdown is not supported. */
export const strikethroughAdvice = 'write only what is true now, or say it in words, such as `was £500`';
const markdownStrikethroughAdvice = 'cross words out as `~~words~~`';

const adviceByTag: Record<string, string> = {
  a: 'write a link as `[words](/about/us)`',
  b: 'write bold words as `**words**`',
  blockquote: 'begin each line of a quotation with `> `',
  br: 'end the line with a backslash, `\\`, to begin a new one',
  del: markdownStrikethroughAdvice,
  s: markdownStrikethroughAdvice,
  strike: markdownStrikethroughAdvice,
  code: 'write code between two backticks, `` ` ``',
  em: 'write italic words as `*words*`',
  hr: 'write a line of three dashes, `---`, with an empty line above it',
  i: 'write italic words as `*words*`',
  img: 'write a picture as `![what it shows](/pictures/name.jpg)`, with empty lines around it',
  li: 'begin each item of a list with `- `',
  ol: 'begin each item of a numbered list with `1. `',
  p: 'put an empty line between two paragraphs',
  pre: 'put code between two lines of three backticks, `` ``` ``',
  strong: 'write bold words as `**words**`',
  table: 'write a table with `|` between the cells, and `| --- | --- |` below the first row',
  ul: 'begin each item of a list with `- `',
};

/** Returns the message and the advice about an HTML tag. */
export function createHtmlProblem(html: string, isShort = false): ProblemText {
  if (html.startsWith('<!--'))
    return {
      message: 'a text cannot contain an HTML comment',
      label: 'this is HTML',
      advice: 'delete it, or put it on its own line above the setting, after a `#`',
    };
  const [, name = ''] = /^<\/?([a-z][a-z0-9]*)/i.exec(html) ?? [];
  const tag = name.toLowerCase();
  const long = isShort ? blockTagAdvice.find(([tags]) => tags.test(tag))?.[1] : undefined;
  const heading = /^h[1-6]$/.test(tag) ? 'begin a heading with `## `, on its own line' : undefined;
  const escape = 'to show it to visitors, put a backslash before it: `\\<`';
  return {
    message: name === '' ? 'a text cannot contain HTML' : `a text cannot contain HTML such as \`<${name}>\``,
    label: 'this is HTML',
    advice:
      long ??
      (Object.hasOwn(adviceByTag, tag) ? adviceByTag[tag] : heading) ??
      'delete it, or use Markdown instead',
    note: escape,
    ...(tag === 'iframe' && { frame: readAttribute(html, 'src') ?? '' }),
  };
}

const shortTextAdvice = 'this is a short text: move';
const blockTagAdvice: readonly (readonly [tags: RegExp, advice: string])[] = [
  [
    /^(?:[uod]l|li|d[dt])$/,
    `${shortTextAdvice} the list into the \`body\` of a \`text\` block, with \`- \` before each item`,
  ],
  [
    /^(?:table|t[rdh]|thead|tbody)$/,
    `${shortTextAdvice} the table into a \`table\` block, or into the \`body\` of a \`text\` block`,
  ],
  [
    /^img$/,
    `${shortTextAdvice} the picture into a block that has an \`image\`, or into the \`body\` of a \`text\` block`,
  ],
  [/^h[1-6]$/, `${shortTextAdvice} the words into a \`heading\`, or into the \`body\` of a \`text\` block`],
  [/^(?:p|div|blockquote|pre|hr)$/, `${shortTextAdvice} longer texts into the \`body\` of a \`text\` block`],
];

/** Returns the URL of an `<iframe>`, or `undefined` for other HTML. */
export function readFrameUrl(html: string): string | undefined {
  const frameUrl = /^\s*<iframe\b/i.test(html)
    ? readAttribute(html, 'src')?.replace(/^\/\//, 'https://')
    : undefined;
  return frameUrl !== undefined && /^https:\/\/[^\s"'<>]+$/.test(frameUrl) ? frameUrl : undefined;
}

const readAttribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`, 'i')
    .exec(tag)
    ?.slice(1)
    .find((value) => value !== undefined)
    ?.replaceAll('&amp;', '&');

const blockNames: Record<string, string> = {
  blockquote: 'a quotation',
  code: 'a code block',
  definition: 'a link definition',
  heading: 'a heading',
  list: 'a list',
  paragraph: 'a second paragraph',
  table: 'a table',
  thematicBreak: 'a dividing line',
};

/** Returns the message about a Markdown block in a short text. */
export function createShortTextProblem(type: string): ProblemText {
  const isParagraph = type === 'paragraph';
  return {
    message: `this is a short text, and cannot contain ${blockNames[type] ?? 'this'}`,
    label: isParagraph ? 'an empty line begins a second paragraph' : 'it begins here',
    advice: isParagraph
      ? 'delete the empty line, or move the text to the `body` of a `text` block'
      : 'move it to the `body` of a `text` block',
    note: isParagraph ? undefined : 'to show the mark itself, put a backslash `\\` before it',
  };
}

/** Returns the message about an invalid heading level, or `undefined` if the level is valid. */
export function checkHeadingLevel(depth: number, previousDepth: number | undefined): ProblemText | undefined {
  const marks = '#'.repeat(depth);
  const deepestLevel = Math.min((previousDepth ?? 1) + 1, 4);
  if (depth >= 2 && depth <= deepestLevel) return undefined;
  const correctMarks = depth === 1 ? '##' : '#'.repeat(deepestLevel);
  return {
    message:
      depth === 1
        ? 'a heading in a text begins with `## `, because the page already has its main heading'
        : depth > 4
          ? `\`${marks}\` is too deep: texts have three levels of headings`
          : `\`${marks}\` must follow a heading with \`${marks.slice(1)}\`, and there is none above it`,
    label: `write \`${correctMarks}\``,
    fix: { title: `change \`${marks}\` to \`${correctMarks}\``, safety: 'suggested', newText: correctMarks },
  };
}

/**
 * The maximum depth of nested marks. Real texts have about three levels; thousands of levels would overflow the stack.
 */
const maxLevels = 40;

// Patterns for runs of marks that would take minutes to parse. The limits are high, because code may contain a few
// hundred marks in a row.
const excessiveMarks = [
  /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*){200}/gm,
  /(?:!?\[){1000}|(?<=[^\s*])\*{1000}|\*{1000}(?=[^\s*])/g,
];
// The maximum number of emphasis marks in a paragraph. Parsing time grows quadratically with this number.
const maxMarksPerParagraph = 8000;
/** Matches a thematic break, such as `---`. */
const thematicBreak = /^[-*\s]+$/;

/** Returns a problem if the text has too many marks to be parsed, otherwise `undefined`. */
export function checkMarkCount(text: string): TextProblem | undefined {
  if (text.length < 200) return undefined;
  for (const { index, 0: marks } of excessiveMarks.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const line = text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)[0] ?? '';
    if (!thematicBreak.test(line)) return createDepthProblem(index + marks.search(/\S/), line.trim().length);
  }
  return text.length < 2 * maxMarksPerParagraph ? undefined : checkParagraphMarks(text);
}

/** Reports the first paragraph with too many emphasis marks. */
function checkParagraphMarks(text: string): TextProblem | undefined {
  let first: number | undefined;
  let count = 0;
  for (const { index, 0: match } of text.matchAll(/[*_~]+|\n[ \t]*\n/g)) {
    if (match.startsWith('\n')) [first, count] = [undefined, 0];
    else if (++count > maxMarksPerParagraph) return createDepthProblem(first ?? index, match.length);
    else first ??= index;
  }
  return undefined;
}

/** Returns a problem if marks are nested too deeply, otherwise `undefined`. */
export function checkNesting(root: Root): TextProblem | undefined {
  const pendingNodes: { node: Root | RootContent; level: number }[] = [{ node: root, level: 0 }];
  for (let current = pendingNodes.pop(); current; current = pendingNodes.pop()) {
    const { node, level } = current;
    if (level > maxLevels) return createDepthProblem(node.position?.start.offset ?? 0, 1);
    if ('children' in node)
      for (const child of node.children) pendingNodes.push({ node: child, level: level + 1 });
  }
  return undefined;
}

const createDepthProblem = (start: number, length: number): TextProblem => ({
  rule: 'too-deep',
  message: 'marks are nested too deeply in this text',
  label: 'too many levels of marks start here',
  advice: 'delete marks that were repeated by accident',
  start,
  length: Math.min(length, 40),
});

/** Reports character references such as `&#7;`, whose characters are not allowed on pages. */
export function findInvisibleReferences(source: string, start: number): TextProblem[] {
  return [...source.matchAll(/(?<!\\)&#(?:[xX]([\dA-Fa-f]{1,6})|(\d{1,7}));/g)].flatMap((match) => {
    const [reference, hex, decimal] = match;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character = code > 0x10ffff ? '\uFFFE' : String.fromCodePoint(code);
    if (!invisibleCharacter.test(character)) return [];
    return {
      rule: 'unseen-sign',
      start: start + match.index,
      length: reference.length,
      message: `a text cannot contain \`${reference}\`, the invisible character \`${formatCodePoint(character)}\``,
      label: 'an invisible character',
      advice: 'delete it; for a line break, end the line with a backslash, `\\`',
      fix: { title: 'remove it', safety: 'safe', newText: '' },
    } satisfies TextProblem;
  });
}
