import { z } from 'zod';
import { described, describedGroup, describedList } from '../../fields/described-fields.ts';
import { issueAt } from '../../fields/issue-at.ts';
import { blockSchema, defineBlock, type EventTime } from '../block-definition.ts';
import {
  booleanField,
  factsLayout,
  optionalTextWithDefault,
  typesetText,
  sectionSettings,
  text,
  textWithDefault,
  inlineText,
  integerField,
} from '../../fields/fields.ts';
import { action } from '../../fields/link-fields.ts';
import { externalPage, externalUrl } from '../../fields/url-fields.ts';
import type { Path } from '../../base/data.ts';
import { isMoment, momentField, timeZone } from '../../fields/date-fields.ts';
import { toIsoMoment } from '../../fields/time-zones.ts';
import { listEventTimes } from './times.ts';

const time = {
  begins: described(momentField, 'The start, in local time.', '2026-10-02 18:30'),
  ends: described(momentField.optional(), 'The end, in local time.', '2026-10-02 21:00'),
  seats: integerField(0, 1_000_000)
    .optional()
    .meta({
      description: 'The number of free seats; `0` means fully booked.',
      examples: ['12'],
    }),
};

/** Checks that an event does not end before it begins. */
function checkEnd({ begins, ends }: EventTime, path: Path, context: z.RefinementCtx): void {
  if (ends === undefined || !isMoment(begins) || !isMoment(ends)) return;
  if (begins.length !== ends.length)
    issueAt(context, path, 'must have a time if `begins` has one, and no time otherwise');
  else if (ends < begins) issueAt(context, path, 'must not be before `begins`');
}

type EventSchedule = Partial<EventTime> & { dates?: readonly EventTime[] | undefined };

/** Checks that an event has either a single time or a list of `dates`, but not both. */
function checkWhen(when: EventSchedule, context: z.RefinementCtx): void {
  const { begins, ends, seats, dates } = when;
  if (begins === undefined && dates === undefined)
    issueAt(context, ['begins'], '`begins` is the start; for several dates, write a list of `dates`');
  const [duplicateKey] =
    Object.entries({ begins, ends, seats }).find(([, value]) => value !== undefined) ?? [];
  if (dates && duplicateKey !== undefined)
    issueAt(
      context,
      [duplicateKey],
      'must be set in each of the `dates`',
      'delete it here, or delete `dates`',
    );
  for (const [time, path] of listEventTimes(when)) checkEnd(time, [...path.slice(1), 'ends'], context);
}

const schema = blockSchema('event', {
  ...sectionSettings,
  layout: factsLayout,
  name: described(
    typesetText.optional(),
    'The event name in calendars and search results (default: the page title), required on pages with two events.',
    'A supper on the pier',
  ).meta({ search: 'none' }),
  when: describedGroup('The date and time of the event, shown in the format of the page language.', {
    label: textWithDefault('when', 'The label for the time.'),
    ...time,
    begins: time.begins.optional(),
    dates: describedList('Dates of an event that takes place several times.', time)
      .min(1)
      .optional()
      .meta({ item: 'date' }),
    zone: timeZone.optional(),
  }).superRefine(checkWhen),
  where: describedGroup('The venue; with an `href` but no `address`, the event takes place online.', {
    label: textWithDefault('where', 'The label for the venue.'),
    text: described(typesetText, 'The name of the venue.', 'The old salt store').meta({
      otherNames: 'name place location venue title heading',
    }),
    address: described(text.optional(), 'The postal address, on one line.', '9 North Pier, Saltquay').meta({
      search: 'none',
    }),
    href: externalUrl.optional(),
  }).optional(),
  online: describedGroup(
    'How to join online, instead of `where`, or with `where` for an event that is at a venue and online.',
    {
      label: textWithDefault('where', 'The label for the place.'),
      text: textWithDefault('online'),
      href: described(
        externalPage,
        'The web address at which visitors join.',
        'https://meet.example.org/room',
      ),
    },
  ).optional(),
  countdown: booleanField
    .optional()
    .describe(
      '`true` to show the time until the event: to the minute, or without JavaScript, in days as of the ' +
        'last build.',
    ),
  facts: describedList('Further facts.', {
    label: described(text, 'The label of the fact.', 'Price'),
    text: described(inlineText, 'The text of the fact.', 'Free for **crews**'),
  }).default([]),
  calendar: optionalTextWithDefault('calendar'),
  actions: z.array(action).max(2).default([]).describe('Up to two buttons.'),
})
  .superRefine(({ where, online }, context) => {
    if (!where && !online)
      issueAt(
        context,
        ['where'],
        '`where` is the venue; for an online event, write `online` with the address to join as `href`',
      );
  })
  .describe('The date and venue of an event, for visitors, calendars and search engines.');

export const event = defineBlock({
  schema,
  purpose: 'Ask and act',
  otherNames: 'event-details date-and-place when-and-where',
  summarize: ({ when, calendar }) => ({
    kind: 'event',
    events: listEventTimes(when).map(([{ begins, ends, zone }]) => ({ begins, ends, zone })),
    ...(calendar !== undefined && { hasCalendarFile: true }),
    lastDays: listEventTimes(when).map(([{ begins, ends, zone }, path]) => ({
      setting: [...path, ends === undefined ? 'begins' : 'ends'],
      day: (ends ?? begins).slice(0, 10),
      zone,
    })),
  }),
  dates: ({ when, online, countdown }) =>
    listEventTimes(when).map(([time]) => ({
      ...time,
      ...(countdown && { isCountedDown: true }),
      ...(online && { isOnline: true }),
    })),
  calendarEvents: ({ name, when, where, online, calendar }) =>
    listEventTimes(when).map(([time]) => ({
      name,
      time,
      location: [where?.text, where?.address].filter(Boolean).join(', ') || (online?.href ?? ''),
      isDownloadable: calendar !== undefined,
    })),
  structuredData({ name, when, where, online }, page) {
    const { title, description, url, publisher } = page;
    const isPlace =
      where !== undefined && (where.address !== undefined || where.href === undefined || online);
    const place = where && {
      '@type': 'Place',
      name: where.text,
      address: where.address ?? where.text,
      url: where.href,
    };
    const onlineLocation = online
      ? { name: online.text || new URL(online.href).hostname, url: online.href }
      : !isPlace && where
        ? { name: where.text, url: where.href }
        : undefined;
    const virtualLocation = onlineLocation && { '@type': 'VirtualLocation', ...onlineLocation };
    const attendanceMode = !virtualLocation ? 'Offline' : isPlace ? 'Mixed' : 'Online';
    const locations = [...(isPlace ? [place] : []), ...(virtualLocation ? [virtualLocation] : [])];
    return listEventTimes(when).map(([{ begins, ends, seats, zone = page.zone }]) => ({
      '@type': 'Event',
      name: name ?? title,
      description,
      url,
      startDate: toIsoMoment(begins, zone),
      endDate: ends && toIsoMoment(ends, zone),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: `https://schema.org/${attendanceMode}EventAttendanceMode`,
      location: locations.length === 1 ? locations[0] : locations,
      organizer: publisher,
      remainingAttendeeCapacity: seats,
      offers:
        seats === undefined
          ? undefined
          : {
              '@type': 'Offer',
              url,
              availability: `https://schema.org/${seats === 0 ? 'SoldOut' : 'InStock'}`,
            },
    }));
  },
});
