import { type Node, isScalar, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

/** The span of a node; empty and at 0 if there is none. */
export function spanOf(node: unknown): Span {
  const [from = 0, to = from] = (node as Node | null | undefined)?.range ?? []; // parsed documents hold nodes
  return { from, to };
}

/** Reports a duplicate key. Keys are scalars here. */
export function duplicateKey(text: string, first: Pair, second: Pair, map: YAMLMap): Diagnostic<Span> {
  const key = second.key as Scalar; // parsed pairs hold nodes
  const [one, two] = [spanOf(first.key), spanOf(key)];
  const value = spanOf(second.value ?? key);
  const source = (node: unknown) => text.slice(spanOf(node).from, spanOf(node).to);
  const isSame = source(first.value) === source(second.value);
  const edit = isSame && !map.flow ? deleteLines(text, two.from, value.to) : undefined;
  const name = String(key.value);
  return diagnostic({
    rule: 'duplicate-key',
    message: `\`${name}\` is written twice in the same place`,
    label: 'written again here',
    advice: edit ? undefined : `keep one of the two \`${name}\` lines and delete the other`,
    related: [{ ...one, label: 'first written here' }],
    ...two,
    fix: edit && {
      title: `delete the second \`${name}\`, which says the same`,
      safety: 'safe',
      edits: [edit],
    },
  });
}

export function keyIsNotText(key: Node | null): Diagnostic<Span> {
  const { from, to } = spanOf(key);
  return diagnostic({
    rule: 'yaml-syntax',
    message: 'the name of a setting must be one word in front of a colon',
    advice: 'if this is text, put quotation marks around it',
    from,
    to: Math.max(to, from + 1),
  });
}

export function reservedKey(key: Scalar): Diagnostic<Span> {
  return diagnostic({
    rule: 'unknown-key',
    message: 'there is no setting called `__proto__`',
    label: 'programs keep this name for themselves',
    advice: 'delete the line',
    ...spanOf(key),
  });
}

interface OtherColon {
  word: string;
  sign: string;
  /** Offsets where the name and the value start. */
  from: number;
  to: number;
  rest: string;
}

/** `{label:Hello, to:/hello}` and `{ label = Hello }` are mappings of keys without values. */
export function missingSpaceAfterColon({ items }: YAMLMap): Diagnostic<Span> | undefined {
  const alone = items.filter(({ value }) => value === null);
  const found = alone.flatMap(({ key }) => otherColon(key) ?? []);
  const [first, second] = found;
  // Text after a value may belong to it.
  if (!first || found.length < alone.length || items[0] !== alone[0]) return undefined;
  const isTight = found.every(({ sign }) => sign === ':');
  if (isTight && alone.length < items.length) return undefined;
  // `{x = 5}` is a text.
  if (first.sign === '=' && items.length === 1) return undefined;
  const what = second ? 'each colon' : 'the colon';
  const insert = {
    safety: first.sign === '=' ? 'suggested' : 'safe',
    edits: found.flatMap(colonEdits),
  } as const;
  const at = first.from + first.word.length;
  return isTight
    ? diagnostic({
        rule: 'missing-space',
        message: `a space is missing after ${what}`,
        label: 'write `: ` between the name and the value',
        from: first.from,
        to: at + 1,
        fix: { title: `write a space after ${second ? what : `\`${first.word}:\``}`, ...insert },
      })
    : diagnostic({
        rule: 'missing-colon',
        message: `a colon is missing after \`${first.word}\``,
        label: `YAML knows only \`:\` with a space behind it, and no \`${first.sign}\``,
        from: first.from,
        to: first.to,
        fix: { title: `write \`: \` behind ${second ? 'each name' : `\`${first.word}\``}`, ...insert },
      });
}

function otherColon(key: unknown): OtherColon | undefined {
  if (!isScalar(key) || key.type !== 'PLAIN') return undefined;
  const text = String(key.value);
  const [whole, word = '', tight, other] = anyColon.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const { from } = spanOf(key);
  const sign = tight ?? other ?? ':';
  return { word, sign, from, to: from + whole.length, rest: text.slice(whole.length) };
}
const anyColon = /^([A-Za-z][\w-]*)(?:(:)(?!\/\/)|[ \t]*([=：])[ \t\u3000]*)/;

const colonEdits = ({ word, from, to, rest }: OtherColon): TextEdit[] => [
  { from: from + word.length, to, newText: ': ' },
  // Full-width commas go with full-width colons.
  ...[...rest.matchAll(/[ \t]*[，；][ \t\u3000]*([A-Za-z][\w-]*)[ \t]*：[ \t\u3000]*/g)].map(
    ({ index, 0: whole, 1: name }) => ({
      from: to + index,
      to: to + index + whole.length,
      newText: `, ${name}: `,
    }),
  ),
];

/** Deletes the lines of a span. Undefined if other text precedes it on its line. */
function deleteLines(text: string, from: number, to: number): TextEdit | undefined {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  if (text.slice(start, from).trim() !== '') return undefined;
  const end = text.indexOf('\n', Math.max(to - 1, from));
  return end === -1
    ? { from: Math.max(start - 1, 0), to: text.length, newText: '' }
    : { from: start, to: end + 1, newText: '' };
}
