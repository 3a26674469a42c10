/** The days of the week, in settings and in structured data (schema.org). */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The first and the last day of a range. Monday is 0. */
export interface DayRange {
  first: number;
  last: number;
}

/** The first and the last date of a range, like `2026-12-24`. */
export interface DateRange {
  from: string;
  until: string;
}

/** A period of a day, like `09:00` to `17:00`. */
export interface Period {
  opens: string;
  closes: string;
}

const separator = /\s*(?:,|&|\band\b)\s*/i;
const rangeSign = /\s*(?:[-–]|\bto\b)\s*/i;

/** Reads `monday-friday`, `Mon to Fri` or `saturday, sunday`. Returns undefined for anything else. */
export function readDays(rawText: string): DayRange[] | undefined {
  const ranges = rawText.split(separator).map((part) => {
    const [first = -1, last = first, ...more] = part.split(rangeSign).map(parseWeekday);
    return more.length === 0 && first >= 0 && last >= 0 ? { first, last } : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/** Reads `2026-12-25`, `2026-12-24 to 2027-01-02`, or several of these. Returns undefined for anything else. */
export function readDates(rawText: string): DateRange[] | undefined {
  const ranges = rawText.split(separator).map((part) => {
    const [from = '', until = from, ...rest] = part.split(/\s*(?:–|\s-\s|\bto\b)\s*/i);
    const areDates = [from, until].every((date) => /^\d{4}-\d\d-\d\d$/.test(date));
    return rest.length === 0 && areDates && from <= until ? { from, until } : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

const parseWeekday = (rawText: string): number =>
  rawText.length < 2 ? -1 : weekdays.findIndex((day) => day.toLowerCase().startsWith(rawText.toLowerCase()));

/** Reads one or more periods like `09:00-17:00`, also with `am` and `pm`. `closed` has no periods. */
export function readPeriods(rawText: string): Period[] | undefined {
  if (/^closed$/i.test(rawText)) return [];
  const periods = rawText.split(separator).map((part) => {
    const [opens, closes, ...more] = part.split(rangeSign).map(readTime);
    return opens !== undefined && closes !== undefined && more.length === 0 ? { opens, closes } : undefined;
  });
  return periods.every((period) => period !== undefined) ? periods : undefined;
}

function readTime(rawText: string): string | undefined {
  const [, hour, minute = '00', dayHalf] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(rawText) ?? [];
  if (hour === undefined || (dayHalf === undefined && !rawText.includes(':'))) return undefined;
  const isValid = dayHalf === undefined ? Number(hour) < 24 : Number(hour) >= 1 && Number(hour) <= 12;
  if (!isValid || Number(minute) > 59) return undefined;
  const hours = dayHalf === undefined ? Number(hour) : (Number(hour) % 12) + (/pm/i.test(dayHalf) ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Formats days for a language: `Monday–Friday`. */
export function formatDays(ranges: readonly DayRange[], language: string): string {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  const name = (day: number) => format.format(Date.UTC(2024, 0, day + 1));
  const names = ranges.map(({ first, last }) =>
    first === last ? name(first) : `${name(first)}–${name(last)}`,
  );
  const words = new Intl.ListFormat(language).format(names);
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** Formats dates for a language: `24–26 December 2026`. */
export function formatDates(ranges: readonly DateRange[], language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const words = ranges.map(({ from, until }) => format.formatRange(new Date(from), new Date(until)));
  return new Intl.ListFormat(language).format(words);
}
