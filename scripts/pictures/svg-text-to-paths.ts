import type { Glyph } from 'opentype.js/dist/opentype.mjs';
import { figtree } from './figtree-font.ts';
import { glyphPath } from './glyph-path.ts';

type Attributes = Readonly<Record<string, string>>;

/** Words of one look, on the line they stand on. */
interface Piece {
  attributes: Attributes;
  /** From the font's units to those of the drawing. */
  scale: number;
  /** Room before it, in the units of the drawing. */
  before: number;
  width: number;
  letters: { glyph: Glyph; weight: number; x: number }[];
}

/**
 * A drawing whose words are shapes. A picture cannot use the fonts of the page around it, and a system font is wider
 * on one device than on another: this way words look and fit alike everywhere. Words in other fonts, or with letters
 * that ours lacks, are left alone.
 */
export function outlineLetters(svg: string): string {
  const around: Attributes[] = [];
  // Each letter is drawn once, and used as often as it stands in the words.
  const shapes = new Map<string, string>();
  const idOf = ({ glyph, weight }: Piece['letters'][number]): string => {
    const key = `${glyph.index} ${weight}`;
    const shape =
      shapes.get(key) ?? `<path id="letter-${shapes.size}" d="${glyphPath(glyph.path.commands)}"/>`;
    shapes.set(key, shape);
    return /letter-\d+/.exec(shape)?.[0] ?? '';
  };
  const drawn = svg.replace(
    /<text\b([^>]*)>(.*?)<\/text>|<(?:svg|g)\b([^>]*?)(\/?)>|<\/(?:svg|g)>/gs,
    (tag, own?: string, words?: string, group?: string, closed?: string) => {
      if (own !== undefined && words !== undefined) {
        const line: Attributes = Object.assign({}, ...around, attributesOf(own));
        const pieces = piecesOf(line, words);
        const known = pieces.every(({ letters }) => letters.every(({ glyph }) => glyph.index !== 0));
        return line['font-family']?.startsWith('system-ui') && known ? lineOf(line, pieces, idOf) : tag;
      }
      if (group === undefined) around.pop();
      else if (!closed) around.push(inherited(attributesOf(group)));
      return tag;
    },
  );
  return shapes.size === 0
    ? svg
    : drawn.replace(/<svg[^>]*>/, (start) => `${start}<defs>${[...shapes.values()].join('')}</defs>`);
}

const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
/** What words take over from the groups around them; where a group stands and how it is filled stays with the group. */
const inherited = (attributes: Attributes) =>
  Object.fromEntries(
    Object.entries(attributes).filter(([name]) => /^(font-|text-anchor|letter-spacing)/.test(name)),
  );

function piecesOf(line: Attributes, words: string): Piece[] {
  return [...words.matchAll(/<tspan\b([^>]*)>([^<]*)<\/tspan>|([^<]+)/g)].map(([, own, inner, plain]) => {
    const attributes: Attributes = { ...line, dx: '0', ...attributesOf(own ?? '') };
    const weight = Number(attributes['font-weight'] ?? 400);
    const font = figtree(weight);
    const scale = Number(attributes['font-size'] ?? 16) / font.unitsPerEm;
    const spacing = Number(attributes['letter-spacing'] ?? 0) / scale;
    const text = (inner ?? plain ?? '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    const letters: Piece['letters'] = [];
    const end = font.forEachGlyph(text, 0, 0, font.unitsPerEm, undefined, (glyph, x) =>
      letters.push({ glyph, weight, x: Math.round(x + letters.length * spacing) }),
    );
    return {
      attributes,
      scale,
      before: Number(attributes['dx']),
      width: (end + letters.length * spacing) * scale,
      letters,
    };
  });
}

/** A line of words at its place, one group for each piece. */
function lineOf(
  line: Attributes,
  pieces: readonly Piece[],
  idOf: (letter: Piece['letters'][number]) => string,
): string {
  const whole = pieces.reduce((sum, { before, width }) => sum + before + width, 0);
  let end = Number(line['x'] ?? 0) - ({ middle: whole / 2, end: whole }[line['text-anchor'] ?? ''] ?? 0);
  return pieces
    .map(({ attributes, scale, before, width, letters }) => {
      const x = end + before;
      end = x + width;
      const place =
        `${attributes['transform'] ?? ''} translate(${Number(x.toFixed(1))} ${attributes['y'] ?? 0}) scale(${Number(scale.toFixed(5))})`.trim();
      const look = ['fill', 'opacity']
        .flatMap((name) => (attributes[name] === undefined ? [] : ` ${name}="${attributes[name]}"`))
        .join('');
      const shapes = letters
        .filter(({ glyph }) => glyph.path.commands.length > 0)
        .map((letter) => `<use href="#${idOf(letter)}" x="${letter.x}"/>`);
      // Shapes would get the line that is drawn around those of their group; words have none.
      return `<g transform="${place}"${look} stroke="none">${shapes.join('')}</g>`;
    })
    .join('');
}
