import { expect, test } from 'vitest';
import type { z } from 'zod';
import { blocks, blockTypes, definitions, isBlockType } from '../../../schema/blocks/index.ts';
import type { BlockDefinition } from '../../../schema/blocks/block-definition.ts';
import { getChildSchemas, getForms, getNamesAt, getSchemaKeys } from '../../../schema/check/schema-paths.ts';
import { fieldKinds } from '../../../schema/fields/field-rules.ts';
import { pageSettings } from '../../../schema/site/page.ts';
import { site } from '../../../schema/site/site.ts';
import { addArticle } from '../../../schema/diagnostics/wording.ts';
import { checkExample } from '../../support/example-checks.ts';

// These tests cover the names of all settings and blocks.
// `tests/golden/fixes` tests individual names from other systems.

test('each block type has alternative names, and none of them is a block type', () => {
  for (const type of blockTypes) {
    const { otherNames = '' }: BlockDefinition<never> = definitions[type] as never; // the test reads only `otherNames`
    expect(otherNames, type).toMatch(/^[a-z-]+(?: [a-z-]+)*$/);
    expect(otherNames.split(' ').filter(isBlockType), type).toEqual([]);
  }
});

test.each([
  ['headline', 'heading'],
  ['subtitle', 'lead'],
])('instead of %s, `%s` is suggested in every block that has this setting', (alias, name) => {
  const typesWithSetting = blockTypes.filter((type) => getNamesAt(blocks[type], []).includes(name));
  const typesWithSuggestion = typesWithSetting.filter((type) =>
    checkExample(`- { type: ${type}, ${alias}: A }\n`).diagnostics.some(
      ({ label }) => label === `did you mean \`${name}\`?`,
    ),
  );
  expect(typesWithSuggestion).toEqual(typesWithSetting);
});

const joinMessages = (example: string) =>
  checkExample(example)
    .diagnostics.map(({ message }) => message)
    .join('\n');

test.each(blockTypes)('messages use the right article for the block %s', (type) => {
  const article = ['agenda', 'alert', 'embed', 'event', 'faq', 'opening-hours'].includes(type) ? 'an' : 'a';
  expect(joinMessages(`- { type: hero, heading: A }\n- { type: ${type}, qqq: B }\n`)).toContain(
    `${article} \`${type}\` block has no setting called \`qqq\``,
  );
});

test.each(fieldKinds)('messages use the right article for a field of kind %s', (kind) => {
  const setting = kind === 'long-text' ? 'accept: [pdf]' : 'rows: 4';
  const field = `{ name: b, label: C, kind: ${kind}, ${setting} }`;
  expect(
    joinMessages(`- { type: form, id: a, fields: [${field}], submit: { label: D, none: true } }\n`),
  ).toMatch(
    kind === 'checkboxes'
      ? /has no effect on `checkboxes`/
      : new RegExp(`has no effect on ${kind === 'email' ? 'an' : 'a'} \`${kind}\``),
  );
});

test('messages use the right article for every missing setting', () => {
  const names = [...Object.values(blocks), site, pageSettings].flatMap(collectNames);
  const namesWithAn = [...new Set(names)].filter((name) => addArticle(name).startsWith('an ')).toSorted();
  expect(namesWithAn.join(' ')).toBe(
    'accent accept action address after agree agreement all alt announcement answer applyBy author autocomplete elsewhere ' +
      'email embed empty enlarge expected expire eyebrow faq href icon id image importantAlert index ink ' +
      'instead offline online opening optional order other until updated',
  );
});

/** Returns the names of all settings in a schema, including the settings inside groups and lists. */
function collectNames(schema: z.ZodType): string[] {
  return getForms(schema).flatMap((form) => [
    ...getSchemaKeys(form),
    ...[0, ...getSchemaKeys(form)].flatMap((step) => getChildSchemas(form, step).flatMap(collectNames)),
  ]);
}
