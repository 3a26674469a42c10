import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { exampleSettings, hero, page } from '../../../schema/diagnostics/rules/rule.ts';
import { blockTypes } from '../../../schema/content/blocks/index.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../../scripts/source/load-site.ts';
import { checkExample } from '../../support/example-checks.ts';
import { copyLanguageSite, fixturePages } from '../../support/fixture-site.ts';

type Files = Record<string, string>;

const event = (when: string) =>
  `- { type: event, heading: Supper, when: { ${when} }, where: { text: Pier } }\n`;
const job = (until: string) =>
  '- type: job\n  published: 2027-01-01\n  place: { text: Pier, country: GB }\n' +
  `  hours: { text: All day, kind: full-time }\n${until === '' ? '' : `  until: { date: ${until} }\n`}`;

const description =
  'All that happens at the harbour in this year, with its boats, its people and its weather.';
const pageOf = (blocks: string, settings = '') =>
  page(
    'The supper on the pier',
    description,
    `${settings}blocks:\n- { type: hero, heading: Supper }\n${blocks}`,
  );

/** A page that the home page links to. */
const at = (path: string, blocks: string, settings = '', list = ''): Files => ({
  [path]: pageOf(blocks, settings),
  'index.yaml': hero(`actions: [{ label: The supper, to: /${path.replace('.yaml', '')} }]`) + list,
});
const supper = (blocks: string, settings = '', list = '') => at('events/supper.yaml', blocks, settings, list);
const list = (settings: string) => `- { type: posts, heading: What was, ${settings} }\n`;
const inZone = (zone: string): Files => ({ '_site.yaml': `zone: ${zone}\n${exampleSettings}` });

const article = (day: string) => `kind: article\nauthor: Mara Fairlead\npublished: ${day}\n`;

const over = event('begins: 2027-05-01');
const noon = '2027-05-02T12:00Z';

test.each<[title: string, files: Files, now: string, found: string[]]>([
  ['an event on the day itself', supper(over), '2027-05-01T23:59Z', []],
  ['an event the day after', supper(over), '2027-05-02T00:00Z', ['events/supper.yaml when.begins']],
  ['its end, not its start', supper(event('begins: 2027-04-30, ends: 2027-05-02')), noon, []],
  [
    'an end that is over',
    supper(event('begins: 2027-04-29 18:00, ends: 2027-05-01 02:00')),
    noon,
    ['events/supper.yaml when.ends'],
  ],
  [
    'the evening of an event that ended at noon',
    supper(event('begins: 2027-05-02 09:00, ends: 2027-05-02 12:00')),
    '2027-05-02T20:00Z',
    [],
  ],
  [
    'the zone of the event',
    supper(event('begins: 2027-05-01, zone: Pacific/Honolulu')),
    '2027-05-02T09:00Z',
    [],
  ],
  [
    'the zone of the site',
    { ...supper(over), ...inZone('Pacific/Auckland') },
    '2027-05-01T13:00Z',
    ['events/supper.yaml when.begins'],
  ],
  ['an event to come', supper(event('begins: 2027-05-03')), noon, []],
  ['a draft', { 'events/supper.yaml': pageOf(over, 'status: draft\n') }, noon, []],
  ['a page that will expire', supper(over, 'expire: 2027-06-01\n'), noon, []],
  ['a page that has expired', { 'events/supper.yaml': pageOf(over, 'expire: 2027-05-02\n') }, noon, []],
  ['a record', supper(over, 'expire: never\n'), noon, []],
  ['a record that is published later', supper(over, 'publish: 2027-01-01\nexpire: never\n'), noon, []],
  ['a page that is not in lists', supper(over, 'index: false\n'), noon, ['events/supper.yaml when.begins']],
  ['an archive', supper(over, '', list('from: /events, kind: event, when: past')), noon, []],
  ['an archive with a limit', supper(over, '', list('from: /events, when: past, most: 1')), noon, []],
  [
    'an archive of another tag',
    supper(over, 'tags: [Food]\n', list('from: /events, when: past, tag: Food')),
    noon,
    [],
  ],
  [
    'an archive of another folder',
    {
      ...supper(over, '', list('from: /log, when: past')),
      'log/tide.yaml': pageOf(over, 'index: false\n')
        .replace('The supper', 'The tide')
        .replace('All that', 'What'),
    },
    noon,
    ['events/supper.yaml when.begins', 'log/tide.yaml when.begins'],
  ],
  [
    'a list of what is to come',
    supper(over, '', list('from: /events, when: coming')),
    noon,
    ['events/supper.yaml when.begins'],
  ],
  ['a list of all', supper(over, '', list('from: /events')), noon, ['events/supper.yaml when.begins']],
  [
    'several events, of which one is over',
    supper(over + event('begins: 2027-06-01')),
    noon,
    ['events/supper.yaml when.begins'],
  ],
  [
    'an event in a shared block',
    { '_shared/supper.yaml': over.slice(2), ...supper('- use: supper\n') },
    noon,
    ['_shared/supper.yaml when.begins'],
  ],
  [
    'a shared block on a draft',
    {
      '_shared/supper.yaml': over.slice(2),
      'events/supper.yaml': pageOf('- use: supper\n', 'status: draft\n'),
    },
    noon,
    [],
  ],
  ['a job on its last day', at('jobs/cook.yaml', job('2027-05-02')), noon, []],
  ['a job after its last day', at('jobs/cook.yaml', job('2027-05-01')), noon, ['jobs/cook.yaml until.date']],
  ['a job without a last day', at('jobs/cook.yaml', job('')), noon, []],
  ['a job that expires', at('jobs/cook.yaml', job('2027-05-01'), 'expire: 2027-06-01\n'), noon, []],
  ['a job that is a draft', { 'jobs/cook.yaml': pageOf(job('2027-05-01'), 'status: draft\n') }, noon, []],
  [
    'a job in an archive of events',
    at('jobs/cook.yaml', job('2027-05-01'), '', list('from: /jobs, when: past')),
    noon,
    ['jobs/cook.yaml until.date'],
  ],
  [
    'an article before its day',
    at('log/fog.yaml', '', article('2027-05-03')),
    noon,
    ['log/fog.yaml published'],
  ],
  ['an article on its day', at('log/fog.yaml', '', article('2027-05-02')), noon, []],
  [
    'an article that is held back until its day',
    { 'log/fog.yaml': pageOf('', `${article('2027-05-03')}publish: 2027-05-03\n`) },
    noon,
    [],
  ],
])('%s', (_title, files, now, expected) => {
  const { diagnostics } = checkExample(files, new Date(now));
  const found = diagnostics.filter(({ rule }) => rule === 'out-of-date');
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic)).toEqual([]);
  expect(found.map(({ file, path }) => `${file.replace('pages/', '')} ${path.slice(-2).join('.')}`)).toEqual(
    expected,
  );
});

test('the examples of all blocks are not out of date when somebody reads the documentation', () => {
  const examples = blockTypes.map((type) =>
    readFileSync(`schema/content/blocks/${type}.example.yaml`, 'utf8'),
  );
  const blocks = examples.map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}\n`).join('');
  const { diagnostics } = checkExample(blocks, new Date('2030-01-01'));
  expect(diagnostics.filter(({ rule }) => rule === 'out-of-date' || rule === 'past-day')).toEqual([]);
});

test('the fixture sites have no date that a later day makes wrong', () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2060-01-01') / 1000));
  const sites = [
    fixturePages,
    ...(['de', 'pl'] as const).map((language) => copyLanguageSite(language).pages),
  ];
  const found = sites.flatMap((pages) => readSite(pages).diagnostics);
  vi.unstubAllEnvs();
  // Sites in other languages have all pictures of the fixture site.
  expect(found.filter(({ rule }) => rule !== 'unused-picture').map(formatDiagnostic)).toEqual([]);
});
