import { expect, test } from 'vitest';
import { catalogue } from '../../scripts/catalogue/examples.ts';
import { previewDocument } from '../../scripts/catalogue/preview.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { outline } from '../support/outline.ts';
import { ownRenderer, websiteOf } from '../support/render-site.ts';

// Each case is the example of a block type in one of its layouts. The output is an outline of its HTML.

const { site } = websiteOf({});
const examples = new Map(catalogue().flatMap((entry) => entry.examples.map((one) => [one.id, one] as const)));

const cases = testGoldenTexts('outlines', async (_, id) => {
  const example = examples.get(id);
  if (!example) throw new Error(`No example has the id ${id}.`);
  return outline(await previewDocument(example, site, ownRenderer), 'main > *');
});

test('each example of the catalogue has an outline', () => {
  expect(cases.map(({ title }) => title)).toEqual([...examples.keys()]);
});
