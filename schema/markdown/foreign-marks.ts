import type { Root, RootContent } from 'mdast';
import { truncate } from '../diagnostics/wording.ts';
import { strikethroughAdvice } from './problems.ts';
import { toScriptDigits, subscriptDigits, superscriptDigits } from './script-digits.ts';
import type { TextProblem } from './tree.ts';

/** A kind of mark that has a meaning only in other systems, such as Jekyll, MkDocs, wikis and chat programs. */
interface ForeignMark {
  pattern: RegExp;
  /** What the mark is in other systems, such as `an abbreviation`. */
  name: string;
  /** What to write instead. */
  advice: string;
  /** Returns the equivalent Markdown or text for a mark, or `undefined` if the meaning of the mark is uncertain. */
  fix?(mark: string, innerText: string): string | undefined;
  /** Set if the fix is Markdown, because plain text cannot contain it. */
  isMarkdown?: true;
  /** `false` if the mark is meaningful in long texts. It is then reported only in other texts. */
  appliesToLongTexts?: false;
}

const noticeAdvice = 'use an `alert` block, or begin a quotation in a `body` with `> [!NOTE]`';
const templateAdvice = 'write the text itself, or a variable from `_site.yaml` such as `{{company}}`';

const stylingAdvice = 'delete it: the theme styles all blocks, and headings get their anchors automatically';
const attributePattern = String.raw`(?:[.#][A-Za-z_][\w:-]*|[A-Za-z][\w-]*=(?:"[^"\n]*"|'[^'\n]*'|[\w./#%-]+))`;
const attributeListPattern = String.raw`\{:?[ \t]*${attributePattern}(?:[ \t]+${attributePattern})*[ \t]*\}`;

/** The kinds of foreign marks. If two marks overlap, the kind that comes first in this list wins. */
const foreignMarkKinds: readonly ForeignMark[] = [
  {
    pattern:
      /(?<=^[ \t>]*(?:[-*+][ \t]+)?):{3,}[ \t]*(?:[A-Za-z{][^\n]*)?(?:\n[^]{0,5000}?\n[ \t>]*:{3,}[ \t]*$)?/gm,
    name: 'a box',
    advice: noticeAdvice,
  },
  {
    pattern:
      /(?<=^[ \t>]*(?:[-*+][ \t]+)?)(?:!!!|\?\?\?\+?)[ \t]+(?:abstract|attention|bug|caution|danger|error|example|failure|hint|important|info|note|question|quote|success|tip|warning)\b[^\n]*/gm,
    name: 'a box',
    advice: noticeAdvice,
  },
  // In a `body`, marks such as `[!NOTE]` begin a notice.
  {
    pattern: /(?<!\\)\[!(?:[A-Z]+|[a-z]+)\](?![([])/g,
    name: 'a box',
    advice: noticeAdvice,
    appliesToLongTexts: false,
  },
  {
    // Matches closing tags such as `[/b]`, and tags with attributes. Does not match an opening `[b]` alone, which may
    // be a footnote or code.
    pattern:
      /(?<!\\)\[(?:\/[a-z]\w*|(?:url|img|size|color)=[^\]\n]{1,200}|[a-z][\w-]*(?: +[\w-]+="[^"\n]*")+ *\/?)\](?!\()/g,
    name: 'a shortcode',
    advice: 'write Markdown such as `**words**` or `[words](/about/us)`, or use a block for it',
  },
  {
    pattern: /(?<![\\{])\{%[^]{0,400}?%\}|<%[^]{0,400}?%>/g,
    name: 'a template tag',
    advice: templateAdvice,
  },
  {
    pattern: /(?<!\\)[$#]\{[\w. ]+\}|(?<![\\{$#\w])\{[A-Za-z]\w*(?:\.\w+)+\}/g,
    name: 'a placeholder',
    advice: templateAdvice,
  },
  {
    pattern: /(?<!%)%%(?=[^\s%]|[ \t]+\w)[^%\n]{1,300}%%(?!%)|<!--[^]{0,400}?(?:-->|$(?![^]))/g,
    name: 'a comment',
    advice: 'delete it, or put it on its own line above the setting, after a `#`',
  },
  {
    pattern: /(?::contentReference)?\[oaicite:[^\]\n]*\](?:\{[^{}\n]*\})?/g,
    name: 'a citation from a chat',
    advice: 'delete it, and check the facts in the sentence',
    fix: () => '',
  },
  {
    pattern: new RegExp(String.raw`(?<![\\!\]])\[([^[\]\n]{1,300})\]${attributeListPattern}`, 'g'),
    name: 'styled text',
    advice: stylingAdvice,
    fix: (_mark, innerText) => innerText,
  },
  {
    pattern: new RegExp(String.raw`[ \t]?(?<![\\{$#])${attributeListPattern}`, 'g'),
    name: 'styling or an anchor',
    advice: stylingAdvice,
    fix: () => '',
  },
  {
    pattern:
      /(?<!\\)(?<!!)\[{1,2}_?(?:toc|TOC)_?\]{1,2}(?!\()|(?<![\w_])__TOC__(?![\w_])|(?<!\\)(?<!\{)\{:toc\b[^{}\n]*\}/g,
    name: 'a table of contents',
    advice: 'add a `contents` block to the page; it lists the headings automatically',
  },
  {
    // Does not match `a[[1]]`, which is code.
    pattern: /(?<![\\\w\])])!?\[\[(?!\d+\]\])[^[\]\n]+\]\]/g,
    name: 'a link',
    advice: 'write `[words](/about/us)`',
  },
  {
    pattern: /(?<=^[ \t>]*(?:[-*+][ \t]+)?)\*\[[^\]\n]+\]:[ \t]*[^\n]*/gm,
    name: 'an abbreviation',
    advice: 'spell it out where it first appears, or use a `glossary` block',
  },
  {
    pattern: new RegExp(
      [
        String.raw`(?<!\\)\$\$[^$]{1,500}\$\$`,
        String.raw`(?<![\\$\w])\$(?=[^\s$])(?=[A-Za-z](?:[\d']*\$)|[^$\n]*[\\^_={}])[^$\n]{0,200}?(?<=\S)\$(?![\w$])`,
        String.raw`\\\[(?=\s|(?:(?!\\[[\]]).)*?(?:[\^_=]|\\[A-Za-z]))(?:(?!\\[[\]]).){1,200}\\\]`,
        String.raw`\\\((?=\s|(?:(?!\\[()]).)*?(?:[\^_=]|\\[A-Za-z]))(?:(?!\\[()]).){1,200}\\\)`,
      ].join('|'),
      'g',
    ),
    name: 'a formula',
    advice: 'write it in words and symbols (x², √2), or show it as a picture',
  },
  {
    pattern: /(?<![\w=\\])==(?=[^\s=])([^=\n]{0,300}?[^\s=])==(?![\w=])/g,
    name: 'highlighted text',
    advice: 'write bold words as `**words**`',
    fix: (_mark, innerText) => `**${innerText}**`,
    isMarkdown: true,
  },
  {
    pattern: /(?<![\\~])~~(?=[^\s~])[^~\n]{1,200}(?<=\S)~~(?!~)/g,
    name: 'crossed-out text',
    advice: strikethroughAdvice,
  },
  {
    pattern: /(?<![\\~\w/])~(\p{L}{3,12})~(?![~\w/])/gu,
    name: 'crossed-out text',
    advice: 'write `~~words~~` in a text with Markdown, such as `lead`, or write only what is true now',
    fix: (_mark, innerText) => `~~${innerText}~~`,
    isMarkdown: true,
  },
  {
    pattern: /(?<![\\~])~(?=[^\s~/])[A-Za-z0-9+−-]{0,12}[A-Za-z0-9]~(?![~\d/])|(?<=[A-Za-z)])~\d{1,4}~(?!~)/g,
    name: 'subscript',
    advice: 'write the subscript digits themselves: H₂O',
    fix: (mark) => toScriptDigits(mark.slice(1, -1), subscriptDigits),
  },
  {
    pattern: /(?<![\\^])\^(?=[\w+−-]*[A-Za-z0-9])[\w+−-]{1,12}\^(?!\^)/g,
    name: 'superscript',
    advice: 'write the superscript digits themselves: x²',
    fix: (mark) => toScriptDigits(mark.slice(1, -1), superscriptDigits),
  },
  {
    pattern: /(?:<\/?(?:o|v|w|m|st\d):[A-Za-z]\w*(?:[ \t][^<>\n]*)?\/?>)+/g,
    name: 'a tag from Word',
    advice: 'delete it',
    fix: () => '',
  },
  {
    pattern: /(?<=^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX/~-]\](?=\s)/gm,
    name: 'a checkbox',
    advice: 'delete the box, or write `✓` for a completed item',
  },
  {
    pattern: /(?<![\w:/.\\])(?::[+-]1:|:[a-z][a-z0-9]*(?:[_+-][a-z0-9]+)*:)(?![\w:/])/g,
    name: 'an emoji',
    advice: 'write the emoji itself, such as 😀, or leave it out',
  },
  {
    pattern: /(?<=(?:^(?![^])|^[ \t]*\n|^)[ \t>]*\S[^\n]{0,80}\n[ \t>]*):[ \t]+(?=\S)/gm,
    name: 'a definition of the line above',
    advice: 'use a `glossary` or `pairs` block, or write `- **Word:** what it means`',
  },
];

// Matches characters that every foreign mark contains. This fast test rules out nearly all texts.
const foreignMarkHint =
  /:::|:[a-z+-][\w+-]*:|^[ \t>]*: |!!! |\?\?\?|\[!|\[\/|\[[a-z][\w -]*=|\[\[|\[_?toc|__toc__|\*\[|\{[%.#:\w]|[$#]\{|\[oaicite:|\[[ x/~-]\]\s|<[%!/ovwms]|%%|==|\$[^$\n]*\$|\$\$|\\[[(]|~\S|\^[\w+−-]/im;

/** Fast test: returns whether text may contain marks from other systems. */
export const canHaveForeignMarks = (text: string): boolean =>
  /[:!?[_*{$#<%=~\\^]/.test(text) && foreignMarkHint.test(text);

const maxForeignMarks = 50;

/**
 * Reports marks from other systems. `visible` is the text with code and addresses masked. It has the same offsets as
 * the text.
 */
export function findForeignMarks(
  text: string,
  visible: string,
  kind: 'long' | 'short' | 'plain',
): TextProblem[] {
  const foreignProblems: TextProblem[] = [];
  const reportedOffsets = new Uint8Array(text.length);
  for (const kindOfMark of foreignMarkKinds) {
    if (kind === 'long' && kindOfMark.appliesToLongTexts === false) continue;
    for (const { 0: match, 1: innerText = '', index } of visible.matchAll(kindOfMark.pattern)) {
      const start = index + match.length - match.trimStart().length;
      // The range of the problem is only the first line of the mark.
      const length = (match.trim().split('\n', 1)[0] ?? '').trimEnd().length;
      if (length === 0 || reportedOffsets.subarray(start, start + length).includes(1)) continue;
      reportedOffsets.fill(1, start, start + length);
      const mark = text.slice(start, start + length);
      const newText =
        kindOfMark.isMarkdown && kind === 'plain' ? undefined : kindOfMark.fix?.(mark, innerText);
      foreignProblems.push({
        rule: 'text-marks',
        start,
        length,
        message: `${quoteForMessage(truncate(mark))} has no meaning here: in other systems it is ${kindOfMark.name}`,
        label: 'visitors would see exactly these characters',
        advice: kindOfMark.advice,
        note: kind === 'plain' ? undefined : 'to show it exactly as it is, put it between two backticks',
        fix:
          newText === undefined
            ? undefined
            : { title: newText === '' ? 'delete it' : `write ${newText}`, safety: 'suggested', newText },
      });
      if (foreignProblems.length === maxForeignMarks) return foreignProblems;
    }
  }
  return foreignProblems.toSorted((a, b) => a.start - b.start);
}

const quoteForMessage = (mark: string) => (mark.includes('`') ? `"${mark}"` : `\`${mark}\``);

/**
 * Returns a text in which code, HTML, link targets and strikethrough marks are replaced with placeholder characters.
 * All offsets stay the same.
 */
export function maskInvisibleText(text: string, root: Root): string {
  const parts: string[] = [];
  let copiedTo = 0;
  const maskRange = (start = 0, end = 0) => {
    if (start < copiedTo) return;
    parts.push(text.slice(copiedTo, start), text.slice(start, end).replaceAll(/[^\n]/g, '\uFFFC'));
    copiedTo = end;
  };
  const maskNode = (node: Root | RootContent): void => {
    const [nodeStart, nodeEnd] = [node.position?.start.offset, node.position?.end.offset];
    if (['code', 'inlineCode', 'html', 'definition'].includes(node.type)) maskRange(nodeStart, nodeEnd);
    else if (node.type === 'image') maskRange((nodeStart ?? 0) + 2 + (node.alt?.length ?? 0), nodeEnd);
    else if ('children' in node) {
      if (node.type === 'delete') maskRange(nodeStart, (nodeStart ?? 0) + 2);
      const isAutolink = node.type === 'link' && text[nodeStart ?? 0] !== '[';
      if (isAutolink) maskRange(nodeStart, nodeEnd);
      else for (const child of node.children) maskNode(child);
      if (node.type === 'link') maskRange(node.children.at(-1)?.position?.end.offset ?? nodeStart, nodeEnd);
      if (node.type === 'delete') maskRange((nodeEnd ?? 0) - 2, nodeEnd);
    }
  };
  maskNode(root);
  parts.push(text.slice(copiedTo));
  return parts.join('');
}
