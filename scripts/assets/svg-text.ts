import { type CommandFunction, type Font, type Glyph, parse } from 'opentype.js/dist/opentype.mjs';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackFont } from '../../legacy/scripts/fonts/unpack-font.ts';
import type { TextEdit } from '../../schema/diagnostics/edits.ts';
import type { SvgElement } from '../../schema/checker/svg-parser.ts';
import { escape } from '../system/format.ts';

/** An outline as the `d` of a path: whole units, each point from the one before it, y downwards. */
export function glyphPath(commands: readonly CommandFunction[]): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  return commands
    .map((command) => {
      if (command.type === 'Z') {
        [x, y] = [startX, startY];
        return 'z';
      }
      const points = [
        ...('x1' in command ? [[command.x1, command.y1] as const] : []),
        ...('x2' in command ? [[command.x2, command.y2] as const] : []),
        [command.x, command.y] as const,
      ];
      const steps = points.map(([toX, toY]) => [Math.round(toX) - x, -Math.round(toY) - y] as const);
      [x, y] = [Math.round(command.x), -Math.round(command.y)];
      if (command.type === 'M') [startX, startY] = [x, y];
      const [[right = 0, down = 0] = []] = steps;
      if (command.type === 'L' && down === 0) return `h${right}`;
      if (command.type === 'L' && right === 0) return `v${down}`;
      return command.type.toLowerCase() + steps.flat().join(' ').replaceAll(' -', '-');
    })
    .join('');
}

const require = createRequire(import.meta.url);
const weights = [400, 600, 700] as const;
const fonts = new Map<string, Font>();

/** The font that text is outlined in, in the nearest of three weights; `latin-ext` has rarer letters. */
export function outlineFont(weight: number, range: 'latin' | 'latin-ext' = 'latin'): Font {
  const nearest = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const name = `@fontsource/figtree/files/figtree-${range}-${nearest}-normal.woff`;
  return fontOf(name, () => readFileSync(require.resolve(name)));
}

/** The font in a WOFF2 file. */
export function packedFont(file: string): Font {
  // An author at work may put another one in its place.
  const { mtimeMs, size } = statSync(file);
  return fontOf(`${file} ${mtimeMs} ${size}`, () => unpackFont(readFileSync(file)));
}

function fontOf(name: string, read: () => Buffer): Font {
  const loaded = fonts.get(name);
  if (loaded) return loaded;
  const file = read();
  const font = parse(new Uint8Array(file).buffer);
  fonts.set(name, font);
  return font;
}

/** The glyph for a character; of a font of several weights in the one that is asked for. */
export function glyphOf(font: Font, character: string, weight: number): Glyph {
  const glyph = font.charToGlyph(character);
  return font.variation?.getTransform(glyph, { wght: weight }) ?? glyph;
}

type Attributes = Readonly<Record<string, string>>;
type PlacedGlyph = { glyph: Glyph; weight: number; x: number };

/** Text in one style, as part of a line. */
interface Run {
  attributes: Attributes;
  /** From the font's units to those of the SVG. */
  scale: number;
  /** Distance to the run before it, in the units of the SVG. */
  dx: number;
  width: number;
  glyphs: PlacedGlyph[];
}

/**
 * Replaces the text of an SVG by outlines: `edits` in its source, and the paths for its `<defs>`. An SVG
 * that is shown as a picture cannot use the fonts of the page around it, and a system font is wider on one
 * device than on another. Text in other fonts, with characters that the font lacks or with elements other
 * than `tspan`, stays.
 */
export function outlinedText(root: SvgElement): { edits: TextEdit[]; defs: string } {
  // Each glyph is defined once, and used as often as it occurs.
  const paths = new Map<string, { id: string; path: string }>();
  const idOf = ({ glyph, weight }: PlacedGlyph): string => {
    const key = `${glyph.index} ${weight}`;
    const id = paths.get(key)?.id ?? `letter-${paths.size}`;
    if (!paths.has(key))
      paths.set(key, { id, path: `<path id="${id}" d="${glyphPath(glyph.path.commands)}"/>` });
    return id;
  };
  const edits = textElements(root, {}).flatMap(({ element, line }) => {
    const runs = runsOf(element, line);
    const canRender = runs?.every(({ glyphs }) => glyphs.every(({ glyph }) => glyph.index !== 0));
    if (!runs || !canRender || !line['font-family']?.startsWith('system-ui')) return [];
    return [{ from: element.from, to: element.to, newText: lineOf(line, runs, idOf) }];
  });
  const defs = [...paths.values()].map(({ path }) => path).join('');
  return { edits, defs: defs && `<defs>${defs}</defs>` };
}

/** All text elements, with the attributes that apply to them. */
function textElements(
  element: SvgElement,
  inherited: Attributes,
): { element: SvgElement; line: Attributes }[] {
  const own = attributesOf(element);
  if (element.name === 'text') return [{ element, line: { ...inherited, ...own } }];
  // Where a group stands and how it is filled applies to the outlines too, as these stay inside it.
  const font = Object.entries(own).filter(([name]) => /^(font-|text-anchor|letter-spacing)/.test(name));
  const passed = { ...inherited, ...Object.fromEntries(font) };
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : textElements(child, passed)));
}

const attributesOf = ({ attributes }: SvgElement): Attributes =>
  Object.fromEntries(attributes.map(({ name, value }) => [name, value]));

/** Nothing where the text holds more than texts and `tspan` elements. */
function runsOf({ children }: SvgElement, line: Attributes): Run[] | undefined {
  const runs = children.map((child) => {
    if (typeof child === 'string') return runOf(child, line, 0);
    if (child.name !== 'tspan' || child.children.some((inner) => typeof inner !== 'string')) return undefined;
    const own = attributesOf(child);
    return runOf(child.children.join(''), { ...line, ...own }, Number(own['dx'] ?? 0));
  });
  return runs.every((run) => run !== undefined) ? runs : undefined;
}

function runOf(text: string, attributes: Attributes, dx: number): Run {
  const weight = Number(attributes['font-weight'] ?? 400);
  const font = outlineFont(weight);
  const scale = Number(attributes['font-size'] ?? 16) / font.unitsPerEm;
  const spacing = Number(attributes['letter-spacing'] ?? 0) / scale;
  const glyphs: PlacedGlyph[] = [];
  const end = font.forEachGlyph(text, 0, 0, font.unitsPerEm, undefined, (glyph, x) =>
    glyphs.push({ glyph, weight, x: Math.round(x + glyphs.length * spacing) }),
  );
  const width = (end + glyphs.length * spacing) * scale;
  return { attributes, scale, dx, width, glyphs };
}

/** A line at its place, one group for each run. */
function lineOf(line: Attributes, runs: readonly Run[], idOf: (glyph: PlacedGlyph) => string): string {
  const length = runs.reduce((sum, { dx, width }) => sum + dx + width, 0);
  let end = Number(line['x'] ?? 0) - ({ middle: length / 2, end: length }[line['text-anchor'] ?? ''] ?? 0);
  return runs
    .map(({ attributes, scale, dx, width, glyphs }) => {
      const x = end + dx;
      end = x + width;
      const start = `translate(${Number(x.toFixed(1))} ${attributes['y'] ?? 0})`;
      const place = `${attributes['transform'] ?? ''} ${start} scale(${Number(scale.toFixed(5))})`;
      const transform = escape(place.trim());
      const paint = ['fill', 'opacity']
        .flatMap((name) => (attributes[name] === undefined ? [] : ` ${name}="${escape(attributes[name])}"`))
        .join('');
      const uses = glyphs
        .filter(({ glyph }) => glyph.path.commands.length > 0)
        .map((glyph) => `<use href="#${idOf(glyph)}" x="${glyph.x}"/>`);
      // Outlines would inherit the stroke of their group; text has none.
      return `<g transform="${transform}"${paint} stroke="none">${uses.join('')}</g>`;
    })
    .join('');
}
