import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { definitionOf } from '../../schema/content/blocks/index.ts';
import { countdownWords } from '../../src/client/countdown.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';
import { isoMoment } from '../../schema/content/time-zones.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { calendarAt } from '../../scripts/outputs/calendar.ts';
import { structuredData } from '../../scripts/outputs/structured-data.ts';
import { pageDates } from '../../scripts/view/dates.ts';
import { renderInputs } from '../../scripts/view/render-input.ts';
import { groupByInitial } from '../../src/blocks/glossary.tsx';
import { pageYaml, siteFiles, siteYaml } from '../support/small-site.ts';

const event = (when: string, heading = 'Supper') =>
  `  - type: event\n    heading: ${heading}\n    when: { ${when} }\n` +
  '    where: { text: "The quay, left; or right" }\n    calendar: Add it\n';

/** A site with the given pages: their events by path. */
function websiteOf(pages: Record<string, string>, language = 'en') {
  const texts = Object.entries(pages).map(([path, events]) => [`${path}.yaml`, pageYaml(events)]);
  const files = siteFiles('  - { type: hero, heading: Hello }\n', {
    '_site.yaml': siteYaml.replace('language: en', `language: ${language}`),
    ...(Object.fromEntries(texts) as Record<string, string>),
  });
  const { website, diagnostics } = check(files, { icons: new Set(), files: new Set() });
  if (!website) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return website;
}

const calendarOf = (when: string, heading?: string) =>
  calendarAt('/events/supper.ics', websiteOf({ 'events/supper': event(when, heading) })) ?? '';
const linesOf = (when: string) => calendarOf(when).replaceAll('\r\n ', '').split('\r\n');

const at = (day: string, settings: string, more: Record<string, string> = {}) =>
  renderBlocks(`- type: event\n  heading: Supper\n  calendar: true\n${settings}`, more, day);

const meeting = '  online: { href: https://meet.example.org/room }\n';
const quay = '  where: { text: The quay, address: 9 North Pier }\n';

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

test.each([
  ['of the site', '', meeting],
  ['of the event', ', zone: America/New_York', meeting],
  ['of the site, at a place', '', quay],
])('a countdown, a calendar and search engines count in the zone %s', (_, zone, where) => {
  const more = { '_site.yaml': `${siteYaml}zone: Europe/Berlin\n` };
  const when = `  when: { begins: 2027-07-01 10:00, ends: 2027-07-01 11:00${zone} }\n`;
  const { messages, html, website } = at('2026-06-01', `${when}${where}  countdown: true\n`, more);
  expect(messages).toEqual([]);
  const [hour, offset] = zone === '' ? ['08', '+02:00'] : ['14', '-04:00'];
  expect(html).toContain(`data-countdown="2027-07-01T${hour}:00:00.000Z"`);
  expect(website && calendarAt('/index.ics', website)).toContain(`DTSTART:20270701T${hour}0000Z\r\n`);
  const page = website?.pages.get('/');
  expect(
    website && page && structuredData(page, renderInputs(website, new Map())(page), website.site),
  ).toContainEqual(
    expect.objectContaining({
      startDate: `2027-07-01T10:00:00${offset}`,
      endDate: `2027-07-01T11:00:00${offset}`,
    }),
  );
  // Visitors read the zone of an event online, which has no clocks of its own.
  expect(/>11AM [A-Z]/.test(html)).toBe(where === meeting);
});

test('a calendar file has the instant of an event with a time zone', () => {
  const when = 'begins: 2026-07-01 18:30, ends: 2026-07-01 21:00, zone: Europe/Berlin';
  expect(linesOf(when)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//en',
    'BEGIN:VEVENT',
    'UID:events/supper.ics@www.example.org',
    'DTSTAMP:20260701T163000Z',
    'DTSTART:20260701T163000Z',
    'DTEND:20260701T190000Z',
    'SUMMARY:Supper',
    'DESCRIPTION:Supper\\, a page that is there for a test and says so at some length.',
    String.raw`LOCATION:The quay\, left\; or right`,
    'URL:https://www.example.org/events/supper',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('whole days end with the day after the last, and a time without a zone is local', () => {
  const days = linesOf('begins: 2026-12-31, ends: 2026-12-31');
  expect(days).toContain('DTSTART;VALUE=DATE:20261231');
  expect(days).toContain('DTEND;VALUE=DATE:20270101');
  const times = linesOf('begins: 2026-07-01 18:30');
  expect(times).toContain('DTSTART:20260701T183000');
  expect(times.some((line) => line.startsWith('DTEND'))).toBe(false);
});

test('no line of a calendar file is longer than 75 bytes, and none is cut within a character', () => {
  const name = 'Środa na północnym molo '.repeat(9).trim();
  const text = calendarOf('begins: 2026-07-01', name);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}`);
});

test('each event with a calendar button has a calendar file, and no page has its address', () => {
  const supper = event('begins: 2026-07-01');
  const quiet = event('begins: 2026-07-02', 'Breakfast').replace(/ *calendar: .*\n/, '');
  const website = websiteOf({
    'events/supper': supper + quiet + event('begins: 2026-07-03', 'Lunch'),
    'day-2': supper,
    'events/supper-3': event('begins: 2026-07-04', 'Second'),
    index: event('begins: 2026-07-05', 'At home'),
    event: event('begins: 2026-07-06', 'Event'),
  });
  const summaryAt = (path: string) => /SUMMARY:(.*)\r/.exec(calendarAt(path, website) ?? '')?.[1];
  const summaries = {
    '/events/supper.ics': 'Supper',
    '/events/supper.2.ics': undefined,
    '/events/supper.3.ics': 'Lunch',
    '/day-2.ics': 'Supper',
    '/events/supper-3.ics': 'Second',
    '/index.ics': 'At home',
    '/event.ics': 'Event',
    '/none.ics': undefined,
  };
  for (const [path, summary] of Object.entries(summaries)) expect(summaryAt(path), path).toBe(summary);
});

test('visitors read times in the language of the site, the day once if it is the same', () => {
  const when = 'begins: 2026-07-01 18:30, ends: 2026-07-01 21:00, zone: Europe/Berlin';
  const events = event(when) + event('begins: 2026-07-02, ends: 2026-07-03');
  const { site, pages } = websiteOf({ 'events/supper': events }, 'de');
  const page = pages.get('/events/supper');
  expect(page && pageDates(page, site)).toEqual({
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
  ['en', 'Wednesday, July 1, 2026 at 6:30PM', '9PM GMT+2', '12:15AM–9AM'],
  ['en-GB', 'Wednesday, 1 July 2026 at 6:30PM', '9PM CEST', '12:15AM–9AM'],
  ['ko', '2026년 7월 1일 수요일 18:30', '21:00 GMT+2', '00:15–09:00'],
])('in %s, events and agendas show times in the same way', (language, words, until, session) => {
  const when = 'begins: 2026-07-01 18:30, ends: 2026-07-01 21:00, zone: Europe/Berlin';
  const { site, pages } = websiteOf({ supper: event(when) }, language);
  const page = pages.get('/supper');
  expect(Object.values((page && pageDates(page, site)) ?? {})[0]).toMatchObject({ words, until });
  const { html } = renderBlocks(
    `- type: agenda\n  items: [{ begins: "00:15", ends: "09:00", heading: Ebb }]\n`,
    { '_site.yaml': siteYaml.replace('language: en', `language: ${language}`) },
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(session);
});

test('a glossary is sorted as in its language, and grouped by its letters', () => {
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

const begins = '  when: { begins: 2026-07-01 18:30, zone: Europe/Berlin }\n';

test.each([
  ['online', meeting, 'Online', [{ '@type': 'VirtualLocation', url: 'https://meet.example.org/room' }]],
  [
    'at a place',
    quay,
    'Offline',
    [{ '@type': 'Place', name: 'The quay', address: '9 North Pier', url: undefined }],
  ],
  [
    'at both',
    meeting + quay,
    'Mixed',
    [
      { '@type': 'Place', name: 'The quay', address: '9 North Pier', url: undefined },
      { '@type': 'VirtualLocation', url: 'https://meet.example.org/room' },
    ],
  ],
  [
    'at a place with an address on the internet',
    '  where: { text: A room, href: https://meet.example.org/room }\n',
    'Online',
    [{ '@type': 'VirtualLocation', name: 'A room', url: 'https://meet.example.org/room' }],
  ],
])('an event %s says so to visitors and search engines', (_, where, mode, location) => {
  const { messages, html, text } = at('2026-06-01', begins + where);
  expect(messages).toEqual([]);
  expect(html.includes('href="https://meet.example.org/room"')).toBe(mode !== 'Offline');
  expect(text.includes('Take part online')).toBe(where.includes('online'));
  const website = websiteOf({ supper: `- type: event\n${begins}${where}`.replaceAll(/^(?=.)/gm, '  ') });
  const [block] = website.pages.get('/supper')?.blocks ?? [];
  const data =
    block &&
    definitionOf(block).structuredData?.(block, {
      title: '',
      description: '',
      url: '',
      publisher: { '@type': 'Organization' },
    });
  expect(data).toMatchObject({
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: location.length === 1 ? location[0] : location,
  });
});

test('the calendar file of an event online has the address to join', () => {
  const website = websiteOf({
    supper: `- type: event\n  calendar: true\n${begins}${meeting}`.replaceAll(/^(?=.)/gm, '  '),
  });
  expect(calendarAt('/supper.ics', website)).toContain('LOCATION:https://meet.example.org/room\r\n');
});

test.each([
  ['', 'this `event` block needs a `where`'],
  ['  online: {}\n', '`online` needs an `href`'],
  ['  online: { href: meet.example.org }\n', '`href` must be an address that starts with `https://`'],
  ['  online: { href: mailto:a@example.org }\n', '`href` must be an address that starts with `https://`'],
  ['  online: https://meet.example.org\n', '`online`'],
  [`${meeting}  countdown: soon\n`, '`countdown`'],
])('an event with %j is reported', (settings, message) => {
  expect(at('2026-06-01', begins + settings).messages.join('\n')).toContain(message);
});

test('a countdown has the instant, and no number that is wrong on another day', () => {
  for (const day of ['2025-07-01', '2026-06-19', '2026-07-01', '2026-07-02']) {
    const { messages, html } = at(day, `${begins}${quay}  countdown: true\n`);
    expect(messages.map((message) => message.slice(-13))).toEqual(
      day === '2026-07-02' ? ['[out-of-date]'] : [],
    );
    const [, instant, shown] = /data-countdown="([^"]*)"[^>]*>(.*?)</.exec(html) ?? [];
    expect([instant, shown]).toEqual(['2026-07-01T16:30:00.000Z', '']);
    expect(html).toContain('July 1, 2026');
    expect(at(day, `${begins}${quay}`).html).not.toContain('data-countdown');
  }
});

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
test.each([
  [12 * day + 5 * hour, 'in 12 days'],
  [2 * day, 'in 2 days'],
  [2 * day - 1, 'in 47 hours'],
  [2 * hour, 'in 2 hours'],
  [2 * hour - 1, 'in 120 minutes'],
  [61 * minute, 'in 61 minutes'],
  [1, 'in 1 minute'],
])('in a browser, %d ms before it begins, an event is %s', (left, words) => {
  expect(countdownWords(left, 'en')).toBe(words);
});
