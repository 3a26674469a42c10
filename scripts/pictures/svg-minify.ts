import { type Attribute, isNote, markupOf, type Piece } from '../../schema/svg/tokenize.ts';

const hasWords = new Set(['text', 'tspan', 'textPath', 'title', 'desc', 'style']);
const geometry = new Set(['d', 'points']);

/** A drawing without what only the program needs that it was made with. It looks the same. */
export function tidyDrawing(drawing: string): string {
  const pieces = markupOf(drawing);
  const starts = pieces.flatMap((piece) => (piece.kind === 'start' ? [piece] : []));
  const usesXlink = starts.some(({ attributes }) => attributes.some(({ name }) => name === 'xlink:href'));
  const keepsBlanks = drawing.includes('xml:space');
  const rounds = canRound(starts.flatMap(({ attributes }) => attributes));
  const open: string[] = [];
  let leftOut = 0;
  return pieces
    .map((piece) => {
      if (piece.kind === 'hidden') return '';
      if (piece.kind === 'end') {
        const out = isNote(open.pop() ?? '');
        if (out) leftOut--;
        return out || leftOut > 0 ? '' : piece.source;
      }
      if (piece.kind === 'start') {
        if (!piece.closed) {
          open.push(piece.name);
          if (isNote(piece.name)) leftOut++;
        }
        return leftOut > 0 || isNote(piece.name) ? '' : startTag(piece, usesXlink, rounds);
      }
      if (leftOut > 0) return '';
      return piece.source.trim() === '' && !keepsBlanks && !hasWords.has(open.at(-1) ?? '')
        ? ''
        : piece.source;
    })
    .join('');
}

function startTag(
  { name, attributes, closed }: Piece & { kind: 'start' },
  usesXlink: boolean,
  rounds: boolean,
): string {
  const kept = attributes.filter(
    (one) =>
      !one.name.includes(':') ||
      /^(xlink:href|xml:(space|lang))$/.test(one.name) ||
      (usesXlink && one.name === 'xmlns:xlink'),
  );
  return `<${name}${kept.map((one) => ` ${geometry.has(one.name) ? tidyGeometry(one, rounds) : one.source}`).join('')}${closed ? '/' : ''}>`;
}

function tidyGeometry({ source }: Attribute, rounds: boolean): string {
  const plain = source.replaceAll(/\s+/g, ' ');
  return rounds ? plain.replaceAll(/(\.\d{3})\d+(?![\de])/g, '$1') : plain;
}

/** Whether a thousandth of a unit cannot be seen: on a canvas of some size, and where no part is drawn at another scale. */
function canRound(attributes: readonly Attribute[]): boolean {
  const canvases = attributes
    .filter(({ name }) => name === 'viewBox')
    .map(({ value }) =>
      value
        .trim()
        .split(/[\s,]+/)
        .map(Number),
    );
  const scaled =
    attributes.some(({ name, value }) => /transform/i.test(name) && /scale|matrix/.test(value)) ||
    attributes.some(({ name, value }) => /units$/i.test(name) && value === 'objectBoundingBox');
  return !scaled && canvases.length === 1 && Math.min(canvases[0]?.[2] ?? 0, canvases[0]?.[3] ?? 0) >= 24;
}
