import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';
import { sampled } from '../../support/sampled.ts';
import { dice } from '../../support/mutants.ts';

// Dates and times in the forms of people and of other systems: what is offered, and what is only told.

type Files = Record<string, string>;

/** What is told of the value `written` in `index.yaml`, and what the fixes make of it. */
function judged(written: string, files: (value: string) => Files) {
  const value = JSON.stringify(written);
  const example = files(value);
  const { diagnostics } = check(exampleFiles(example), exampleAssets(example));
  const { files: fixed } = fixPages(exampleFiles(example), exampleAssets(example), 'suggested', () => true);
  const [before = '', behind = ''] = (example['index.yaml'] ?? '').split(value);
  const text = fixed.find(({ path }) => path === 'index.yaml')?.text ?? '';
  const from = text.indexOf(before.trimEnd().slice(-20)) + before.trimEnd().slice(-20).length;
  const after = text.slice(from, text.indexOf(behind.slice(0, 12), from)).trim();
  const told = diagnostics.find(({ rule }) => rule === 'wrong-value');
  return { becomes: JSON.parse(after.startsWith('"') ? after : JSON.stringify(after)) as string, told };
}

const page = (settings: string, blocks = '  - { type: hero, heading: Hello }\n') =>
  `title: The harbour office\ndescription: Weather, water and berths for everybody who comes by boat.\n${settings}blocks:\n${blocks}`;
const event = (value: string): Files => ({
  'index.yaml': page(
    '',
    `  - { type: hero, heading: Hello }\n  - type: event\n    when: { begins: ${value} }\n    where: { text: Here }\n`,
  ),
});
const updated = (value: string): Files => ({ 'index.yaml': page(`updated: ${value}\n`) });
const agenda = (value: string): Files => ({
  'index.yaml': page(
    '',
    `  - { type: hero, heading: Hello }\n  - type: agenda\n    items: [{ begins: ${value}, heading: A }]\n`,
  ),
});
const inLanguage =
  (language: string, files: (value: string) => Files) =>
  (value: string): Files => ({
    ...files(value),
    '_site.yaml': exampleSettings.replace('language: en', `language: ${language}`),
  });

test.each([
  ['01.05.2027 9:00', '2027-05-01 09:00'],
  ['1.5.2027', '2027-05-01'],
  ['1. 5. 2027', '2027-05-01'],
  ['1.5.27', '2027-05-01'],
  ['1 May 2027, 9am', '2027-05-01 09:00'],
  ['9 p.m., 1 May 2027', '2027-05-01 21:00'],
  ['1 May 2027 at 12am', '2027-05-01 00:00'],
  ['1 May 2027 12 pm', '2027-05-01 12:00'],
  ['May 1, 2027', '2027-05-01'],
  ['May 1st, 2027 at 9.30am', '2027-05-01 09:30'],
  ['the 1st of May 2027', '2027-05-01'],
  ['Saturday, 1 May 2027', '2027-05-01'],
  ['Sept. 3, 2027', '2027-09-03'],
  ['1-May-2027', '2027-05-01'],
  ['2027/05/01', '2027-05-01'],
  ['2027.05.01', '2027-05-01'],
  ['2027-5-1', '2027-05-01'],
  ['2027-5-1 9:00', '2027-05-01 09:00'],
  ['2027-05-01T09:00', '2027-05-01 09:00'],
  ['2027-05-01 09:00:00', '2027-05-01 09:00'],
  ['2027年5月1日', '2027-05-01'],
  ['13/05/2027', '2027-05-13'],
  ['05/13/2027 9:00', '2027-05-13 09:00'],
  ['5/5/2027', '2027-05-05'],
])('the moment %s is offered as %s', (written, becomes) => {
  expect(judged(written, event)).toMatchObject({ becomes, told: { label: `did you mean \`${becomes}\`?` } });
});

test.each([
  ['2027-05-01 09:00', '2027-05-01'],
  ['2027-05-01T09:00:00Z', '2027-05-01'],
  ['2027-05-01T09:00:00+02:00', '2027-05-01'],
  ['1 May 2027', '2027-05-01'],
  ['2027/5/1', '2027-05-01'],
])('the day %s is offered as %s', (written, becomes) => {
  expect(judged(written, updated).becomes).toBe(becomes);
});

test.each([
  ['9.30am', '09:30'],
  ['9:30 p.m.', '21:30'],
  ['9 Uhr', '09:00'],
  ['9.30 Uhr', '09:30'],
  ['9h30', '09:30'],
  ['9:00', '09:00'],
  ['09.30', '09:30'],
  ['12am', '00:00'],
  ["9 o'clock", '09:00'],
  ['09:00:00', '09:00'],
])('the time %s is offered as %s', (written, becomes) => {
  expect(judged(written, agenda).becomes).toBe(becomes);
});

test.each([
  ['de', '1. Mai 2027', '2027-05-01'],
  ['de', 'Samstag, 1. Mai 2027, 9 Uhr', '2027-05-01 09:00'],
  ['de', '3. Dez. 2027 um 9:30 Uhr', '2027-12-03 09:30'],
  ['fr', '1er mai 2027 à 9h30', '2027-05-01 09:30'],
  ['fr', '3 février 2027', '2027-02-03'],
  ['fr', 'MARDI 4 MAI 2027', '2027-05-04'],
  ['es', '1 de mayo de 2027', '2027-05-01'],
  ['it', '1 maggio 2027 ore 9:30', '2027-05-01 09:30'],
  ['nl', '1 maart 2027 om 9 uur', '2027-03-01 09:00'],
  ['pl', '5 listopada 2027', '2027-11-05'],
  ['hr', '5. listopada 2027.', '2027-10-05'],
  ['pt', '1 de março de 2027', '2027-03-01'],
  ['hu', '2027. május 1.', '2027-05-01'],
  ['sv', '3 maj 2027 kl. 9.30', '2027-05-03 09:30'],
  ['ru', '1 мая 2027', '2027-05-01'],
  ['el', '1 Μαΐου 2027', '2027-05-01'],
  ['de', '1 May 2027', '2027-05-01'],
  ['fa', '1 May 2027', '2027-05-01'],
])('on a site in %s, %s is offered as %s', (language, written, becomes) => {
  expect(judged(written, inLanguage(language, event)).becomes).toBe(becomes);
});

test('a page in another language than its site has the months of both', () => {
  const german = (value: string): Files => ({
    'index.yaml': (event(value)['index.yaml'] ?? '').replace('blocks:', 'language: de\nblocks:'),
  });
  expect(judged('1. Mai 2027', german).becomes).toBe('2027-05-01');
  expect(judged('1. Mai 2027', event).becomes).toBe('1. Mai 2027');
});

test.each([
  ['05/01/2027', ['2027-01-05', '2027-05-01']],
  ['5/1/27', ['2027-01-05', '2027-05-01']],
  ['5-1-2027', ['2027-01-05', '2027-05-01']],
  ['10.11.12', ['2010-11-12', '2012-11-10']],
  ['12.5.27', ['2012-05-27', '2027-05-12']],
  ['05/01/2027 9am', ['2027-01-05 09:00', '2027-05-01 09:00']],
])('of %s both readings are told, and neither is a fix', (written, readings) => {
  const { becomes, told } = judged(written, event);
  expect(becomes).toBe(written);
  expect(told?.fix).toBeUndefined();
  expect(told?.message).toBe(`\`begins\` can be read as ${readings.map((one) => `\`${one}\``).join(' or ')}`);
});

test.each([
  ['31.02.2027', '`begins` names a day that does not exist'],
  ['2027-02-30', '`begins` names a day that does not exist'],
  ['32 May 2027', '`begins` names a day that does not exist'],
  ['13/13/2027', '`begins` names a day that does not exist'],
  ['1.5.2027 25:00', '`begins` names a time that does not exist'],
  ['2027-05-01 9:75', '`begins` names a time that does not exist'],
  ['1 May 2027 13pm', '`begins` names a time that does not exist'],
  ['Sunday, 1 May 2027', '`begins` names a date and the wrong day of the week for it'],
])('%s is told to be impossible', (written, message) => {
  const { becomes, told } = judged(written, event);
  expect(told).toMatchObject({ message });
  expect(becomes).toBe(written);
});

test.each([
  'soon',
  '1 May',
  'May 2027',
  '20–22 May 2027',
  '1 May 2027 or later',
  '1 May 2027 to 3 May 2027',
  '1.5.2027 - 3.5.2027',
  '2027',
  '1.5.',
  '9:00',
  '2027-05-01 09:00:30',
  '2027-05-01T09:00:00Z',
  '1 Blurb 2027',
  'not before 1 May 2027',
  '1.5.2027, 9',
])('nothing is guessed from %s', (written) => {
  const { becomes, told } = judged(written, event);
  expect(told?.message).toMatch(/^`begins` must be a day/);
  expect(becomes).toBe(written);
});

const blocks = (text: string): Files => ({
  'index.yaml': page('', `  - { type: hero, heading: Hello }\n  ${text}\n`),
});
const job = (published: string, until: string) =>
  blocks(
    `- { type: job, published: ${published}, place: { text: A, country: GB }, hours: { text: B }, until: { date: ${until} } }`,
  );
const field = (kind: string, settings: string) =>
  blocks(
    `- { type: form, id: a, fields: [{ name: b, label: C, kind: ${kind}, ${settings} }], submit: { label: D, none: true } }`,
  );

test.each<[string, (value: string) => Files, string, string]>([
  ['when.begins', event, '1.5.2027 9:00', '2027-05-01 09:00'],
  [
    'when.ends',
    (value) =>
      blocks(`- { type: event, when: { begins: 2027-05-01, ends: ${value} }, where: { text: Here } }`),
    '2.5.2027',
    '2027-05-02',
  ],
  ['published of a job', (value) => job(value, '2027-06-01'), '1.5.2027', '2027-05-01'],
  ['until of a job', (value) => job('2027-04-01', value), '1 May 2027', '2027-05-01'],
  [
    'until of an alert',
    (value) => blocks(`- { type: alert, heading: A, until: ${value} }`),
    '1.5.2999',
    '2999-05-01',
  ],
  [
    'the date of a post',
    (value) =>
      blocks(`- { type: posts, items: [{ href: "https://a.example/b", title: A, date: ${value} }] }`),
    '1.5.2027',
    '2027-05-01',
  ],
  [
    'the end of a session',
    (value) => blocks(`- { type: agenda, items: [{ begins: 09:00, ends: ${value}, heading: A }] }`),
    '9.30am',
    '09:30',
  ],
  [
    'published',
    (value) => ({ 'index.yaml': page(`kind: article\nauthor: A B\npublished: ${value}\n`) }),
    'May 1, 2027',
    '2027-05-01',
  ],
  ['updated', updated, '2027/05/01', '2027-05-01'],
  [
    'publish',
    (value) => ({ 'index.yaml': page(`publish: ${value}\n`) }),
    '1.5.2027 9:00',
    '2027-05-01 09:00',
  ],
  ['expire', (value) => ({ 'index.yaml': page(`expire: ${value}\n`) }), '1.5.2999', '2999-05-01'],
  ['min of a date', (value) => field('date', `min: ${value}`), '1.5.2027', '2027-05-01'],
  ['max of a date', (value) => field('date', `max: ${value}`), '1 May 2027', '2027-05-01'],
  ['min of a time', (value) => field('time', `min: ${value}`), '9 Uhr', '09:00'],
  ['max of a time', (value) => field('time', `max: ${value}`), '5pm', '17:00'],
])('%s is mended', (_, files, written, becomes) => {
  expect(judged(written, files).becomes).toBe(becomes);
});

test('the announcement of a site is mended', () => {
  const example = { '_site.yaml': `${exampleSettings}announcement: { text: Closed, until: 1.5.2999 }\n` };
  const { files } = fixPages(exampleFiles(example), exampleAssets(example), 'suggested', () => true);
  expect(files.find(({ path }) => path === '_site.yaml')?.text).toContain('until: 2999-05-01 }');
});

test.each([
  ['a misspelt setting beside it', 'when: { begins: 1.5.2027, end: 2027-05-02 }, where: { text: Here }'],
  ['a misspelt setting above it', 'whn: { begins: 1.5.2027, ends: 2027-05-02 }, where: { text: Here }'],
  ['another date', 'when: { begins: 1.5.2027, ends: 2 May 2027 }, where: { text: Here }'],
  ['a wrong choice', 'layout: box, when: { begins: 1.5.2027, ends: 2027-05-02 }, where: { text: Here }'],
])('a date and %s are told in one run', (_, settings) => {
  const example = `- { type: hero, heading: Hello }\n- { type: event, ${settings} }\n`;
  const { diagnostics } = check(exampleFiles(example), exampleAssets(example));
  const errors = diagnostics.filter(
    ({ severity, file }) => severity === 'error' && file === 'pages/index.yaml',
  );
  expect(errors.length).toBe(2);
  const { files } = fixPages(exampleFiles(example), exampleAssets(example), 'suggested', () => true);
  expect(files.find(({ path }) => path === 'index.yaml')?.text).toMatch(
    /when: \{ begins: 2027-05-01, ends: 2027-05-02 \}/,
  );
});

test('what a refinement says of a date that is mended is told too', () => {
  const example =
    '- { type: hero, heading: Hello }\n- { type: event, when: { begins: 3.5.2027, ends: 2027-05-01 }, where: { text: Here } }\n';
  const { diagnostics } = check(exampleFiles(example), exampleAssets(example));
  expect(diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining('`begins` must be a day'),
    '`ends` must not be before `begins`',
  ]);
});

// Days and times that are written at random, in one of many forms.

interface Written {
  language: string;
  written: string;
  truth: string;
}

const two = (value: number) => String(value).padStart(2, '0');

function writtenDates(count: number): Written[] {
  const roll = dice(27);
  const pick = <One>(all: readonly One[]): One => all[roll(all.length)]!; // within it
  return Array.from({ length: count }, () => {
    const language = pick(['en', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'hr', 'cs', 'fi', 'tr']);
    const [year, month, day] = [2020 + roll(20), 1 + roll(12), 1 + roll(28)];
    const date = new Date(Date.UTC(year, month - 1, day));
    const inWords = (dateStyle: 'full' | 'long' | 'medium' | 'short') =>
      date.toLocaleDateString(language, { dateStyle, timeZone: 'UTC' });
    const english = date.toLocaleDateString('en', { month: pick(['long', 'short']), timeZone: 'UTC' });
    const text = pick([
      `${day}.${month}.${year}`,
      `${two(day)}.${two(month)}.${year}`,
      `${day}.${month}.${two(year % 100)}`,
      `${day}/${month}/${year}`,
      `${month}/${day}/${year}`,
      `${two(month)}/${two(day)}/${two(year % 100)}`,
      `${two(day)}-${two(month)}-${two(year % 100)}`,
      `${two(year % 100)}-${two(month)}-${two(day)}`,
      `${year}/${month}/${day}`,
      `${year}-${month}-${day}`,
      `${day} ${english} ${year}`,
      `${english} ${day}, ${year}`,
      `${day}-${english}-${year}`,
      inWords('full'),
      inWords('long'),
      inWords('medium'),
      inWords('short'),
    ]);
    const [hour, minute] = [roll(24), roll(60)];
    const half = `${hour % 12 || 12}${pick([':', '.'])}${two(minute)}${pick([' ', ''])}${hour < 12 ? 'am' : 'pm'}`;
    const time = pick([
      '',
      '',
      ` ${hour}:${two(minute)}`,
      `, ${half}`,
      ` ${hour}.${two(minute)} Uhr`,
      ` ${hour}h${two(minute)}`,
    ]);
    const at = time === '' ? '' : ` ${two(hour)}:${two(minute)}`;
    return { language, written: text + time, truth: `${year}-${two(month)}-${two(day)}${at}` };
  });
}

const allWritten = writtenDates(200);

test.each(sampled(allWritten, 12))('no fix makes $written in $language another moment than $truth', (one) => {
  const { becomes, told } = judged(one.written, inLanguage(one.language, event));
  expect([one.written, one.truth]).toContain(becomes);
  const { message = '' } = told ?? {};
  expect(!message.includes('can be read as') || message.includes(`\`${one.truth}\``)).toBe(true);
  expect(message).not.toContain('does not exist');
});

test('nearly all of them are understood', () => {
  const all = sampled(allWritten, 40);
  const isKnown = (one: Written) => {
    const { becomes, told } = judged(one.written, inLanguage(one.language, event));
    return becomes === one.truth || told?.message.includes('can be read as') === true;
  };
  expect(all.filter(isKnown).length / all.length).toBeGreaterThan(0.9);
});
