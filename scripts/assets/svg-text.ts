import type { Glyph } from 'fontkit';
import type { SvgElement } from '../../schema/check/svg-parser.ts';
import type { TextEdit } from '../../schema/diagnostics/edits.ts';
import { escape } from '../system/format.ts';
import { builtInFont, glyphPath } from './fonts.ts';

type Attributes = Readonly<Record<string, string>>;
type PlacedGlyph = { glyph: Glyph; weight: number; x: number };

/** A run of text in one style. */
interface Run {
  attributes: Attributes;
  /** Factor from font units to SVG units. */
  scale: number;
  /** Distance to the previous run, in SVG units. */
  dx: number;
  width: number;
  glyphs: PlacedGlyph[];
}

/**
 * Converts the text of an SVG to outlines. Returns `edits` of its source, and paths for its `<defs>`. An SVG in an
 * `<img>` cannot use the fonts of the page, and system fonts have different widths. Text is not converted if it uses
 * other fonts, characters that the font lacks, or elements other than `tspan`.
 */
export function outlinedText(root: SvgElement): { edits: TextEdit[]; defs: string } {
  // Each glyph is defined once and reused.
  const paths = new Map<string, { id: string; path: string }>();
  const idOf = ({ glyph, weight }: PlacedGlyph): string => {
    const key = `${glyph.id} ${weight}`;
    const id = paths.get(key)?.id ?? `letter-${paths.size}`;
    const outline = glyphPath(builtInFont(weight), glyph);
    if (!paths.has(key)) paths.set(key, { id, path: `<path id="${id}" d="${outline}"/>` });
    return id;
  };
  const edits = textElements(root, {}).flatMap(({ element, line }) => {
    const runs = runsOf(element, line);
    const canRender = runs?.every(({ glyphs }) => glyphs.every(({ glyph }) => glyph.id !== 0));
    if (!runs || !canRender || !line['font-family']?.startsWith('system-ui')) return [];
    return [{ from: element.from, to: element.to, newText: lineOf(line, runs, idOf) }];
  });
  const defs = [...paths.values()].map(({ path }) => path).join('');
  return { edits, defs: defs && `<defs>${defs}</defs>` };
}

/** Returns all text elements with their inherited attributes. */
function textElements(
  element: SvgElement,
  inherited: Attributes,
): { element: SvgElement; line: Attributes }[] {
  const own = attributesOf(element);
  if (element.name === 'text') return [{ element, line: { ...inherited, ...own } }];
  // Other attributes of groups also apply to the outlines, which stay in the group.
  const font = Object.entries(own).filter(([name]) => /^(font-|text-anchor|letter-spacing)/.test(name));
  const passed = { ...inherited, ...Object.fromEntries(font) };
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : textElements(child, passed)));
}

const attributesOf = ({ attributes }: SvgElement): Attributes =>
  Object.fromEntries(attributes.map(({ name, value }) => [name, value]));

/** Returns the runs of a text. Returns undefined if it contains elements other than `tspan`. */
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
  const font = builtInFont(weight);
  const scale = Number(attributes['font-size'] ?? 16) / font.unitsPerEm;
  const spacing = Number(attributes['letter-spacing'] ?? 0) / scale;
  const glyphs: PlacedGlyph[] = [];
  const run = font.layout(text);
  let x = 0;
  for (const [at, glyph] of run.glyphs.entries()) {
    glyphs.push({ glyph, weight, x: Math.round(x) });
    x += (run.positions[at]?.xAdvance ?? 0) + spacing;
  }
  const width = x * scale;
  return { attributes, scale, dx, width, glyphs };
}

/** Renders a positioned line, one group per run. */
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
      // Without this, outlines would inherit the stroke of their group.
      return `<g transform="${transform}"${paint} stroke="none">${uses.join('')}</g>`;
    })
    .join('');
}
