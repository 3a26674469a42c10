import { iconNames } from '../../schema/fields/icons.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { check } from '../../schema/check/check.ts';
import { validateData } from '../../schema/check/validate-data.ts';
import { blocks, blockTypes } from '../../schema/blocks/index.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { applyOperation } from '../../schema/edit/edit.ts';
import { createSettingOrder } from '../../schema/edit/setting-order.ts';
import { readYaml } from '../../schema/yaml/read-yaml.ts';
import { catalogue as command } from '../../scripts/commands/catalogue.ts';
import { createBlockFromRecipe } from '../../scripts/editing/block-recipe.ts';
import { readRecipe } from '../../scripts/server/edited-site.ts';
import { listCatalogueEntries } from '../../scripts/catalogue/examples.ts';
import { listLayouts } from '../support/block-variants.ts';
import { runCommand } from '../support/run-command.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const { pages, folder } = createSiteOnDisk();
const examples = listCatalogueEntries().flatMap((entry) => entry.examples);

test('the catalogue has every block in each layout exactly once', () => {
  expect(examples.map(({ id }) => id).toSorted()).toEqual(
    blockTypes.flatMap((type) => listLayouts(type).map((layout) => `${type}-${layout}`)).toSorted(),
  );
});

test.each(examples)('the example $id can be copied and used unchanged', ({ type, layout, yaml }) => {
  const { document, diagnostics } = readYaml('example.yaml', yaml);
  expect(diagnostics).toEqual([]);
  expect(document.data).toMatchObject({ type, layout });
  const schema: z.ZodType = blocks[type];
  expect(validateData(schema, document.data, type).diagnostics).toEqual([]);
});

const articleYaml = (title: string, published: string) => `title: ${title}
description: The pages of the harbour office are about ${title.toLowerCase()}, and are written for all who come by boat.
kind: article
author: Mara Fairlead
published: ${published}
blocks:
  - type: hero
    heading: Know the wind before you sail
  - type: text
    id: contact
    body: |
      The desk is open from six to ten.

      ## Where we are

      At the pier, and at the quay as well.

      ## When we are here

      On all days of the year.
`;

test.each(examples)(
  'the example $id can be inserted, and its placeholder text is reported until it is replaced',
  (example) => {
    const path = '/pictures/pier.jpg';
    const page = articleYaml('Gusts', '2026-11-05');
    const block = createBlockFromRecipe(
      readRecipe(example.type, example.layout),
      example,
      path,
      new Set(['contact']),
    );
    const text = applyOperation(
      page,
      { do: 'insert', path: ['blocks', 2], new: block },
      createSettingOrder('index.yaml'),
    );
    const source = (path: string, text: string) => ({ path, file: `pages/${path}`, text });
    const site = [
      source('_site.yaml', siteYaml),
      source('index.yaml', text),
      source('log/tides.yaml', articleYaml('Tides', '2026-10-05')),
    ];
    const assets = { icons: new Set(iconNames), files: new Set([path]) };
    const diagnostics = check(site, assets, new Date('2026-11-26T12:00Z')).diagnostics.filter(
      ({ file }) => file === 'pages/index.yaml',
    );
    expect(diagnostics.filter(({ rule }) => rule !== 'unfinished-text').map(formatDiagnostic)).toEqual([]);
    const hasOwnTexts = !/^(?:contents|next-article)/.test(example.id);
    expect(diagnostics.length > 0).toBe(hasOwnTexts);
  },
);

test("the catalogue is written to its own folder and not to the site's output", async () => {
  const out = join(folder, 'site/catalogue');
  const { code, out: output } = await runCommand(command, ['--pages', pages, '--out', out]);
  expect(code).toBe(0);
  expect(output).toContain(`${examples.length} examples written to`);
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
