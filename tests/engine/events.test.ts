import { expect, test } from 'vitest';
import { groupByInitial } from '../../src/blocks/glossary.tsx';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { check } from '../../schema/checker/check.ts';
import { postsOf } from '../../schema/checker/generated-pages.ts';
import { siteFiles, sitePageOf, siteYaml } from '../support/small-site.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { site as siteSchema } from '../../schema/content/site.ts';
import { withDefaultWords } from '../../schema/checker/collect-fields.ts';
import { calendarAt, calendarFiles } from '../../scripts/outputs/calendar.ts';
import { pageDates } from '../../scripts/view/dates.ts';
import { isoMoment } from '../../schema/content/time-zones.ts';

const site = withDefaultWords(siteSchema.parse(readYaml('_site.yaml', siteYaml).document.data));
const event = (when: Omit<BlockOf<'event'>['when'], 'label'>, heading = 'Supper'): BlockOf<'event'> => ({
  type: 'event',
  tone: 'plain',
  layout: 'beside',
  heading,
  when: { label: 'When', ...when },
  where: { label: 'Where', text: 'The quay, left; or right' },
  facts: [],
  calendar: 'Add it',
  actions: [],
});
const pageOf = (...blocks: BlockOf<'event'>[]) => ({
  path: '/events/supper',
  title: 'Supper',
  description: 'A supper.',
  status: 'live' as const,
  blocks,
});
const linesOf = (one: BlockOf<'event'>) =>
  [...calendarFiles(pageOf(one), site).values()].join('').split('\r\n');

test.each([
  ['2026-07-01 09:00', 'Europe/London', '2026-07-01T09:00:00+01:00'],
  ['2026-12-01 09:00', 'Europe/London', '2026-12-01T09:00:00+00:00'],
  // An hour after the clocks were put forward, and an hour before they are put back.
  ['2026-03-29 03:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
  ['2026-10-25 01:30', 'Europe/Berlin', '2026-10-25T01:30:00+02:00'],
  ['2026-07-01 09:00', 'America/St_Johns', '2026-07-01T09:00:00-02:30'],
  ['2026-07-01 09:00', undefined, '2026-07-01T09:00:00'],
  ['2026-07-01', 'Europe/London', '2026-07-01'],
])('%s in %s is %s', (moment, zone, iso) => {
  expect(isoMoment(moment, zone)).toBe(iso);
});

test('a calendar gets the instant of an event whose zone is known', () => {
  const when = { begins: '2026-07-01 18:30', ends: '2026-07-01 21:00', zone: 'Europe/Berlin' };
  expect(linesOf(event(when))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//en',
    'BEGIN:VEVENT',
    'UID:events/supper.ics@www.example.org',
    'DTSTAMP:20260701T163000Z',
    'DTSTART:20260701T163000Z',
    'DTEND:20260701T190000Z',
    'SUMMARY:Supper',
    'DESCRIPTION:A supper.',
    String.raw`LOCATION:The quay\, left\; or right`,
    'URL:https://www.example.org/events/supper',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('a calendar gets whole days with the day after the last as their end, and a time without a zone as it is', () => {
  const days = linesOf(event({ begins: '2026-12-31', ends: '2026-12-31' }));
  expect(days).toContain('DTSTART;VALUE=DATE:20261231');
  expect(days).toContain('DTEND;VALUE=DATE:20270101');
  const times = linesOf(event({ begins: '2026-07-01 18:30' }));
  expect(times).toContain('DTSTART:20260701T183000');
  expect(times.some((line) => line.startsWith('DTEND'))).toBe(false);
});

test('no line of a calendar file is longer than 75 bytes, and none is cut within a letter', () => {
  const name = 'Środa na północnym molo '.repeat(9).trim();
  const lines = linesOf(event({ begins: '2026-07-01' }, name));
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}`);
});

test('an address leads to the calendar file of its event, and to nothing if there is none', () => {
  const supper = event({ begins: '2026-07-01' });
  const { calendar: _, ...quiet } = event({ begins: '2026-07-02' }, 'Breakfast');
  const page = pageOf(supper, quiet, event({ begins: '2026-07-03' }, 'Lunch'));
  const other = { ...pageOf(supper), path: '/day-2' };
  const others = [
    { ...pageOf(event({ begins: '2026-07-04' }, 'Second')), path: '/events/supper-3' },
    { ...pageOf(event({ begins: '2026-07-05' }, 'At home')), path: '/' },
    { ...pageOf(event({ begins: '2026-07-06' }, 'Event')), path: '/event' },
  ];
  const pages = [page, other, ...others].map(sitePageOf);
  const website = {
    site,
    pages: new Map(pages.map((one) => [one.path, one])),
    posts: postsOf(pages, site),
    redirects: [],
    hidden: new Map(),
    now: new Date(0),
    files: new Map(),
    photos: new Map(),
    timed: { pages: [], inLists: false },
  };
  const summaryAt = (address: string) => /SUMMARY:(.*)\r/.exec(calendarAt(address, website) ?? '')?.[1];
  expect(summaryAt('/events/supper.ics')).toBe('Supper');
  expect(summaryAt('/events/supper.2.ics')).toBeUndefined();
  expect(summaryAt('/events/supper.3.ics')).toBe('Lunch');
  expect(summaryAt('/day-2.ics')).toBe('Supper');
  // No page has the address of a further event of another one.
  expect(summaryAt('/events/supper-3.ics')).toBe('Second');
  expect(summaryAt('/index.ics')).toBe('At home');
  expect(summaryAt('/event.ics')).toBe('Event');
  expect(summaryAt('/none.ics')).toBeUndefined();
});

test('visitors read times in the language of the site, the day once if it is the same', () => {
  const when = { begins: '2026-07-01 18:30', ends: '2026-07-01 21:00', zone: 'Europe/Berlin' };
  const page = pageOf(event(when), event({ begins: '2026-07-02', ends: '2026-07-03' }));
  expect(pageDates(page, { ...site, language: 'de' })).toEqual({
    '2026-07-01 18:30/2026-07-01 21:00': {
      words: 'Mittwoch, 1. Juli 2026 um 18:30',
      until: '21:00 MESZ',
      calendar: '/events/supper.ics',
    },
    '2026-07-02/2026-07-03': {
      words: 'Donnerstag, 2. Juli 2026',
      until: 'Freitag, 3. Juli 2026',
      calendar: '/events/supper.2.ics',
    },
  });
});

test.each([
  ['begins: 2026-02-30', '`begins` must be a day with its time, like `2026-10-02 18:30`, or a day alone'],
  [
    'begins: 2026-02-03 25:00',
    '`begins` must be a day with its time, like `2026-10-02 18:30`, or a day alone',
  ],
  ['begins: 2026-02-03 10:00, ends: 2026-02-03 09:00', '`ends` must not be before `begins`'],
  ['begins: 2026-02-03 10:00, ends: 2026-02-03', '`ends` has a time if `begins` has one, and only then'],
  ['begins: 2026-02-03, zone: CET', '`zone` must be a time zone like `Europe/London`'],
])('%s is told', (when, message) => {
  const yaml =
    '  - { type: hero, heading: Hello }\n' +
    `  - { type: event, when: { label: When, ${when} }, where: { label: Where, text: Here } }\n`;
  const found = check(siteFiles(yaml), { icons: new Set(), pictures: new Set() }).diagnostics;
  expect(found.map((one) => one.message)).toEqual([message]);
});

test('words are sorted as their language does, and grouped by its letters', () => {
  const words = ['Żagiel', 'zefir', 'Äther', 'anker', '12', 'Ebbe', '„Ahoi“', 'Śruba', 'sztorm', 'Ster'];
  const letters = (language?: string) =>
    groupByInitial(words, (word) => word, language).map(([letter, all]) => `${letter} ${all.join(' ')}`);
  const ofGerman = ['# 12', 'A „Ahoi“ anker Äther', 'E Ebbe', 'S Śruba Ster sztorm', 'Z Żagiel zefir'];
  expect(letters()).toEqual(ofGerman);
  expect(letters('de')).toEqual(ofGerman);
  expect(letters('pl')).toEqual([
    '# 12',
    'A „Ahoi“ anker Äther',
    'E Ebbe',
    'S Ster sztorm',
    'Ś Śruba',
    'Z zefir',
    'Ż Żagiel',
  ]);
  expect(letters('sv').at(-1)).toBe('Ä Äther');
});
