import { createElement, type ReactNode } from 'react';
import type { DrawnChart, ChartMark } from '../../../schema/charts/drawn-chart.ts';
import { CountedChart, HeatMap, PlotChart, RowChart, SkylineChart } from './chart-styles.ts';

const chartViews = {
  rows: RowChart,
  plot: PlotChart,
  counted: CountedChart,
  skyline: SkylineChart,
  heat: HeatMap,
};

const toElement = (mark: ChartMark, key: number): ReactNode =>
  typeof mark === 'string'
    ? mark
    : createElement(
        mark[0],
        { ...mark[1], key },
        ...mark.slice(2).map((child, index) => toElement(child as ChartMark, index)), // children follow the attributes
      );

/** A chart that the build has drawn. Screen readers read the chart's sentence instead of its marks. */
export function ChartView({ chart: { style, sentence, marks }, size }: { chart: DrawnChart; size?: string }) {
  const Frame = chartViews[style];
  return (
    <Frame role="img" aria-label={sentence} data-size={size}>
      {marks.map(toElement)}
    </Frame>
  );
}
