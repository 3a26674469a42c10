import { serializeStyles as serialize } from '@emotion/serialize';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import { join } from 'node:path';
import { createElement as h, Suspense, useId } from 'react';
import { expect, test } from 'vitest';
import { type Block, blockTypes as types } from '../../schema/blocks/index.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { toPictureData, readPictures } from '../../scripts/assets/pictures.ts';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { renderIsland } from '../../src/render/page-part.tsx';
import { serializeStyles } from '../../src/render/serialize-styles.ts';
import { createBlockVariants, readExampleBlock, replaceTexts } from '../support/block-variants.ts';
import { fixtureFolder, fixturePages } from '../support/fixture-site.ts';
import { takeSample } from '../support/sample.ts';

const renderer = await openRenderer();
const backend = { address: 'https://project.example.org', anonymousKey: 'key' };
const { website } = readSite(fixturePages);
if (!website) throw new Error('the fixture site has errors');
const { site } = website;
const createInput = createRenderInputs(
  website,
  toPictureData(readPictures(website, join(fixtureFolder, 'public'))),
  new Date().toISOString().slice(0, 10),
);
const views = [...website.pages.values()].map((page) => resolvePage(page, createInput(page), site));
const [home] = views;
if (!home) throw new Error('the fixture site has no pages');

const createPage = (blocks: Block[]): PageView => ({ ...home, path: '/ask', blocks });
type Post = Parameters<typeof renderer.render>[3];
const renderView = (view: PageView, post?: Post, pageSite = site) =>
  renderer.render(view, pageSite, backend, post);

/** Returns two form submissions for each form on a page: a successful one and a failed one. */
const listPosts = ({ blocks }: PageView): Post[] =>
  blocks.flatMap(({ type, id: form = '' }) =>
    type === 'form' ? (['success', 'error'] as const).map((status) => ({ form, status })) : [],
  );

/**
 * Expects a page to be complete: it has styles for exactly the classes that it uses, all its elements are closed, and
 * all its text is escaped.
 */
function expectComplete({ body, styles, head, shareHead }: ReturnType<typeof renderView>): void {
  const [, json = ''] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(body) ?? [];
  expect(() => JSON.parse(json) as unknown).not.toThrow();
  const html = body.replace(json, '');
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  const usedClasses = classes.flatMap((name) => (name.startsWith('css-') ? name.slice('css-'.length) : []));
  const styledClasses = [...styles.matchAll(/data-emotion="css ([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect([...new Set(usedClasses)].toSorted()).toEqual([...new Set(styledClasses)].toSorted());
  for (const name of ['main', 'section', 'div', 'script'])
    expect(html.split(`<${name}`).length, name).toBe(html.split(`</${name}>`).length);
  for (const part of [html, head, shareHead]) expect(part).not.toContain('<b>tags');
}

test('each page and form response has exactly the styles that it uses', () => {
  for (const view of takeSample(views, 12))
    for (const post of [undefined, ...listPosts(view)]) expectComplete(renderView(view, post));
});

test('the HTML of a page does not depend on pages rendered before it', async () => {
  const sampleViews = takeSample(views, 10);
  const firstResults = sampleViews.map((view) => renderView(view));
  const otherRenderer = await openRenderer();
  const repeatedResults = sampleViews.toReversed().map((view) => otherRenderer.render(view, site, backend));
  expect(repeatedResults.toReversed()).toEqual(firstResults);
});

test.each(types)(
  'with each setting, %s renders complete styles and closed elements, first on a page and further down',
  (type) => {
    const blocks = createBlockVariants(type);
    expect(blocks.length).toBeGreaterThan(2);
    for (const block of takeSample(blocks, 8)) expectComplete(renderView(createPage([block])));
    expectComplete(renderView(createPage([readExampleBlock('text'), ...blocks])));
  },
);

const hostileTexts = [
  '"quotes" and \'apostrophes\' & <b>tags</b> <!-- --> ]]> &amp; {{x}} $& css-1 </script></section></style>',
  '\n\r\n\ttwo\nlines \u2028\u2029 🙂 é \u00a0 \ufeff \ud800 \udc00\ud800 \0\u0007\u007f',
  ' java\nscript:alert("1")',
  '/a?b=c&d="e"#f',
];

test.each(types)('hostile text in %s is escaped, and its styles and elements stay complete', (type) => {
  for (const text of hostileTexts)
    expectComplete(renderView(createPage([replaceTexts(readExampleBlock(type), () => text)])));
});

test('hostile text in the head, header and footer is escaped', () => {
  for (const text of hostileTexts) {
    const share = {
      site: text,
      type: 'website' as const,
      locale: 'en_GB',
      image: { address: text, width: 2, height: 1 },
    };
    expectComplete(
      renderView({ ...home, name: text, title: text, description: text, canonical: text, share }),
    );
    const { navigation, footer, ...rest } = site;
    const texts = {
      navigation: replaceTexts(navigation, () => text),
      footer: replaceTexts(footer, () => text),
    };
    expectComplete(
      renderView(createPage([readExampleBlock('text')]), undefined, { ...rest, ...texts, company: text }),
    );
  }
});

test('a component that fails during prerendering stops the build with the reason', () => {
  const field = { name: 'plan', label: 'Plan', kind: 'file', accept: ['no such kind'] };
  const block = { ...readExampleBlock('form'), fields: [field] } as never; // no schema allows this field
  expect(() => renderView(createPage([block]))).toThrow(TypeError);
  const Broken = () => {
    throw new RangeError(useId()); // hooks work only if React renders the component
  };
  expect(() => renderIsland(h(Suspense, null, h(Broken)))).toThrow('cannot be prerendered');
});

test('styles are in the order of their first use', () => {
  const names = (...blocks: Block[]) =>
    /data-emotion="css ([^"]*)"/.exec(renderView(createPage(blocks)).styles)?.[1]?.split(' ') ?? [];
  const [stats, faq] = [readExampleBlock('stats'), readExampleBlock('faq')];
  expect(names(stats, faq)).not.toEqual(names(faq, stats));
  expect(names(stats, faq).toSorted()).toEqual(names(faq, stats).toSorted());
});

test('a block without a heading is not a section', () => {
  const {
    heading: _,
    eyebrow: __,
    ...statsWithoutHeading
  } = readExampleBlock('stats') as Block & Record<string, unknown>;
  const html = (block: Block) => renderView(createPage([readExampleBlock('text'), block])).body;
  expect(html(readExampleBlock('stats'))).toContain('<section id="record" data-block="stats"');
  expect(html(statsWithoutHeading as Block)).toContain('<div id="record" data-block="stats"'); // the heading is optional
});

test('styles are serialised once and equal those of Emotion', () => {
  const [box, wideStyle] = [{ color: 'red' }, { margin: 2 }];
  const width = ({ size }: { size?: number }) => ({ width: size });
  const layoutStyle = ({ size }: { size?: number }) => size === 1 && wideStyle;
  for (const styles of [
    [box],
    [box, wideStyle],
    [box, 'top:0;'],
    [wideStyle, box],
    [box, width],
    [[box, width]],
    [layoutStyle, box],
  ])
    for (const size of [1, 2, 1]) {
      const { name, styles: text } = serialize(styles, {}, { size });
      expect(serializeStyles(styles, {}, { size })).toMatchObject({ name, styles: text });
    }
  const cachedStyles = serializeStyles([box, layoutStyle], {}, { size: 1 });
  expect(serializeStyles([box, layoutStyle], {}, { size: 1 })).toBe(cachedStyles);
});
