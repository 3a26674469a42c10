import type { PageWords } from '../blocks/block-definition.ts';
import type { ChartContent, ChartPosition } from '../fields/chart-fields.ts';
import { drawCounted } from './counted.ts';
import type { DrawnChart } from './drawn-chart.ts';
import { drawHeat } from './heat.ts';
import { drawPlot } from './plot.ts';
import { drawRows } from './rows.ts';
import { drawSkyline } from './skyline.ts';
import { describeChart, toChartTable } from './table.ts';
import { toValueFormat, type ValueFormat } from './value-format.ts';

/** Maximum number of horizontal bars. A chart with more values is drawn as vertical columns. */
const maxBars = 12;

/**
 * Draws a chart with numbers and words in the page language. `id` must be unique on the page, because SVG patterns use
 * it.
 */
export function drawChart(
  chart: ChartContent,
  texts: PageWords,
  position: ChartPosition,
  id: string,
): DrawnChart {
  const format = toValueFormat(chart, texts);
  return {
    ...drawMarks(chart, format, position, texts, id),
    sentence: describeChart(chart, format, texts),
    // Only charts in `chart` blocks have a table.
    table: position === 'block' ? toChartTable(chart, format, texts) : [],
  };
}

function drawMarks(
  chart: ChartContent,
  format: ValueFormat,
  position: ChartPosition,
  texts: PageWords,
  id: string,
): Pick<DrawnChart, 'style' | 'marks'> {
  if (chart.kind === 'counted')
    return { style: 'counted', marks: drawCounted(chart, format, position, texts, id) };
  if (chart.kind === 'skyline') return { style: 'skyline', marks: drawSkyline(chart, format, texts, id) };
  if (chart.kind === 'heat') return { style: 'heat', marks: drawHeat(chart, format) };
  if (chart.kind === 'line' || (chart.kind === 'bars' && chart.items.length > maxBars))
    return { style: 'plot', marks: drawPlot(chart, format, position, texts.language) };
  return { style: 'rows', marks: drawRows(chart, format, position !== 'block') };
}
