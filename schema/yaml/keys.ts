import { type Node, isScalar, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';

/** Returns the span of a node, or an empty span at 0 if there is no node. */
export function getSpan(node: unknown): Span {
  const [from = 0, to = from] = (node as Node | null | undefined)?.range ?? []; // parsed documents contain nodes
  return { from, to };
}

/** Creates the diagnostic about a key that appears twice in a mapping. Both keys must be scalars. */
export function createDuplicateKeyDiagnostic(
  text: string,
  first: Pair,
  second: Pair,
  map: YAMLMap,
): Diagnostic<Span> {
  const key = second.key as Scalar; // parsed pairs contain nodes
  const [firstSpan, secondSpan] = [getSpan(first.key), getSpan(key)];
  const value = getSpan(second.value ?? key);
  const getSource = (node: unknown) => text.slice(getSpan(node).from, getSpan(node).to);
  const hasSameValue = getSource(first.value) === getSource(second.value);
  const edit = hasSameValue && !map.flow ? deleteLines(text, secondSpan.from, value.to) : undefined;
  const name = String(key.value);
  return createDiagnostic({
    rule: 'duplicate-key',
    message: `\`${name}\` appears twice in the same group`,
    label: 'repeated here',
    advice: edit ? undefined : `keep one of the two \`${name}\` lines and delete the other`,
    related: [{ ...firstSpan, label: 'first used here' }],
    ...secondSpan,
    fix: edit && {
      title: `delete the second \`${name}\`, which has the same value`,
      safety: 'safe',
      edits: [edit],
    },
  });
}

/** Creates the diagnostic about a key that is not a scalar. */
export function createInvalidKeyDiagnostic(key: Node | null): Diagnostic<Span> {
  const { from, to } = getSpan(key);
  return createDiagnostic({
    rule: 'yaml-syntax',
    message: 'the name of a setting must be a single word before a colon',
    advice: 'if this is text, put quotation marks around it',
    from,
    to: Math.max(to, from + 1),
  });
}

/**
 * Removes curly quotation marks around a key, and returns a diagnostic about them. Word processors insert such marks.
 */
export function removeCurlyQuotes(key: Scalar): Diagnostic<Span> | undefined {
  const [, name] = /^[“”„‘’«»]([A-Za-z][\w-]*)[“”‘’«»]$/.exec(String(key.value)) ?? [];
  if (name === undefined || key.type !== 'PLAIN') return undefined;
  key.value = name;
  const span = getSpan(key);
  return createDiagnostic({
    rule: 'yaml-syntax',
    message: 'the name of this setting is in curly quotation marks',
    label: 'YAML reads them as part of the name',
    ...span,
    fix: { title: `write \`${name}\``, safety: 'safe', edits: [{ ...span, newText: name }] },
  });
}

/** Creates the diagnostic about the key `__proto__`. */
export function createReservedKeyDiagnostic(key: Scalar): Diagnostic<Span> {
  return createDiagnostic({
    rule: 'unknown-key',
    message: 'there is no setting called `__proto__`',
    label: 'this name is reserved for programs',
    advice: 'delete the line',
    ...getSpan(key),
  });
}

/**
 * Reports missing colons, and colons without a space after them. YAML reads `{label:Hello}` as a key without a value.
 */
export function checkMissingColons({ items }: YAMLMap): Diagnostic<Span> | undefined {
  const matches = items.flatMap(({ key, value }) => {
    const name = value === null && isScalar(key) && key.type === 'PLAIN' ? String(key.value) : '';
    const [whole = '', word = '', separator] =
      /^([A-Za-z][\w-]*)(?::(?!\/\/)|[ \t]*([=：])[ \t\u3000]*)/.exec(name) ?? [];
    const { from } = getSpan(key);
    return word === ''
      ? []
      : [{ word, sign: separator, from, at: from + word.length, to: from + whole.length }];
  });
  const [first, second] = matches;
  // If only some keys look like settings, the others may be part of the text before them.
  if (!first || matches.length < items.length) return undefined;
  const { word, sign: separator, from, at, to } = first;
  // A single `=`, as in `{x = 5}`, is probably part of a text.
  if (separator === '=' && !second) return undefined;
  const isMissingSpace = separator === undefined;
  const colonText = second ? 'each colon' : `\`${word}:\``;
  return createDiagnostic({
    rule: isMissingSpace ? 'missing-space' : 'missing-colon',
    message: isMissingSpace
      ? `a space is missing after ${second ? 'each colon' : 'the colon'}`
      : `a colon is missing after \`${word}\``,
    label: isMissingSpace
      ? 'write `: ` between the name and the value'
      : `YAML expects \`:\` with a space after it, not \`${separator}\``,
    from,
    to: isMissingSpace ? at + 1 : to,
    fix: {
      title: isMissingSpace
        ? `write a space after ${colonText}`
        : `write \`: \` after ${second ? 'each name' : `\`${word}\``}`,
      safety: separator === '=' ? 'suggested' : 'safe',
      edits: matches.map((match) => ({ from: match.at, to: match.to, newText: ': ' })),
    },
  });
}

/** Returns the edit that deletes the lines of a span, or `undefined` if the first line has text before the span. */
function deleteLines(text: string, from: number, to: number): TextEdit | undefined {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  if (text.slice(start, from).trim() !== '') return undefined;
  const end = text.indexOf('\n', Math.max(to - 1, from));
  return end === -1
    ? { from: Math.max(start - 1, 0), to: text.length, newText: '' }
    : { from: start, to: end + 1, newText: '' };
}
