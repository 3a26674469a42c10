import type { Texts } from '../blocks/block-definition.ts';
import type { ChartContent, ChartPlace } from '../fields/chart-fields.ts';
import { drawCounted } from './counted.ts';
import type { DrawnChart } from './drawn-chart.ts';
import { drawHeat } from './heat.ts';
import { drawPlot } from './plot.ts';
import { drawRows } from './rows.ts';
import { drawSkyline } from './skyline.ts';
import { toSentence, toTable } from './table.ts';
import { toValueFormat, type ValueFormat } from './value-format.ts';

/** More bars are drawn as columns, side by side. */
const maxBars = 12;

/** Draws a chart in the language of its page. `id` must be unique on the page. */
export function drawChart(chart: ChartContent, site: Texts, place: ChartPlace, id: string): DrawnChart {
  const format = toValueFormat(chart, site);
  return {
    ...toMarks(chart, format, place, site, id),
    sentence: toSentence(chart, format, site),
    // Only `chart` blocks have a table.
    table: place === 'block' ? toTable(chart, format, site) : [],
  };
}

function toMarks(
  chart: ChartContent,
  format: ValueFormat,
  place: ChartPlace,
  site: Texts,
  id: string,
): Pick<DrawnChart, 'style' | 'marks'> {
  if (chart.kind === 'counted')
    return { style: 'counted', marks: drawCounted(chart, format, place, site, id) };
  if (chart.kind === 'skyline') return { style: 'skyline', marks: drawSkyline(chart, format, site, id) };
  if (chart.kind === 'heat') return { style: 'heat', marks: drawHeat(chart, format) };
  if (chart.kind === 'line' || (chart.kind === 'bars' && chart.items.length > maxBars))
    return { style: 'plot', marks: drawPlot(chart, format, place, site.language) };
  return { style: 'rows', marks: drawRows(chart, format, place !== 'block') };
}
