import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { validate } from '../../schema/checker/validate.ts';
import { blocks, blockTypes } from '../../schema/content/blocks/index.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { catalogue as command } from '../../scripts/catalogue.ts';
import { catalogue } from '../../scripts/catalogue/examples.ts';
import { layoutsOf } from '../support/block-variants.ts';
import { runCommand } from '../support/run-command.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';

const { pages, folder } = siteOnDisk();
const examples = catalogue().flatMap((entry) => entry.examples);

test('the catalogue has every block in each of its layouts, once', () => {
  expect(examples.map(({ id }) => id).toSorted()).toEqual(
    blockTypes.flatMap((type) => layoutsOf(type).map((layout) => `${type}-${layout}`)).toSorted(),
  );
});

test.each(examples)('$id can be copied as it is', ({ type, layout, yaml }) => {
  const { document, diagnostics } = readYaml('example.yaml', yaml);
  expect(diagnostics).toEqual([]);
  expect(document.data).toMatchObject({ type, layout });
  const schema: z.ZodType = blocks[type];
  expect(validate(schema, document.data, type).diagnostics).toEqual([]);
});

test('the catalogue is written as files, beside the site and not into it', async () => {
  const out = join(folder, 'site/catalogue');
  const { code, out: said } = await runCommand(command, ['--pages', pages, '--out', out]);
  expect(code).toBe(0);
  expect(said).toContain(`${examples.length} examples written to`);
  expect(existsSync(join(folder, 'site/dist'))).toBe(false);
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  for (const { type, layout } of examples) {
    expect(page).toContain(`src="/__blocks/${type}/${layout}"`);
    const preview = readFileSync(join(out, `__blocks/${type}/${layout}/index.html`), 'utf8');
    expect(preview).toContain(`data-block="${type}"`);
    for (const [, file] of preview.matchAll(/(?:src|href)="(\/(?:__blocks|assets)\/[^"?]+\.\w+)"/g))
      expect(existsSync(join(out, file ?? '')), file).toBe(true);
  }
});
