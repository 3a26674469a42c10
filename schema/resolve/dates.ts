import { dateKey, type PageContextValue } from './page-context.ts';
import { memoize } from '../base/cache.ts';
import { definitionOf } from '../blocks/index.ts';
import type { Page } from '../site/page.ts';
import { calendarPath } from '../base/routes.ts';
import type { Site } from '../site/site.ts';
import { instantOf, timeInWords } from '../fields/time-zones.ts';

type Dates = NonNullable<PageContextValue['dates']>;

/** Formats the days and times that the blocks of a page show, in its language. Undefined if there are none. */
export function pageDates({ path, blocks }: Page, site: Site): Dates | undefined {
  let count = 0;
  const found = blocks.flatMap((block, number) => {
    const hasCalendar = definitionOf(block).calendarEvents !== undefined;
    const dates = definitionOf(block).dates?.(block) ?? [];
    return dates.map(
      ({ begins, ends, seats, zone: own, isCountedDown, isOnline }): [string, Dates[string]] => {
        // On-site events show local time. Online events have no place, so they show the time zone of the site.
        const zone = own ?? (isOnline ? site.zone : undefined);
        const sameDay = ends?.slice(0, 10) === begins.slice(0, 10) && ends.length > 10;
        return [
          dateKey(number, begins, ends),
          {
            words: formatMoment(begins, zone, site, !sameDay),
            until: ends && formatMoment(ends, zone, site, true, sameDay),
            ...(isCountedDown && { countdown: instantOf(begins, zone ?? site.zone).toISOString() }),
            ...(seats !== undefined && { seats: seatsInWords(seats, site) }),
            ...(hasCalendar && { calendar: calendarPath(path, count++) }),
          },
        ];
      },
    );
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

const seatsInWords = (seats: number, { language, words }: Site): string =>
  seats === 0
    ? words.fullyBooked
    : words.freeSeats.replace('{count}', new Intl.NumberFormat(language).format(seats));

/** Returns a day as an ISO date and as text. */
export function formatDay(date: string, language: string): { date: string; words: string } {
  return { date, words: longDates(language).format(new Date(date)) };
}

/** Cached, because creating a format is expensive (100× as long as using it). */
const longDates = memoize(
  20,
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** Formats a moment. If it has a time, the time zone follows. */
export function formatMoment(
  moment: string,
  zone: string | undefined,
  { language }: Pick<Site, 'language'>,
  withZone = true,
  timeOnly = false,
): string {
  const hasTime = moment.length > 10;
  const form = momentFormats(JSON.stringify([language, zone, hasTime, withZone, timeOnly]));
  const parts = form.formatToParts(instantOf(moment, zone));
  const [first, last] = [parts.findIndex(isTime), parts.findLastIndex(isTime)];
  const time = timeInWords(moment.slice(11), language);
  return parts.map(({ value }, at) => (at === first ? time : at > first && at <= last ? '' : value)).join('');
}

const isTime = ({ type }: Intl.DateTimeFormatPart) => type === 'hour' || type === 'minute';

/** Cached, because creating a format is expensive (100× as long as using it). */
const momentFormats = memoize(50, (key) => {
  const [language, zone, hasTime, withZone, timeOnly] = JSON.parse(key) as [
    string,
    string | null,
    ...boolean[],
  ]; // from `formatMoment`
  const date = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(language, {
    ...(timeOnly ? {} : date),
    ...(hasTime ? time : {}),
    ...(hasTime && withZone && zone !== null ? { timeZoneName: 'short' } : {}),
    timeZone: hasTime ? (zone ?? 'UTC') : 'UTC',
  });
});
