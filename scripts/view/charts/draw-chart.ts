import type { Texts } from '../../../schema/content/block-definition.ts';
import type { ChartContent, ChartPlace } from '../../../schema/content/chart-fields.ts';
import type { ChartDrawing, Mark } from '../../../src/render/entry-server.tsx';
import { drawCounted, type NoteOfMarks } from './counted.ts';
import { numbersOf, type Numbers } from './numbers.ts';
import { drawHeat } from './heat.ts';
import { drawColumns, drawLine } from './plot.ts';
import { drawBars, drawRanges, drawSmallRanges } from './rows.ts';
import { drawShares, drawSmallShares } from './share.ts';
import { drawSkyline } from './skyline.ts';
import { sentenceOf, tableOf } from './table.ts';

/** Draws the numbers of a chart, in the language of its page. */
export function drawChart(chart: ChartContent, site: Texts, place: ChartPlace): ChartDrawing {
  const numbers = numbersOf(chart, site);
  const noteOf: NoteOfMarks = (each, counts) => {
    if (each === 1) return undefined;
    const isExact = counts.every((count) => count % each === 0);
    const note = isExact ? site.words.squareCounts : site.words.squareCountsAbout;
    return note.replace('{count}', new Intl.NumberFormat(site.language).format(each));
  };
  const { style, marks, isInset } = draw(chart, numbers, place, site.language, noteOf);
  return {
    style,
    says: sentenceOf(chart, numbers, site),
    marks,
    ...(isInset && { isInset }),
    // A small drawing has no table.
    table: place === 'block' ? tableOf(chart, numbers, site) : [],
  };
}

/** More bars than this stand side by side. */
const maxBars = 12;

function draw(
  chart: ChartContent,
  numbers: Numbers,
  place: ChartPlace,
  language: string,
  noteOf: NoteOfMarks,
): Pick<ChartDrawing, 'style' | 'isInset'> & { marks: Mark[] } {
  switch (chart.kind) {
    case 'bars':
      return chart.items.length > maxBars
        ? { style: 'plot', marks: drawColumns(chart, numbers) }
        : { style: 'rows', marks: drawBars(chart, numbers) };
    case 'before-after':
      return { style: 'rows', marks: drawBars(chart, numbers) };
    case 'ranges':
      return {
        style: 'rows',
        marks: place === 'small' ? drawSmallRanges(chart, numbers) : drawRanges(chart, numbers),
      };
    case 'share':
      return {
        style: 'rows',
        marks: place === 'small' ? drawSmallShares(chart, numbers) : drawShares(chart, numbers),
      };
    case 'counted':
      return { style: 'counted', ...drawCounted(chart, numbers, place, noteOf) };
    case 'skyline':
      return { style: 'skyline', marks: drawSkyline(chart, numbers, noteOf) };
    case 'line':
      return { style: 'plot', marks: drawLine(chart, numbers, place, language) };
    case 'heat':
      return { style: 'heat', marks: drawHeat(chart, numbers) };
  }
}
