import type { SvgElement } from './parse.ts';

/** Width and height of an SVG in pixels; nothing where it does not say. */
export function svgSize(root: SvgElement): [width: number, height: number] | undefined {
  const valueOf = (attribute: string) => root.attributes.find(({ name }) => name === attribute)?.value.trim();
  const box =
    valueOf('viewBox')
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  const isBox = box.length === 4 && box.every(Number.isFinite);
  const [width = 0, height = 0] = isBox
    ? box.slice(2)
    : ['width', 'height'].map((side) => pixels(valueOf(side)));
  return width > 0 && height > 0 ? [width, height] : undefined;
}

const pixels = (length = '') => Number(/^([\d.]+)(?:px)?$/.exec(length)?.[1] ?? 0);
