import type { Lines } from '../base/lines.ts';
import type { TextEdit } from '../base/text-edits.ts';
import { type Candidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo } from './line-info.ts';

/** What other programs and keyboards begin an item of a list with, and a dash without its blank. */
const bullet =
  /^( *)(?:([–—•·▪●◦○►‣])[ \t\u00A0]*|([*+])(?:[ \t]+|(?=[A-Za-z][\w-]*:(?:\s|$)))|(-)(?=[A-Za-z]))(?=\S)/;
const mostItems = 200;

interface Item {
  mark: string;
  /** Where its line begins, its mark and its text. */
  line: number;
  from: number;
  to: number;
}

/** Items of a list that begin with another sign than `- `: the one on this line, and all beside it. */
export function bulletCandidates(lines: Lines, number: number): Candidate[] {
  const here = itemAt(lines, number);
  if (!here) return [];
  const all = [...besides(lines, here, -1).toReversed(), here, ...besides(lines, here, 1)];
  return (all.length === 1 ? [[here]] : [all, [here]]).map((items) => candidate(lines, here, items));
}

function candidate(lines: Lines, { mark }: Item, items: readonly Item[]): Candidate {
  const [first] = items;
  const from = first?.from ?? 0;
  const { to, text } = lineInfo(lines, first?.line ?? 1);
  const isTight = mark === '-';
  const each = items.length > 1;
  return diagnostic({
    rule: isTight ? 'missing-space' : 'missing-dash',
    message: isTight
      ? `a space is missing after ${each ? 'each' : 'the'} \`-\``
      : `an item of a list begins with \`- \`, and not with \`${mark}\``,
    label: isTight ? 'write `- ` in front of the item' : 'each item of a list starts with `- `',
    from,
    to,
    fix: {
      title: each
        ? `write \`- \` in front of each of these ${items.length} items`
        : `write \`- ${text
            .slice(text.length - text.trimStart().length)
            .replace(bullet, '')
            .trimEnd()}\``,
      safety: /[*+]/.test(mark) ? 'suggested' : 'safe',
      edits: items.flatMap((item) => [
        { from: item.from, to: item.to, newText: '- ' },
        ...below(lines, item),
      ]),
    },
  });
}

function itemAt(lines: Lines, line: number): Item | undefined {
  const { from, text } = lineInfo(lines, line);
  const [whole, indent = '', ...marks] = bullet.exec(text) ?? [];
  const mark = marks.find((one) => one !== undefined);
  if (whole === undefined || mark === undefined) return undefined;
  return { mark, line, from: from + indent.length, to: from + whole.length };
}

/** The items of the same list with the same mark, upwards or downwards. */
function besides(lines: Lines, here: Item, step: 1 | -1): Item[] {
  const found: Item[] = [];
  const { indent } = lineInfo(lines, here.line);
  for (
    let at = here.line + step;
    at > 0 && at <= lines.starts.length && found.length < mostItems;
    at += step
  ) {
    const one = lineInfo(lines, at);
    if (one.text.trim() === '') continue;
    if (one.indent < indent) break;
    const item = one.indent === indent ? itemAt(lines, at) : undefined;
    if (item?.mark === here.mark) found.push(item);
  }
  return found;
}

/** Lines that stand right below the text of an item stay there. */
function below(lines: Lines, { line, from, to }: Item): TextEdit[] {
  const { from: start, indent } = lineInfo(lines, line);
  const shift = from + 2 - to;
  const edits: TextEdit[] = [];
  for (let at = line + 1; at <= lines.starts.length && edits.length < mostItems; at++) {
    const one = lineInfo(lines, at);
    if (one.text.trim() === '') continue;
    if (one.indent <= indent || (edits.length === 0 && one.indent !== to - start)) break;
    edits.push({ from: one.from, to: one.from + one.indent, newText: ' '.repeat(one.indent + shift) });
  }
  return shift === 0 ? [] : edits;
}
