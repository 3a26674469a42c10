import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blockTypes } from '../../schema/content/blocks/index.ts';
import { layoutsOf } from '../support/block-variants.ts';

test.each(blockTypes.filter((type) => layoutsOf(type).length > 0))(
  '%s has two or more named layouts, and each is drawn in its own way',
  (type) => {
    const layouts = layoutsOf(type);
    expect(layouts.length).toBeGreaterThan(1);
    const own = globSync(`src/blocks/${type}{.tsx,/*}`)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    // Several blocks are drawn by the same file of the design.
    const shared = [...own.matchAll(/ from '\.\.\/(components\/[^']+)'/g)].map(([, file]) => file);
    const source = [own, ...shared.map((file) => readFileSync(`src/${file}`, 'utf8'))].join('\n');
    // One of them may be what is drawn where no rule says otherwise.
    const withoutRule = layouts.filter((layout) => !source.includes(`[data-layout=${layout}]`));
    expect(withoutRule.length, `without a rule: ${withoutRule.join(', ')}`).toBeLessThanOrEqual(1);
  },
);

test('what the documentation says of types and their layouts is so', () => {
  const rows = [...readFileSync('docs/blocks.md', 'utf8').matchAll(/^\| `([\w-]+)` \| (.*?) \|/gm)];
  const said = Object.fromEntries(rows.map(([, type, layouts]) => [type, layouts]));
  const known = blockTypes.map((type) => [
    type,
    layoutsOf(type)
      .map((layout) => `\`${layout}\``)
      .join(', '),
  ]);
  expect(rows.length).toBeGreaterThan(15);
  expect(Object.fromEntries(known)).toMatchObject(said);
});
