import type { Roll } from '../../support/mutants.ts';

/** All YAML syntax that authors usually write, in a few lines each. */
export const commonTexts: readonly string[] = [
  'a: one\nb: 2\n\n# a comment\nc: three words here\n',
  'a:\n  text below\n its key\nb:\n  c: d\n  e:\nf:\n',
  'list:\n- one\n- two words\n\n- three\nnext: x\n',
  'list:\n  - a: b\n    c:\n      - d\n      - e: f\n  - g: h\n    i:\n    - j\n',
  'body: |\n  ## One\n\n  Text: with # and "marks".\n    - deeper\n\nnext: x\n',
  'items:\n  - |\n    text\n  - >-\n    more\n    text\n  - last\n',
  `a: "double \\"quoted\\" \\\\ \\n text" # comment\nb: 'single ''quoted'' text'\nc: ""\nd: ''\n`,
  'a: { b: c, d: "e, f", g: [h, i], j: { k: l } }\nm: [n, \'o\', "p", { q: r }, [s]]\nt: {}\nu: []\n',
  'a: [\n  b,\n  c d,\n  ]\ne: {\n    f: g,\n    h: [\n      i, j],\n  k: l\n  }\n',
  'items:\n  - { label: One, to: /one } # comment\n  - { label: "Two, three", to: "/two" }\n  - [x, y]\n',
  'a: b # c\nd: # e\n  f: g # h\ni: one two #\nj:   k   \n',
  'a: “quoted” words\nb: „so“ it was\nc: x\u00A0y\nd: ‘a’ and ‘b’\ne: “Said.”\n',
  'url: https://example.org/a#b?c=d:e\ntime: 10:30\nrange: 1-2\nmark: a & b * c ! d % e @ f | g > h\n',
  'constructor: x\ntoString: y\n1: one\n0: zero\n_c: d\n',
];

/** Invalid YAML, and YAML that is rare or easily misread. */
export const unusualTexts: readonly string[] = [
  'a: a text that\n  goes on\n\n  below an empty line\nb: next\n',
  'body: |-\n    one \n    two\n\n\n# comment\nnext: >\n  folded\n  text\n\n\n  more\n',
  'a: "over\n  two lines\n\n  and more"\nb: \'over   \n\n\n  lines\'\nc: d\n',
  '',
  '- a\n',
  ' a: b\n',
  '---\na: b\n',
  'a: b\n...\n',
  '%YAML 1.2\n---\na: b\n',
  'a: b\r\nc: d\r\n',
  'a: b\n\tc: d\n',
  'a: b \t\n',
  'a: b\na: c\n',
  '__proto__: a\n',
  '"a": b\n',
  '? a\n: b\n',
  '<<: *a\n',
  'a b: c\n',
  'a : b\n',
  `${'a'.repeat(1100)}: b\n`,
  'a: &b c\n',
  'a: *b\n',
  'a: !b c\n',
  'a: @b\n',
  'a: `b`\n',
  'a: %b\n',
  'a: b: c\n',
  'a: b\n  c: d\n',
  'a: b\n  # c\n  d\n',
  'a: b #c\n',
  'a: one two three # four\n',
  'a: #b\n',
  'a: „so“\n',
  'a: - b\n',
  'a: b\n  - c\n',
  'a:\n  - b\n - c\n',
  'a:\n  -\n    b: c\n',
  'a:\n#b\n  c\nd: e\n',
  'a:\n  |\n b\n',
  'a: |\nb: c\n',
  'a: |2\n   b\n',
  'a: |+\n  b\n\n',
  'a: |#b\n  c\n',
  'a: |\n\n  b\n',
  'a: |\n  b\n     \n',
  'a: >\n  b\n    c\n',
  'a: "b\nc"\n',
  'a: "b\n',
  'a: "b" c\n',
  'a: "b"#c\n',
  'a: "\\u0041"\n',
  'a: "b\\\n  c"\n',
  "a: 'b\n",
  'a: { b }\n',
  'a: {{b}}\n',
  'a: { b: }\n',
  'a: { b: c, d }\n',
  'a: { b: c, , d: e }\n',
  'a: { b: c, b: d }\n',
  'a: { b: c: d }\n',
  'a: { b: c #d\n  }\n',
  'a: { b: c\n  d }\n',
  'a: { b: c ]\n',
  'a: { b: c } d\n',
  'a: { b: c }: d\n',
  'a: { "b": c }\n',
  'a: [b: c]\n',
  'a: [\n  b\n]\nc: {\n  d: e\n}\n',
  'a: [b\n',
  'a: [\nb]\n',
  'a: [[\n  b\n]]\n',
  'a: [b:]\n',
  'a: [, b]\n',
  'a: {b: &c d}\n',
];

/** Fragments to insert: characters with a meaning in YAML, in the checker or in JavaScript. */
const fragments = [
  [
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\n  ',
    ': ',
    ':',
    ' #',
    '#',
    '# note',
    '#tag',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
  ],
  [
    ', ',
    ' ,',
    '- ',
    '-',
    '>',
    '? ',
    '?',
    '<<: *a\n',
    '&a ',
    '*a',
    '!',
    '!!str ',
    '---',
    '...',
    '%',
    '@',
    '`',
  ],
  ['|', '|-', '>-', '|+', '|2', '>1-', '| # c', '---\n', '...\n', '\n---\n', '\\', '\\n', '\\"', '\\u00e9'],
  ['\u00A0', '\u200B', '\u2028', '\u0085', '\u3000', '\uFEFF', '\uFFFD', '\0', '\t', '\r', '\r\n', '\u001F'],
  ['“', '”', '„x“', '‘x’', 'é', '😀', "''", '""', '{}', '[]', '{ a: b }', '[a, b]', '{{a}}', 'a: b', 'a:'],
  [
    '__proto__: x\n',
    'constructor: x\n',
    'a: ',
    '\na: b\n',
    '\n- a',
    '\n  - b',
    '\n#c\n',
    '=======\n',
    '\t\n',
  ],
].flat();

type Change = (text: string, roll: Roll) => string;
type LineChange = (lines: string[], at: number, roll: Roll) => void;

const changes: readonly Change[] = [
  (text, roll) => spliced(text, roll(text.length + 1), 0, oneOf(fragments, roll)),
  (text, roll) => spliced(text, roll(text.length), 1 + roll(roll(4) === 0 ? 12 : 2), ''),
  // swaps two characters
  (text, roll) => {
    const at = roll(text.length);
    return spliced(text, at, 2, `${text[at + 1] ?? ''}${text[at] ?? ''}`);
  },
  // breaks a line in two
  (text, roll) => {
    const at = text.indexOf(' ', roll(text.length));
    const lines = `${'\n'.repeat(1 + roll(2))}${' '.repeat(roll(9))}`;
    return at === -1 ? text : spliced(text, at, roll(2), lines);
  },
  // quotes some words
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
  // indents or outdents
  (lines, at, roll) => {
    const shift = 1 + roll(4);
    const moved = roll(2) === 0 ? (line: string) => ' '.repeat(shift) + line : outdented(shift);
    lines.splice(at, 0, ...lines.splice(at, 1 + roll(3)).map(moved));
  },
  // joins two lines
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

/** Some lines of a page that are a document of their own. */
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
  return all[roll(all.length)]!; // within them
}

function spliced(text: string, at: number, count: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at + count);
}

const outdented = (most: number) => (line: string) => line.replace(new RegExp(`^ {1,${most}}`), '');
