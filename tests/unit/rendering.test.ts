import { serializeStyles as serialize } from '@emotion/serialize';
import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { PageView } from '../../schema/resolve/page-view.ts';
import { join } from 'node:path';
import { createElement as h, Suspense, useId } from 'react';
import { expect, test } from 'vitest';
import { type Block, blockTypes as types } from '../../schema/blocks/index.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { pictureData, readPictures } from '../../scripts/assets/pictures.ts';
import { openRenderer } from '../../src/render/entry-server.tsx';
import { renderIsland } from '../../src/render/page-part.tsx';
import { serializeStyles } from '../../src/render/serialize-styles.ts';
import { blockVariants, exampleBlock, withTexts } from '../support/block-variants.ts';
import { fixtureFolder, fixturePages } from '../support/fixture-site.ts';
import { sampled } from '../support/sampled.ts';

const renderer = await openRenderer();
const backend = { address: 'https://project.example.org', anonymousKey: 'key' };
const { website } = readSite(fixturePages);
if (!website) throw new Error('the fixture site has errors');
const { site } = website;
const inputOf = renderInputs(
  website,
  pictureData(readPictures(website, join(fixtureFolder, 'public'))),
  new Date().toISOString().slice(0, 10),
);
const views = [...website.pages.values()].map((page) => resolvePage(page, inputOf(page), site));
const [home] = views;
if (!home) throw new Error('the fixture site has no pages');

const pageWith = (blocks: Block[]): PageView => ({ ...home, path: '/ask', blocks });
type Post = Parameters<typeof renderer.render>[3];
const render = (view: PageView, post?: Post, of = site) => renderer.render(view, of, backend, post);

/** Returns a successful and a failed post for each form of a page. */
const posts = ({ blocks }: PageView): Post[] =>
  blocks.flatMap(({ type, id: form = '' }) =>
    type === 'form' ? (['success', 'error'] as const).map((status) => ({ form, status })) : [],
  );

/** Expects styles for exactly the classes that a page uses, closed elements and escaped texts. */
function expectWhole({ body, styles, head, shareHead }: ReturnType<typeof render>): void {
  const [, json = ''] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(body) ?? [];
  expect(() => JSON.parse(json) as unknown).not.toThrow();
  const html = body.replace(json, '');
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));
  const used = classes.flatMap((name) => (name.startsWith('css-') ? name.slice('css-'.length) : []));
  const styled = [...styles.matchAll(/data-emotion="css ([^"]*)"/g)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect([...new Set(used)].toSorted()).toEqual([...new Set(styled)].toSorted());
  for (const name of ['main', 'section', 'div', 'script'])
    expect(html.split(`<${name}`).length, name).toBe(html.split(`</${name}>`).length);
  for (const part of [html, head, shareHead]) expect(part).not.toContain('<b>tags');
}

test('each page and form response has exactly the styles that it uses', () => {
  for (const view of sampled(views, 12))
    for (const post of [undefined, ...posts(view)]) expectWhole(render(view, post));
});

test('a page does not depend on pages rendered before it', async () => {
  const some = sampled(views, 10);
  const first = some.map((view) => render(view));
  const other = await openRenderer();
  const again = some.toReversed().map((view) => other.render(view, site, backend));
  expect(again.toReversed()).toEqual(first);
});

test.each(types)('%s is complete with each of its settings, first on a page and later', (type) => {
  const blocks = blockVariants(type);
  expect(blocks.length).toBeGreaterThan(2);
  for (const block of sampled(blocks, 8)) expectWhole(render(pageWith([block])));
  expectWhole(render(pageWith([exampleBlock('text'), ...blocks])));
});

const hostile = [
  '"quotes" and \'apostrophes\' & <b>tags</b> <!-- --> ]]> &amp; {{x}} $& css-1 </script></section></style>',
  '\n\r\n\ttwo\nlines \u2028\u2029 🙂 é \u00a0 \ufeff \ud800 \udc00\ud800 \0\u0007\u007f',
  ' java\nscript:alert("1")',
  '/a?b=c&d="e"#f',
];

test.each(types)('%s is complete with hostile texts', (type) => {
  for (const text of hostile) expectWhole(render(pageWith([withTexts(exampleBlock(type), () => text)])));
});

test('head, header and footer are complete with hostile texts', () => {
  for (const text of hostile) {
    const share = {
      site: text,
      type: 'website' as const,
      locale: 'en_GB',
      image: { address: text, width: 2, height: 1 },
    };
    expectWhole(render({ ...home, name: text, title: text, description: text, canonical: text, share }));
    const { navigation, footer, ...rest } = site;
    const texts = { navigation: withTexts(navigation, () => text), footer: withTexts(footer, () => text) };
    expectWhole(render(pageWith([exampleBlock('text')]), undefined, { ...rest, ...texts, company: text }));
  }
});

test('a component that fails during prerendering stops the build with the reason', () => {
  const field = { name: 'plan', label: 'Plan', kind: 'file', accept: ['no such kind'] };
  const block = { ...exampleBlock('form'), fields: [field] } as never; // invalid in every schema
  expect(() => render(pageWith([block]))).toThrow(TypeError);
  const Broken = () => {
    throw new RangeError(useId()); // a hook works only if React renders the component
  };
  expect(() => renderIsland(h(Suspense, null, h(Broken)))).toThrow('cannot be prerendered');
});

test('styles are in the order of their first use', () => {
  const names = (...blocks: Block[]) =>
    /data-emotion="css ([^"]*)"/.exec(render(pageWith(blocks)).styles)?.[1]?.split(' ') ?? [];
  const [stats, faq] = [exampleBlock('stats'), exampleBlock('faq')];
  expect(names(stats, faq)).not.toEqual(names(faq, stats));
  expect(names(stats, faq).toSorted()).toEqual(names(faq, stats).toSorted());
});

test('a block without a heading is not a section', () => {
  const { heading: _, eyebrow: __, ...bare } = exampleBlock('stats') as Block & Record<string, unknown>;
  const html = (block: Block) => render(pageWith([exampleBlock('text'), block])).body;
  expect(html(exampleBlock('stats'))).toContain('<section id="record" data-block="stats"');
  expect(html(bare as Block)).toContain('<div id="record" data-block="stats"'); // the heading is optional
});

test('styles are serialised once and equal those of Emotion', () => {
  const [box, wide] = [{ color: 'red' }, { margin: 2 }];
  const width = ({ size }: { size?: number }) => ({ width: size });
  const ofLayout = ({ size }: { size?: number }) => size === 1 && wide;
  for (const styles of [
    [box],
    [box, wide],
    [box, 'top:0;'],
    [wide, box],
    [box, width],
    [[box, width]],
    [ofLayout, box],
  ])
    for (const size of [1, 2, 1]) {
      const { name, styles: text } = serialize(styles, {}, { size });
      expect(serializeStyles(styles, {}, { size })).toMatchObject({ name, styles: text });
    }
  const once = serializeStyles([box, ofLayout], {}, { size: 1 });
  expect(serializeStyles([box, ofLayout], {}, { size: 1 })).toBe(once);
});
