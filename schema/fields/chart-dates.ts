/** A date in a chart, with its precision. */
export interface ChartDate {
  /** Milliseconds since 1970, in UTC. */
  time: number;
  precision: 'year' | 'month' | 'day';
}

/**
 * Parses a label such as `2026`, `2026-03`, `2026-03-01` or `2026-Q1`. Returns `undefined` if the label is not a date.
 */
export function parseChartDate(label: string): ChartDate | undefined {
  const groups = /^(?<year>[12]\d{3})(?:-(?:Q(?<quarter>[1-4])|(?<month>\d\d)(?:-(?<day>\d\d))?))?$/.exec(
    label.trim(),
  )?.groups;
  if (!groups) return undefined;
  const { year, quarter, month, day } = groups;
  const monthNumber = quarter === undefined ? Number(month ?? 1) : 3 * Number(quarter) - 2;
  const time = Date.UTC(Number(year), monthNumber - 1, Number(day ?? 1));
  // Reject invalid days: JavaScript turns 31 April into 1 May.
  if (new Date(time).getUTCMonth() !== monthNumber - 1) return undefined;
  return { time, precision: day !== undefined ? 'day' : month !== undefined ? 'month' : 'year' };
}
