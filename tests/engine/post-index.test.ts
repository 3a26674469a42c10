import { expect, test } from 'vitest';
import { generatedPagesOf } from '../../schema/checker/generated-pages.ts';
import { PostIndex } from '../../schema/checker/list-selection.ts';
import type { Post } from '../../schema/checker/page-summary.ts';

const post = (path: string, more: Partial<Post> = {}): Post => ({
  path,
  title: path,
  isLive: true,
  kinds: [],
  tags: [],
  ...more,
});

test('tags with the same slug get different addresses, whatever their script', () => {
  const tags = ['C', 'C++', 'page', 'Straße', 'Żółw', 'Ветер', '風', 'c#'];
  const index = new PostIndex([post('/log/one', { tags })]);
  const steps = index.groups({ from: '/log', by: 'tag' }).map(({ slug: step }) => step);
  expect(new Set(steps).size).toBe(tags.length);
  for (const step of steps) expect(step).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(steps).toEqual(expect.arrayContaining(['c', 'c-2', 'c-3', 'page-2', 'strasse', 'zolw']));
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
