import type { Mark } from './drawn-chart.ts';
import { spacer } from './rows.ts';
import { percent } from './scale.ts';

/** Words at a place of a plot, above it, with a line that leads to their point. */
export interface Note {
  /** From 0 to 100, from the beginning. */
  x: number;
  /** From 0 to 100, from the top. Without it, no line leads to the plot. */
  y?: number;
  text: string;
}

/** The width of a chart on the narrowest telephone, and what a letter and the edges of a note take, in pixels. */
const narrowest = 280;
const [letter, edges] = [8, 16];

/** The width of a plot beside the room for the words of its lines. */
export const plotWidth = (width: number, room: number): number => Math.max(100, width - room * 8.5);

interface Placed extends Note {
  side: 'start' | 'end' | 'wide';
  from: number;
  to: number;
}

function place(note: Note, plotWidth: number): Placed {
  const width = ((note.text.length * letter + edges) / plotWidth) * 100;
  const { x } = note;
  if (x + width <= 100) return { ...note, side: 'start', from: x, to: x + width };
  if (x - width >= 0) return { ...note, side: 'end', from: x - width, to: x };
  return { ...note, side: 'wide', from: 0, to: 100 };
}

/** Lines of notes above a plot, from the top, so that no text is over another, or over a line to a point. */
export function drawNotes(notes: readonly Note[], room: number): Mark[] {
  const bands = bestBands(notes.map((note) => place(note, plotWidth(narrowest, room))));
  return bands.map((band, at): Mark => {
    const above = bands.slice(0, at).flat();
    const leaders = [...above, ...band].filter(({ y, side }) => y !== undefined && side !== 'wide');
    return [
      'div',
      { 'data-notes': '' },
      [
        'svg',
        { 'data-leaders': '' },
        ...leaders.map(({ x }): Mark => ['line', { x1: percent(x), x2: percent(x), y2: '100%' }]),
      ],
      ...band.map(({ x, side, text }): Mark => [
        'p',
        { 'data-note': side },
        ...(side === 'wide' ? [] : [spacer(side === 'start' ? x : 100 - x)]),
        ['span', {}, text],
      ]),
    ];
  });
}

/** The order of notes with the fewest lines under texts, and then the fewest bands. */
function bestBands(notes: readonly Placed[]): Placed[][] {
  let best: { bands: Placed[][]; cost: number } = { bands: [], cost: Infinity };
  for (const order of orders(notes)) {
    const bands: Placed[][] = [];
    for (const note of order) {
      const last = bands.at(-1);
      if (last?.every(({ from, to }) => to < note.from || note.to < from)) last.push(note);
      else bands.push([note]);
    }
    let crossed = 0;
    for (const [at, band] of bands.entries())
      for (const { x, y } of bands.slice(0, at).flat())
        if (y !== undefined && band.some(({ from, to }) => from < x && x < to)) crossed += 1;
    const cost = 10 * crossed + bands.length;
    if (cost < best.cost) best = { bands, cost };
  }
  return best.bands;
}

const orders = <One>(all: readonly One[]): One[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((first, at) =>
        orders(all.filter((_, index) => index !== at)).map((others) => [first, ...others]),
      );
