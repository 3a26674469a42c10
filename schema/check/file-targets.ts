import { fileEndings, madeFiles } from '../base/file-kinds.ts';
import type { FieldMeta } from '../fields/metadata.ts';
import { choices } from '../diagnostics/diagnostic.ts';
import { unsafeLink } from './unsafe-link.ts';
import { nearFile } from './nearest-address.ts';
import { photoFaults, saveAsJpeg } from './picture-files.ts';
import type { PathlessFinding, ReferenceContext } from './reference-context.ts';

/** What is wrong with a picture in `public/`. */
export function ownPicture(written: string, all: ReferenceContext): PathlessFinding | undefined {
  const address = written.normalize();
  if (/\.\w+$/.test(written) && !fileEndings.picture.test(written) && !unsafeLink(written))
    return otherFormat(written, all);
  const fault = all.photoFaults.get(address);
  if (fault === undefined) return missingFile(written, all, fileEndings.picture);
  return { rule: 'broken-picture', received: written, ...photoFaults[fault] };
}

/** What is wrong with the size of a photo, where it must have one. */
export function smallPicture(
  written: string,
  { leastSize }: FieldMeta,
  { photoSizes }: ReferenceContext,
): PathlessFinding | undefined {
  const size = leastSize && photoSizes.get(written.normalize());
  if (!leastSize || !size) return undefined;
  const [width, height] = size;
  const [wide, high] = leastSize;
  if (width >= wide && height >= high) return undefined;
  return {
    rule: 'small-picture',
    message: `this photo has ${width} × ${height} points, and it is shown with ${wide} × ${high} elsewhere`,
    label: 'it would be blurred',
    received: written,
    advice: `take a larger version of it: at least ${wide} points wide, and ${high} high`,
  };
}

const inPublic =
  'files for visitors lie in the folder `public`, and are written with a `/` in front: `/pictures/team.jpg`';

/** What is wrong with a link to a file in `public/`. */
export function linkedFile(written: string, all: ReferenceContext): PathlessFinding | undefined {
  if (madeFiles.includes(written)) return undefined;
  const found = missingFile(written, all, /./);
  if (found?.rule !== 'missing-picture') return found;
  const note = found.note === inPublic ? 'a page is written without an ending: `/about/us`' : found.note;
  return { ...found, rule: 'dead-link', note };
}

/** What is wrong with a file in `public/` that must be there, with one of these endings. */
export function missingFile(
  written: string,
  { pictures, folders }: ReferenceContext,
  ending: RegExp,
): PathlessFinding | undefined {
  const address = written.normalize();
  if (pictures.has(address)) return undefined;
  const unsafe = unsafeLink(written);
  if (unsafe) return unsafe;
  const isFolder = folders.has(address);
  const files = [...pictures].filter((file) => ending.test(file));
  const near = nearFile(address, files);
  const place = `\`public${written.startsWith('/') ? '' : '/'}${written}\``;
  return {
    rule: 'missing-picture',
    message: isFolder ? `${place} is a folder, and no file` : `there is no file ${place}`,
    advice: isFolder
      ? 'name a file in it, or put the file itself in the place of the folder'
      : 'put the file there, or choose one that is there',
    ...choices(written, files, near?.file),
    note: near?.note ?? inPublic,
  };
}

/** What authors bring along that no browser shows, or none should. */
const otherFormats: readonly [ending: RegExp, what: string, advice: string][] = [
  [/\.hei[cf]$/i, 'a photo of the kind HEIC, which most browsers cannot show', saveAsJpeg],
  [
    /\.gif$/i,
    'a GIF, which is large and moves without end',
    'save it as PNG, or as a film (MP4) in a `media` block, where visitors can stop it',
  ],
  [
    /\.(mp4|webm|mov)$/i,
    'a film, and no picture',
    'show it in a `media` block: a picture as `src`, and below it `video:` with the film',
  ],
];
const asUsual = 'export it as JPEG (a photo), PNG (a screen) or SVG (a drawing)';

function otherFormat(written: string, { pictures }: ReferenceContext): PathlessFinding {
  const name = written.slice(written.lastIndexOf('/') + 1);
  const kind = name.slice(name.lastIndexOf('.') + 1).toUpperCase();
  const usual = ['', `a file of the kind ${kind}, which browsers do not show as a picture`, asUsual] as const;
  const [, what, advice] = otherFormats.find(([ending]) => ending.test(name)) ?? usual;
  const files = [...pictures].filter((file) => fileEndings.picture.test(file));
  const near = nearFile(written.normalize(), files);
  return {
    rule: 'picture-format',
    message: `\`${name}\` is ${what}`,
    received: written,
    advice,
    ...(near ? { ...choices(written, files, near.file), note: near.note } : {}),
  };
}
