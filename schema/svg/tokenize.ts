/** A piece of a drawing's text: an element's beginning or end, text, or something that is not shown. */
export type Piece = { at: number; source: string } & (
  | { kind: 'start'; name: string; attributes: Attribute[]; closed: boolean }
  | { kind: 'end'; name: string }
  | { kind: 'text'; text: string }
  | { kind: 'hidden' }
  /** What cannot be read; it goes to the end. */
  | { kind: 'broken' }
);

export interface Attribute {
  name: string;
  /** As a browser reads it. */
  value: string;
  at: number;
  source: string;
}

const attribute = /\s+([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
// What defines words of its own (`<!DOCTYPE svg [`) can hide anything behind them, and is not read.
const hidden = /<!--[^]*?-->|<\?[\w-]+[^]*?\?>|<!DOCTYPE\s[^>[]*>/y;
const data = /<!\[CDATA\[([^]*?)\]\]>/y;
const start = /<([A-Za-z_][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const end = /<\/([A-Za-z_][\w:.-]*)\s*>/y;
const text = /[^<]+/y;

/** Whether an element is what a program notes for itself, or for those who file drawings: visitors do not get it. */
export const isNote = (element: string): boolean => element === 'metadata' || element.includes(':');

/** Takes the text of a drawing apart, without losing a letter of it. */
export function markupOf(drawing: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < drawing.length; at += pieces.at(-1)?.source.length ?? 1)
    pieces.push(pieceAt(drawing, at));
  return pieces;
}

function pieceAt(drawing: string, at: number): Piece {
  const found = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(drawing);
  };
  let match = found(text);
  if (match) return { kind: 'text', at, source: match[0], text: decoded(match[0]) };
  match = found(end);
  if (match) return { kind: 'end', at, source: match[0], name: match[1] ?? '' };
  match = found(start);
  if (match)
    return {
      kind: 'start',
      at,
      source: match[0],
      name: match[1] ?? '',
      attributes: attributesOf(match[2] ?? '', at + 1 + (match[1] ?? '').length),
      closed: match[3] === '/',
    };
  match = found(hidden);
  if (match) return { kind: 'hidden', at, source: match[0] };
  match = found(data);
  if (match) return { kind: 'text', at, source: match[0], text: match[1] ?? '' };
  return { kind: 'broken', at, source: drawing.slice(at) };
}

function attributesOf(source: string, at: number): Attribute[] {
  return [...source.matchAll(attribute)].map((match) => ({
    name: match[1] ?? '',
    value: decoded(match[2] ?? match[3] ?? ''),
    at: at + match.index + match[0].search(/\S/),
    source: match[0].trimStart(),
  }));
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** With `&amp;`, `&#106;` and their like read as what they stand for. */
function decoded(source: string): string {
  return source.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return name === undefined
        ? code <= 0x10_ff_ff
          ? String.fromCodePoint(code)
          : whole
        : (signs[name] ?? whole);
    },
  );
}
