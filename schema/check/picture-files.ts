import { linesOf } from '../base/lines.ts';
import type { PhotoFault } from '../base/source-file.ts';
import { type Diagnostic, inFile } from '../diagnostics/diagnostic.ts';
import { svgDiagnostics } from '../svg/diagnostics.ts';
import { fileDiagnostic } from './file-names.ts';

const advice: Partial<Record<Diagnostic['rule'], string>> = {
  'broken-picture': 'export it again from the program that it was made with, or choose another file',
  'unsafe-drawing':
    'save it again as a plain SVG: shapes and words only, with no script, link, movement or linked file',
  'heavy-drawing':
    'put a photo into `public/` by itself, where the build makes it small; export a drawing with fewer ' +
    'points and effects, or as PNG',
};

/** What is wrong with the texts of the SVGs in `public/`. */
export function pictureFileDiagnostics(files: ReadonlyMap<string, string>): Diagnostic[] {
  return [...files].flatMap(([address, text]) => {
    const lines = linesOf(text);
    const found = svgDiagnostics(text);
    return found.map((one) =>
      inFile({ ...one, advice: one.advice ?? advice[one.rule] }, `public${address}`, lines),
    );
  });
}

/** A link in `public/` is neither read nor published, as it may lead to what nobody meant to publish. */
export function linkedFileDiagnostics(links: readonly string[]): Diagnostic[] {
  const message = 'this is a link and no file of its own, so it is not published';
  return links.map((address) =>
    fileDiagnostic(`public${address}`, 'linked-file', message, 'put the file itself here'),
  );
}

/** Of files that have one name for browsers only one could be published. */
export function twinDiagnostics(twins: readonly string[]): Diagnostic[] {
  const message = 'another file has the same name, in which a letter and its mark are written in another way';
  return twins.map((address) =>
    fileDiagnostic(`public${address}`, 'same-address', message, 'delete or rename one of the two'),
  );
}

/** Photos that cannot be shown, and that no page shows: the others are told where they are to be shown. */
export function unshownPhotos(
  faults: readonly (readonly [address: string, fault: PhotoFault])[],
): Diagnostic[] {
  return faults.map(([address, fault]) =>
    fileDiagnostic(
      `public${address}`,
      'broken-picture',
      photoFaults[fault].message,
      photoFaults[fault].advice,
    ),
  );
}

export const saveAsJpeg =
  'save it as JPEG: open it in the photo program of your computer and export it; an iPhone takes JPEG by ' +
  'itself with Settings > Camera > Formats > Most Compatible';

/** What an author reads about a photo that cannot be shown. */
export const photoFaults: Record<PhotoFault, { message: string; advice: string }> = {
  heic: {
    message: 'this photo is of the kind HEIC, whatever its name says, and most browsers cannot show it',
    advice: saveAsJpeg,
  },
  'no-photo': {
    message: 'this file is no photo, whatever its name says',
    advice: 'save the picture again as JPEG or PNG, or choose another file',
  },
  damaged: {
    message: 'this photo is damaged: its file ends too early, or a part of it cannot be read',
    advice: 'copy it again from where it comes from, or open it in a photo program and save it anew',
  },
  'too-large': {
    message: 'this photo has more pixels than can be worked with',
    advice: 'save it smaller: 4,000 pixels on its longer side are enough for every screen',
  },
};
