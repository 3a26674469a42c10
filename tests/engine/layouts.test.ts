import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocks } from '../../schema/blocks/index.ts';

test.each(Object.entries(blocks))(
  '%s has two or more named layouts, and each is drawn in its own way',
  (type, schema) => {
    const layouts: string[] = schema.shape.layout.unwrap().options;
    expect(layouts.length).toBeGreaterThan(1);
    const source = readFileSync(`src/blocks/${type}.tsx`, 'utf8');
    // One of them may be what is drawn where no rule says otherwise.
    const withoutRule = layouts.filter((layout) => !source.includes(`[data-layout=${layout}]`));
    expect(withoutRule.length, `without a rule: ${withoutRule.join(', ')}`).toBeLessThanOrEqual(1);
  },
);
