import type { Definition, Html, Node, PhrasingContent, Text } from 'mdast';
import { findDefinitionDestination, findLinkDestination } from './destination.ts';
import { createHtmlProblem, findInvisibleReferences } from './problems.ts';
import { removePhoneSpaces } from '../base/text.ts';
import type { ParseContext } from './parse-context.ts';
import { findStrayMark } from './stray-marks.ts';
import { toPlainText } from './plain-text.ts';
import type { Inline } from './tree.ts';

/** Converts the Markdown nodes in a paragraph, heading or table cell to inline text. */
export function parseInline(nodes: readonly PhrasingContent[], context: ParseContext): Inline[] {
  const parts: Inline[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.type === 'html') reportHtml(node, context);
    if (node.type === 'text') reportUnbalancedMark(node, nodes[index - 1], nodes[index + 1], context);
    const part = toInline(node, context, index === 0);
    const lastPart = parts.at(-1);
    if (typeof part === 'string' && typeof lastPart === 'string') parts[parts.length - 1] = lastPart + part;
    else if (part !== undefined && part !== '') parts.push(part);
  }
  return parts;
}

const isEmphasis = (node: PhrasingContent | undefined) =>
  node?.type === 'emphasis' || node?.type === 'strong';

/** Reports a surplus mark next to formatted words, as in `*words**`. */
function reportUnbalancedMark(
  node: Text,
  before: PhrasingContent | undefined,
  after: PhrasingContent | undefined,
  context: ParseContext,
): void {
  const { start, source } = context.readSource(node);
  const [first] = (isEmphasis(before) && /^[*_]+/.exec(source)) || [];
  const [last] = (isEmphasis(after) && /(?<!\\)[*_]+$/.exec(source)) || [];
  const mark = first ?? last;
  if (mark === undefined) return;
  context.problems.push({
    rule: 'text-marks',
    start: first === undefined ? start + source.length - mark.length : start,
    length: mark.length,
    message: `visitors will see this \`${mark}\`, because the marks before and after these words do not match`,
    label: 'visitors would see this',
    advice: `write the same marks on both sides, \`*words*\` or \`**words**\`; to show the mark, write \`\\${mark}\``,
  });
}

/** Reports an HTML tag. After a tag has been reported, end tags are skipped. */
function reportHtml(node: Html, context: ParseContext): void {
  const isEnd = node.value.startsWith('</') && context.problems.some(({ rule }) => rule === 'raw-html');
  if (!isEnd) context.report(node, { rule: 'raw-html', ...createHtmlProblem(node.value, context.isShort) });
}

function toInline(node: PhrasingContent, context: ParseContext, isFirst: boolean): Inline | undefined {
  switch (node.type) {
    case 'text': {
      const { start, source } = context.readSource(node);
      if (/[*_~[\]`#|\n•‣▪●\\]/.test(source)) context.problems.push(...findStrayMark(source, start, isFirst));
      if (source.includes('&#')) context.problems.push(...findInvisibleReferences(source, start));
      return node.value.replaceAll('\n', ' ');
    }
    case 'inlineCode':
      if (/^[^[]*\]\(/.test(node.value)) context.report(node, { rule: 'text-marks', ...splitLinkProblem });
      return { code: node.value };
    case 'strong':
      return { strong: parseInline(node.children, context) };
    case 'emphasis':
      return { emphasis: parseInline(node.children, context) };
    case 'delete':
      return { struck: parseInline(node.children, context) };
    case 'break':
      return { lineBreak: true };
    case 'html':
      return undefined;
    case 'link':
      return toLink(node.children, node.url, node.title, node, context);
    case 'linkReference': {
      const target = context.definitions.get(node.identifier);
      return target && toLink(node.children, target.url, target.title, node, context, target);
    }
    case 'footnoteReference': {
      const footnoteIndex = context.footnotes.indexOf(node.identifier);
      if (footnoteIndex >= 0) return { footnote: footnoteIndex + 1, again: true };
      return { footnote: context.footnotes.push(node.identifier) };
    }
    case 'image':
    case 'imageReference':
      context.report(node, {
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

const splitLinkProblem = {
  message: 'this code begins inside the text of a link and ends after it, so there is no link',
  label: 'visitors would see the marks of the link',
  advice: 'put both backticks between `[` and `]`, or around the whole link',
};

function toLink(
  children: readonly PhrasingContent[],
  to: string,
  title: string | null | undefined,
  node: Node,
  context: ParseContext,
  definition?: Definition,
): Inline {
  const link = parseInline(children, context);
  const linkText = toPlainText(link);
  if (linkText.trim() === '')
    context.report(node, {
      rule: 'text-marks',
      message: 'this link has no text, so visitors do not see it',
      advice: 'write the text of the link between `[` and `]`',
    });
  const [start, end] = findTextSpan(children, node);
  context.links.push({
    words: linkText,
    wordsStart: start,
    wordsLength: end - start,
    to,
    ...findTargetSpan(to, definition ?? node, end, context),
  });
  const target = removePhoneSpaces(to);
  return title ? { link, to: target, title } : { link, to: target };
}

function findTextSpan(children: readonly PhrasingContent[], node: Node): [number, number] {
  const start = children[0]?.position?.start.offset ?? (node.position?.start.offset ?? 0) + 1;
  return [start, children.at(-1)?.position?.end.offset ?? start];
}

/**
 * Returns the span of the target in a link or a link definition. If the target cannot be found, returns the span of the
 * whole node.
 */
function findTargetSpan(target: string, node: Node, linkTextEnd: number, context: ParseContext) {
  const { start, source } = context.readSource(node);
  const isDefinition = node.type === 'definition';
  const targetRange = isDefinition
    ? findDefinitionDestination(source)
    : findLinkDestination(source, linkTextEnd - start);
  if (targetRange && targetRange.from < targetRange.to)
    return { toStart: start + targetRange.from, toLength: targetRange.to - targetRange.from };
  // The parser adds `mailto:` to an autolink such as `<info@example.com>`, so the source does not contain it.
  const writtenTarget =
    source.includes(target) || !target.startsWith('mailto:') ? target : target.slice('mailto:'.length);
  const targetIndex = writtenTarget === '' ? -1 : source.indexOf(writtenTarget);
  return targetIndex === -1
    ? { toStart: start, toLength: source.length }
    : { toStart: start + targetIndex, toLength: writtenTarget.length };
}
