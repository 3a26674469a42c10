import type { Texts } from '../blocks/block-definition.ts';
import { type Block, definitionOf } from '../blocks/index.ts';
import type { ChartContent, ChartPlace } from '../fields/chart-fields.ts';
import type { Inline } from '../markdown/tree.ts';
import { drawChart } from './draw-chart.ts';

type ChartWithSource = ChartContent & { source?: Inline[] };

/** Draws the charts in blocks. Returns blocks without charts unchanged, as the same objects. */
export function withDrawnCharts(blocks: readonly Block[], site: Texts): Block[] {
  let count = 0;
  const withDrawn = (chart: ChartWithSource, place: ChartPlace) => {
    const [before = '', after = ''] = site.words.chartSource.split('{source}');
    return {
      ...chart,
      ...(chart.source && { source: [before, ...chart.source, after].filter((part) => part !== '') }),
      // The drawn chart contains them.
      items: [],
      drawn: drawChart(chart, site, place, `chart-${count++}`),
    };
  };
  const withInner = <Value>(value: Value, place: ChartPlace, inItems: ChartPlace): Value => {
    let changed = value;
    for (const [name, one] of Object.entries(value as object)) {
      if (typeof one !== 'object' || one === null) continue;
      const other =
        name === 'figure'
          ? withDrawn(one as ChartWithSource, place) // `figure` is a chart in every block
          : withInner(one as unknown, Array.isArray(value) ? inItems : place, inItems);
      if (other === one) continue;
      if (changed === value) changed = (Array.isArray(value) ? [...value] : { ...value }) as Value;
      Object.assign(changed as object, { [name]: other });
    }
    return changed;
  };
  return blocks.map((block) => {
    if ('drawn' in block) return block;
    const { isChart, chartPlaces } = definitionOf(block);
    if (isChart) return withDrawn(block as unknown as ChartWithSource, 'block') as unknown as Block; // the block is a chart
    const { own = 'field', items = 'small' } = chartPlaces?.(block) ?? {};
    return withInner(block, own, items);
  });
}
