/** An element of a chart: a string, or a tag with its attributes and children. */
export type ChartMark =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: ChartMark[]];

/** A drawn chart as plain data. Charts are drawn at build time, so that browsers need not compute anything. */
export interface DrawnChart {
  /** The style sheet of the chart. */
  style: 'rows' | 'plot' | 'counted' | 'skyline' | 'heat';
  /** A sentence that describes the values, for screen readers. */
  sentence: string;
  marks: readonly ChartMark[];
  /** The chart values as a table. The first row and the first column contain headings. */
  table: readonly (readonly string[])[];
}

/** The property that is added to the settings of a chart when it is drawn. */
export interface WithDrawnChart {
  drawn?: DrawnChart;
}
