import type { PageWords } from '../blocks/block-definition.ts';
import { type Block, getDefinition } from '../blocks/index.ts';
import type { ChartContent, ChartPosition } from '../fields/chart-fields.ts';
import type { Inline } from '../markdown/tree.ts';
import { drawChart } from './draw-chart.ts';

type ChartWithSource = ChartContent & { source?: Inline[] };

/** Draws the charts on a page. Returns blocks without charts as the same objects. */
export function drawPageCharts(blocks: readonly Block[], texts: PageWords): Block[] {
  let chartCount = 0;
  const addDrawnChart = (chart: ChartWithSource, position: ChartPosition) => {
    const [textBefore = '', textAfter = ''] = texts.words.chartSource.split('{source}');
    return {
      ...chart,
      ...(chart.source && { source: [textBefore, ...chart.source, textAfter].filter((part) => part !== '') }),
      // The items are no longer needed, because the drawn chart contains their values.
      items: [],
      drawn: drawChart(chart, texts, position, `chart-${chartCount++}`),
    };
  };
  const drawNestedCharts = <Value>(
    value: Value,
    position: ChartPosition,
    itemPosition: ChartPosition,
  ): Value => {
    let copy = value;
    for (const [name, child] of Object.entries(value as object)) {
      if (typeof child !== 'object' || child === null) continue;
      const replacement =
        name === 'figure'
          ? addDrawnChart(child as ChartWithSource, position) // every setting called `figure` is a chart
          : drawNestedCharts(child as unknown, Array.isArray(value) ? itemPosition : position, itemPosition);
      if (replacement === child) continue;
      if (copy === value) copy = (Array.isArray(value) ? [...value] : { ...value }) as Value;
      Object.assign(copy as object, { [name]: replacement });
    }
    return copy;
  };
  return blocks.map((block) => {
    if ('drawn' in block) return block;
    const { isChart, chartPlaces } = getDefinition(block);
    if (isChart) return addDrawnChart(block as unknown as ChartWithSource, 'block') as unknown as Block; // the block is a chart
    const { own: blockPosition = 'field', items = 'small' } = chartPlaces?.(block) ?? {};
    return drawNestedCharts(block, blockPosition, items);
  });
}
