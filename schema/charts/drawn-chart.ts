/** An element of a chart: a text, or a tag with its attributes and children. */
export type ChartMark =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: ChartMark[]];

/** A drawn chart as plain data. Charts are drawn at build time, so that browsers compute nothing. */
export interface DrawnChart {
  /** The style sheet of the chart. */
  style: 'rows' | 'plot' | 'counted' | 'skyline' | 'heat';
  /** A sentence with the values, for screen readers. */
  sentence: string;
  marks: readonly ChartMark[];
  /** A table of the values. Its first row and first column are headings. */
  table: readonly (readonly string[])[];
}

/** The property that is added to the settings of a chart when it is drawn. */
export interface WithDrawnChart {
  drawn?: DrawnChart;
}
