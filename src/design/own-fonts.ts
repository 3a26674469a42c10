import { urlOf } from '../../schema/base/file-kinds.ts';
import type { Site } from '../../schema/site.ts';
import { face, fallback, type Family, stack } from './font-face.ts';

type Facts = NonNullable<Site['fontFacts']>[string];

// How wide a letter of usual text is in Arial, and in its bold, in parts of the size.
const arial = { 400: 0.442, 700: 0.4779 };
/** A font of several weights says how wide the usual one is; its bold one is about so much wider. */
const boldIsWider = 1.02;

/** A family of a site's own, of one file or of two. */
export function ownFamily(name: string, site: Site, file: string, boldFile?: string): Family | undefined {
  const [usual, bold] = [site.fontFacts?.[file], site.fontFacts?.[boldFile ?? '']];
  if (!usual) return undefined;
  const isOne = usual.weights[0] === usual.weights[1];
  const boldWidth = bold?.width ?? usual.width * (isOne ? 1 : boldIsWider);
  return {
    stack: stack(name),
    files: [file, ...(bold && boldFile ? [boldFile] : [])].map(urlOf),
    rareFiles: [],
    faces:
      face(name, urlOf(file), weightsOf(usual, bold ? '100 599' : undefined)) +
      (bold && boldFile ? face(name, urlOf(boldFile), '600 900') : '') +
      fallbackOf(name, 400, usual, usual.width) +
      fallbackOf(name, 700, bold ?? usual, boldWidth),
    rareFaces: '',
  };
}

/** Of a single weight browsers make a bold one where it is called by just that weight. */
const weightsOf = ({ weights: [least, most] }: Facts, ofOne = '400'): string =>
  least === most ? ofOne : `${least} ${most}`;

function fallbackOf(name: string, weight: 400 | 700, { ascent, descent }: Facts, width: number): string {
  const wider = Number(((100 * width) / arial[weight]).toFixed(1));
  return fallback(name, weight, wider, 100 * ascent, 100 * descent);
}
