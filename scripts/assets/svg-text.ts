import type { Glyph } from 'fontkit';
import type { SvgElement } from '../../schema/check/svg-parser.ts';
import type { TextEdit } from '../../schema/diagnostics/edits.ts';
import { escapeMarkup } from '../system/format.ts';
import { openBuiltInFont, getGlyphPath } from './fonts.ts';

type Attributes = Readonly<Record<string, string>>;
type PlacedGlyph = { glyph: Glyph; weight: number; x: number };

/** A run of text in one style. */
interface Run {
  attributes: Attributes;
  /** Scale factor from font units to SVG units. */
  scale: number;
  /** Distance to the previous run, in SVG units. */
  dx: number;
  width: number;
  glyphs: PlacedGlyph[];
}

/**
 * Converts the text in an SVG to outlines. Returns `edits` of the SVG source, and paths for its `<defs>`. Outlines are
 * needed because an SVG in an `<img>` cannot use the fonts of the page, and system fonts have different widths. Text
 * stays unchanged if it uses other fonts, characters that the font lacks, or elements other than `tspan`.
 */
export function outlineText(root: SvgElement): { edits: TextEdit[]; defs: string } {
  // Define each glyph once, and reuse it.
  const paths = new Map<string, { id: string; path: string }>();
  const getGlyphId = ({ glyph, weight }: PlacedGlyph): string => {
    const key = `${glyph.id} ${weight}`;
    const id = paths.get(key)?.id ?? `letter-${paths.size}`;
    const outline = getGlyphPath(openBuiltInFont(weight), glyph);
    if (!paths.has(key)) paths.set(key, { id, path: `<path id="${id}" d="${outline}"/>` });
    return id;
  };
  const edits = findTextElements(root, {}).flatMap(({ element, line }) => {
    const runs = layoutRuns(element, line);
    const hasAllGlyphs = runs?.every(({ glyphs }) => glyphs.every(({ glyph }) => glyph.id !== 0));
    if (!runs || !hasAllGlyphs || !line['font-family']?.startsWith('system-ui')) return [];
    return [{ from: element.from, to: element.to, newText: renderLine(line, runs, getGlyphId) }];
  });
  const defs = [...paths.values()].map(({ path }) => path).join('');
  return { edits, defs: defs && `<defs>${defs}</defs>` };
}

/** Returns all text elements with their inherited attributes. */
function findTextElements(
  element: SvgElement,
  inheritedAttributes: Attributes,
): { element: SvgElement; line: Attributes }[] {
  const ownAttributes = toAttributes(element);
  if (element.name === 'text') return [{ element, line: { ...inheritedAttributes, ...ownAttributes } }];
  // Pass on only font attributes. The outlines stay in the group, so the group's other attributes still apply to them.
  const fontAttributes = Object.entries(ownAttributes).filter(([name]) =>
    /^(font-|text-anchor|letter-spacing)/.test(name),
  );
  const passedAttributes = { ...inheritedAttributes, ...Object.fromEntries(fontAttributes) };
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : findTextElements(child, passedAttributes),
  );
}

const toAttributes = ({ attributes }: SvgElement): Attributes =>
  Object.fromEntries(attributes.map(({ name, value }) => [name, value]));

/** Returns the runs of a `<text>` element, or `undefined` if the element contains elements other than `tspan`. */
function layoutRuns({ children }: SvgElement, line: Attributes): Run[] | undefined {
  const runs = children.map((child) => {
    if (typeof child === 'string') return layoutRun(child, line, 0);
    if (child.name !== 'tspan' || child.children.some((inner) => typeof inner !== 'string')) return undefined;
    const ownAttributes = toAttributes(child);
    return layoutRun(
      child.children.join(''),
      { ...line, ...ownAttributes },
      Number(ownAttributes['dx'] ?? 0),
    );
  });
  return runs.every((run) => run !== undefined) ? runs : undefined;
}

function layoutRun(text: string, attributes: Attributes, dx: number): Run {
  const weight = Number(attributes['font-weight'] ?? 400);
  const font = openBuiltInFont(weight);
  const scale = Number(attributes['font-size'] ?? 16) / font.unitsPerEm;
  const spacing = Number(attributes['letter-spacing'] ?? 0) / scale;
  const glyphs: PlacedGlyph[] = [];
  const run = font.layout(text);
  let x = 0;
  for (const [glyphIndex, glyph] of run.glyphs.entries()) {
    glyphs.push({ glyph, weight, x: Math.round(x) });
    x += (run.positions[glyphIndex]?.xAdvance ?? 0) + spacing;
  }
  const width = x * scale;
  return { attributes, scale, dx, width, glyphs };
}

/** Renders a line as SVG, with one group per run. */
function renderLine(
  line: Attributes,
  runs: readonly Run[],
  getGlyphId: (glyph: PlacedGlyph) => string,
): string {
  const length = runs.reduce((sum, { dx, width }) => sum + dx + width, 0);
  let end = Number(line['x'] ?? 0) - ({ middle: length / 2, end: length }[line['text-anchor'] ?? ''] ?? 0);
  return runs
    .map(({ attributes, scale, dx, width, glyphs }) => {
      const x = end + dx;
      end = x + width;
      const start = `translate(${Number(x.toFixed(1))} ${attributes['y'] ?? 0})`;
      const transforms = `${attributes['transform'] ?? ''} ${start} scale(${Number(scale.toFixed(5))})`;
      const transform = escapeMarkup(transforms.trim());
      const paint = ['fill', 'opacity']
        .flatMap((name) =>
          attributes[name] === undefined ? [] : ` ${name}="${escapeMarkup(attributes[name])}"`,
        )
        .join('');
      const useElements = glyphs
        .filter(({ glyph }) => glyph.path.commands.length > 0)
        .map((glyph) => `<use href="#${getGlyphId(glyph)}" x="${glyph.x}"/>`);
      // Without `stroke="none"`, outlines would inherit the stroke of their group.
      return `<g transform="${transform}"${paint} stroke="none">${useElements.join('')}</g>`;
    })
    .join('');
}
