import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageJsonSchema, siteJsonSchema } from '../../scripts/editor-schema.ts';

test.each([['page', pageJsonSchema], ['site', siteJsonSchema]] as const)('schema/%s.schema.json is what the schema says now (npm run schema writes it)', (name, make) => {
  expect(JSON.parse(readFileSync(`schema/${name}.schema.json`, 'utf8'))).toEqual(make());
});
