import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocks } from '../../schema/content/blocks/index.ts';

test.each(Object.entries(blocks))(
  '%s has two or more named layouts, and each is drawn in its own way',
  (type, schema) => {
    const layouts: string[] = schema.shape.layout.unwrap().options;
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
  const known = Object.entries(blocks).map(([type, schema]) => {
    const layouts: string[] = schema.shape.layout.unwrap().options;
    return [type, layouts.map((layout) => `\`${layout}\``).join(', ')];
  });
  expect(rows.length).toBeGreaterThan(15);
  expect(Object.fromEntries(known)).toMatchObject(said);
});
