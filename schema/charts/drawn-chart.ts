/** An element of a chart: a text, or a tag with its attributes and children. */
export type ChartMark =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: ChartMark[]];

/** A chart as plain data. The build draws it, so that browsers compute nothing. */
export interface DrawnChart {
  /** The style sheet of the chart. */
  style: 'rows' | 'plot' | 'counted' | 'skyline' | 'heat';
  /** The values as a sentence, for screen readers. */
  sentence: string;
  marks: readonly ChartMark[];
  /** The values as a table. The first row and the first column are headings. */
  table: readonly (readonly string[])[];
}

/** Added to the settings of a chart when it is drawn. */
export interface WithDrawnChart {
  drawn?: DrawnChart;
}
