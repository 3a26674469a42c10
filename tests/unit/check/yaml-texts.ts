import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesIn, withSigns } from '../../support/golden.ts';
import type { Roll } from '../../support/mutants.ts';

const textsOf = (headline: string) =>
  casesIn('values')
    .filter((one) => one.headline === headline)
    .map(({ input }) => withSigns(input));

/** The YAML syntax that authors commonly use, a few lines per text. */
export const commonTexts: readonly string[] = textsOf('What is read of usual YAML at once');

/** Invalid, rare or misleading YAML. */
export const unusualTexts: readonly string[] = [
  ...textsOf('What is read of unusual YAML at once'),
  `${'a'.repeat(1100)}: b\n`,
];

/** Fragments to insert: text with a special meaning in YAML, the checker or JavaScript. */
const fragments = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/yaml-fragments.json'), 'utf8'),
) as string[]; // the format of the fixture

type Change = (text: string, roll: Roll) => string;
type LineChange = (lines: string[], at: number, roll: Roll) => void;

const changes: readonly Change[] = [
  (text, roll) => spliced(text, roll(text.length + 1), 0, oneOf(fragments, roll)),
  (text, roll) => spliced(text, roll(text.length), 1 + roll(roll(4) === 0 ? 12 : 2), ''),
  // Swap two characters.
  (text, roll) => {
    const at = roll(text.length);
    return spliced(text, at, 2, `${text[at + 1] ?? ''}${text[at] ?? ''}`);
  },
  // Break a line in two.
  (text, roll) => {
    const at = text.indexOf(' ', roll(text.length));
    const lines = `${'\n'.repeat(1 + roll(2))}${' '.repeat(roll(9))}`;
    return at === -1 ? text : spliced(text, at, roll(2), lines);
  },
  // Quote some words.
  (text, roll) => {
    const mark = oneOf(['"', "'"], roll);
    const at = text.indexOf(' ', roll(text.length)) + 1;
    const end = text.indexOf(oneOf(['\n', ' '], roll), at);
    return end === -1 ? text : spliced(text, at, end - at, `${mark}${text.slice(at, end)}${mark}`);
  },
];

const lineChanges: readonly LineChange[] = [
  (lines, at, roll) => void lines.splice(roll(lines.length), 0, ...lines.splice(at, 1)),
  (lines, at, roll) => void lines.splice(roll(lines.length), 0, lines[at] ?? ''),
  (lines, at) => void lines.splice(at, 1),
  // Indent or outdent lines.
  (lines, at, roll) => {
    const shift = 1 + roll(4);
    const moved = roll(2) === 0 ? (line: string) => ' '.repeat(shift) + line : outdented(shift);
    lines.splice(at, 0, ...lines.splice(at, 1 + roll(3)).map(moved));
  },
  // Join two lines.
  (lines, at) => void lines.splice(at, 2, `${lines[at]}${lines[at + 1]?.trim() ?? ''}`),
  (lines, at, roll) => void lines.splice(at, 0, ' '.repeat(roll(8))),
  (lines, at, roll) => {
    lines.splice(at, 0, `${' '.repeat(roll(8))}#${oneOf(['', ' note', 'note', ': x'], roll)}`);
  },
  (lines, at, roll) => {
    lines[at] += oneOf([' # note', ' #note', ' #', '#', '  ', ' \u00A0', ':', ' -', '\t'], roll);
  },
];

/** Generates texts with up to four mistakes: pages, excerpts of pages, and short texts. */
export function* yamlTexts(pages: readonly string[], count: number, roll: Roll): Generator<string> {
  for (let generated = 0; generated < count; generated++) {
    const kind = roll(10);
    const parts = Array.from({ length: 1 + roll(3) }, () =>
      renamed(oneOf(roll(8) === 0 ? unusualTexts : commonTexts, roll), roll),
    );
    const page = oneOf(pages, roll);
    let text = kind === 0 ? page : kind < 6 ? excerpt(page, roll) : parts.join('');
    for (let mistakes = roll(5); mistakes > 0; mistakes--) text = changed(text, roll);
    yield text;
  }
}

function changed(text: string, roll: Roll): string {
  if (roll(2) === 0) return oneOf(changes, roll)(text, roll);
  const lines = text.split('\n');
  oneOf(lineChanges, roll)(lines, roll(lines.length), roll);
  return lines.join('\n');
}

/** Returns some lines of a page as a document of their own. */
function excerpt(page: string, roll: Roll): string {
  const lines = page.split('\n');
  const from = roll(lines.length);
  const indent = /^ */.exec(lines[from] ?? '')?.[0] ?? '';
  const end = lines.findIndex((line, at) => at > from && line.trim() !== '' && !line.startsWith(indent));
  const some = lines.slice(from, Math.min(end === -1 ? lines.length : end, from + 2 + roll(25)));
  const text = some.map((line) => line.slice(indent.length)).join('\n');
  return `${text.startsWith('-') ? 'list:\n' : ''}${text}\n`;
}

/** Makes the keys unique, so that texts can be joined. */
function renamed(text: string, roll: Roll): string {
  return text.replaceAll(/^\w+(?=:)/gm, (key) => `${key}${roll(99)}`);
}

function oneOf<T>(all: readonly T[], roll: Roll): T {
  return all[roll(all.length)]!; // the index is within the list
}

function spliced(text: string, at: number, count: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at + count);
}

const outdented = (most: number) => (line: string) => line.replace(new RegExp(`^ {1,${most}}`), '');
