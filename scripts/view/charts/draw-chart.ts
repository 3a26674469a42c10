import type { Texts } from '../../../schema/content/block-definition.ts';
import type { ChartContent } from '../../../schema/content/chart-fields.ts';
import type { ChartDrawing, Mark } from '../../../src/render/entry-server.tsx';
import { drawCounted, type Place } from './counted.ts';
import { numbersOf, type Numbers } from './numbers.ts';
import { drawBars, drawRanges } from './rows.ts';
import { sentenceOf, tableOf } from './table.ts';

/** Draws the numbers of a chart, in the language of its page. */
export function drawChart(chart: ChartContent, site: Texts, place: Place): ChartDrawing {
  const numbers = numbersOf(chart, site);
  const { style, marks, each = 1 } = draw(chart, numbers, place);
  const note =
    each === 1
      ? undefined
      : site.words.squareCounts.replace('{count}', new Intl.NumberFormat(site.language).format(each));
  return {
    style,
    says: sentenceOf(chart, numbers, site),
    marks,
    ...(note !== undefined && { note }),
    // A small drawing has no table.
    table: place === 'block' ? tableOf(chart, numbers, site) : [],
  };
}

function draw(
  chart: ChartContent,
  numbers: Numbers,
  place: Place,
): { style: ChartDrawing['style']; marks: Mark[]; each?: number } {
  switch (chart.kind) {
    case 'counted':
      return { style: 'counted', ...drawCounted(chart, numbers, place) };
    case 'ranges':
      return { style: 'rows', marks: drawRanges(chart, numbers) };
    default:
      return { style: 'rows', marks: drawBars(chart, numbers) };
  }
}
