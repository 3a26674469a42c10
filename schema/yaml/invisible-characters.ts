import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { characterName, invisibleCharacter } from '../diagnostics/invisible.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

// A fast test; matches are examined again.
const unusual = /[^\t\n\r -~\u00A0-\u2027\u202F-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]/;
const allInvisible = new RegExp(invisibleCharacter.source, 'gu');
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
    if (first) diagnostics.push(invisibleCharacterDiagnostic(first.sign, first, edits));
    all.push(...edits);
  }
  return { diagnostics, edits: all };
}

/** Reports invisible characters that are written as escapes: to YAML `"C:\boats"` with one backslash has a `\b`. */
export function invisibleInValue(value: string, span: Span): Diagnostic<Span> | undefined {
  const [sign] = invisibleCharacter.exec(value) ?? [];
  if (sign === undefined) return undefined;
  return {
    ...invisibleCharacterDiagnostic(sign, span),
    label: 'a backslash in this text stands for that sign',
    note: "between ' and ' a backslash is a sign like any other",
    advice: 'write the backslash twice, or take it out with what follows',
  };
}

// Windows-1252 text that was decoded as Latin-1 has these control characters instead of punctuation.
const isWindows1252Control = (sign: string) =>
  /[\x80-\x84\x86-\x9F]/.test(sign) && decodeWindows1252(sign) !== sign;
const decodeWindows1252 = (sign: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(sign.charCodeAt(0)));

/** The most likely replacement. */
function insteadOf(sign: string): string {
  if (isWindows1252Control(sign)) return decodeWindows1252(sign);
  return /[\v\f\r\x85\u2028\u2029]/.test(sign) ? ' ' : '';
}

function invisibleCharacterDiagnostic(
  sign: string,
  { from, to }: Span,
  edits?: TextEdit[],
): Diagnostic<Span> {
  const isMark = isWindows1252Control(sign);
  const title = isMark ? 'write the letters that were meant' : 'take out what nobody sees';
  return diagnostic({
    rule: 'unseen-sign',
    message: `a text cannot hold the sign \`${characterName(sign)}\`, which nobody sees`,
    label: isMark
      ? `this was most likely meant as \`${decodeWindows1252(sign)}\``
      : 'a sign that nobody sees stands here',
    note: 'such signs come along when text is copied from a PDF, from a terminal or from another program',
    advice: edits ? undefined : 'delete the text, and type it again',
    from,
    to,
    fix: edits && { title, safety: isMark ? 'suggested' : 'safe', edits },
  });
}
