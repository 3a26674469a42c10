/** The days of the week, as named in settings and in structured data (schema.org). */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** A range of weekdays. Monday is 0. */
export interface DayRange {
  first: number;
  last: number;
}

/** A range of dates, each like `2026-12-24`. Both dates are included. */
export interface DateRange {
  from: string;
  until: string;
}

/** The times at which a place opens and closes on a day, like `09:00` and `17:00`. */
export interface Period {
  opens: string;
  closes: string;
}

const separator = /\s*(?:,|&|\band\b)\s*/i;
const rangeSign = /\s*(?:[-–]|\bto\b)\s*/i;

/**
 * Reads weekdays such as `monday-friday`, `Mon to Fri` or `saturday, sunday`. Returns `undefined` for any other text.
 */
export function readDays(rawText: string): DayRange[] | undefined {
  const ranges = rawText.split(separator).map((part) => {
    const [first = -1, last = first, ...more] = part.split(rangeSign).map(parseWeekday);
    return more.length === 0 && first >= 0 && last >= 0 ? { first, last } : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

/**
 * Reads dates such as `2026-12-25` or `2026-12-24 to 2027-01-02`, or several of them. Returns `undefined` for any other
 * text.
 */
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

/**
 * Reads one or more periods like `09:00-17:00` or `9am-5pm`. Returns no periods for `closed`, and `undefined` for any
 * other text.
 */
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

/** Formats weekdays in a language, such as `Monday–Friday`. */
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

/** Formats dates in a language, such as `24–26 December 2026`. */
export function formatDates(ranges: readonly DateRange[], language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const words = ranges.map(({ from, until }) => format.formatRange(new Date(from), new Date(until)));
  return new Intl.ListFormat(language).format(words);
}
