import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtureFolder } from '../support/fixture-site.ts';
import { unsampled } from '../support/sampled.ts';
import { type ScratchClone, scratchClone } from '../support/scratch-clone.ts';

// What README says of a new type of block: three files, and one line in each of two lists.
const files = {
  'schema/content/blocks/offers.ts': `import { z } from 'zod';
import { defineBlock } from '../block-definition.ts';
import { action, anyBlock, sectionHead, text } from '../fields.ts';
import { inlineText } from '../text-fields.ts';

const schema = z
  .strictObject({
    type: z.literal('offers'),
    ...anyBlock,
    ...sectionHead,
    layout: z
      .enum(['columns', 'rows'])
      .default('columns')
      .describe('How the offers stand: side by side in \`columns\`, or below each other in \`rows\`.'),
    items: z
      .array(
        z.strictObject({
          heading: text.meta({ description: 'The name of the offer.', examples: ['Berth'], isInnerHeading: true }),
          price: text.meta({ description: 'What it costs.', examples: ['20 € a night'] }),
          text: inlineText.optional().meta({ description: 'Whom it is for.', examples: ['For boats to 12 m.'] }),
          action: action.optional(),
        }),
      )
      .min(2)
      .describe('The list of offers, two or more.'),
  })
  .describe('What things cost, side by side.');

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
    price: 20 € a night
    text: For boats to **12 metres**.
    action: { label: Ask for a berth, to: /ask }
  - { heading: Mooring, price: 12 € a night }
`,
  'src/blocks/offers.tsx': `import styled from '@emotion/styled';
import { useContext } from 'react';
import type { BlockOf } from '../../schema/content/blocks/index.ts';
import { ActionLink } from '../components/actions.tsx';
import { BlockPositionContext } from '../components/page-context.ts';
import { InlineText } from '../components/inline-text.tsx';
import { SectionHead } from '../components/section-head.tsx';
import { color, space } from '../components/theme.ts';

const Offers = styled.ul({
  display: 'grid',
  gap: space.wide,
  '&[data-layout=columns]': { gridTemplateColumns: 'repeat(auto-fit, minmax(14rem, 1fr))' },
  '& p': { color: color.muted },
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
            <strong>{item.price}</strong>
            {item.text && (
              <p>
                <InlineText>{item.text}</InlineText>
              </p>
            )}
            {item.action && <ActionLink action={item.action} variant="text" />}
          </li>
        ))}
      </Offers>
    </>
  );
}
`,
};
const lists = {
  'schema/content/blocks/index.ts': "  offers: (await import('./offers.ts')).offers,",
  'src/blocks/index.tsx': "  offers: { load: () => import('./offers.tsx').then((m) => m.OfferList) },",
};

let clone: ScratchClone;

beforeAll(() => {
  clone = scratchClone({ withTests: true });
  cpSync(fixtureFolder, clone.folder, { recursive: true });
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
  // The tests are run below.
  clone.write('engine.tsconfig.json', '{ "extends": "./tsconfig.json", "exclude": ["tests"] }');
  expect(
    run('node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded', '-p', 'engine.tsconfig.json'),
  ).toBe('');
});

test('what editors know of the schemas follows', () => {
  expect(run('scripts/schema.ts')).toBe('');
  const schema = readFileSync(join(clone.folder, 'schema/page.schema.json'), 'utf8');
  expect(schema).toContain('"offers-block"');
});

test('every test of the engine that lists types of blocks, or goes through them, passes', () => {
  // Without this file, or it would do the same again.
  const quick = ['blocks', 'layouts', 'editor-schema', 'rooms', 'checker/golden', 'checker/rules'];
  const about = unsampled ? [...quick, 'editor.test', 'authors'] : quick;
  const chosen = about.map((name) => `tests/engine/${name}`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'engine', '--maxWorkers=1'];
  const said = run(...vitest, ...chosen, '--reporter=json', '--outputFile=report.json');
  expect(existsSync(join(clone.folder, 'report.json')), said).toBe(true);
  const report = JSON.parse(readFileSync(join(clone.folder, 'report.json'), 'utf8')) as Report;
  const failures = report.testResults.flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [message]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ title, failureMessages }) => `${title}: ${failureMessages[0]}`),
  ]);
  expect(failures, failures.join('\n')).toEqual([]);
  expect(report.numPassedTests).toBeGreaterThan(300);
}, 600_000);
