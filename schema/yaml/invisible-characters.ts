import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { characterName, invisibleCharacter } from '../diagnostics/invisible.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';

// A fast test. Matches are then examined more closely.
const unusual = /[^\t\n\r -~\u00A0-\u2027\u202F-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]/;
const allInvisible = new RegExp(invisibleCharacter.source, 'gu');

/** Reports the invisible characters of a file, once per line, and returns the edits that remove them. */
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

/** Reports invisible characters that are written as escapes: YAML reads a `\b` in `"C:\boats"`. */
export function invisibleInValue(value: string, span: Span): Diagnostic<Span> | undefined {
  const [sign] = invisibleCharacter.exec(value) ?? [];
  if (sign === undefined) return undefined;
  return {
    ...invisibleCharacterDiagnostic(sign, span),
    label: 'a backslash in this text creates that character',
    note: "between ' and ' a backslash is an ordinary character",
    advice: 'write the backslash twice, or delete it with the characters after it',
  };
}

// Windows-1252 text that was decoded as Latin-1 has these control characters instead of punctuation.
const isWindows1252Control = (sign: string) =>
  /[\x80-\x84\x86-\x9F]/.test(sign) && decodeWindows1252(sign) !== sign;
const decodeWindows1252 = (sign: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(sign.charCodeAt(0)));

/** Returns the most likely replacement. */
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
  const title = isMark ? 'write the intended characters' : 'delete the invisible characters';
  return diagnostic({
    rule: 'unseen-sign',
    message: `a text cannot contain the invisible character \`${characterName(sign)}\``,
    label: isMark
      ? `this was probably \`${decodeWindows1252(sign)}\``
      : 'there is an invisible character here',
    note: 'text copied from a PDF, a terminal or another program often contains such characters',
    advice: edits ? undefined : 'delete the text, and type it again',
    from,
    to,
    fix: edits && { title, safety: isMark ? 'suggested' : 'safe', edits },
  });
}
