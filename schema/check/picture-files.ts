import { linesOf, rangeAt } from '../base/lines.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { rules } from '../rules/index.ts';
import { type SvgProblem, svgProblems } from '../svg/problems.ts';

const advice: Record<SvgProblem['rule'], string> = {
  'broken-picture': 'export it again from the program that it was made with, or choose another file',
  'unsafe-drawing':
    'save it again as a plain SVG: shapes and words only, with no script, link, movement or linked file',
  'heavy-drawing':
    'put a photo into `public/` by itself, where the build makes it small; export a drawing with fewer points, or as PNG',
};

/** What is wrong with the files in `public/`: with the text of drawings, and with how photos begin. */
export function pictureFileDiagnostics(files: ReadonlyMap<string, string>): Diagnostic[] {
  return [...files].flatMap(([address, text]) => {
    const lines = linesOf(text);
    const problems = address.endsWith('.svg') ? svgProblems(text) : photoProblems(text);
    return problems.map(({ rule, at, length, message }): Diagnostic => ({
      rule,
      severity: rules[rule].severity,
      message,
      file: `public${address}`,
      range: rangeAt(lines, at, at + length),
      path: [],
      advice: advice[rule],
      fixes: [],
    }));
  });
}

/** A link in `public/` is neither read nor published, as it may lead to what nobody meant to publish. */
export function linkedFileDiagnostics(links: readonly string[]): Diagnostic[] {
  return links.map((address) => ({
    rule: 'linked-file',
    severity: rules['linked-file'].severity,
    message: 'this is a link and no file of its own, so it is not published',
    file: `public${address}`,
    range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    path: [],
    advice: 'put the file itself here',
    fixes: [],
  }));
}

/** How many letters of a photo are enough to tell what it is. */
export const photoBeginning = 32;

function photoProblems(beginning: string): SvgProblem[] {
  const isPhoto = /^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(beginning);
  if (isPhoto) return [];
  const message = /^[^]{4}ftyp/.test(beginning)
    ? 'this photo is of the kind HEIC, whatever its name says, and most browsers cannot show it'
    : 'this file is no photo, whatever its name says';
  return [{ rule: 'broken-picture', at: 0, length: 0, message }];
}
