import type { Mark } from '../../../src/render/entry-server.tsx';
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

/** What a letter takes on the narrowest telephone, in per cent of the width. */
const letter = (7.5 / 250) * 100;

interface Placed extends Note {
  side: 'start' | 'end' | 'wide';
  from: number;
  to: number;
}

function place(note: Note): Placed {
  const width = note.text.length * letter + 4;
  const { x } = note;
  if (x + width <= 100) return { ...note, side: 'start', from: x, to: x + width };
  if (x - width >= 0) return { ...note, side: 'end', from: x - width, to: x };
  return { ...note, side: 'wide', from: 0, to: 100 };
}

/** Lines of notes above a plot, from the top, so that no text is over another, or over a line to a point. */
export function drawNotes(notes: readonly Note[]): Mark[] {
  const bands = bestBands(notes.map(place));
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
