import { expect, test } from 'vitest';
import { generatedPagesOf } from '../../schema/check/generated-pages.ts';
import { PostIndex } from '../../schema/check/list-selection.ts';
import type { Post } from '../../schema/check/page-summary.ts';

const post = (path: string, more: Partial<Post> = {}): Post => ({
  path,
  title: path,
  isLive: true,
  kinds: [],
  tags: [],
  ...more,
});

const slugs: Record<string, string | RegExp> = {
  C: 'c',
  'C++': 'c-plus-plus',
  'C#': 'c-sharp',
  'F#': 'f-sharp',
  Wind: 'wind',
  'North Pier': 'north-pier',
  'R&D': 'r-d',
  'Node.js': 'node-js',
  '.NET': 'net',
  '2026': '2026',
  Straße: 'strasse',
  Żółw: 'zolw',
  Œuvre: 'oeuvre',
  'Crème brûlée': 'creme-brulee',
  '  Wide  ': 'wide',
  page: /^page-[a-z0-9]+$/,
  index: /^index-[a-z0-9]+$/,
  404: /^404-[a-z0-9]+$/,
  Assets: /^assets-[a-z0-9]+$/,
  con: /^con-[a-z0-9]+$/,
  [`${'A very long tag '.repeat(20)}A`]: /^a-very-long-tag-[a-z0-9-]{70,90}$/,
  [`${'A very long tag '.repeat(20)}B`]: /^a-very-long-tag-[a-z0-9-]{70,90}$/,
  ['船'.repeat(120)]: /^[a-z0-9]+$/,
  Ветер: /^[a-z0-9]+$/,
  風: /^[a-z0-9]+$/,
  '風 1': /^1-[a-z0-9]+$/,
  '雨 1': /^1-[a-z0-9]+$/,
  'Ветер A': /^a-[a-z0-9]+$/,
  '→': /^[a-z0-9]+$/,
  '★★': /^[a-z0-9]+$/,
};
const slugsOf = (tags: readonly string[]) =>
  new PostIndex([post('/log/one', { tags })])
    .groups({ from: '/log', by: 'tag' })
    .map(({ name, slug: step }) => [name, step] as const);

test.each(Object.entries(slugs))('the tag %s has an address of its own', (tag, slug) => {
  const [[, alone = ''] = []] = slugsOf([tag]);
  expect(alone).toMatch(typeof slug === 'string' ? new RegExp(`^${slug}$`) : slug);
  // It stays with any other tags.
  const all = Object.keys(slugs);
  for (const others of [all, all.toReversed(), all.slice(0, 3), all.slice(-3)])
    expect(new Map(slugsOf([...new Set([...others, tag])])).get(tag)).toBe(alone);
});

test('tags in all scripts have different addresses', () => {
  expect(new Set(slugsOf(Object.keys(slugs)).map(([, step]) => step)).size).toBe(Object.keys(slugs).length);
});

test('lists of related pages do not compare every page with every other', () => {
  const looksFor = (count: number) => {
    let looks = 0;
    const posts = Array.from({ length: count }, (_, at) => {
      const one = post(`/log/${at}`, { date: `2026-01-01 ${at}` });
      const tags = [`Tag ${at % 7}`, 'All'];
      return Object.defineProperty(one, 'tags', { get: () => (looks++, tags), enumerable: true });
    });
    const index = new PostIndex(posts);
    for (const { path } of posts) {
      expect(index.wordsOf('/log').tags.size).toBe(8);
      expect([...index.listed({ from: '/log', order: 'related', most: 3 }, path)]).toHaveLength(3);
    }
    expect(generatedPagesOf('/all', { from: '/log', perPage: 10 }, index).size).toBe(count / 10 - 1);
    return looks / count;
  };
  expect(looksFor(4000)).toBeLessThan(1.2 * looksFor(1000));
});
