import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocks } from '../../schema/blocks/index.ts';
import { readSite } from '../../scripts/pages/read-site.ts';

const { website } = readSite('pages');
const list = readFileSync('schema/blocks/index.ts', 'utf8');

test('there are few block types', () => {
  expect(Object.keys(blocks).length).toBeLessThanOrEqual(18);
});

test.each(Object.keys(blocks))(
  '%s is used by two pages, or the list of blocks says why it is one',
  (type) => {
    const users = [...(website?.pages.values() ?? [])].filter((page) =>
      page.blocks.some((block) => block.type === type),
    ).length;
    const name = type.includes('-') ? `'${type}'` : type;
    const justified = new RegExp(`  // [^\\n]+\\n  ${name}[:,]`).test(list);
    expect(users >= 2 || (users === 1 && justified), `${type} is used by ${users} pages`).toBe(true);
  },
);
