import { memoize } from '../base/cache.ts';
import type { DateKind } from '../fields/field-metadata.ts';
import { isDay, isTime } from '../fields/form-rules.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { joinNames } from '../diagnostics/wording.ts';

/** The message and the label for an invalid date. */
interface DateProblem {
  message: string;
  label: string;
}
const noSuchDay = { message: 'names a day that does not exist', label: 'there is no such day' };
const noSuchTime = { message: 'names a time that does not exist', label: 'there is no such time' };
const wrongWeekday = (day: string): DateProblem => ({
  message: 'has the wrong day of the week for its date',
  label: `\`${day}\` is a ${new Date(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })}`,
});

/** A date as an author wrote it, with its possible meanings. */
export interface WrittenDate {
  /**
   * The possible dates in the engine's format: several if the date is ambiguous, none if the day or time does not
   * exist.
   */
  readings: readonly string[];
  problem?: DateProblem;
}

/** Words that a language uses in dates: months, days of the week, and other words such as `de`. */
interface DateWords {
  months: ReadonlyMap<string, number>;
  weekdays: ReadonlyMap<string, number>;
  others: ReadonlySet<string>;
}

/** Returns a word in lower case, without accents and without the full stop of an abbreviation. */
const normalizeWord = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .replace(/\.$/, '');

const separators = /[\s,’'/]+|\.(?=\s|$)|(?<=\d)\.(?=\p{L})|-(?=\p{L})|(?<=\p{L})-/u;
const splitDateWords = (text: string) => normalizeWord(text).split(separators).filter(Boolean);

const getDateWords = memoize(20, (language): DateWords => {
  const months = new Map<string, number>();
  const weekdays = new Map<string, number>();
  const others = new Set<string>();
  const styles = (['long', 'short'] as const).flatMap((month): Intl.DateTimeFormatOptions[] => [
    { month },
    { day: 'numeric', month, year: 'numeric' },
    { day: 'numeric', month, year: 'numeric', weekday: month, hour: 'numeric', minute: 'numeric' },
  ]);
  const formats = styles.map(
    (style) => new Intl.DateTimeFormat(language, { ...style, calendar: 'gregory', timeZone: 'UTC' }),
  );
  for (let month = 1; month <= 12; month++)
    for (let day = 1; day <= 7; day++) {
      const date = new Date(Date.UTC(2027, month - 1, day));
      for (const { type, value } of formats.flatMap((format) => format.formatToParts(date))) {
        const words = splitDateWords(value);
        const [word = ''] = words;
        if (type === 'literal') for (const word of words) others.add(word);
        else if (words.length !== 1 || /\d/.test(word)) continue;
        else if (type === 'month') months.set(word, month);
        else if (type === 'weekday') weekdays.set(word, date.getUTCDay());
      }
    }
  return { months, weekdays, others };
});

/** Words and characters that do not change the meaning of a date. */
const fillers = new Set(
  'at on of the from um am den der le il el em dnia kl klo à as o - – —'.split(' ').map(normalizeWord),
);

const twoDigits = (value: number) => String(value).padStart(2, '0');
const toIsoDay = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
const fullYear = (digits: string) =>
  digits.length === 4 ? Number(digits) : Number(digits) + (Number(digits) < 69 ? 2000 : 1900);

const timeUnits = String.raw`(?:uhr|h|hrs?|hours?|heures?|horas?|ore|uur|godz|o['’]?clock)`;
const dayHalf = String.raw`(?:[ap]\.?\s?m\b\.?)`;
const timeEnding = String.raw`(?:\s?(?:${dayHalf}|${timeUnits}\b\.?))`;
// These patterns match times such as `9:00`, `9.30am`, `9h30`, `9 Uhr` or `9am`, alone or next to a day.
const timeOnly = new RegExp(
  String.raw`^(\d{1,2})(?:\s?[:.h]\s?|\s(?=\d\d\s?uhr))(\d\d)(?::(\d\d))?(${timeEnding}?)$`,
);
const hourOnly = new RegExp(String.raw`^(\d{1,2})(${timeEnding})$`);
const clockPattern = String.raw`\d{1,2}(?:(?:\s?[:h]\s?\d\d(?::\d\d)?|\.\d\d(?!\.?\d))${timeEnding}?|${timeEnding})`;
const dayThenTime = new RegExp(
  String.raw`^(.*?\d{4}|.*?\p{L}|.*?[./-]\d{1,2}|.*?年.*?日)(?:t|[\s,;|]+(?:at|um|à|a las|kl\.?|klo|om|o|alle|às|-|–|—|@)?\s*)(${clockPattern})$`,
  'u',
);
const timeThenDay = new RegExp(String.raw`^(${clockPattern})(?:\s(?:on|am|le|el|il)\s|[\s,;]+)(.*\d.*)$`);

/** Parses a time of day. Returns `undefined` if the text is not a time. */
function readTime(text: string): WrittenDate | undefined {
  const match = timeOnly.exec(text);
  const [, onlyHour, hourSuffix] = hourOnly.exec(text) ?? [];
  const [, hours = onlyHour, minutes = '00', seconds = '00', suffix = hourSuffix ?? ''] = match ?? [];
  if (hours === undefined) return undefined;
  const hour = Number(hours);
  const isTwelveHour = /[ap]\.?\s?m/.test(suffix);
  const hour24 = isTwelveHour ? (hour % 12) + (suffix.includes('p') ? 12 : 0) : hour;
  const time = `${twoDigits(hour24)}:${minutes}`;
  const isValidTime = isTime(time) && (!isTwelveHour || (hour >= 1 && hour <= 12)) && Number(seconds) < 60;
  if (!isValidTime) return { readings: [], problem: noSuchTime };
  return { readings: seconds === '00' ? [time] : [] };
}

const digitsPattern = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})\.?$/;

/** Parses a numeric date: `1.5.2027`, `5/1/27`, `2027/05/01`. */
function readDigits(text: string): WrittenDate | undefined {
  const match =
    digitsPattern.exec(text) ?? /^(\d{4})(年)(\d{1,2})月(\d{1,2})日$/.exec(text.replaceAll(/\s/g, ''));
  if (!match) return undefined;
  const [, first = '', separator, second = '', third = ''] = match;
  if (first.length === 4) return third.length <= 2 ? toExistingDays([[first, second, third]]) : undefined;
  if (first.length > 2 || (third.length !== 4 && third.length !== 2)) return undefined;
  const isYearFirst = third.length === 2 && first.length === 2;
  const yearFirst: Digits[] = isYearFirst ? [[first, second, third]] : [];
  if (separator === '.') return toExistingDays([[third, second, first], ...yearFirst]);
  const dayAndMonth: Digits[] = [
    [third, second, first],
    [third, first, second],
  ];
  return toExistingDays([...dayAndMonth, ...yearFirst]);
}

type Digits = readonly [year: string, month: string, day: string];

/** Returns only the candidates that exist in the calendar. Leaves out days such as 31 April. */
function toExistingDays(candidates: readonly Digits[]): WrittenDate {
  const days = candidates.map(([year, month, day]) => toIsoDay(fullYear(year), Number(month), Number(day)));
  const readings = [...new Set(days.filter(isDay))].toSorted();
  return readings.length === 0 ? { readings, problem: noSuchDay } : { readings };
}

const ordinal = /^(\d{1,2})(?:st|nd|rd|th|er|e|º|ª|o|a)$/;
const isYear = (word: string) => /^(?:19|20|21)\d\d$/.test(word);

/** Parses a date with the name of a month: `1 May 2027`, `May 1st, 2027`, `Samstag, 1. Mai 2027`. */
function readWords(text: string, languages: readonly string[]): WrittenDate | undefined {
  const words = splitDateWords(text).map((word) => ordinal.exec(word)?.[1] ?? word);
  const languageWords = languages.map(getDateWords);
  const years = words.filter(isYear);
  const days = words.filter((word) => /^\d{1,2}$/.test(word));
  const findMonths = (word: string) => new Set(languageWords.flatMap(({ months }) => months.get(word) ?? []));
  const names = words.filter((word) => findMonths(word).size > 0);
  const weekdays = words.flatMap((word) =>
    languageWords.flatMap((dateWords) => dateWords.weekdays.get(word) ?? []).slice(0, 1),
  );
  const isKnown = (word: string) =>
    fillers.has(word) ||
    languageWords.some((dateWords) => dateWords.weekdays.has(word) || dateWords.others.has(word));
  const rest = words.filter((word) => ![...years, ...days, ...names].includes(word));
  const [year = ''] = years;
  const [day = ''] = days;
  // In some languages, `mar` is both a month and a day of the week.
  const months = names.filter(
    (word) => names.length === 1 || !languageWords.some((dateWords) => dateWords.weekdays.has(word)),
  );
  if (years.length !== 1 || days.length !== 1 || months.length !== 1 || !rest.every(isKnown))
    return undefined;
  const date = toExistingDays(
    [...findMonths(months[0] ?? '')].map((month): Digits => [year, String(month), day]),
  );
  const [onlyDay = ''] = date.readings;
  const isWrongWeekday = weekdays.length === 1 && new Date(onlyDay).getUTCDay() !== weekdays[0];
  if (date.readings.length !== 1 || names.length > 1 || !isWrongWeekday) return date;
  return { readings: [], problem: wrongWeekday(onlyDay) };
}

/** Splits a date text into the day and the time of day, which can be in either order. */
function splitTime(text: string): { day: string; time?: string } {
  const [, day, time] = dayThenTime.exec(text) ?? [];
  if (day !== undefined && time !== undefined) return { day, time };
  const [, first, second] = timeThenDay.exec(text) ?? [];
  return first !== undefined && second !== undefined ? { day: second, time: first } : { day: text };
}

/** Matches a UTC offset after a time, such as `Z` or `+02:00`. */
const offsetPattern = /(?<=\d\d:\d\d(?::\d\d)?(?:\.\d+)?)\s?(?:z|[+-]\d\d:?\d\d)$/;

/**
 * Parses a date as people or other systems write it: `1.5.2027 9:00`, `May 1, 2027`, `9.30am`. Month names can
 * be in English or any of the `languages`. Returns `undefined` if the text is not a date.
 */
export function readDate(
  source: string,
  kind: DateKind,
  languages: readonly string[],
): WrittenDate | undefined {
  const text = source.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
  if (text.length > 80) return undefined;
  if (kind === 'time') return readTime(text);
  const hasOffset = offsetPattern.test(text);
  const { day, time } = splitTime(text.replace(offsetPattern, '').replace(/(?<=:\d\d)\.\d+$/, ''));
  const knownLanguages = [...new Set([...languages, 'en-GB', 'en'])];
  const days = readDigits(day.trim()) ?? readWords(day, knownLanguages);
  if (!days || days.readings.length === 0 || time === undefined) return days;
  const times = readTime(time.trim());
  if (!times) return undefined;
  if (times.problem !== undefined) return times;
  if (kind === 'day') return days;
  // A conversion would lose the offset or the seconds, so the author must decide.
  if (hasOffset || times.readings.length === 0) return undefined;
  return { readings: days.readings.flatMap((day) => times.readings.map((time) => `${day} ${time}`)) };
}

/** Returns message parts for a date in a different format: the converted date, or the reason why it is ambiguous. */
export function describeDate(
  setting: string,
  source: string,
  kind: DateKind,
  languages: readonly string[],
): Partial<Pick<DiagnosticInit, 'message' | 'label' | 'didYouMean' | 'advice' | 'fix'>> | undefined {
  const date = readDate(source, kind, languages);
  if (!date || date.readings.includes(source)) return undefined;
  const { readings, problem } = date;
  const [reading, otherReading] = readings;
  if (reading === undefined)
    return problem && { message: `${setting} ${problem.message}`, label: problem.label };
  if (otherReading !== undefined)
    return {
      message: `${setting} can be read as ${joinNames(readings)}`,
      label: 'day, month and short year can be in any order',
      advice: 'write the intended date in this format',
    };
  // The fix is certain if a time such as `8:00` only lacks a leading zero, or if a day names its month.
  const isCertain = reading === `0${source}` || (kind === 'day' && source.match(/\d+/g)?.length === 2);
  return {
    didYouMean: reading,
    advice: undefined,
    fix: { title: `write \`${reading}\``, safety: isCertain ? 'safe' : 'suggested', newText: reading },
  };
}
