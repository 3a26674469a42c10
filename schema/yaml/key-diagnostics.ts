import { isScalar, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Span, TextEdit } from '../base/text-edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { spanOf } from './span-of.ts';

/** A second setting with the same key, which is text. */
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

/** `{label:Hello, to:/hello}` is a mapping with names of which none has a value. */
export function tightColons({ items }: YAMLMap): Diagnostic<Span> | undefined {
  const found = items.map(({ key, value }) => {
    const name = isScalar(key) && key.type === 'PLAIN' && value === null ? String(key.value) : '';
    const [whole, word = ''] = /^([A-Za-z][\w-]*):(?!\/\/)/.exec(name) ?? [];
    return whole === undefined ? undefined : { at: spanOf(key).from + whole.length, word };
  });
  const tight = found.filter((one) => one !== undefined);
  const [first, second] = tight;
  if (!first || tight.length < found.length) return undefined;
  const what = second ? 'each colon' : 'the colon';
  return diagnostic({
    rule: 'missing-space',
    message: `a space is missing after ${what}`,
    label: 'write `: ` between the name and the value',
    from: first.at - first.word.length - 1,
    to: first.at,
    fix: {
      title: `write a space after ${second ? what : `\`${first.word}:\``}`,
      safety: 'safe',
      edits: tight.map(({ at }) => ({ from: at, to: at, newText: ' ' })),
    },
  });
}

/** Deletes the lines from one offset to another; nothing if other text stands in front. */
function deleteLines(text: string, from: number, to: number): TextEdit | undefined {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  if (text.slice(start, from).trim() !== '') return undefined;
  const end = text.indexOf('\n', Math.max(to - 1, from));
  return end === -1
    ? { from: Math.max(start - 1, 0), to: text.length, newText: '' }
    : { from: start, to: end + 1, newText: '' };
}
