import { canHaveForeignMarks } from './foreign-marks.ts';
import { findJoinedLines } from './joined-lines.ts';
import { toPlainText } from './plain-text.ts';
import type { Inline, TextLink, TextPart } from './tree.ts';

// The content of a character class for all characters that have no meaning inside a line of Markdown.
const plainCharacters = String.raw`^\\\x60*_[\]<&~|\t`;

/** Matches plain text, `*` or `**` around words, code, or a link to a simple URL. */
const inlinePiece = new RegExp(
  [
    `([${plainCharacters}]+)`,
    // After the closing mark, only a space or punctuation may follow. With a letter, it might be an opening mark.
    String.raw`(\*\*?)([\p{L}\p{N}](?:[${plainCharacters}\n]*[\p{L}\p{N}])?)\2(?![^\s.,;:!?)])`,
    String.raw`\x60([^\s\x60[\]](?:[^\x60[\]\n]*[^\s\x60[\]])?)\x60(?!\x60)`,
    String.raw`\[([${plainCharacters}\s](?:[${plainCharacters}\n]*[${plainCharacters}\s])?)\]\(((?:https:/)?[/#][\w/#.-]*)\)`,
  ].join('|'),
  'uy',
);
// Matches lines that may start another Markdown construct, such as `> quoted`, and spaces at the end of a line.
const specialLine =
  /^\s*(?:[-+>=#•‣▪●–—·◦○■□➢➤►→✓✔]|\d{1,9}[.)]|(?:[A-Za-z]|[ivx]{2,4})[.)]\s|\((?:\d{1,3}|[A-Za-z]|[ivx]{2,4})\)\s)|^\s|[ \t]$| {2}|\r/m;

/**
 * Parses a short text that contains only words, emphasis, code and links. This is 40 times as fast as the CommonMark
 * parser. Returns `undefined` if the CommonMark parser might return another result.
 */
export function tryFastParseShort(source: string): { inline: Inline[]; links: TextLink[] } | undefined {
  if (canHaveForeignMarks(source)) return undefined;
  const text = trimTrailingNewlines(source);
  const links: TextLink[] = [];
  const inline = text.includes('\n\n') ? undefined : parsePlainInline(text, 0, links);
  return inline && { inline, links };
}

/** Like `tryFastParseShort`, but for long texts, which may also contain `##` headings and simple lists. */
export function tryFastParseLong(
  source: string,
): { parts: TextPart[]; links: TextLink[]; headings: string[] } | undefined {
  if (canHaveForeignMarks(source)) return undefined;
  const parts: TextPart[] = [];
  const links: TextLink[] = [];
  const headings: string[] = [];
  let offset = 0;
  for (const lines of trimTrailingNewlines(source).split('\n\n')) {
    const heading = /^## (?!.*#)(.+)$/.exec(lines)?.[1];
    const lastPart = parts.at(-1);
    if (heading !== undefined) {
      const subheading = parsePlainInline(heading, offset + 3, links);
      if (!subheading) return undefined;
      headings.push(toPlainText(subheading).trim());
      parts.push({ subheading, depth: 2 });
    } else if (lines.startsWith('- ')) {
      const list = parsePlainList(lines, offset, links);
      // Markdown merges adjacent lists into one, which the fast parser does not support.
      if (!list || (lastPart && 'list' in lastPart)) return undefined;
      parts.push({ list });
    } else {
      const paragraph = parsePlainInline(lines, offset, links);
      if (!paragraph) return undefined;
      parts.push({ paragraph });
    }
    offset += lines.length + 2;
  }
  return { parts, links, headings };
}

const trimTrailingNewlines = (text: string) => text.replace(/\n+$/, '');

function parsePlainList(lines: string, start: number, links: TextLink[]): TextPart[][] | undefined {
  const list: TextPart[][] = [];
  let offset = start;
  for (const line of lines.split('\n')) {
    // An item that starts with a bracket may be a task with a checkbox.
    const paragraph = /^- [^\s[]/.test(line) ? parsePlainInline(line.slice(2), offset + 2, links) : undefined;
    if (!paragraph) return undefined;
    list.push([{ paragraph }]);
    offset += line.length + 1;
  }
  return list;
}

/**
 * Parses the lines of a paragraph. `start` is the offset of the paragraph in the text. Returns `undefined` if the lines
 * are not simple.
 */
function parsePlainInline(lines: string, start: number, links: TextLink[]): Inline[] | undefined {
  if (lines === '' || specialLine.test(lines) || findJoinedLines(lines, 0).length > 0) return undefined;
  const inline: Inline[] = [];
  inlinePiece.lastIndex = 0;
  while (inlinePiece.lastIndex < lines.length) {
    const pieceStart = inlinePiece.lastIndex;
    const pieceMatch = inlinePiece.exec(lines);
    if (!pieceMatch) return undefined;
    const [match, plainText, mark, markedText, code, link, to = ''] = pieceMatch;
    const before = lines[pieceStart - 1] ?? ' ';
    if (plainText !== undefined) inline.push(plainText.replaceAll('\n', ' '));
    else if (markedText !== undefined) {
      if (!/[\s(]/.test(before)) return undefined;
      inline.push(mark === '*' ? { emphasis: [markedText] } : { strong: [markedText] });
    } else if (code !== undefined) inline.push({ code });
    else if (link !== undefined) {
      if (before === '!') return undefined;
      inline.push({ link: [link], to });
      const wordsStart = start + pieceStart + 1;
      const toStart = start + pieceStart + match.length - 1 - to.length;
      links.push({ words: link, wordsStart, wordsLength: link.length, to, toStart, toLength: to.length });
    }
  }
  return inline;
}
