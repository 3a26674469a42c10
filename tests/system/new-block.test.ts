import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unsampled } from '../support/sampled.ts';
import { type ScratchClone, scratchClone } from '../support/scratch-clone.ts';
import { errorPageYaml, pageYaml, siteYaml } from '../support/small-site.ts';

// What CONTRIBUTING says of a new type of block: three files, and one line in each of two lists.
const files = {
  'schema/content/blocks/offers.ts': `import { blockSchema, defineBlock } from '../block-definition.ts';
import { listOf, oneOf } from '../described-fields.ts';
import { inlineText, sectionSettings, text } from '../fields.ts';

const schema = blockSchema('offers', {
  ...sectionSettings,
  layout: oneOf(
    ['columns', 'rows'],
    'How the offers stand: side by side in \`columns\`, or below each other in \`rows\`.',
  ),
  items: listOf('The list of offers, two or more.', {
    heading: text.meta({ description: 'The name of the offer.', examples: ['Berth'], isInnerHeading: true }),
    text: inlineText.optional().meta({ description: 'What it costs.', examples: ['20 € a night.'] }),
  }).min(2),
}).describe('What things cost, side by side.');

export const offers = defineBlock({ schema });
`,
  'schema/content/blocks/offers.example.yaml': `type: offers
id: prices
layout: rows
eyebrow: Prices
heading: What a berth costs
lead: All prices are *for one night*.
items:
  - heading: Berth
    text: 20 € **a night**
  - { heading: Mooring }
`,
  'src/blocks/offers.tsx': `import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { BlockPositionContext } from '../components/page-context.ts';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { space } from '../components/theme.ts';

const Offers = styled.ul({
  display: 'grid',
  gap: space.wide,
  '&[data-layout=columns]': { gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))' },
});

/** Offers with their prices. */
export function OfferList({ layout, items, ...head }: BlockOf<'offers'>) {
  const { inner: Level } = useContext(BlockPositionContext);
  return (
    <>
      <SectionHead {...head} />
      <Offers data-layout={layout}>
        {items.map((item) => (
          <li key={item.heading}>
            <Level>{item.heading}</Level>
            <p>{item.text && <InlineText>{item.text}</InlineText>}</p>
          </li>
        ))}
      </Offers>
    </>
  );
}
`,
  // Without a layout, and with what the engine must know about it.
  'schema/content/blocks/opening-hours.ts': `import { blockSchema, defineBlock } from '../block-definition.ts';
import { day, timeOfDay } from '../date-fields.ts';
import { described, listOf } from '../described-fields.ts';
import { sectionSettings, text } from '../fields.ts';

const schema = blockSchema('opening-hours', {
  ...sectionSettings,
  until: described(day.optional(), 'The last day on which it is shown.', '2026-10-31'),
  days: listOf('The list of days.', {
    day: described(text, 'The day of the week.', 'Monday').meta({ search: 'heading' }),
    opens: described(timeOfDay, 'When it opens.', '09:00'),
    closes: described(timeOfDay, 'When it closes.', '17:30'),
    remark: described(text.optional(), 'What is different on this day.', 'By appointment'),
    doorkeeper: described(text.optional(), 'Who opens.', 'Mara').meta({ search: 'none' }),
  }).min(1),
}).describe('When visitors are welcome, day by day.');

export const openingHours = defineBlock({
  schema,
  summarize: ({ until }) => ({ until }),
  structuredData: ({ days }, { publisher }) => ({
    '@type': 'Place',
    name: publisher['name'],
    openingHoursSpecification: days.map(({ day, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: \`https://schema.org/\${day}\`,
      opens,
      closes,
    })),
  }),
});
`,
  'schema/content/blocks/opening-hours.example.yaml': `type: opening-hours
id: open
eyebrow: The office
heading: When we are there
lead: You can *always* write.
until: 2999-10-31
days:
  - { day: Monday, opens: 09:00, closes: 17:30, remark: By appointment, doorkeeper: Mara }
`,
  'src/blocks/opening-hours.tsx': `import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { SectionHead } from '../components/section-head.tsx';

/** When visitors are welcome. */
export function OpeningHours({ days, until, ...head }: BlockOf<'opening-hours'>) {
  return (
    <>
      <SectionHead {...head} />
      <ul data-until={until}>
        {days.map(({ day, opens, closes, remark, doorkeeper }) => (
          <li key={day}>
            {day} {opens}–{closes} {remark} {doorkeeper}
          </li>
        ))}
      </ul>
    </>
  );
}
`,
};
const lists = {
  'schema/content/blocks/index.ts': `  offers: (await import('./offers.ts')).offers,
  'opening-hours': (await import('./opening-hours.ts')).openingHours,`,
  'src/blocks/index.tsx': `  offers: { load: () => import('./offers.tsx').then((m) => m.OfferList) },
  'opening-hours': { load: () => import('./opening-hours.tsx').then((m) => m.OpeningHours) },`,
};

let clone: ScratchClone;

beforeAll(() => {
  clone = scratchClone({ withTests: true });
  clone.write('pages/_site.yaml', siteYaml.replace('navigation:\n', 'navigation:\n  search: true\n'));
  clone.write('pages/404.yaml', errorPageYaml);
  clone.write('pages/index.yaml', pageYaml('  - { type: hero, heading: Home, lead: "[Office](/office)" }\n'));
  for (const [path, text] of Object.entries(files)) clone.write(path, text);
  for (const [path, line] of Object.entries(lists))
    clone.write(path, readFileSync(join(clone.folder, path), 'utf8').replace(/^};$/m, `${line}\n};`));
});

afterAll(() => clone.remove());

function run(...args: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone.folder, encoding: 'utf8' });
  return stdout + stderr;
}

interface Report {
  numPassedTests: number;
  testResults: {
    message: string;
    assertionResults: { status: string; title: string; failureMessages: string[] }[];
  }[];
}

test('the compiler asks for no more', () => {
  expect(run('node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded')).toBe('');
}, 60_000);

test('a block says itself what the engine must know about it', () => {
  clone.write(
    'pages/office.yaml',
    `title: The office by the pier, and when to come
description: When the office by the pier is open, and who opens the door for visitors on each day.
blocks:
  - type: opening-hours
    heading: In winter
    until: 2020-03-31
    days: [{ day: Tuesday, opens: 10:00, closes: 12:00 }]
  - type: opening-hours
    heading: In summer
    days: [{ day: Monday, opens: 09:00, closes: 17:30, remark: Ringtwice, doorkeeper: Maralind }]
`,
  );
  expect(run('scripts/validate.ts')).toContain('this opening-hours is shown no longer');
  run('scripts/build.ts', '--out', 'built');
  const read = (path: string) => readFileSync(join(clone.folder, 'built', path), 'utf8');
  const html = read('office.html');
  expect(html).toContain('In summer');
  expect(html).not.toContain('In winter');
  expect(html).toContain('"@type":"OpeningHoursSpecification","dayOfWeek":"https://schema.org/Monday"');
  const words = Object.keys(JSON.parse(read('search/words-.json')) as object);
  expect(words).toContain('ringtwice');
  expect(words).not.toContain('maralind');
}, 120_000);

test('what editors know of the schemas follows', () => {
  expect(run('scripts/schema.ts')).toBe('');
  const schema = readFileSync(join(clone.folder, 'schema/page.schema.json'), 'utf8');
  expect(schema).toContain('"offers-block"');
});

/** Runs tests of the engine in the clone, and expects them to pass. */
function expectPassing(names: readonly string[], atLeast: number, ...options: string[]): void {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1'];
  const files = names.map((name) => `tests/${name}`);
  const printed = run(...vitest, ...files, ...options, '--reporter=json', '--outputFile=report.json');
  expect(existsSync(join(clone.folder, 'report.json')), printed).toBe(true);
  const report = JSON.parse(readFileSync(join(clone.folder, 'report.json'), 'utf8')) as Report;
  const failures = report.testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages }) => `${title}: ${failureMessages[0]}`),
  ]);
  expect(failures, failures.join('\n')).toEqual([]);
  expect(report.numPassedTests).toBeGreaterThanOrEqual(atLeast);
}

test('the tests of each type of block pass for the new types', () => {
  const names = [
    'unit/blocks',
    'unit/rendering',
    'unit/editor-schema',
    ...(unsampled ? ['integration/editor.test'] : []),
  ];
  expectPassing(names, 15, '-t', 'offers|opening-hours');
}, 600_000);

test('the tests about all types of blocks pass with the new types', () => {
  const names = [
    'unit/fixture-site',
    'unit/rooms',
    'unit/checker/changed-data',
    'golden/diagnostics',
    'unit/checker/rules',
  ];
  expectPassing([...names, ...(unsampled ? ['integration/language-sites'] : [])], 300);
}, 600_000);
