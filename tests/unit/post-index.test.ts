import { expect, test } from 'vitest';
import { planGeneratedPages } from '../../schema/check/generated-pages.ts';
import { PostIndex } from '../../schema/check/list-selection.ts';
import type { Post } from '../../schema/check/page-summary.ts';
import { testGoldenTexts } from '../support/golden.ts';

const createPost = (path: string, fields: Partial<Post> = {}): Post => ({
  path,
  title: path,
  isLive: true,
  kinds: [],
  tags: [],
  ...fields,
});

const listSlugs = (tags: readonly string[]) =>
  new PostIndex([createPost('/log/one', { tags })])
    .groupPosts({ from: '/log', by: 'tag' })
    .map(({ name, slug: tagSlug }) => [name, tagSlug] as const);

const allTags = testGoldenTexts('tags', (tag) => listSlugs([tag])[0]?.[1] ?? '').map(({ input }) => input);

test.each(allTags)('the route of the tag %s does not depend on the other tags', (tag) => {
  const [expectedSlug] = listSlugs([tag]);
  for (const otherTags of [allTags, allTags.toReversed(), allTags.slice(0, 3), allTags.slice(-3)])
    expect(listSlugs([...new Set([...otherTags, tag])])).toContainEqual(expectedSlug);
});

test('tags get distinct routes in all writing systems', () => {
  expect(new Set(listSlugs(allTags).map(([, tagSlug]) => tagSlug)).size).toBe(allTags.length);
});

test('finding related pages does not compare every page with every other', () => {
  const countReads = (count: number) => {
    let reads = 0;
    const posts = Array.from({ length: count }, (_, number) => {
      const newPost = createPost(`/log/${number}`, { date: `2026-01-01 ${number}` });
      const tags = [`Tag ${number % 7}`, 'All'];
      return Object.defineProperty(newPost, 'tags', { get: () => (reads++, tags), enumerable: true });
    });
    const index = new PostIndex(posts);
    for (const { path } of posts) {
      expect(index.collectWords('/log').tags.size).toBe(8);
      expect([...index.listPosts({ from: '/log', order: 'related', most: 3 }, path)]).toHaveLength(3);
    }
    expect(planGeneratedPages('/all', { from: '/log', perPage: 10 }, index).size).toBe(count / 10 - 1);
    return reads / count;
  };
  expect(countReads(4000)).toBeLessThan(1.2 * countReads(1000));
});
