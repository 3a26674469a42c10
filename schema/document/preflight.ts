import type { TextEdit } from '../base/text-edits.ts';
import type { TextDiagnostic } from '../diagnostics/text-diagnostic.ts';

/** Letters in a file; a long page has 20,000. */
const mostLetters = 100_000;
const most = mostLetters.toLocaleString('en');
/** Groups within groups; a page needs six. */
const mostLevels = 40;

/** What can be said before YAML sees the text, and the edits that let YAML read on. */
export interface FirstLook {
  diagnostics: TextDiagnostic[];
  edits: TextEdit[];
  /** Why the text is not read at all. */
  refused?: string;
}

/** What can be said of a file whose text was not read at all. */
export function notRead(reason: 'a-link' | 'too-large'): FirstLook {
  const diagnostic: Omit<TextDiagnostic, 'from' | 'to'> =
    reason === 'a-link'
      ? {
          rule: 'linked-file',
          message: 'this is a link and no file of its own, so it is not read',
          advice: 'put the file itself here; what stands on several pages belongs into `_shared/`',
        }
      : {
          rule: 'too-large',
          message: `this file is too large to be read; a page can have at most ${most} letters`,
          advice: 'part it into several pages; pictures and films belong into `public/`',
        };
  return {
    diagnostics: [{ ...diagnostic, from: 0, to: 0 }],
    edits: [],
    refused: reason === 'a-link' ? 'it is a link' : 'it is too large',
  };
}

/** Looks at a text as a whole: whether it is text, its size and depth, and marks of other programs. */
export function lookAt(text: string): FirstLook {
  const refuse = (
    diagnostic: Omit<TextDiagnostic, 'from' | 'to'>,
    refused: string,
    from = 0,
    to = 0,
  ): FirstLook => ({
    diagnostics: [{ ...diagnostic, from, to }],
    edits: [],
    refused,
  });
  if (text.length > mostLetters) {
    return refuse(
      {
        rule: 'too-large',
        message: `this file has ${text.length.toLocaleString('en')} letters, and a page can have at most ${most}`,
        advice: 'part it into several pages; pictures and films belong into `public/`',
      },
      'it is too large',
    );
  }
  const strange = text.search(/[\0\uFFFD]/);
  if (strange !== -1 && (text.includes('\0') || text.split('\uFFFD').length > 20)) {
    return refuse(
      {
        rule: 'not-text',
        message: 'this is not a text file',
        advice:
          'save the page as plain text, in the encoding UTF-8; programs such as Word save something else',
      },
      'it is not text',
      strange,
      strange,
    );
  }
  if (text.replaceAll(/^\s*(#.*)?$|^---\s*$/gm, '').trim() === '') {
    return refuse(
      {
        rule: 'empty-file',
        message: 'this file is empty',
        advice: 'write the page, starting with `title:`, or delete the file',
      },
      'it is empty',
    );
  }
  const deep = tooDeepAt(text);
  if (deep !== undefined)
    return refuse(
      {
        rule: 'too-deep',
        message: `this file has more than ${mostLevels} groups inside each other`,
        advice: 'a page needs six at most; look for brackets or dashes that were repeated by accident',
      },
      'it is nested too deeply',
      deep,
      deep + 1,
    );

  const diagnostics: TextDiagnostic[] = [];
  const edits: TextEdit[] = [];
  if (strange !== -1) {
    diagnostics.push({
      rule: 'not-text',
      message: 'a letter of this file cannot be read',
      label: 'this was a letter in another encoding',
      note: 'the file is not saved as UTF-8',
      advice: 'save the file in the encoding UTF-8, and write the letter again',
      from: strange,
      to: strange + 1,
    });
  }
  mergeMarkers(text, diagnostics, edits);
  severalDocuments(text, diagnostics, edits);
  oddSpaces(text, diagnostics, edits);
  return { diagnostics, edits };
}

/** Where the nesting is deeper than any page, found without recursion. */
function tooDeepAt(text: string): number | undefined {
  let brackets = 0;
  let start = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const indent = /^ */.exec(line)?.[0].length ?? 0;
    if (line.trim() !== '') {
      while (indents.length > 0 && (indents.at(-1) ?? 0) >= indent) indents.pop();
      indents.push(indent);
    }
    const dashes = /^\s*((?:[-?] +)*)/.exec(line)?.[1]?.replaceAll(' ', '').length ?? 0;
    if (indents.length + dashes > mostLevels) return start + indent;
    for (let at = 0; at < line.length; at++) {
      const letter = line[at];
      if (letter === '[' || letter === '{') brackets++;
      else if ((letter === ']' || letter === '}') && brackets > 0) brackets--;
      if (brackets > mostLevels) return start + at;
    }
    start += line.length + 1;
  }
  return undefined;
}

/** What git leaves behind when two people changed the same lines. The first of the two is checked. */
function mergeMarkers(text: string, diagnostics: TextDiagnostic[], edits: TextEdit[]): void {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return;
  // The marks one after the other: where the first version begins and ends, and where the second one ends.
  let open: { from: number; first: number; firstEnd?: number } | undefined;
  for (const { index, 0: line } of text.matchAll(/^(?:<{7}|\|{7}|={7}|>{7})[^\n]*(?:\n|$)/gm)) {
    if (line.startsWith('<')) open ??= { from: index, first: index + line.length };
    else if (open && !line.startsWith('>')) open.firstEnd ??= index;
    else if (open?.firstEnd !== undefined) {
      diagnostics.push(
        mergeMarker(open.from, open.from + text.slice(open.from, open.first).trimEnd().length),
      );
      edits.push(
        { from: open.from, to: open.first, text: '' },
        { from: open.firstEnd, to: index + line.length, text: '' },
      );
      open = undefined;
    }
  }
  if (diagnostics.length > 0) return;
  for (const found of text.matchAll(/^(?:<{7}|>{7}|={7})[^\r\n]*/gm)) {
    if (diagnostics.length === 0)
      diagnostics.push({
        ...mergeMarker(found.index, found.index + found[0].length),
        note: 'the rest of this file was checked without such lines',
      });
    edits.push({ from: found.index, to: found.index + found[0].length, text: '' });
  }
}

function mergeMarker(from: number, to: number): TextDiagnostic {
  return {
    rule: 'merge-marker',
    message: 'two versions of this text were never put together',
    label: 'git wrote this line, because two people changed the same place',
    advice:
      'keep the version you want, and delete the other together with the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`',
    note: 'the rest of this file was checked with the first of the two versions',
    from,
    to,
  };
}

function severalDocuments(text: string, diagnostics: TextDiagnostic[], edits: TextEdit[]): void {
  for (const found of text.matchAll(/^(?:---|\.\.\.)(?=[ \t]*(?:\r?\n|$))/gm)) {
    if (found[0] === '---' && /^(\s*(#.*)?\n)*$/.test(text.slice(0, found.index))) continue;
    const newline = text.indexOf('\n', found.index);
    const edit = { from: found.index, to: newline === -1 ? text.length : newline + 1, text: '' };
    diagnostics.push({
      rule: 'several-documents',
      message: `a line with only \`${found[0]}\` ends the page, and everything below it is lost`,
      label: 'one file is one page',
      note: 'the rest of this file was checked as if this line were not there',
      from: found.index,
      to: found.index + 3,
      fix: { title: 'delete the line', safety: 'suggested', edits: [edit] },
    });
    edits.push(edit);
  }
}

/** Blanks that look like a space and are none. Inside a text they are fine; elsewhere YAML takes them for letters. */
function oddSpaces(text: string, diagnostics: TextDiagnostic[], edits: TextEdit[]): void {
  if (!/[\u00A0\u2000-\u200B\u202F\u2060\u3000\uFEFF]/.test(text)) return;
  const odd = /[\u00A0\u2000-\u200B\u202F\u2060\u3000\uFEFF]+/g;
  let start = 0;
  for (const line of text.split('\n')) {
    // In front of the line, of its name or of its value.
    const zone =
      /^[ \t\u00A0\u2000-\u200B\u202F\u2060\u3000\uFEFF]*(?:-[ \t\u00A0\u2000-\u200B\u202F\u2060\u3000\uFEFF]+)*(?:[\w-]+[\u00A0\u2000-\u200B\u202F\u2060\u3000\uFEFF]*:[ \t\u00A0\u2000-\u200B\u202F\u2060\u3000\uFEFF]*)?/.exec(
        line,
      )?.[0] ?? '';
    const found = [...zone.matchAll(odd)].map(({ index, 0: blank }) => ({
      from: start + index,
      to: start + index + blank.length,
      text: blank.replaceAll(/[\u200B\u2060\uFEFF]/g, '').replaceAll(/[^ ]/g, ' '),
    }));
    const [first] = found;
    if (first) {
      // A colon needs a blank behind it, and these are replaced one for one.
      diagnostics.push({
        rule: 'odd-space',
        message: 'this looks like a space, but it is another sign that YAML does not take for one',
        label: 'write an ordinary space',
        note: 'such signs come along when text is copied from a website or from Word',
        from: first.from,
        to: first.to,
        fix: { title: 'replace it by an ordinary space', safety: 'safe', edits: found },
      });
      edits.push(...found);
    }
    start += line.length + 1;
  }
}
