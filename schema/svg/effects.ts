import type { Span } from '../base/text-edits.ts';
import type { SvgElement } from './parse.ts';
import { svgSize } from './size.ts';

/** Layers of noise beyond these change no colour any more. */
const mostOctaves = 10;
/** To thicken a line takes a hundred times as long by a radius that is ten times as large. */
const largestRadius = 1 / 20;
/** Numbers in a row of a table that is laid over every pixel. */
const mostInRow = 9;
/** Sides of the ground of an effect, in those of what it is for. */
const largestGround = 10;

const slow = new Set(['feTurbulence', 'feMorphology', 'feConvolveMatrix']);

/** How much of an element is an effect that is computed for every pixel anew. */
export const slowEffect = ({ name }: SvgElement): number => (slow.has(name) ? 1 : 0);

/** Effects that take a browser seconds for one picture, each with what is too much of it. */
export function slowEffects(root: SvgElement): { at: Span; message: string }[] {
  const side = Math.max(...(svgSize(root) ?? [1]));
  const found: { at: Span; message: string }[] = [];
  const look = (element: SvgElement, unit: number) => {
    const { name, attributes, children } = element;
    const numbers = new Map(attributes.map((at) => [at.name, { at, values: at.value.split(/[\s,]+/) }]));
    const check = (attribute: string, most: number, message: string) => {
      const { at, values = [] } = numbers.get(attribute) ?? {};
      if (at && values.some((value) => Math.abs(sizeOf(value)) > most))
        found.push({ at: { from: at.from, to: at.to }, message });
    };
    if (name === 'feTurbulence')
      check('numOctaves', mostOctaves, `has noise of more than ${mostOctaves} layers`);
    if (name === 'feMorphology')
      check('radius', unit * largestRadius, 'thickens lines by more than a twentieth of its own size');
    if (name === 'feConvolveMatrix')
      check('order', mostInRow, `has an effect of more than ${mostInRow} numbers in a row`);
    if (name === 'filter') {
      const ground = valueOf(element, 'filterUnits') === 'userSpaceOnUse' ? side : 1;
      for (const attribute of ['x', 'y', 'width', 'height'])
        check(attribute, ground * largestGround, 'has an effect on a ground that is far larger than itself');
    }
    const inner = name === 'filter' && valueOf(element, 'primitiveUnits') === 'objectBoundingBox' ? 1 : unit;
    for (const child of children) if (typeof child !== 'string') look(child, inner);
  };
  look(root, side);
  return found;
}

const valueOf = ({ attributes }: SvgElement, wanted: string) =>
  attributes.find(({ name }) => name === wanted)?.value;

/** A number, or a part of a hundred. */
const sizeOf = (written: string): number =>
  written.endsWith('%') ? Number(written.slice(0, -1)) / 100 : Number.parseFloat(written);
