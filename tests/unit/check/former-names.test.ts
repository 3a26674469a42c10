import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { noOwnBlocks, registerBlocks } from '../../../schema/blocks/index.ts';
import {
  blockSchema,
  described,
  describedList,
  oneOf,
  renamed,
} from '../../../schema/blocks/public-blocks.ts';
import { sectionSettings, text } from '../../../schema/blocks/public-blocks.ts';
import { check } from '../../../schema/check/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/check/example-site.ts';
import { validateData } from '../../../schema/check/validate-data.ts';
import { fixExample, textAt } from '../../support/example-checks.ts';

const schema = blockSchema('offer', {
  ...sectionSettings,
  layout: oneOf(['wide', 'narrow'], 'Its width.').meta({ formerValues: { full: 'wide' } }),
  prices: renamed(
    describedList('The prices.', { value: renamed(described(text, 'A price.', '£20'), 'amount sum') }).min(2),
    'items',
  ),
});
const offer = { schema, formerTypes: 'discount' };
beforeAll(() => registerBlocks({ key: 'offer', definitions: { offer }, faulty: {} }));
afterAll(() => registerBlocks(noOwnBlocks));

const home = (block: string) => `- type: hero\n  heading: Hello\n- ${block}\n`;
const checkBlock = (block: string) => {
  const { diagnostics, website } = check(exampleFiles(home(block)), exampleAssets(home(block)));
  const page = website?.pages.get('/');
  const others = diagnostics.filter(({ rule }) => rule !== 'renamed').map(({ message }) => message);
  const renamed = diagnostics.flatMap(({ rule, message }) => (rule === 'renamed' ? [message] : []));
  return { block: page?.blocks[1], others, renamed };
};

const current = 'type: offer\n  prices: # in pounds\n    - { value: "20" }\n    - value:  30\n';
test.each([
  [current, 'offer', 'discount', []],
  [current, 'prices', 'items', []],
  [current, 'value:  30', 'sum:  30', []],
  [`${current}  layout: wide\n`, 'wide', 'full', []],
  [current.replace('  30', ''), 'value', 'amount', ['`value` is empty']],
  [current.replace(/ {4}- value.*\n/, ''), 'prices', 'items', ['`prices` needs at least 2 items']],
])('%j is checked, built and fixed like %j for %j', (block, now, former, others) => {
  const expected = checkBlock(block);
  const old = block.replace(now, former);
  expect(expected).toMatchObject({ others, renamed: [] });
  const [was, is] = [former, now].map((name) => name.replace(/:.*/, ''));
  expect(checkBlock(old)).toEqual({ ...expected, renamed: [`\`${was}\` is now called \`${is}\``] });
  const fixed = textAt(fixExample(home(old), 'safe').files);
  expect(fixed).toBe(textAt(exampleFiles(home(block))));
});

test('reports a setting given under both names or under two former names', () => {
  const twice = current.replace('value:  30', 'value: 30\n      sum: 30');
  expect(checkBlock(twice)).toMatchObject({
    block: undefined,
    others: ['`sum` is now called `value`, but both are here'],
    renamed: [],
  });
  const other = twice.replace('value: 30', 'amount: 30');
  expect(checkBlock(other)).toMatchObject({
    others: ['`sum` is now called `value`, but both are here'],
    renamed: ['`amount` is now called `value`'],
  });
});

test('renames settings in one of several forms of a value', () => {
  const link = z.strictObject({ label: text, to: renamed(text, 'page') });
  const site = z.strictObject({
    links: z.array(z.union([link, z.strictObject({ label: text, href: text })])),
  });
  const links = (name: string) => ({
    links: [
      { label: 'A', href: 'B' },
      { label: 'C', [name]: 'D' },
    ],
  });
  const { value, diagnostics, corrected } = validateData(site, links('page'), 'site file');
  expect(value).toEqual(links('to'));
  expect(diagnostics).toMatchObject([{ rule: 'renamed', path: ['links', 1, 'page'], part: 'name' }]);
  expect(corrected.original(['links', 1, 'to'])).toEqual(['links', 1, 'page']);
});
