/** An element of a drawing: a text, or a tag with its attributes and what is inside. */
export type Mark =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string | number>>, ...inside: Mark[]];

/** A chart as the build draws it, in plain data. */
export interface ChartDrawing {
  /** The kind of its styles. */
  style: 'rows' | 'plot' | 'counted' | 'skyline' | 'heat';
  /** All that it shows, as a sentence. */
  says: string;
  marks: readonly Mark[];
  /** Squares that are too few to run from edge to edge of the window: they stand within the margins of the page. */
  isInset?: true;
  /** Its numbers, for a table. The first row and the first column are its headings. */
  table: readonly (readonly string[])[];
}

/** What a chart has besides the settings of its author. */
export interface Drawn {
  drawing?: ChartDrawing;
}
