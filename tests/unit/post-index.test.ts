import { expect, test } from 'vitest';
import { generatedPagesOf } from '../../schema/check/generated-pages.ts';
import { PostIndex } from '../../schema/check/list-selection.ts';
import type { Post } from '../../schema/check/page-summary.ts';
import { testGoldenTexts } from '../support/golden.ts';

const post = (path: string, more: Partial<Post> = {}): Post => ({
  path,
  title: path,
  isLive: true,
  kinds: [],
  tags: [],
  ...more,
});

const slugsOf = (tags: readonly string[]) =>
  new PostIndex([post('/log/one', { tags })])
    .groups({ from: '/log', by: 'tag' })
    .map(({ name, slug: step }) => [name, step] as const);

const all = testGoldenTexts('tags', (tag) => slugsOf([tag])[0]?.[1] ?? '').map(({ input }) => input);

test.each(all)('the route of the tag %s stays the same with any other tags', (tag) => {
  const [alone] = slugsOf([tag]);
  for (const others of [all, all.toReversed(), all.slice(0, 3), all.slice(-3)])
    expect(slugsOf([...new Set([...others, tag])])).toContainEqual(alone);
});

test('tags in all scripts have different routes', () => {
  expect(new Set(slugsOf(all).map(([, step]) => step)).size).toBe(all.length);
});

test('finding related pages does not compare every page with every other', () => {
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
