import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { formatCodePoint, invisibleCharacter } from '../diagnostics/invisible.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';

// Matches characters that may be invisible. This fast test excludes most texts.
const unusualCharacter = /[^\t\n\r -~\u00A0-\u2027\u202F-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD]/;
const allInvisible = new RegExp(invisibleCharacter.source, 'gu');

/**
 * Reports the invisible characters in a text, once per line. Also returns the edits that remove or replace all of them.
 */
export function findInvisibleCharacters(text: string): {
  diagnostics: Diagnostic<Span>[];
  edits: TextEdit[];
} {
  const diagnostics: Diagnostic<Span>[] = [];
  const allEdits: TextEdit[] = [];
  if (!unusualCharacter.test(text)) return { diagnostics, edits: allEdits };
  const matches = [...text.matchAll(allInvisible)]
    .filter(({ 0: character }) => character !== '\r')
    .map(({ index, 0: character }) => ({
      from: index,
      to: index + character.length,
      newText: chooseReplacement(character),
      sign: character,
    }));
  const matchesByLine = Map.groupBy(matches, ({ from }) => text.lastIndexOf('\n', from - 1));
  for (const lineMatches of matchesByLine.values()) {
    const edits = lineMatches.map(({ from, to, newText }) => ({ from, to, newText }));
    const [first] = lineMatches;
    if (first) diagnostics.push(createInvisibleCharacterDiagnostic(first.sign, first, edits));
    allEdits.push(...edits);
  }
  return { diagnostics, edits: allEdits };
}

/** Reports invisible characters that come from escapes: YAML reads the `\b` of `"C:\boats"` as a control character. */
export function checkEscapedCharacters(value: string, span: Span): Diagnostic<Span> | undefined {
  const [character] = invisibleCharacter.exec(value) ?? [];
  if (character === undefined) return undefined;
  return {
    ...createInvisibleCharacterDiagnostic(character, span),
    label: 'a backslash in this text creates this character',
    note: 'in single quotation marks, a backslash is an ordinary character',
    advice: 'write the backslash twice, or delete it with the characters after it',
  };
}

// If Windows-1252 text is decoded as Latin-1, its punctuation becomes control characters from U+0080 to U+009F.
const isWindows1252Control = (character: string) =>
  /[\x80-\x84\x86-\x9F]/.test(character) && decodeWindows1252(character) !== character;
const decodeWindows1252 = (character: string) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(character.charCodeAt(0)));

/** Returns the most likely replacement for an invisible character: a visible character, a space or nothing. */
function chooseReplacement(character: string): string {
  if (isWindows1252Control(character)) return decodeWindows1252(character);
  return /[\v\f\r\x85\u2028\u2029]/.test(character) ? ' ' : '';
}

function createInvisibleCharacterDiagnostic(
  character: string,
  { from, to }: Span,
  edits?: TextEdit[],
): Diagnostic<Span> {
  const isMisdecoded = isWindows1252Control(character);
  const title = isMisdecoded
    ? 'replace these with the intended characters'
    : 'delete the invisible characters';
  return createDiagnostic({
    rule: 'unseen-sign',
    message: `a text cannot contain the invisible character \`${formatCodePoint(character)}\``,
    label: isMisdecoded
      ? `this was probably \`${decodeWindows1252(character)}\``
      : 'there is an invisible character here',
    note: 'text copied from a PDF, a terminal or another program often contains such characters',
    advice: edits ? undefined : 'delete the text, and type it again',
    from,
    to,
    fix: edits && { title, safety: isMisdecoded ? 'suggested' : 'safe', edits },
  });
}
