import { type Lines, lineText } from '../diagnostics/positions.ts';
import type { TextEdit } from '../diagnostics/edits.ts';
import { type FixCandidate, diagnostic } from '../diagnostics/diagnostic.ts';
import { lineInfo, lineWithText } from './recover-lines.ts';
import { spaceCountText } from '../diagnostics/wording.ts';

/** Bullets of other programs and keyboards, and a dash without a space. */
const bullet =
  /^( *)(?:([–—•·▪●◦○►‣])[ \t\u00A0]*|([*+])(?:[ \t]+|(?=[A-Za-z][\w-]*:(?:\s|$)))|(-)(?=[A-Za-z]))(?=\S)/;
const maxItems = 200;

interface Item {
  mark: string;
  /** Offsets of its line, its bullet and its text. */
  line: number;
  from: number;
  to: number;
}

/** Candidates for items with another bullet than `- `: this item alone, and all of its list. */
export function bulletCandidates(lines: Lines, number: number): FixCandidate[] {
  const here = itemAt(lines, number);
  if (!here) return [];
  const all = [...besides(lines, here, -1).toReversed(), here, ...besides(lines, here, 1)];
  return (all.length === 1 ? [[here]] : [all, [here]]).map((items) => candidate(lines, here, items));
}

function candidate(lines: Lines, { mark }: Item, items: readonly Item[]): FixCandidate {
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
        ...alignedLineEdits(lines, item),
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

/** The items of the same list with the same bullet, above or below. */
function besides(lines: Lines, here: Item, step: 1 | -1): Item[] {
  const found: Item[] = [];
  const { indent } = lineInfo(lines, here.line);
  for (
    let at = here.line + step;
    at > 0 && at <= lines.starts.length && found.length < maxItems;
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

/** Shifts the lines that are aligned with the text of an item. */
function alignedLineEdits(lines: Lines, { line, from, to }: Item): TextEdit[] {
  const { from: start, indent } = lineInfo(lines, line);
  const shift = from + 2 - to;
  const edits: TextEdit[] = [];
  for (let at = line + 1; at <= lines.starts.length && edits.length < maxItems; at++) {
    const one = lineInfo(lines, at);
    if (one.text.trim() === '') continue;
    if (one.indent <= indent || (edits.length === 0 && one.indent !== to - start)) break;
    edits.push({ from: one.from, to: one.from + one.indent, newText: ' '.repeat(one.indent + shift) });
  }
  return shift === 0 ? [] : edits;
}

/** Candidates for other indentations of a line, with or without a dash. */
export function indentCandidates(lines: Lines, number: number): FixCandidate[] {
  const { from, to, indent, text } = lineInfo(lines, number);
  const content = text.trim();
  if (content === '') return [];
  const start = from + indent;
  const hasTab = text.slice(0, indent).includes('\t');
  const atLevel = (level: number, edits: TextEdit[]) => {
    const below = edits.length - 1;
    const what = below === 0 ? 'this line is' : `this line and the ${below === 1 ? 'one' : below} below are`;
    const [direction, wrong] =
      level > indent ? ['right', 'not indented far enough'] : ['left', 'indented too far'];
    return hasTab
      ? diagnostic({
          rule: 'tab',
          message: `${what} indented with tabs, and YAML allows only spaces`,
          label: 'use spaces in front of this line',
          from,
          to: start,
          fix: { title: 'write spaces for the tabs', safety: 'safe', edits },
        })
      : diagnostic({
          rule: 'wrong-indentation',
          message: `${what} ${wrong}`,
          label: `move it ${spaceCountText(Math.abs(level - indent))} to the ${direction}`,
          note: 'settings that belong together start in the same column',
          from: start,
          to,
          fix: {
            title:
              level === 0
                ? 'move it to the start of the line'
                : `start the line with ${spaceCountText(level)}`,
            safety: 'suggested',
            edits,
          },
        });
  };
  const moved = levelsFor(lines, number)
    .filter((level) => level !== indent || hasTab)
    .flatMap((level) => {
      const first = { from, to: start, newText: ' '.repeat(level) };
      const more = hasTab ? tabsBelow(lines, number, level) : below(lines, number, indent, level - indent);
      return [atLevel(level, [first]), ...(more.length > 0 ? [atLevel(level, [first, ...more])] : [])];
    });
  if (content.startsWith('-')) return moved;
  const dashed = [...new Set([Math.max(indent - 2, 0), indent, ...dashLevels(lines, number)])].map((level) =>
    diagnostic({
      rule: 'missing-dash',
      message: 'a `- ` is missing at the start of this line',
      label: 'each item of a list starts with `- `',
      from: start,
      to,
      fix: {
        title: `write \`- ${content}\``,
        safety: 'suggested',
        edits: [{ from, to: start, newText: `${' '.repeat(level)}- ` }],
      },
    }),
  );
  return [...moved, ...dashed];
}

/** The lines below that are indented at least as far; they move with it. */
function below(lines: Lines, number: number, indent: number, shift: number): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = number + 1; at <= lines.starts.length && edits.length < 200; at++) {
    const line = lineInfo(lines, at);
    if (line.text.trim() === '') continue;
    if (line.indent < indent || line.indent + shift < 0) break;
    edits.push({ from: line.from, to: line.from + line.indent, newText: ' '.repeat(line.indent + shift) });
  }
  return edits;
}

/** The lines below that are also indented with tabs. Each tab is one level. */
function tabsBelow(lines: Lines, number: number, level: number): TextEdit[] {
  const tabs = (at: number) =>
    lineText(lines, at).slice(0, lineInfo(lines, at).indent).split('\t').length - 1;
  const edits: TextEdit[] = [];
  for (let at = number + 1; at <= lines.starts.length; at++) {
    const { from, indent, text } = lineInfo(lines, at);
    if (text.trim() === '') continue;
    if (tabs(at) === 0) break;
    edits.push({
      from,
      to: from + indent,
      newText: ' '.repeat(Math.max(level + 2 * (tabs(at) - tabs(number)), 0)),
    });
  }
  return edits;
}

/** All columns where a line could start here, the likeliest first. */
function levelsFor(lines: Lines, number: number): number[] {
  const found = new Set<number>();
  let limit = Infinity;
  for (let at = number - 1; at > 0 && limit > 0; at--) {
    const { indent, text } = lineInfo(lines, at);
    if (/^\s*(#.*)?$/.test(text)) continue;
    const inner = /^[ \t]*(?:- +)*/.exec(text)?.[0].length ?? indent;
    if (at === lineWithText(lines, number - 1, -1))
      [inner + 2, indent + 2].forEach((level) => found.add(level));
    if (indent < limit) {
      if (inner < limit) found.add(inner);
      found.add(indent);
      limit = indent;
    }
  }
  const next = lineWithText(lines, number + 1, 1);
  if (next > 0) {
    const { indent, text } = lineInfo(lines, next);
    found.add(indent);
    if (/^\s*- /.test(text)) found.add(indent + 2);
  }
  found.add(0);
  const own = lineInfo(lines, number).indent;
  return [...found].toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own));
}

function dashLevels(lines: Lines, number: number): number[] {
  const found: number[] = [];
  let limit = Infinity;
  for (let at = number - 1; at > 0 && limit > 0; at--) {
    const { indent, text } = lineInfo(lines, at);
    if (/^\s*(#.*)?$/.test(text) || indent >= limit) continue;
    if (/^\s*- /.test(text)) found.push(indent);
    limit = indent;
  }
  return found;
}

/** The number of lines that are not indented by two spaces per level. */
export function irregularIndents(text: string): number {
  let count = 0;
  let inner = 0;
  for (const line of text.split('\n')) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (indent % 2 === 1 || indent > inner + 2) count++;
    inner = /^ *(?:- +)*/.exec(line)?.[0].length ?? indent;
  }
  return count;
}
