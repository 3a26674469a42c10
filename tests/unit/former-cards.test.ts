import { expect, test } from 'vitest';
import { fixPages } from '../../scripts/source/fix-pages.ts';
import { assetsFor, wholeSite } from '../support/render-site.ts';
import { renderBlocks } from '../support/rendered-blocks.ts';
import { pageOf } from '../support/small-site.ts';

test('an upgraded list of an earlier version shows what it said', () => {
  const article = pageOf(
    'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\ntags: [Wind]\n' +
      '- type: hero\n  heading: Gusts\n  lead: They come in **threes**.\n' +
      '  byline: { title: Forecaster, readTime: 4 minutes }\n',
  );
  const old =
    '- type: posts\n  items:\n    - { heading: Gusts, text: They come in **threes**., date: "March 3, 2026", ' +
    'category: Wind, readTime: 4 minutes, to: /log/gusts }\n';
  const files = wholeSite({
    'index.yaml': pageOf(`- { type: hero, heading: A page }\n${old}`),
    'log/gusts.yaml': article,
  });
  const fixed = fixPages(files, assetsFor(files), 'suggested', () => true).files;
  const after = fixed.find(({ path }) => path === 'index.yaml')?.text ?? '';
  const [, list = ''] = after.split(/(?=^ {2}- type: posts)/m);
  expect(list).toContain('- { to: /log/gusts }');
  const { html } = renderBlocks(list.replaceAll(/^ {2}/gm, ''), { 'log/gusts.yaml': article });
  const text = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '');
  for (const said of ['Gusts', 'They come in threes.', 'March 3, 2026', 'Wind', '4 minutes'])
    expect(text).toContain(said);
});
