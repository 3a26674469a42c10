/** An element of a chart: a text, or a tag with its attributes and what is inside. */
export type ChartMark =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: ChartMark[]];

/** A chart as it is drawn at build, in plain data: browsers compute none of it. */
export interface DrawnChart {
  /** The kind of its styles. */
  style: 'rows' | 'plot' | 'counted' | 'skyline' | 'heat';
  /** All that it shows, as a sentence. */
  sentence: string;
  marks: readonly ChartMark[];
  /** Its values, for a table. The first row and the first column are its headings. */
  table: readonly (readonly string[])[];
}

/** What a chart has besides the settings of its author. */
export interface WithDrawnChart {
  drawn?: DrawnChart;
}
