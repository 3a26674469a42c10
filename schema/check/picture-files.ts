import { linesOf } from '../base/lines.ts';
import type { Span } from '../base/text-edits.ts';
import { type Diagnostic, diagnostic, inFile } from '../diagnostics/diagnostic.ts';
import { svgDiagnostics } from '../svg/diagnostics.ts';
import { fileDiagnostic } from './file-names.ts';

const advice: Partial<Record<Diagnostic['rule'], string>> = {
  'broken-picture': 'export it again from the program that it was made with, or choose another file',
  'unsafe-drawing':
    'save it again as a plain SVG: shapes and words only, with no script, link, movement or linked file',
  'heavy-drawing':
    'put a photo into `public/` by itself, where the build makes it small; export a drawing with fewer ' +
    'points, or as PNG',
};

/** What is wrong with the files in `public/`: with the text of SVGs, and with the first bytes of photos. */
export function pictureFileDiagnostics(files: ReadonlyMap<string, string>): Diagnostic[] {
  return [...files].flatMap(([address, text]) => {
    const lines = linesOf(text);
    const found = address.endsWith('.svg') ? svgDiagnostics(text) : photoDiagnostics(text);
    return found.map((one) => inFile({ ...one, advice: advice[one.rule] }, `public${address}`, lines));
  });
}

/** A link in `public/` is neither read nor published, as it may lead to what nobody meant to publish. */
export function linkedFileDiagnostics(links: readonly string[]): Diagnostic[] {
  const message = 'this is a link and no file of its own, so it is not published';
  return links.map((address) =>
    fileDiagnostic(`public${address}`, 'linked-file', message, 'put the file itself here'),
  );
}

/** How many bytes of a photo show of what kind it is. */
export const photoBeginning = 32;

function photoDiagnostics(beginning: string): Diagnostic<Span>[] {
  const isPhoto = /^(\u00FF\u00D8\u00FF|\u0089PNG|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(beginning);
  if (isPhoto) return [];
  const message = /^[^]{4}ftyp/.test(beginning)
    ? 'this photo is of the kind HEIC, whatever its name says, and most browsers cannot show it'
    : 'this file is no photo, whatever its name says';
  return [diagnostic({ rule: 'broken-picture', from: 0, to: 0, message })];
}
