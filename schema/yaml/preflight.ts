import { Lexer } from 'yaml';
import type { Span, TextEdit } from '../diagnostics/edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Unread } from '../fields/source-file.ts';
import type { RuleId } from '../diagnostics/rules.ts';
import { truncate } from '../diagnostics/wording.ts';
import { invisibleCharacters } from './invisible-characters.ts';

/** Maximum nesting; a page needs six levels. */
export const maxYamlDepth = 40;

// Each level but the first needs at least one of these characters at the start of its line, or a bracket.
const deepStart = new RegExp(`^[\\s?-]{${maxYamlDepth}}`, 'm');

/** The offset where a text is nested too deeply, if anywhere. Most texts need only the fast tests. */
export function tooDeepAt(text: string): number | undefined {
  const mayBeTooDeep =
    deepStart.test(text) || countCharacter('[', text) + countCharacter('{', text) > maxYamlDepth;
  return mayBeTooDeep ? firstTooDeep(text) : undefined;
}

function countCharacter(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** Like `tooDeepAt`, without the fast test. */
export function firstTooDeep(text: string): number | undefined {
  const found = [indentTooDeep(text), bracketTooDeep(text)].filter((at) => at !== undefined);
  return found.length > 0 ? Math.min(...found) : undefined;
}

function indentTooDeep(text: string): number | undefined {
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

/** Signs of the lexer that are not in the text. The first ends all open brackets. */
const flowEnd = '\x18';
const allowedControls = new Set(['\x02', '\x1F', flowEnd]);

/** Brackets in quotation marks and in texts do not nest, so the text is cut as the parser cuts it. */
function bracketTooDeep(text: string): number | undefined {
  let brackets = 0;
  let at = 0;
  for (const part of new Lexer().lex(text)) {
    if (part === '[' || part === '{') brackets++;
    else if ((part === ']' || part === '}') && brackets > 0) brackets--;
    else if (part === flowEnd) brackets = 0;
    if (brackets > maxYamlDepth) return at;
    if (!allowedControls.has(part)) at += part.length;
  }
  return undefined;
}

/** Maximum code units of a file; a long page has 20,000. */
const maxCodeUnits = 100_000;
/** Formatted lazily, because the first `toLocaleString` takes 14 ms. */
const most = () => maxCodeUnits.toLocaleString('en');

/** The diagnostics of a text before it is parsed, and the edits that make it parsable. */
interface Preflight {
  diagnostics: Diagnostic<Span>[];
  edits: TextEdit[];
  /** The reason why the text is not parsed. */
  refused?: string;
}

function refuse(
  refused: string,
  rule: RuleId,
  message: string,
  advice: string,
  from = 0,
  to = from,
): Preflight {
  return { diagnostics: [diagnostic({ rule, message, advice, from, to })], edits: [], refused };
}

function tooLarge(message: string): Preflight {
  const advice = 'part it into several pages; pictures and films belong into `public/`';
  return refuse('it is too large', 'too-large', message, advice);
}

/** The message about a name of which some letters are unknown. */
export const unreadableName = 'the name of this file is in another encoding, and cannot be read';

/** Reports a file that was not read. */
export function unreadableFile(reason: Unread): Preflight {
  if (reason === 'too-large')
    return tooLarge(`this file is too large to be read; a page can have at most ${most()} letters`);
  if (reason === 'a-name') return refuse('its name cannot be read', 'file-name', unreadableName, 'rename it');
  const message = 'this is a link and no file of its own, so it is not read';
  const advice = 'put the file itself here; what stands on several pages belongs into `_shared/`';
  return refuse('it is a link', 'linked-file', message, advice);
}

/** Checks a text before parsing: encoding, size, depth, merge markers. */
export function preflight(text: string): Preflight {
  if (text.length > maxCodeUnits) {
    const size = text.length.toLocaleString('en');
    return tooLarge(`this file has ${size} letters, and a page can have at most ${most()}`);
  }
  const bad = text.includes('\0') || text.includes('\uFFFD') ? text.search(/[\0\uFFFD]/) : -1;
  if (bad !== -1 && (text.includes('\0') || text.split('\uFFFD').length > 20)) {
    const message = 'this is not a text file';
    const advice =
      'save the page as plain text, in the encoding UTF-8; programs such as Word save something else';
    return refuse('it is not text', 'not-text', message, advice, bad);
  }
  if (isEmpty(text)) {
    const message = 'this file is empty';
    const advice = 'write the page, starting with `title:`, or delete the file';
    return refuse('it is empty', 'empty-file', message, advice);
  }
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    const message = `this file has more than ${maxYamlDepth} groups inside each other`;
    const advice = 'a page needs six at most; look for brackets or dashes that were repeated by accident';
    return refuse('it is nested too deeply', 'too-deep', message, advice, deep, deep + 1);
  }
  // Most texts have only these characters.
  const isPlain = !/[^\n -~]/.test(text);
  const found: Preflight = isPlain ? { diagnostics: [], edits: [] } : invisibleCharacters(text);
  if (bad !== -1)
    found.diagnostics.push(
      diagnostic({
        rule: 'not-text',
        message: 'a letter of this file cannot be read',
        label: 'this was a letter in another encoding',
        note: 'the file is not saved as UTF-8',
        advice: 'save the file in the encoding UTF-8, and write the letter again',
        from: bad,
        to: bad + 1,
      }),
    );
  mergeMarkers(text, found);
  directives(text, found);
  const end = severalDocuments(text, found);
  if (!isPlain) unusualSpaces(text.slice(0, end), found);
  return found;
}

// In front of the first `---`, as in `%YAML 1.2`.
const directiveLines = /^(?:[ \t]*(?:#.*)?\r?\n)*((?:%[A-Z]+[ \t].*\r?\n)+)(?=---\s)/;

/** Reports YAML directives at the start. Pages do not use them. */
function directives(text: string, { diagnostics, edits }: Preflight): void {
  const [whole = '', lines = ''] = directiveLines.exec(text) ?? [];
  if (lines === '') return;
  const edit = { from: whole.length - lines.length, to: whole.length, newText: '' };
  const [first = ''] = lines.split(/\s*\n/);
  diagnostics.push(
    diagnostic({
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

/** Whether there are only comments and document markers. */
function isEmpty(text: string): boolean {
  const hasSetting = /^[A-Za-z]/m.test(text); // a fast test
  return !hasSetting && text.replaceAll(/^\s*(#.*)?$|^---\s*$/gm, '').trim() === '';
}

/** Reports merge conflicts of git. The first of the two versions is checked. */
function mergeMarkers(text: string, { diagnostics, edits }: Preflight): void {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return;
  // The current conflict: where it starts, and where its first version starts and ends.
  let open: { from: number; first: number; firstEnd?: number } | undefined;
  for (const { index, 0: line } of text.matchAll(/^(?:<{7}|\|{7}|={7}|>{7})[^\n]*(?:\n|$)/gm)) {
    if (line.startsWith('<')) open ??= { from: index, first: index + line.length };
    else if (open && !line.startsWith('>')) open.firstEnd ??= index;
    else if (open?.firstEnd !== undefined) {
      diagnostics.push(
        mergeMarker(open.from, open.from + text.slice(open.from, open.first).trimEnd().length),
      );
      edits.push(
        { from: open.from, to: open.first, newText: '' },
        { from: open.firstEnd, to: index + line.length, newText: '' },
      );
      open = undefined;
    }
  }
  if (diagnostics.length > 0) return;
  const note = 'the rest of this file was checked without such lines';
  for (const { index: from, 0: line } of text.matchAll(/^(?:<{7}|>{7}|={7})[^\r\n]*/gm)) {
    const to = from + line.length;
    if (diagnostics.length === 0) diagnostics.push({ ...mergeMarker(from, to), note });
    edits.push({ from, to, newText: '' });
  }
}

function mergeMarker(from: number, to: number): Diagnostic<Span> {
  return diagnostic({
    rule: 'merge-marker',
    message: 'two versions of this text were never put together',
    label: 'git wrote this line, because two people changed the same place',
    advice:
      'keep the version you want, and delete the other together with the lines that start with ' +
      '`<<<<<<<`, `=======` and `>>>>>>>`',
    note: 'the rest of this file was checked with the first of the two versions',
    from,
    to,
  });
}

/** Lines that are neither settings nor items, comments or what stands below them. */
const prose = /^(?!(?:[a-z][\w-]*:|#|- (?:\{|[a-z][\w-]*:)|---|\.\.\.|\s|$))/m;
const topNames = (text: string) => [...text.matchAll(/^([a-z][\w-]*):/gm)].map(([, name = '']) => name);

/** Reports the lines that end a page. Returns where the page ends: what is below may be no part of it. */
function severalDocuments(text: string, { diagnostics, edits }: Preflight): number {
  if (!text.includes('---') && !text.includes('...')) return text.length;
  const start = directiveLines.exec(text)?.[0].length ?? 0;
  for (const found of text.matchAll(/^(?:---|\.\.\.)(?=[ \t]*(?:\r?\n|$))/gm)) {
    const above = text.slice(start, found.index);
    if (found[0] === '---' && /^(\s*(#.*)?\n)*$/.test(above)) continue;
    const newline = text.indexOf('\n', found.index);
    const edit = { from: found.index, to: newline === -1 ? text.length : newline + 1, newText: '' };
    const below = text.slice(edit.to);
    const init = { rule: 'several-documents', from: found.index, to: found.index + 3 } as const;
    // Other systems write the text of a page below its settings, or several pages into one file.
    const isOtherPage = topNames(below).some((name) => topNames(above).includes(name));
    if (isOtherPage || prose.test(below)) {
      diagnostics.push(
        diagnostic({
          ...init,
          message: `a line with only \`${found[0]}\` ends the page, so the lines below it are not shown`,
          label: 'one file is one page',
          advice: isOtherPage
            ? 'move the lines below to a file of their own, or delete them'
            : 'put the lines below into a block:  `- type: text` with `body: |`, and the lines indented below it',
          note: 'the lines below were not checked',
        }),
      );
      edits.push({ ...edit, to: text.length });
      return found.index;
    }
    edits.push(edit);
    // Other systems end the settings with such a line. Nothing is lost where nothing follows.
    if (/^(\s*(#.*)?(\r?\n|$))*$/.test(below)) continue;
    diagnostics.push(
      diagnostic({
        ...init,
        message: `a line with only \`${found[0]}\` ends the page, and everything below it is lost`,
        label: 'one file is one page',
        note: 'the rest of this file was checked as if this line were not there',
        fix: { title: 'delete the line', safety: 'suggested', edits: [edit] },
      }),
    );
  }
  return text.length;
}

// Characters that look like a space.
const unusual = '\\u00A0\\u2000-\\u200B\\u202F\\u2060\\u3000\\uFEFF';
const unusualRun = new RegExp(`[${unusual}]+`, 'g');
// Before the line, its key or its value.
const outsideText = new RegExp(
  `^[ \\t${unusual}]*(?:-[ \\t${unusual}]+)*(?:[\\w-]+[${unusual}]*:[ \\t${unusual}]*)?`,
);

/** Whether a line begins with such a space, or has one around its key. */
export const hasUnusualSpace = (line: string): boolean =>
  (outsideText.exec(line)?.[0] ?? '').search(unusualRun) !== -1;

/** Reports unusual spaces outside of texts, where YAML takes them for text. */
function unusualSpaces(text: string, { diagnostics, edits }: Preflight): void {
  if (text.search(unusualRun) === -1) return;
  let start = 0;
  for (const line of text.split('\n')) {
    // Spaces with a width become ordinary spaces: a colon needs one after it.
    const found = [...(outsideText.exec(line)?.[0] ?? '').matchAll(unusualRun)].map(
      ({ index, 0: blank }) => ({
        from: start + index,
        to: start + index + blank.length,
        newText: blank.replaceAll(/[\u200B\u2060\uFEFF]/g, '').replaceAll(/[^ ]/g, ' '),
      }),
    );
    const [first] = found;
    if (first)
      diagnostics.push(
        diagnostic({
          rule: 'odd-space',
          message: 'this looks like a space, but it is another sign that YAML does not take for one',
          label: 'write an ordinary space',
          note: 'such signs come along when text is copied from a website or from Word',
          from: first.from,
          to: first.to,
          fix: { title: 'replace it by an ordinary space', safety: 'safe', edits: found },
        }),
      );
    edits.push(...found);
    start += line.length + 1;
  }
}
