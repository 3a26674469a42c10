import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCases, decodeEscapes } from '../../support/golden.ts';
import type { Roll } from '../../support/mutants.ts';

const readTexts = (headline: string) =>
  readCases('values')
    .filter((goldenCase) => goldenCase.headline === headline)
    .map(({ input }) => decodeEscapes(input));

/** Short texts in the YAML syntax that authors commonly use. */
export const commonTexts: readonly string[] = readTexts('Common YAML parsed by the fast reader');

/** Texts in invalid, rare or misleading YAML. */
export const unusualTexts: readonly string[] = [
  ...readTexts('Unusual YAML parsed by the fast reader'),
  `${'a'.repeat(1100)}: b\n`,
];

/** Fragments to insert in texts. Each has a special meaning in YAML, the checker or JavaScript. */
const fragments = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/yaml-fragments.json'), 'utf8'),
) as string[]; // the format of the fixture

type Change = (text: string, roll: Roll) => string;
type LineChange = (lines: string[], index: number, roll: Roll) => void;

const textChanges: readonly Change[] = [
  (text, roll) => spliceText(text, roll(text.length + 1), 0, pickRandom(fragments, roll)),
  (text, roll) => spliceText(text, roll(text.length), 1 + roll(roll(4) === 0 ? 12 : 2), ''),
  // Swap two neighbouring characters.
  (text, roll) => {
    const index = roll(text.length);
    return spliceText(text, index, 2, `${text[index + 1] ?? ''}${text[index] ?? ''}`);
  },
  // Break a line in two.
  (text, roll) => {
    const index = text.indexOf(' ', roll(text.length));
    const lines = `${'\n'.repeat(1 + roll(2))}${' '.repeat(roll(9))}`;
    return index === -1 ? text : spliceText(text, index, roll(2), lines);
  },
  // Quote some words.
  (text, roll) => {
    const quote = pickRandom(['"', "'"], roll);
    const index = text.indexOf(' ', roll(text.length)) + 1;
    const end = text.indexOf(pickRandom(['\n', ' '], roll), index);
    return end === -1
      ? text
      : spliceText(text, index, end - index, `${quote}${text.slice(index, end)}${quote}`);
  },
];

const lineChanges: readonly LineChange[] = [
  (lines, index, roll) => void lines.splice(roll(lines.length), 0, ...lines.splice(index, 1)),
  (lines, index, roll) => void lines.splice(roll(lines.length), 0, lines[index] ?? ''),
  (lines, index) => void lines.splice(index, 1),
  // Increase or reduce the indentation of lines.
  (lines, index, roll) => {
    const shift = 1 + roll(4);
    const shiftLine = roll(2) === 0 ? (line: string) => ' '.repeat(shift) + line : createOutdent(shift);
    lines.splice(index, 0, ...lines.splice(index, 1 + roll(3)).map(shiftLine));
  },
  // Join two lines.
  (lines, index) => void lines.splice(index, 2, `${lines[index]}${lines[index + 1]?.trim() ?? ''}`),
  (lines, index, roll) => void lines.splice(index, 0, ' '.repeat(roll(8))),
  (lines, index, roll) => {
    lines.splice(index, 0, `${' '.repeat(roll(8))}#${pickRandom(['', ' note', 'note', ': x'], roll)}`);
  },
  (lines, index, roll) => {
    lines[index] += pickRandom([' # note', ' #note', ' #', '#', '  ', ' \u00A0', ':', ' -', '\t'], roll);
  },
];

/** Generates pages, excerpts of pages and short texts. Each contains up to four mistakes. */
export function* generateYamlTexts(pages: readonly string[], count: number, roll: Roll): Generator<string> {
  for (let textCount = 0; textCount < count; textCount++) {
    const kind = roll(10);
    const parts = Array.from({ length: 1 + roll(3) }, () =>
      renameKeys(pickRandom(roll(8) === 0 ? unusualTexts : commonTexts, roll), roll),
    );
    const page = pickRandom(pages, roll);
    let text = kind === 0 ? page : kind < 6 ? createExcerpt(page, roll) : parts.join('');
    for (let mistakes = roll(5); mistakes > 0; mistakes--) text = changeText(text, roll);
    yield text;
  }
}

function changeText(text: string, roll: Roll): string {
  if (roll(2) === 0) return pickRandom(textChanges, roll)(text, roll);
  const lines = text.split('\n');
  pickRandom(lineChanges, roll)(lines, roll(lines.length), roll);
  return lines.join('\n');
}

/** Returns some of the lines in a page as a separate document. */
function createExcerpt(page: string, roll: Roll): string {
  const lines = page.split('\n');
  const start = roll(lines.length);
  const indent = /^ */.exec(lines[start] ?? '')?.[0] ?? '';
  const end = lines.findIndex(
    (line, index) => index > start && line.trim() !== '' && !line.startsWith(indent),
  );
  const excerptLines = lines.slice(start, Math.min(end === -1 ? lines.length : end, start + 2 + roll(25)));
  const text = excerptLines.map((line) => line.slice(indent.length)).join('\n');
  return `${text.startsWith('-') ? 'list:\n' : ''}${text}\n`;
}

/** Makes the keys unique, so that texts can be joined without duplicate keys. */
function renameKeys(text: string, roll: Roll): string {
  return text.replaceAll(/^\w+(?=:)/gm, (key) => `${key}${roll(99)}`);
}

function pickRandom<T>(items: readonly T[], roll: Roll): T {
  return items[roll(items.length)]!; // the index is within the list
}

function spliceText(text: string, index: number, count: number, insertion: string): string {
  return text.slice(0, index) + insertion + text.slice(index + count);
}

const createOutdent = (maxSpaces: number) => (line: string) =>
  line.replace(new RegExp(`^ {1,${maxSpaces}}`), '');
