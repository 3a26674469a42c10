import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import type { FieldMeta } from '../../schema/fields/field-metadata.ts';
import { getMetaAt, getSchemasAt } from '../../schema/check/schema-paths.ts';
import { parseTree } from '../../schema/yaml/parse.ts';
import { createStrictPageSchema } from '../../scripts/site/strict-schema.ts';
import { isListedReference } from '../../scripts/site/page-schema.ts';
import { authorSchemas, listSettingPaths } from '../support/author-schemas.ts';

/**
 * Returns whether text editors suggest values for a setting. They do if it refers to something with a known name, such
 * as an icon.
 */
const hasSuggestions = ({ refersTo }: FieldMeta) =>
  refersTo !== undefined && (refersTo === 'icon' || isListedReference(refersTo));

test.each(authorSchemas)(
  'every setting of %s has a one-sentence description, and an example unless it has choices',
  (schemaName, schema) => {
    const problems: string[] = [];
    if (schemaName in blocks && !isSentence(schema.description))
      problems.push(`${schemaName}: ${schema.description}`);
    for (const path of listSettingPaths(schema)) {
      const { description, examples = [] } = getMetaAt(schema, path);
      const settingName = path.join(' > ');
      const [field] = getSchemasAt(schema, path);
      if (!isSentence(description)) problems.push(`${settingName}: ${description}`);
      // A reference needs no example, because text editors suggest its values.
      if (field instanceof z.ZodString && examples.length === 0 && !hasSuggestions(getMetaAt(schema, path)))
        problems.push(`${settingName} has no example`);
      for (const example of examples)
        if (!getSchemasAt(schema, path).some((form) => form.safeParse(example).success))
          problems.push(`${settingName}: ${String(example)} is no example`);
    }
    expect(problems).toEqual([]);
  },
);

function isSentence(text: string | undefined): boolean {
  return text !== undefined && /^[A-Z`].*\.$/.test(text) && !/\. [A-Z]/.test(text);
}

test('the strict schema accepts every example, rejects unknown settings, and has no conditions', () => {
  const { $schema: _, ...schema } = createStrictPageSchema();
  expect(JSON.stringify(schema)).not.toMatch(/"(?:if|then|else|oneOf|allOf|not)":/);
  const objects = [
    ...JSON.stringify(schema).matchAll(/"type":"object",(?!.{0,400}?"additionalProperties":false)/g),
  ];
  expect(objects.map(([text]) => text)).toEqual([]);
  const validate = new Ajv({ strict: false }).compile(schema);
  for (const type of blockTypes) {
    const block = parseTree(readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8')).data as object; // every example is a block
    const page = (blocks: object[]) => ({ title: 'A', description: 'B', blocks });
    expect([type, validate(page([block])), validate.errors]).toEqual([type, true, null]);
    expect([type, validate(page([{ ...block, unknownSetting: 'x' }]))]).toEqual([type, false]);
  }
});
