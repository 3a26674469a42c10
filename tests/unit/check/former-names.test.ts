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
import { createExampleAssets, createExampleFiles } from '../../../schema/check/example-site.ts';
import { validateData } from '../../../schema/check/validate-data.ts';
import { fixExample, findText } from '../../support/example-checks.ts';

const schema = blockSchema('offer', {
  ...sectionSettings,
  layout: oneOf(['wide', 'narrow'], 'Its width.').meta({ formerValues: { full: 'wide' } }),
  prices: renamed(
    describedList('The prices.', { value: renamed(described(text, 'A price.', '£20'), 'amount sum') }).min(2),
    'items',
  ),
});
const offerDefinition = { schema, formerTypes: 'discount' };
beforeAll(() => registerBlocks({ key: 'offer', definitions: { offer: offerDefinition }, faulty: {} }));
afterAll(() => registerBlocks(noOwnBlocks));

const createHome = (block: string) => `- type: hero\n  heading: Hello\n- ${block}\n`;
const checkBlock = (block: string) => {
  const { diagnostics, website } = check(
    createExampleFiles(createHome(block)),
    createExampleAssets(createHome(block)),
  );
  const page = website?.pages.get('/');
  const others = diagnostics.filter(({ rule }) => rule !== 'renamed').map(({ message }) => message);
  const renamed = diagnostics.flatMap(({ rule, message }) => (rule === 'renamed' ? [message] : []));
  return { block: page?.blocks[1], others, renamed };
};

const currentBlock = 'type: offer\n  prices: # in pounds\n    - { value: "20" }\n    - value:  30\n';
test.each([
  [currentBlock, 'offer', 'discount', []],
  [currentBlock, 'prices', 'items', []],
  [currentBlock, 'value:  30', 'sum:  30', []],
  [`${currentBlock}  layout: wide\n`, 'wide', 'full', []],
  [currentBlock.replace('  30', ''), 'value', 'amount', ['`value` is empty']],
  [currentBlock.replace(/ {4}- value.*\n/, ''), 'prices', 'items', ['`prices` needs at least 2 items']],
])(
  '%j gives the same block if %j has its former name %j, and a fix renames it',
  (block, newText, formerText, others) => {
    const expected = checkBlock(block);
    const formerBlock = block.replace(newText, formerText);
    expect(expected).toMatchObject({ others, renamed: [] });
    const [formerName, newName] = [formerText, newText].map((name) => name.replace(/:.*/, ''));
    expect(checkBlock(formerBlock)).toEqual({
      ...expected,
      renamed: [`\`${formerName}\` is now called \`${newName}\``],
    });
    const fixed = findText(fixExample(createHome(formerBlock), 'safe').files);
    expect(fixed).toBe(findText(createExampleFiles(createHome(block))));
  },
);

test('a setting given under both names, or under two former names, is reported', () => {
  const blockWithBothNames = currentBlock.replace('value:  30', 'value: 30\n      sum: 30');
  expect(checkBlock(blockWithBothNames)).toMatchObject({
    block: undefined,
    others: ['`sum` is now called `value`, but both are here'],
    renamed: [],
  });
  const blockWithFormerNames = blockWithBothNames.replace('value: 30', 'amount: 30');
  expect(checkBlock(blockWithFormerNames)).toMatchObject({
    others: ['`sum` is now called `value`, but both are here'],
    renamed: ['`amount` is now called `value`'],
  });
});

test('settings are renamed even if a value can have several forms', () => {
  const link = z.strictObject({ label: text, to: renamed(text, 'page') });
  const site = z.strictObject({
    links: z.array(z.union([link, z.strictObject({ label: text, href: text })])),
  });
  const createLinks = (name: string) => ({
    links: [
      { label: 'A', href: 'B' },
      { label: 'C', [name]: 'D' },
    ],
  });
  const { value, diagnostics, corrected } = validateData(site, createLinks('page'), 'site file');
  expect(value).toEqual(createLinks('to'));
  expect(diagnostics).toMatchObject([{ rule: 'renamed', path: ['links', 1, 'page'], part: 'name' }]);
  expect(corrected.toOriginalPath(['links', 1, 'to'])).toEqual(['links', 1, 'page']);
});
