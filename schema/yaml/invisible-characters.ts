import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { characterName, invisibleCharacter } from '../diagnostics/invisible.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

// A fast test; matches are examined again.
const unusual = /[^\t\n\r -~\u00A0-\u2027\u202F-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]/;
const allInvisible = new RegExp(invisibleCharacter.source, 'gu');
const escape = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|.)/gs;
const named = new Map(
  Object.entries({ 0: 0, a: 7, b: 8, v: 11, f: 12, r: 13, e: 27, N: 0x85, L: 0x2028, P: 0x2029 }),
);

/** Reports invisible characters of a file, once per line, with the edits that remove them. */
export function invisibleCharacters(text: string): { diagnostics: Diagnostic<Span>[]; edits: TextEdit[] } {
  const diagnostics: Diagnostic<Span>[] = [];
  const all: TextEdit[] = [];
  if (!unusual.test(text)) return { diagnostics, edits: all };
  const found = [...text.matchAll(allInvisible)]
    .filter(({ 0: sign }) => sign !== '\r')
    .map(({ index, 0: sign }) => ({
      from: index,
      to: index + sign.length,
      newText: insteadOf(sign),
      sign,
    }));
  const lines = Map.groupBy(found, ({ from }) => text.lastIndexOf('\n', from - 1));
  for (const signs of lines.values()) {
    const edits = signs.map(({ from, to, newText }) => ({ from, to, newText }));
    const [first] = signs;
    if (first) diagnostics.push(told(first.sign, first, edits));
    all.push(...edits);
  }
  return { diagnostics, edits: all };
}

/** Reports invisible characters that are written as escapes. `span` is the span of the text in the file. */
export function invisibleInValue(value: string, file: string, span: Span): Diagnostic<Span> | undefined {
  const [sign] = invisibleCharacter.exec(value) ?? [];
  if (sign === undefined) return undefined;
  for (const found of file.slice(span.from, span.to).matchAll(escape)) {
    const [written, two, four, eight] = found;
    const hex = two ?? four ?? eight;
    const code = hex === undefined ? named.get(written.slice(1)) : Number.parseInt(hex, 16);
    if (code !== sign.codePointAt(0)) continue;
    const from = span.from + found.index;
    const to = from + written.length;
    if (hex === undefined) return backslashDiagnostic(sign, written, { from, to });
    const edit = { from, to, newText: insteadOf(sign) };
    return told(sign, edit, [edit]);
  }
  return told(sign, span);
}

/** The backslash in `C:\\boats` is meant literally. */
const backslashDiagnostic = (sign: string, written: string, { from, to }: Span): Diagnostic<Span> =>
  diagnostic({
    rule: 'unseen-sign',
    message: `a text cannot hold the sign \`${characterName(sign)}\`, which nobody sees`,
    label: `between quotation marks like \`"\` this stands for that sign`,
    note: "between ' and ' a backslash is a sign like any other",
    from,
    to,
    fix: {
      title: `write \`\\${written}\``,
      safety: 'suggested',
      edits: [{ from, to: from, newText: '\\' }],
    },
  });

// Windows-1252 text that was decoded as Latin-1 has these control characters instead of punctuation.
const isOfWindows = (sign: string) => /[\x80-\x84\x86-\x9F]/.test(sign) && meant(sign) !== sign;
const meant = (sign: string) => new TextDecoder('windows-1252').decode(Uint8Array.of(sign.charCodeAt(0)));

/** The most likely replacement. */
function insteadOf(sign: string): string {
  if (isOfWindows(sign)) return meant(sign);
  return /[\v\f\r\x85\u2028\u2029]/.test(sign) ? ' ' : '';
}

function told(sign: string, { from, to }: Span, edits?: TextEdit[]): Diagnostic<Span> {
  const isMark = isOfWindows(sign);
  const title = isMark ? 'write the letters that were meant' : 'take out what nobody sees';
  return diagnostic({
    rule: 'unseen-sign',
    message: `a text cannot hold the sign \`${characterName(sign)}\`, which nobody sees`,
    label: isMark
      ? `this was most likely meant as \`${meant(sign)}\``
      : 'a sign that nobody sees stands here',
    note: 'such signs come along when text is copied from a PDF, from a terminal or from another program',
    advice: edits ? undefined : 'delete the text, and type it again',
    from,
    to,
    fix: edits && { title, safety: isMark ? 'suggested' : 'safe', edits },
  });
}
