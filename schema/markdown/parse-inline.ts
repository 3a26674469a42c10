import type { Definition, Html, Node, PhrasingContent, Text } from 'mdast';
import { definitionDestination, linkDestination } from './destination.ts';
import { htmlProblem, invisibleReferences } from './problems.ts';
import { withoutSpacesInNumber } from '../base/text.ts';
import type { ParseContext } from './parse-context.ts';
import { strayMark } from './stray-marks.ts';
import { plainText } from './plain-text.ts';
import type { Inline } from './tree.ts';

/** Converts the content of a paragraph, heading or cell. */
export function parseInline(nodes: readonly PhrasingContent[], found: ParseContext): Inline[] {
  const read: Inline[] = [];
  for (const [at, node] of nodes.entries()) {
    if (node.type === 'html') htmlFault(node, found);
    if (node.type === 'text') uncoupledMark(node, nodes[at - 1], nodes[at + 1], found);
    const part = inlineOf(node, found, at === 0);
    const last = read.at(-1);
    if (typeof part === 'string' && typeof last === 'string') read[read.length - 1] = last + part;
    else if (part !== undefined && part !== '') read.push(part);
  }
  return read;
}

const isMarked = (node: PhrasingContent | undefined) => node?.type === 'emphasis' || node?.type === 'strong';

/** Reports a surplus mark next to formatted words, as in `*words**`. */
function uncoupledMark(
  node: Text,
  before: PhrasingContent | undefined,
  after: PhrasingContent | undefined,
  found: ParseContext,
): void {
  const { start, source } = found.written(node);
  const [first] = (isMarked(before) && /^[*_]+/.exec(source)) || [];
  const [last] = (isMarked(after) && /(?<!\\)[*_]+$/.exec(source)) || [];
  const mark = first ?? last;
  if (mark === undefined) return;
  found.faults.push({
    rule: 'text-marks',
    start: first === undefined ? start + source.length - mark.length : start,
    length: mark.length,
    message: `visitors will see this \`${mark}\`, because there are more marks on one side of these words than on the other`,
    label: 'visitors would see this',
    advice: `write the same marks on both sides, \`*words*\` or \`**words**\`; to show the mark, write \`\\${mark}\``,
  });
}

/** Reports an HTML tag. End tags are skipped once a tag is reported. */
function htmlFault(node: Html, found: ParseContext): void {
  const isEnd = node.value.startsWith('</') && found.faults.some(({ rule }) => rule === 'raw-html');
  if (!isEnd) found.fault(node, { rule: 'raw-html', ...htmlProblem(node.value, found.isShort) });
}

function inlineOf(node: PhrasingContent, found: ParseContext, isFirst: boolean): Inline | undefined {
  switch (node.type) {
    case 'text': {
      const { start, source } = found.written(node);
      if (/[*_~[\]`#|\n•‣▪●\\]/.test(source)) found.faults.push(...strayMark(source, start, isFirst));
      if (source.includes('&#')) found.faults.push(...invisibleReferences(source, start));
      return node.value.replaceAll('\n', ' ');
    }
    case 'inlineCode':
      if (/^[^[]*\]\(/.test(node.value)) found.fault(node, { rule: 'text-marks', ...halfALink });
      return { code: node.value };
    case 'strong':
      return { strong: parseInline(node.children, found) };
    case 'emphasis':
      return { emphasis: parseInline(node.children, found) };
    case 'delete':
      return { struck: parseInline(node.children, found) };
    case 'break':
      return { lineBreak: true };
    case 'html':
      return undefined;
    case 'link':
      return linkOf(node.children, node.url, node.title, node, found);
    case 'linkReference': {
      const target = found.definitions.get(node.identifier);
      return target && linkOf(node.children, target.url, target.title, node, found, target);
    }
    case 'footnoteReference': {
      const known = found.footnotes.indexOf(node.identifier);
      if (known >= 0) return { footnote: known + 1, again: true };
      return { footnote: found.footnotes.push(node.identifier) };
    }
    case 'image':
    case 'imageReference':
      found.fault(node, {
        rule: 'text-picture',
        message: 'a picture in a text must be alone on its line, and cannot be in a sentence or a link',
        label: 'other text is next to this picture, or around it',
        advice: 'put it on a line of its own in a `body`, with empty lines above and below',
      });
      return node.alt ?? '';
    default:
      return undefined;
  }
}

const halfALink = {
  message: 'this code begins inside the text of a link and ends after it, so there is no link',
  label: 'visitors would see the marks of the link',
  advice: 'put both backticks between `[` and `]`, or around the whole link',
};

function linkOf(
  children: readonly PhrasingContent[],
  to: string,
  title: string | null | undefined,
  node: Node,
  found: ParseContext,
  definition?: Definition,
): Inline {
  const link = parseInline(children, found);
  const words = plainText(link);
  if (words.trim() === '')
    found.fault(node, {
      rule: 'text-marks',
      message: 'this link has no text, so visitors do not see it',
      advice: 'write between `[` and `]` what the link leads to',
    });
  const [start, end] = wordsSpan(children, node);
  found.links.push({
    words,
    wordsStart: start,
    wordsLength: end - start,
    to,
    ...targetSpan(to, definition ?? node, end, found),
  });
  const target = withoutSpacesInNumber(to);
  return title ? { link, to: target, title } : { link, to: target };
}

function wordsSpan(children: readonly PhrasingContent[], node: Node): [number, number] {
  const start = children[0]?.position?.start.offset ?? (node.position?.start.offset ?? 0) + 1;
  return [start, children.at(-1)?.position?.end.offset ?? start];
}

/** Returns the span of a link target: in the link or its definition. Falls back to the whole link. */
function targetSpan(to: string, node: Node, wordsEnd: number, found: ParseContext) {
  const { start, source } = found.written(node);
  const isDefinition = node.type === 'definition';
  const written = isDefinition ? definitionDestination(source) : linkDestination(source, wordsEnd - start);
  if (written && written.from < written.to)
    return { toStart: start + written.from, toLength: written.to - written.from };
  // An e-mail address in `<` and `>` has no scheme.
  const shown = source.includes(to) || !to.startsWith('mailto:') ? to : to.slice('mailto:'.length);
  const at = shown === '' ? -1 : source.indexOf(shown);
  return at === -1
    ? { toStart: start, toLength: source.length }
    : { toStart: start + at, toLength: shown.length };
}
