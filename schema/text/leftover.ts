import type { TextFault } from './tree.ts';

interface Mark {
  pattern: RegExp;
  message(mark: string): string;
  advice: string;
}

// What Markdown takes as it is written, though whoever writes it means something by it.
const inLines: readonly Mark[] = [
  {
    pattern: /(?<!\\)\*\*|(?<![\w\\_])__|__(?![\w_])/g,
    message: (mark) => `visitors will see this \`${mark}\`, as it has no partner`,
    advice: 'put two stars right before the first word and right behind the last: `**words**`',
  },
  {
    pattern: /(?<!\\)~~/g,
    message: () => 'a text cannot be crossed out',
    advice: 'delete both `~~`',
  },
  {
    pattern: /!\[|(?<!\\)\](?=\(|\[| \((?:[/#]|https?:|mailto:|tel:))/g,
    message: () => 'this is no link, and visitors will see its marks',
    advice:
      'write `[words](/about/us)`: no blank between `]` and `(`, none in the address, ' +
      'and an address with `https://` if it is outside the site',
  },
  {
    pattern: /(?<!\\)\[\^[^\]\s]*\]/g,
    message: (mark) => `there is no footnote \`${mark}\` in this text`,
    advice:
      'write it on a line of its own below the text, like `[^1]: Where this is from.`, and only in a `body`',
  },
  {
    pattern: /(?<!\\)`{3,}/g,
    message: () => 'visitors will see these backticks',
    advice: 'put code between two lines that hold nothing but three backticks',
  },
];

const atLineStarts: readonly Mark[] = [
  {
    pattern: /^[•‣▪●](?=\s)/gm,
    message: () => 'this makes no list: its lines would be shown as one',
    advice: 'begin each entry with `- ` instead, in the `body` of a `text` block',
  },
  {
    pattern: /^#+(?=[^\s\d#])/gm,
    message: (mark) => `visitors will see this \`${mark}\`, as no blank follows it`,
    advice: 'write `## ` for a heading, or `\\#` if visitors are to see the mark',
  },
  {
    pattern: /^\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/gm,
    message: () => 'this is no table, as the rows above and below have another number of cells',
    advice: 'write as many `---` here as the first row has cells, with `|` between them',
  },
];

const numbered = /^\d{1,9}[.)] /gm;

/** Marks that visitors would see in a text that stands at an offset of what was written. */
export function leftovers(source: string, from: number, isAtStart: boolean): TextFault[] {
  const found = [...inLines, ...(isAtStart ? atLineStarts : [])].flatMap(({ pattern, message, advice }) =>
    [...source.matchAll(pattern)].map(({ 0: mark, index }): TextFault =>
      fault(from + index, mark, message, advice),
    ),
  );
  if (isAtStart) found.push(...lateNumbers(source, from));
  return found.slice(0, 1);
}

/** A numbered list right below a sentence must begin with 1. */
function lateNumbers(source: string, from: number): TextFault[] {
  const [first, second] = source.matchAll(numbered);
  if (!first || !second) return [];
  const message = () => 'this is no list, as it begins neither with 1 nor below an empty line';
  return [fault(from + first.index, first[0].trim(), message, 'put an empty line above the list')];
}

/** The box of a task at the beginning of an entry. */
export function taskBox(source: string, from: number): TextFault[] {
  const [box] = /^\[[ xX]\](?=\s)/.exec(source) ?? [];
  if (box === undefined) return [];
  return [
    fault(from, box, () => 'a list has no boxes to tick', 'delete the box, or write `✓` for what is done'),
  ];
}

const fault = (start: number, mark: string, message: Mark['message'], advice: string): TextFault => ({
  rule: 'text-marks',
  start,
  length: mark.length,
  message: message(mark),
  label: 'visitors would see this',
  advice,
});
