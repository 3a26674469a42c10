import type { Texts } from '../content/block-definition.ts';
import type { ChartContent, ChartPlace } from '../content/chart-fields.ts';
import type { DrawnChart, Mark } from './drawn-chart.ts';
import { drawCounted, type NoteOfMarks } from './counted.ts';
import { toValueFormat, type ValueFormat } from './value-format.ts';
import { drawHeat } from './heat.ts';
import { drawColumns, drawLine } from './plot.ts';
import { drawBars, drawRanges, drawSmallRanges } from './rows.ts';
import { drawShares, drawSmallShares } from './share.ts';
import { drawSkyline } from './skyline.ts';
import { sentenceOf, tableOf } from './table.ts';

/** Draws the format of a chart, in the language of its page. */
export function drawChart(chart: ChartContent, site: Texts, place: ChartPlace): DrawnChart {
  const format = toValueFormat(chart, site);
  const noteOf: NoteOfMarks = (each, counts) => {
    if (each === 1) return undefined;
    const isExact = counts.every((count) => count % each === 0);
    const note = isExact ? site.words.squareCounts : site.words.squareCountsAbout;
    return note.replace('{count}', new Intl.NumberFormat(site.language).format(each));
  };
  const { style, marks, isInset } = draw(chart, format, place, site.language, noteOf);
  return {
    style,
    sentence: sentenceOf(chart, format, site),
    marks,
    ...(isInset && { isInset }),
    // A small drawing has no table.
    table: place === 'block' ? tableOf(chart, format, site) : [],
  };
}

/** More bars than this stand side by side. */
const maxBars = 12;

function draw(
  chart: ChartContent,
  format: ValueFormat,
  place: ChartPlace,
  language: string,
  noteOf: NoteOfMarks,
): Pick<DrawnChart, 'style' | 'isInset'> & { marks: Mark[] } {
  switch (chart.kind) {
    case 'bars':
      return chart.items.length > maxBars
        ? { style: 'plot', marks: drawColumns(chart, format) }
        : { style: 'rows', marks: drawBars(chart, format) };
    case 'before-after':
      return { style: 'rows', marks: drawBars(chart, format) };
    case 'ranges':
      return {
        style: 'rows',
        marks: place === 'small' ? drawSmallRanges(chart, format) : drawRanges(chart, format),
      };
    case 'share':
      return {
        style: 'rows',
        marks: place === 'small' ? drawSmallShares(chart, format) : drawShares(chart, format),
      };
    case 'counted':
      return { style: 'counted', ...drawCounted(chart, format, place, noteOf) };
    case 'skyline':
      return { style: 'skyline', marks: drawSkyline(chart, format, noteOf) };
    case 'line':
      return { style: 'plot', marks: drawLine(chart, format, place, language) };
    case 'heat':
      return { style: 'heat', marks: drawHeat(chart, format) };
  }
}
