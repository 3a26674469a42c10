import type { Website } from '../../schema/check/check.ts';
import type { CalendarEvent } from '../../schema/blocks/block-definition.ts';
import { getDefinition } from '../../schema/blocks/index.ts';
import type { Page } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import { getCalendarPath } from '../../schema/base/routes.ts';
import { toInstant } from '../../schema/fields/time-zones.ts';

/** Creates a calendar file for each downloadable event on a page. The keys are URL paths. */
export function createCalendarFiles(page: Page, site: Site): Map<string, string> {
  const events = page.blocks.flatMap((block) => getDefinition(block).calendarEvents?.(block) ?? []);
  return new Map(
    events.flatMap((event, index) =>
      event.isDownloadable
        ? [[getCalendarPath(page.path, index), formatCalendarFile(page, event, index, site)]]
        : [],
    ),
  );
}

/** Formats an event as iCalendar (RFC 5545). */
function formatCalendarFile(page: Page, event: CalendarEvent, index: number, site: Site): string {
  const { name, time, location } = event;
  const { begins, ends, zone = site.zone } = time;
  const isAllDay = begins.length === 10;
  const pageUrl = `${site.url}${page.path}`;
  const end = isAllDay ? getNextDay(ends ?? begins) : ends;
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escapeCalendarText(`-//${site.company}//${site.language}`)}`,
    'BEGIN:VEVENT',
    `UID:${getCalendarPath(page.path, index).slice(1)}@${new URL(site.url).hostname}`,
    // The date of the last change, or 1970 if it is unknown. The build time would make two builds of the same pages
    // differ.
    `DTSTAMP:${formatUtc(page.updated === undefined ? new Date(0) : toInstant(page.updated, site.zone))}`,
    `DTSTART${formatCalendarTime(begins, zone)}`,
    ...(end === undefined ? [] : [`DTEND${formatCalendarTime(end, zone)}`]),
    `SUMMARY:${escapeCalendarText(name ?? page.title)}`,
    `DESCRIPTION:${escapeCalendarText(page.description)}`,
    `LOCATION:${escapeCalendarText(location)}`,
    `URL:${pageUrl}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
}

/** Returns the calendar file at a path, or `undefined` if no event has this path. */
export function findCalendar(calendarPathname: string, { pages, site }: Website): string | undefined {
  const [, path = ''] = /^([^.]*)(?:\.\d+)?\.ics$/.exec(calendarPathname) ?? [];
  const page = pages.get(path === '/index' ? '/' : path);
  return page && createCalendarFiles(page, site).get(calendarPathname);
}

const formatUtc = (instant: Date) => `${instant.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`;

/** Formats a day, or a date and time. Without a time zone, the time is local to the reader. */
function formatCalendarTime(time: string, zone: string | undefined): string {
  if (time.length === 10) return `;VALUE=DATE:${time.replaceAll('-', '')}`;
  return zone === undefined
    ? `:${formatUtc(toInstant(time, undefined)).slice(0, -1)}`
    : `:${formatUtc(toInstant(time, zone))}`;
}

/** Returns the next day, because the end of an all-day event is exclusive in iCalendar. */
function getNextDay(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}

const escapeCalendarText = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

/** Breaks a long line into lines of at most 75 bytes. Continuation lines begin with a space (RFC 5545). */
function foldLine(line: string): string {
  const parts: string[] = [''];
  for (const character of line) {
    const lastPart = parts.at(-1) ?? '';
    if (Buffer.byteLength(lastPart + character) > 74) parts.push(` ${character}`);
    else parts[parts.length - 1] = lastPart + character;
  }
  return parts.join('\r\n');
}
