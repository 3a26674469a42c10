import { toDateKey, type PageContextValue } from './page-context.ts';
import { memoize } from '../base/cache.ts';
import { getDefinition } from '../blocks/index.ts';
import type { Page } from '../site/page.ts';
import { getCalendarPath } from '../base/routes.ts';
import type { Site } from '../site/site.ts';
import { toInstant, formatTime } from '../fields/time-zones.ts';

type Dates = NonNullable<PageContextValue['dates']>;

/**
 * Returns the days and times that the blocks on a page show, as text in the page language. Returns `undefined` if no
 * block shows a day or time.
 */
export function formatPageDates({ path, blocks }: Page, site: Site): Dates | undefined {
  let count = 0;
  const datesByKey = blocks.flatMap((block, number) => {
    const hasCalendar = getDefinition(block).calendarEvents !== undefined;
    const dates = getDefinition(block).dates?.(block) ?? [];
    return dates.map(
      ({ begins, ends, seats, zone: eventZone, isCountedDown, isOnline }): [string, Dates[string]] => {
        // Events at a place show the time there. Online events have no place, so they show the time in the site's time
        // zone.
        const zone = eventZone ?? (isOnline ? site.zone : undefined);
        const isSameDay = ends?.slice(0, 10) === begins.slice(0, 10) && ends.length > 10;
        return [
          toDateKey(number, begins, ends),
          {
            words: formatDateTime(begins, zone, site, !isSameDay),
            until: ends && formatDateTime(ends, zone, site, true, isSameDay),
            ...(isCountedDown && { countdown: toInstant(begins, zone ?? site.zone).toISOString() }),
            ...(seats !== undefined && { seats: formatSeats(seats, site) }),
            ...(hasCalendar && { calendar: getCalendarPath(path, count++) }),
          },
        ];
      },
    );
  });
  return datesByKey.length === 0 ? undefined : Object.fromEntries(datesByKey);
}

const formatSeats = (seats: number, { language, words }: Site): string =>
  seats === 0
    ? words.fullyBooked
    : words.freeSeats.replace('{count}', new Intl.NumberFormat(language).format(seats));

/** Returns a day as an ISO date and as text in a language. */
export function formatDay(date: string, language: string): { date: string; words: string } {
  return { date, words: getLongDateFormat(language).format(new Date(date)) };
}

/** Returns a date format. Cached, because creating a format takes 100 times as long as using it. */
const getLongDateFormat = memoize(
  20,
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Returns a date, with the time if there is one, as text. By default, the time zone follows the time. */
export function formatDateTime(
  dateTime: string,
  zone: string | undefined,
  { language }: Pick<Site, 'language'>,
  hasZone = true,
  isTimeOnly = false,
): string {
  const hasTime = dateTime.length > 10;
  const format = getDateTimeFormat(JSON.stringify([language, zone, hasTime, hasZone, isTimeOnly]));
  const parts = format.formatToParts(toInstant(dateTime, zone));
  const [first, last] = [parts.findIndex(isTimePart), parts.findLastIndex(isTimePart)];
  const time = formatTime(dateTime.slice(11), language);
  return parts
    .map(({ value }, index) => (index === first ? time : index > first && index <= last ? '' : value))
    .join('');
}

const isTimePart = ({ type }: Intl.DateTimeFormatPart) => type === 'hour' || type === 'minute';

/** Returns a date format. Cached, because creating a format takes 100 times as long as using it. */
const getDateTimeFormat = memoize(50, (key) => {
  const [language, zone, hasTime, hasZone, isTimeOnly] = JSON.parse(key) as [
    string,
    string | null,
    ...boolean[],
  ]; // the key that `formatDateTime` creates
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(language, {
    ...(isTimeOnly ? {} : date),
    ...(hasTime ? time : {}),
    ...(hasTime && hasZone && zone !== null ? { timeZoneName: 'short' } : {}),
    timeZone: hasTime ? (zone ?? 'UTC') : 'UTC',
  });
});
