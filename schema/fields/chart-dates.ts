/** A moment of a chart over time, and how exactly it is known. */
export interface ChartDate {
  /** Milliseconds since 1970, in UTC. */
  time: number;
  precision: 'year' | 'month' | 'day';
}

/** The date of a label such as `2026`, `2026-03`, `2026-03-01` or `2026-Q1`, if it is one. */
export function dateOf(label: string): ChartDate | undefined {
  const groups = /^(?<year>[12]\d{3})(?:-(?:Q(?<quarter>[1-4])|(?<month>\d\d)(?:-(?<day>\d\d))?))?$/.exec(
    label.trim(),
  )?.groups;
  if (!groups) return undefined;
  const { year, quarter, month, day } = groups;
  const inYear = quarter === undefined ? Number(month ?? 1) : 3 * Number(quarter) - 2;
  const time = Date.UTC(Number(year), inYear - 1, Number(day ?? 1));
  // A 31 April would be another day.
  if (new Date(time).getUTCMonth() !== inYear - 1) return undefined;
  return { time, precision: day !== undefined ? 'day' : month !== undefined ? 'month' : 'year' };
}
