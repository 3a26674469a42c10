import type { PageWords } from '../blocks/block-definition.ts';
import { type Block, getDefinition } from '../blocks/index.ts';
import type { ChartContent, ChartPosition } from '../fields/chart-fields.ts';
import type { Inline } from '../markdown/tree.ts';
import { drawChart } from './draw-chart.ts';

type ChartWithSource = ChartContent & { source?: Inline[] };

/** Draws the charts of a page. Blocks without charts are returned as the same objects. */
export function drawPageCharts(blocks: readonly Block[], texts: PageWords): Block[] {
  let count = 0;
  const addDrawing = (chart: ChartWithSource, place: ChartPosition) => {
    const [before = '', after = ''] = texts.words.chartSource.split('{source}');
    return {
      ...chart,
      ...(chart.source && { source: [before, ...chart.source, after].filter((part) => part !== '') }),
      // The drawn chart contains the values.
      items: [],
      drawn: drawChart(chart, texts, place, `chart-${count++}`),
    };
  };
  const drawNestedCharts = <Value>(
    value: Value,
    place: ChartPosition,
    itemPosition: ChartPosition,
  ): Value => {
    let copy = value;
    for (const [name, one] of Object.entries(value as object)) {
      if (typeof one !== 'object' || one === null) continue;
      const replacement =
        name === 'figure'
          ? addDrawing(one as ChartWithSource, place) // every setting called `figure` is a chart
          : drawNestedCharts(one as unknown, Array.isArray(value) ? itemPosition : place, itemPosition);
      if (replacement === one) continue;
      if (copy === value) copy = (Array.isArray(value) ? [...value] : { ...value }) as Value;
      Object.assign(copy as object, { [name]: replacement });
    }
    return copy;
  };
  return blocks.map((block) => {
    if ('drawn' in block) return block;
    const { isChart, chartPlaces } = getDefinition(block);
    if (isChart) return addDrawing(block as unknown as ChartWithSource, 'block') as unknown as Block; // the block is a chart
    const { own: blockPosition = 'field', items = 'small' } = chartPlaces?.(block) ?? {};
    return drawNestedCharts(block, blockPosition, items);
  });
}
