import type { Texts } from '../content/block-definition.ts';
import { type Block, definitionOf } from '../content/blocks/index.ts';
import type { ChartContent, ChartPlace } from '../content/chart-fields.ts';
import type { Inline } from '../markdown/tree.ts';
import type { Mark } from './drawn-chart.ts';
import { drawChart } from './draw-chart.ts';

interface Places {
  /** The place of the figure of the block. */
  own: ChartPlace;
  /** The place of the figures of its items. */
  items: ChartPlace;
}

const placesOf = (block: Block): Places => ({
  own: 'field',
  items: 'small',
  ...definitionOf(block).chartPlaces?.(block),
});

/** Draws the charts and figures of blocks. Blocks without one stay the same objects. */
export const withDrawnCharts = (blocks: readonly Block[], site: Texts): Block[] => {
  let count = 0;
  const drawn = <Chart extends ChartContent & { source?: Inline[] | undefined }>(
    chart: Chart,
    place: ChartPlace,
  ) => {
    const prefix = `chart-${count++}-`;
    const made = drawChart(chart, site, place);
    const [before = '', after = ''] = site.words.chartSource.split('{source}');
    return {
      ...chart,
      ...(chart.source && { source: [before, ...chart.source, after].filter((part) => part !== '') }),
      // They are in what is drawn.
      items: [],
      drawn: { ...made, marks: made.marks.map((mark) => withIds(mark, prefix)) },
    };
  };
  const inside = (value: unknown, places: Places, isItem: boolean): unknown => {
    if (Array.isArray(value)) {
      let made: unknown[] | undefined;
      for (const [at, one] of value.entries()) {
        const other = inside(one, places, true);
        if (other !== one) (made ??= [...(value as unknown[])])[at] = other;
      }
      return made ?? value;
    }
    if (typeof value !== 'object' || value === null) return value;
    let made: Record<string, unknown> | undefined;
    for (const name in value) {
      const one: unknown = value[name as keyof typeof value];
      const other =
        name === 'figure' && typeof one === 'object'
          ? drawn(one as ChartContent, isItem ? places.items : places.own) // what this setting is in every block
          : inside(one, places, isItem);
      if (other !== one) (made ??= { ...value })[name] = other;
    }
    return made ?? value;
  };
  return blocks.map((block) =>
    'drawn' in block
      ? block
      : definitionOf(block).isChart
        ? (drawn(block as Block & ChartContent, 'block') as Block) // what such a block is
        : (inside(block, placesOf(block), false) as Block),
  );
};

/** A drawing whose ids are unique on its page. */
function withIds(mark: Mark, prefix: string): Mark {
  if (typeof mark === 'string') return mark;
  const [tag, attributes, ...marks] = mark;
  const { id, fill } = attributes;
  return [
    tag,
    {
      ...attributes,
      ...(id !== undefined && { id: prefix + id }),
      ...(typeof fill === 'string' && { fill: fill.replace('#', `#${prefix}`) }),
    },
    ...marks.map((one) => withIds(one, prefix)),
  ];
}
