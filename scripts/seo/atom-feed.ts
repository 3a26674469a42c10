import type { Website } from '../../schema/check.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import { isArticle, isListed } from '../../schema/page.ts';
import { escape } from '../base/escape-html.ts';
import { publicPages } from '../pages/site-map.ts';

/** The page that lists most articles in a block of posts; nothing on a site without posts. */
export function postList(website: Website) {
  const lists = publicPages(website).map((page) => ({ page, posts: postsOn(page, website) }));
  const [longest] = lists.toSorted((a, b) => b.posts.length - a.posts.length);
  return longest && longest.posts.length > 0 ? longest : undefined;
}

function postsOn(page: PageSummary, { pages }: Website) {
  const posts = page.posts.flatMap(({ to, category }) => {
    const post = pages.get(to);
    if (!post || !isListed(post) || !isArticle(post)) return [];
    const { path, title, description, published, author } = post;
    return [{ path, title, description, published, author, category }];
  });
  return posts.toSorted((a, b) => b.published.localeCompare(a.published));
}

/** The posts for feed readers, the newest first, in the form of RFC 4287 (Atom). */
export function atomFeed(website: Website): string | undefined {
  const list = postList(website);
  if (!list) return undefined;
  const { site } = website;
  const { page, posts } = list;
  const entry = (post: (typeof posts)[number]) =>
    element('entry', [
      element('id', site.url + post.path),
      element('title', post.title),
      `<link href="${escape(site.url + post.path)}"/>`,
      element('published', moment(post.published)),
      element('updated', moment(post.published)),
      `<author>${element('name', post.author)}</author>`,
      `<category term="${escape(post.category)}"/>`,
      element('summary', post.description),
    ]);
  const feed = [
    element('id', `${site.url}/feed.xml`),
    element('title', `${page.title} | ${site.company}`),
    element('subtitle', page.description),
    `<link rel="self" type="application/atom+xml" href="${escape(site.url)}/feed.xml"/>`,
    `<link href="${escape(site.url + page.path)}"/>`,
    element('updated', moment(posts[0]?.published ?? '')),
    ...posts.map(entry),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language}">`,
    ...feed,
    '</feed>\n',
  ].join('\n');
}

/** Feeds want a time of day: a day begins at midnight. */
const moment = (date: string) => `${date}T00:00:00Z`;

function element(name: string, content: string | string[]): string {
  return typeof content === 'string'
    ? `<${name}>${escape(content)}</${name}>`
    : `<${name}>\n${content.map((line) => `  ${line}\n`).join('')}</${name}>`;
}
