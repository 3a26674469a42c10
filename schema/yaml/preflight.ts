import { Lexer } from 'yaml';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Unread } from '../fields/source-file.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import { truncate } from '../diagnostics/wording.ts';
import { findInvisibleCharacters } from './invisible-characters.ts';

/** Maximum nesting depth of a file, in levels. Pages need up to six levels. */
export const maxYamlDepth = 40;

// Matches a line that may be nested too deeply. Each level without a bracket adds a space, `-` or `?` to its start.
const deepStart = new RegExp(`^[\\s?-]{${maxYamlDepth}}`, 'm');

/** Returns the offset at which a text is nested too deeply, or `undefined`. For most texts, fast tests are enough. */
export function findTooDeep(text: string): number | undefined {
  const canBeTooDeep =
    deepStart.test(text) || countCharacter('[', text) + countCharacter('{', text) > maxYamlDepth;
  return canBeTooDeep ? locateTooDeep(text) : undefined;
}

function countCharacter(character: string, text: string): number {
  let count = 0;
  for (let offset = text.indexOf(character); offset !== -1; offset = text.indexOf(character, offset + 1))
    count++;
  return count;
}

/** Like `findTooDeep`, but without the fast tests. */
export function locateTooDeep(text: string): number | undefined {
  const offsets = [findDeepIndent(text), findDeepBracket(text)].filter((offset) => offset !== undefined);
  return offsets.length > 0 ? Math.min(...offsets) : undefined;
}

function findDeepIndent(text: string): number | undefined {
  let start = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]|$/);
    if (line.trim() !== '') {
      while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop();
      indents.push(indent);
    }
    const dashes = /^\s*((?:[-?] +)*)/.exec(line)?.[1]?.replaceAll(' ', '').length ?? 0;
    if (indents.length + dashes > maxYamlDepth) return start + indent;
    start += line.length + 1;
  }
  return undefined;
}

// Control tokens that the lexer adds to the text. `flowEnd` closes all brackets.
const flowEnd = '\x18';
const lexerTokens = new Set(['\x02', '\x1F', flowEnd]);

/**
 * Returns the offset of the first bracket that is nested too deeply. Uses the lexer, because brackets inside values do
 * not count.
 */
function findDeepBracket(text: string): number | undefined {
  let brackets = 0;
  let offset = 0;
  for (const part of new Lexer().lex(text)) {
    if (part === '[' || part === '{') brackets++;
    else if ((part === ']' || part === '}') && brackets > 0) brackets--;
    else if (part === flowEnd) brackets = 0;
    if (brackets > maxYamlDepth) return offset;
    if (!lexerTokens.has(part)) offset += part.length;
  }
  return undefined;
}

/** Maximum length of a file, in UTF-16 code units. A long page has 20,000 code units. */
const maxCodeUnits = 100_000;
/** Formats the maximum length. It is a function, because the first call of `toLocaleString` takes 14 ms. */
const formatMaxLength = () => maxCodeUnits.toLocaleString('en');

/** The diagnostics that are found before parsing, and the edits after which the text can be parsed. */
interface PreflightResult {
  diagnostics: Diagnostic<Span>[];
  edits: TextEdit[];
  /** The reason why the text cannot be parsed, if it cannot. */
  refused?: string;
}

function refuse(
  refused: string,
  rule: RuleId,
  message: string,
  advice: string,
  from = 0,
  to = from,
): PreflightResult {
  return { diagnostics: [createDiagnostic({ rule, message, advice, from, to })], edits: [], refused };
}

function refuseTooLarge(message: string): PreflightResult {
  const advice = 'split it into several pages; put pictures and videos in `public/`';
  return refuse('it is too large', 'too-large', message, advice);
}

/** The message for a file name that is not valid UTF-8. */
export const unreadableName = 'the name of this file has an unknown encoding and cannot be read';

/** Creates the result for a file that was not read. */
export function refuseUnreadableFile(reason: Unread): PreflightResult {
  if (reason === 'too-large')
    return refuseTooLarge(
      `this file is too large to be read; a page can have at most ${formatMaxLength()} characters`,
    );
  if (reason === 'a-name') return refuse('its name cannot be read', 'file-name', unreadableName, 'rename it');
  const message = 'this is a link to another file, so its content is not read';
  const advice = 'put the file itself here; put blocks for several pages in `_shared/`';
  return refuse('it is a link', 'linked-file', message, advice);
}

/** Checks a text before parsing: its size, encoding, nesting depth, merge markers and document markers. */
export function runPreflight(text: string): PreflightResult {
  if (text.length > maxCodeUnits) {
    const size = text.length.toLocaleString('en');
    return refuseTooLarge(
      `this file has ${size} characters, but a page can have at most ${formatMaxLength()}`,
    );
  }
  const unreadableOffset = text.includes('\0') || text.includes('\uFFFD') ? text.search(/[\0\uFFFD]/) : -1;
  if (unreadableOffset !== -1 && (text.includes('\0') || text.split('\uFFFD').length > 20)) {
    const message = 'this is not a text file';
    const advice = 'save the page as plain text in UTF-8 encoding; programs such as Word use other formats';
    return refuse('it is not text', 'not-text', message, advice, unreadableOffset);
  }
  if (isEmpty(text)) {
    const message = 'this file is empty';
    const advice = 'write the page, starting with `title:`, or delete the file';
    return refuse('it is empty', 'empty-file', message, advice);
  }
  const deepOffset = findTooDeep(text);
  if (deepOffset !== undefined) {
    const message = `the groups in this file are nested more than ${maxYamlDepth} levels deep`;
    const advice = 'a page needs six levels at most; look for brackets or dashes repeated by accident';
    return refuse('it is nested too deeply', 'too-deep', message, advice, deepOffset, deepOffset + 1);
  }
  // Most texts contain only printable ASCII characters and line ends, so they have no invisible characters or unusual
  // spaces.
  const isPlain = !/[^\n -~]/.test(text);
  const result: PreflightResult = isPlain ? { diagnostics: [], edits: [] } : findInvisibleCharacters(text);
  if (unreadableOffset !== -1)
    result.diagnostics.push(
      createDiagnostic({
        rule: 'not-text',
        message: 'a character in this file cannot be read',
        label: 'a character in another encoding',
        note: 'the file was not saved as UTF-8',
        advice: 'save the file in UTF-8 encoding, and write the character again',
        from: unreadableOffset,
        to: unreadableOffset + 1,
      }),
    );
  reportMergeMarkers(text, result);
  reportDirectives(text, result);
  const end = reportDocumentEnds(text, result);
  if (!isPlain) reportUnusualSpaces(text.slice(0, end), result);
  return result;
}

// Matches directives before the first `---`, such as `%YAML 1.2`.
const directiveLines = /^(?:[ \t]*(?:#.*)?\r?\n)*((?:%[A-Z]+[ \t].*\r?\n)+)(?=---\s)/;

/** Reports YAML directives at the start of a file. Pages do not use them. */
function reportDirectives(text: string, { diagnostics, edits }: PreflightResult): void {
  const [match = '', lines = ''] = directiveLines.exec(text) ?? [];
  if (lines === '') return;
  const edit = { from: match.length - lines.length, to: match.length, newText: '' };
  const [first = ''] = lines.split(/\s*\n/);
  diagnostics.push(
    createDiagnostic({
      rule: 'yaml-syntax',
      message: `\`${truncate(first)}\` is a YAML directive, which pages do not use`,
      label: 'this has no effect',
      from: edit.from,
      to: edit.from + first.length,
      fix: { title: 'delete it', safety: 'safe', edits: [edit] },
    }),
  );
  edits.push(edit);
}

/** Returns whether a text contains nothing but comments and document markers. */
function isEmpty(text: string): boolean {
  const hasSetting = /^[A-Za-z]/m.test(text); // fast test
  return !hasSetting && text.replaceAll(/^\s*(#.*)?$|^---\s*$/gm, '').trim() === '';
}

/** Reports git merge conflicts. The other checks use the first of the two versions. */
function reportMergeMarkers(text: string, { diagnostics, edits }: PreflightResult): void {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return;
  // The current conflict: the offset of its start, and the offsets of the start and end of its first version.
  let openConflict: { from: number; first: number; firstEnd?: number } | undefined;
  for (const { index, 0: line } of text.matchAll(/^(?:<{7}|\|{7}|={7}|>{7})[^\n]*(?:\n|$)/gm)) {
    if (line.startsWith('<')) openConflict ??= { from: index, first: index + line.length };
    else if (openConflict && !line.startsWith('>')) openConflict.firstEnd ??= index;
    else if (openConflict?.firstEnd !== undefined) {
      diagnostics.push(
        createMergeMarkerDiagnostic(
          openConflict.from,
          openConflict.from + text.slice(openConflict.from, openConflict.first).trimEnd().length,
        ),
      );
      edits.push(
        { from: openConflict.from, to: openConflict.first, newText: '' },
        { from: openConflict.firstEnd, to: index + line.length, newText: '' },
      );
      openConflict = undefined;
    }
  }
  if (diagnostics.length > 0) return;
  const note = 'the rest of this file was checked without these lines';
  for (const { index: from, 0: line } of text.matchAll(/^(?:<{7}|>{7}|={7})[^\r\n]*/gm)) {
    const to = from + line.length;
    if (diagnostics.length === 0) diagnostics.push({ ...createMergeMarkerDiagnostic(from, to), note });
    edits.push({ from, to, newText: '' });
  }
}

function createMergeMarkerDiagnostic(from: number, to: number): Diagnostic<Span> {
  return createDiagnostic({
    rule: 'merge-marker',
    message: 'two versions of this text have not been merged',
    label: 'git added this line because two people changed the same text',
    advice:
      'keep the version you want, and delete the other one and the lines that start with ' +
      '`<<<<<<<`, `=======` and `>>>>>>>`',
    note: 'the rest of this file was checked with the first of the two versions',
    from,
    to,
  });
}

/** Matches a line of text: not a setting, an item, a comment or an indented line. */
const proseLine = /^(?!(?:[a-z][\w-]*:|#|- (?:\{|[a-z][\w-]*:)|---|\.\.\.|\s|$))/m;
const findTopLevelKeys = (text: string) =>
  [...text.matchAll(/^([a-z][\w-]*):/gm)].map(([, name = '']) => name);

/**
 * Reports the lines `---` and `...`, which end the page, if something follows them. Returns the offset at which the
 * page ends.
 */
function reportDocumentEnds(text: string, { diagnostics, edits }: PreflightResult): number {
  if (!text.includes('---') && !text.includes('...')) return text.length;
  const start = directiveLines.exec(text)?.[0].length ?? 0;
  for (const marker of text.matchAll(/^(?:---|\.\.\.)(?=[ \t]*(?:\r?\n|$))/gm)) {
    const textAbove = text.slice(start, marker.index);
    if (marker[0] === '---' && /^(\s*(#.*)?\n)*$/.test(textAbove)) continue;
    const newline = text.indexOf('\n', marker.index);
    const edit = { from: marker.index, to: newline === -1 ? text.length : newline + 1, newText: '' };
    const textBelow = text.slice(edit.to);
    const init = { rule: 'several-documents', from: marker.index, to: marker.index + 3 } as const;
    // In other systems, authors write the page text below its settings, or several pages in one file.
    const isOtherPage = findTopLevelKeys(textBelow).some((name) =>
      findTopLevelKeys(textAbove).includes(name),
    );
    if (isOtherPage || proseLine.test(textBelow)) {
      diagnostics.push(
        createDiagnostic({
          ...init,
          message: `a line with only \`${marker[0]}\` ends the page, so the lines below it are not shown`,
          label: 'each file is one page',
          advice: isOtherPage
            ? 'move the lines below to their own file, or delete them'
            : 'move the lines below to a text block: add `- type: text` with `body: |`, and indent the lines under `body`',
          note: 'the lines below were not checked',
        }),
      );
      edits.push({ ...edit, to: text.length });
      return marker.index;
    }
    edits.push(edit);
    // In other systems, `---` or `...` ends the settings. If nothing follows this line, nothing is lost.
    if (/^(\s*(#.*)?(\r?\n|$))*$/.test(textBelow)) continue;
    diagnostics.push(
      createDiagnostic({
        ...init,
        message: `a line with only \`${marker[0]}\` ends the page, and everything below it is lost`,
        label: 'each file is one page',
        note: 'the rest of this file was checked without this line',
        fix: { title: 'delete the line', safety: 'suggested', edits: [edit] },
      }),
    );
  }
  return text.length;
}

// Characters that are invisible or look like an ordinary space, escaped for use in a regular expression.
const unusualSpace = '\\u00A0\\u2000-\\u200B\\u202F\\u2060\\u3000\\uFEFF';
const unusualSpaceRun = new RegExp(`[${unusualSpace}]+`, 'g');
// Matches the part of a line before its value: indentation, dashes, key and colon, with unusual spaces between them.
const partBeforeText = new RegExp(
  `^[ \\t${unusualSpace}]*(?:-[ \\t${unusualSpace}]+)*(?:[\\w-]+[${unusualSpace}]*:[ \\t${unusualSpace}]*)?`,
);

/** Returns whether a line has an unusual space before its value: at its start, or around its key. */
export const hasUnusualSpace = (line: string): boolean =>
  (partBeforeText.exec(line)?.[0] ?? '').search(unusualSpaceRun) !== -1;

/** Reports unusual spaces before values. YAML reads them as part of a text. */
function reportUnusualSpaces(text: string, { diagnostics, edits }: PreflightResult): void {
  if (text.search(unusualSpaceRun) === -1) return;
  let start = 0;
  for (const line of text.split('\n')) {
    // Replace visible spaces with ordinary ones, because a colon needs a space after it. Remove invisible spaces.
    const spaceEdits = [...(partBeforeText.exec(line)?.[0] ?? '').matchAll(unusualSpaceRun)].map(
      ({ index, 0: spaces }) => ({
        from: start + index,
        to: start + index + spaces.length,
        newText: spaces.replaceAll(/[\u200B\u2060\uFEFF]/g, '').replaceAll(/[^ ]/g, ' '),
      }),
    );
    const [first] = spaceEdits;
    if (first)
      diagnostics.push(
        createDiagnostic({
          rule: 'odd-space',
          message: 'this looks like a space, but YAML reads it as another character',
          label: 'replace it with an ordinary space',
          note: 'text copied from a website or from Word often contains such characters',
          from: first.from,
          to: first.to,
          fix: { title: 'replace it with an ordinary space', safety: 'safe', edits: spaceEdits },
        }),
      );
    edits.push(...spaceEdits);
    start += line.length + 1;
  }
}
