import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement as h, Suspense, useId } from 'react';
import { afterAll, expect, test } from 'vitest';
import { type Block, blockTypes as types } from '../../schema/content/blocks/index.ts';
import { writeManyPages } from '../support/generated-site.ts';
import { answers } from '../../scripts/outputs/documents.ts';
import { pageView } from '../../scripts/view/page-view.ts';
import { readSite } from '../../scripts/source/load-site.ts';
import { renderInputs } from '../../scripts/view/render-input.ts';
import { pictureData, readPictures } from '../../scripts/assets/pictures.ts';
import { openRenderer, type PageView } from '../../src/render/entry-server.tsx';
import { renderIsland, partCache, styleTags } from '../../src/render/render.tsx';
import { blockVariants, exampleBlock, withTexts } from '../support/block-variants.ts';
import { fixtureFolder, fixturePages, otherPages } from '../support/fixture-site.ts';
import { referenceRender } from '../support/reference-render.tsx';

const renderer = await openRenderer();
const backend = { address: 'https://project.example.org', anonymousKey: 'key' };
const scratch = mkdtempSync(join(tmpdir(), 'pagewright-rendering-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function viewsOf(folder: string, publicFolder: string) {
  const { website } = readSite(folder);
  if (!website) throw new Error(`${folder} cannot be read.`);
  const pictures = readPictures(website, publicFolder);
  const { site } = website;
  const inputOf = renderInputs(website, pictureData(pictures));
  return {
    site,
    views: [...website.pages.values()].map((page) => pageView(page, inputOf(page), site)),
  };
}
const { site, views } = await viewsOf(fixturePages, join(fixtureFolder, 'public'));

/** Expects of a page what the reference makes of it. */
function expectTheSame(
  view: PageView,
  of = site,
  post?: { form: string; status: 'success' | 'error' },
): void {
  expect(renderer.render(view, of, backend, post)).toEqual(referenceRender(view, of, backend, post));
}

/** The same of the answers to its forms. */
function expectTheSameAnswers(view: PageView): void {
  const { canonical: _, share: __, ...hidden } = view;
  for (const { type, id: form = '' } of view.blocks)
    if (type === 'form') for (const { status } of answers) expectTheSame(hidden, site, { form, status });
}

const [home] = views;
if (!home) throw new Error('The fixture site has no page.');
const pageWith = (blocks: Block[]): PageView => ({ ...home, path: '/ask', blocks });

test('each page of a site, and each answer to its forms, is the same as by the reference', async () => {
  for (const view of views) {
    expectTheSame(view);
    expectTheSameAnswers(view);
  }
  // In another order, and once more: what is kept from other pages changes nothing.
  for (const view of views.slice(0, 5).toReversed()) expectTheSame(view);
  const other = await viewsOf(otherPages, join(otherPages, '../public'));
  for (const view of other.views) expectTheSame(view, other.site);
});

test('pages of thousands are the same as by the reference', async () => {
  writeManyPages(join(scratch, 'pages'), 5);
  const many = await viewsOf(join(scratch, 'pages'), join(scratch, 'public'));
  // One more for wrong addresses.
  expect(many.views).toHaveLength(6);
  for (const view of many.views) expectTheSame(view, many.site);
});

test.each(types)('%s is the same with each of its settings, first on a page and later', (type) => {
  const blocks = blockVariants(type);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of blocks) expectTheSame(pageWith([block]));
  expectTheSame(pageWith([exampleBlock('text'), ...blocks]));
});

const hostile = [
  '',
  '"quotes" and \'apostrophes\' & <b>tags</b> <!-- --> ]]> &amp; {{x}} $& css-1 </script></section></style>',
  '\n\r\n\ttwo\nlines \u2028\u2029 🙂 é \u00a0 \ufeff \ud800 \udc00\ud800 \0\u0007\u007f',
  ' java\nscript:alert("1")',
  '/a?b=c&d="e"#f',
];

test.each(types)('%s is the same with hostile texts', (type) => {
  const block = exampleBlock(type);
  for (const text of hostile) {
    const odd = withTexts(block, () => text);
    expectTheSame(pageWith([odd, withTexts(block, (index) => `${text}${index}`)]));
  }
});

test('what cannot be prerendered is not left to the browser', () => {
  const field = { name: 'plan', label: 'Plan', kind: 'file', accept: ['no such kind'] };
  const block = { ...exampleBlock('form'), fields: [field] } as never; // which no schema lets through
  // React's string renderer hides the component's own error.
  expect(() => renderer.render(pageWith([block]), site, backend)).toThrow('cannot be prerendered');
  const Broken = () => {
    throw new RangeError(useId()); // which only React knows
  };
  expect(() => renderIsland(h(Suspense, null, h(Broken)))).toThrow('cannot be prerendered');
});

test('head, header and footer are the same with hostile texts', () => {
  for (const text of hostile) {
    const share = { site: text, type: 'website' as const, image: { address: text, width: 2, height: 1 } };
    const title = text || 'A title';
    expectTheSame({ ...home, name: text, title, description: text, canonical: text, share });
    expectTheSame({ ...home, name: text, title, description: text, canonical: undefined, share });
    const { navigation, footer, ...rest } = site;
    const texts = { navigation: withTexts(navigation, () => text), footer: withTexts(footer, () => text) };
    const odd = { ...rest, ...texts, company: text };
    for (const view of views.slice(0, 2)) expectTheSame({ ...view, blocks: [exampleBlock('text')] }, odd);
  }
});

test('styles stand in the order of their first use', () => {
  const names = ({ styles }: { styles: string }) =>
    /data-emotion="css ([^"]*)"/.exec(styles)?.[1]?.split(' ') ?? [];
  const list = (blocks: Block[]) => names(renderer.render(pageWith(blocks), site, backend));
  const [stats, faq] = [exampleBlock('stats'), exampleBlock('faq')];
  expect(list([stats, faq])).not.toEqual(list([faq, stats]));
  expect(list([stats, faq]).toSorted()).toEqual(list([faq, stats]).toSorted());
});

test('as Emotion writes them, names of digits come first, and animations in elements of their own', () => {
  const cache = partCache();
  const part = (...styles: string[]) => ({ html: '', styles, pictures: [] });
  for (const name of ['zz9', '42', 'animation-1']) {
    if (!name.startsWith('animation')) cache.registered[`css-${name}`] = 'color:red;';
    cache.insert(`.css-${name}`, { name, styles: 'color:red;' }, cache.sheet, true);
  }
  expect(styleTags([part('zz9', 'animation-1'), part('zz9', '42')])).toBe(
    '<style data-emotion="css-global animation-1">.css-animation-1{color:red;}</style>' +
      '<style data-emotion="css 42 zz9">.css-42{color:red;}.css-zz9{color:red;}</style>',
  );
});
