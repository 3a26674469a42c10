import type { Span } from '../base/text-edits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { drawingSize } from './size.ts';
import { isNote, markupOf, type Piece } from './tokenize.ts';

// An SVG of a site is a document of that site when it is opened by itself, so it may hold shapes and words only.
const shapes = new Set(
  'svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath title desc metadata style linearGradient radialGradient stop pattern image clipPath mask marker filter'.split(
    ' ',
  ),
);
const isEffect = /^fe[A-Z]\w*$/;
const isMovement = /^(animate\w*|set|mpath)$/;
const standard = 'http://www.w3.org/2000/svg';

/** Letters of a drawing, and of the pictures of pixels inside it: a page with more would not be fast. */
export const mostLetters = { drawing: 300_000, photo: 40_000 };

/** What is wrong with the text of an SVG file. */
export function drawingProblems(drawing: string): Diagnostic<Span>[] {
  const pieces = markupOf(drawing);
  const broken = pieces.find(({ kind }) => kind === 'broken') ?? unpaired(pieces);
  const root = pieces.find(({ kind }) => kind === 'start');
  if (broken) return [problem('broken-picture', broken, 'this drawing cannot be read from here on')];
  if (root?.kind !== 'start' || root.name !== 'svg')
    return [problem('broken-picture', { at: 0, source: '' }, 'this file is no SVG drawing')];
  return [
    ...(drawingSize(drawing)
      ? []
      : [problem('broken-picture', root, 'this drawing does not say how large it is: it needs a `viewBox`')]),
    ...unsafeParts(pieces),
    ...tooHeavy(drawing, pieces),
  ];
}

/** The end of an element that is not the one that is open: browsers show nothing of such a drawing. */
function unpaired(pieces: readonly Piece[]): Piece | undefined {
  const open: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'start' && !piece.closed) open.push(piece);
    const begun = piece.kind === 'end' ? open.pop() : undefined;
    if (piece.kind === 'end' && (begun?.kind !== 'start' || begun.name !== piece.name)) return piece;
  }
  return open.at(-1);
}

function unsafeParts(pieces: readonly Piece[]): Diagnostic<Span>[] {
  const open: string[] = [];
  return pieces.flatMap((piece): Diagnostic<Span>[] => {
    const found = open.some(isNote) ? [] : unsafePart(piece, open.at(-1));
    if (piece.kind === 'end') open.pop();
    if (piece.kind === 'start' && !piece.closed) open.push(piece.name);
    return found;
  });
}

function unsafePart(piece: Piece, inside: string | undefined): Diagnostic<Span>[] {
  if (piece.kind === 'text')
    return inside === 'style' && !isOwnStyle(piece.text)
      ? [problem('unsafe-drawing', piece, 'the styles of this drawing load something from elsewhere')]
      : [];
  if (piece.kind !== 'start') return [];
  const element = elementProblem(piece.name);
  if (element !== undefined)
    return [problem('unsafe-drawing', { at: piece.at, source: `<${piece.name}` }, element)];
  return piece.attributes.flatMap((one) => {
    const message = attributeProblem(one.name, one.value);
    return message === undefined ? [] : [problem('unsafe-drawing', one, message)];
  });
}

function elementProblem(name: string): string | undefined {
  if (shapes.has(name) || isEffect.test(name) || isNote(name)) return undefined;
  if (name === 'script') return 'this drawing holds a script';
  if (name === 'foreignObject') return 'this drawing holds parts of a web page';
  if (name === 'a') return 'this drawing holds a link';
  if (isMovement.test(name)) return 'this drawing moves by itself, also for those who asked for less motion';
  return `this drawing holds \`<${name}>\`, which is no shape`;
}

function attributeProblem(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) return `this drawing holds a script, in \`${name}\``;
  if (/javascript:/i.test(value.replaceAll(/[\s\p{Cc}]/gu, '')))
    return 'this drawing holds a script, in an address';
  if (name === 'xmlns') return value === standard ? undefined : 'a part of this drawing is of another kind';
  if (name === 'href' || name === 'xlink:href')
    return value.startsWith('#') || isPixels(value)
      ? undefined
      : 'this drawing loads something from elsewhere';
  return isOwnStyle(value) ? undefined : 'this drawing loads something from elsewhere';
}

/** Whether styles name nothing but parts of the drawing itself. A backslash could hide a word. */
const isOwnStyle = (style: string) =>
  !/@import|\\|image-set\s*\(|src\s*\(/i.test(style) &&
  [...style.matchAll(/url\s*\(\s*["']?\s*(.)/gi)].every(([, first]) => first === '#');

const isPixels = (address: string) =>
  /^data:image\/(png|jpeg|webp|avif|gif);base64,[A-Za-z0-9+/=\s]*$/.test(address);

function tooHeavy(drawing: string, pieces: readonly Piece[]): Diagnostic<Span>[] {
  const pixels = pieces
    .flatMap((piece) => (piece.kind === 'start' ? piece.attributes : []))
    .filter(({ value }) => isPixels(value));
  const letters = pixels.reduce((sum, { source }) => sum + source.length, 0);
  const [first] = pixels;
  if (first && letters > mostLetters.photo)
    return [
      problem(
        'heavy-drawing',
        { at: first.at, source: first.source.slice(0, 20) },
        `this drawing holds a photo of ${kilobytes(letters)}`,
      ),
    ];
  return drawing.length > mostLetters.drawing
    ? [
        problem(
          'heavy-drawing',
          { at: 0, source: '' },
          `this drawing has ${kilobytes(drawing.length)}, and a drawing can have at most ${kilobytes(mostLetters.drawing)}`,
        ),
      ]
    : [];
}

const kilobytes = (letters: number) => `${Math.round(letters / 1000).toLocaleString('en')} kilobytes`;

const problem = (
  rule: 'broken-picture' | 'unsafe-drawing' | 'heavy-drawing',
  { at, source }: { at: number; source: string },
  message: string,
): Diagnostic<Span> => diagnostic({ rule, from: at, to: at + source.length, message });
