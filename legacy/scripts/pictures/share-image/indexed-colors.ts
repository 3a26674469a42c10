import { mix, type Values } from '../../../../schema/content/colors.ts';
import { remembered } from './remembered.ts';

/** Red, green and blue in a byte each, as one number. */
export type Rgb = number;
/** Each is such a number. */
export type Pixels = Uint32Array;

/**
 * The colours of the look and those between them at smooth edges: sixteen, so that a pixel takes half a byte.
 * The ground is the first, the darkest is the last.
 */
export function lookColors({ ground, ink, muted, line, accent }: Values): Rgb[] {
  const towards = (color: string, steps: number) =>
    Array.from({ length: steps }, (_, step) => mix(ground, color, (step + 1) / steps));
  const others = [muted, line, ...towards(ink, 7), ...towards(accent, 6)].map(rgb);
  return [rgb(ground), ...others.toSorted((one, other) => brightness(other) - brightness(one))];
}

/** The colours, and those of a picture too where it has some that none of them is near to. */
export function withColorsOf(picture: Pixels, colors: readonly Rgb[]): Rgb[] {
  const all = [...colors];
  const own = new Set(picture);
  // At smooth edges between two of the colours there are no others than these.
  if ([...own].every((color) => distance(color, nearest(color, colors)) <= 26)) return all;
  for (const color of own) if (all.length < 256 && distance(color, nearest(color, all)) > 4) all.push(color);
  return all;
}

/** Pixels as indexes of colours. */
export function indexed(picture: Pixels, colors: readonly Rgb[]): Uint8Array {
  const indexOf = remembered((color: Rgb) => colors.indexOf(nearest(color, colors)));
  const indexes = new Uint8Array(picture.length);
  for (let at = 0; at < picture.length; at++) {
    const color = picture[at] ?? 0;
    // Most pixels are as the one before.
    indexes[at] = color === picture[at - 1] ? (indexes[at - 1] ?? 0) : indexOf(color);
  }
  return indexes;
}

/** The indexes of the shades from the ground to a colour, by how much of a pixel is covered: 0 to 255. */
export function shadesOf(color: string, ground: string, colors: readonly Rgb[]): Uint8Array {
  const shades = Uint32Array.from({ length: 256 }, (_, covered) => rgb(mix(ground, color, covered / 255)));
  return indexed(shades, colors);
}

const rgb = (color: string): Rgb => Number.parseInt(color.slice(1), 16);
const channels = (color: Rgb) => [color >> 16, (color >> 8) & 255, color & 255] as const;
const brightness = (color: Rgb) => channels(color).reduce((sum, channel) => sum + channel);

/** By how much the channel differs that differs most. */
function distance(one: Rgb, other: Rgb): number {
  const [red, green, blue] = channels(one);
  const [otherRed, otherGreen, otherBlue] = channels(other);
  return Math.max(Math.abs(red - otherRed), Math.abs(green - otherGreen), Math.abs(blue - otherBlue));
}

function nearest(color: Rgb, colors: readonly Rgb[]): Rgb {
  return colors.reduce((best, next) => (distance(color, next) < distance(color, best) ? next : best));
}
