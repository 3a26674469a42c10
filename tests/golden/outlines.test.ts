import { expect, test } from 'vitest';
import { listCatalogueEntries } from '../../scripts/catalogue/examples.ts';
import { renderPreviewDocument } from '../../scripts/catalogue/preview.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { createOutline } from '../support/outline.ts';
import { sourceRenderer, loadTestWebsite } from '../support/render-site.ts';

// Each case contains the example of a block type in one of the
// type's layouts. The output is an outline of the rendered HTML.

const { site } = loadTestWebsite({});
const examples = new Map(
  listCatalogueEntries().flatMap((entry) => entry.examples.map((item) => [item.id, item] as const)),
);

const cases = testGoldenTexts('outlines', async (_, id) => {
  const example = examples.get(id);
  if (!example) throw new Error(`No example has the id ${id}.`);
  return createOutline(await renderPreviewDocument(example, site, sourceRenderer), 'main > *');
});

test('each catalogue example has an outline', () => {
  expect(cases.map(({ title }) => title)).toEqual([...examples.keys()]);
});
