import type { Website } from '../../schema/check/check.ts';
import { feedPath } from '../../schema/check/generated-files.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import type { PostList } from '../../schema/blocks/block-definition.ts';
import { isArticle, isListed } from '../../schema/site/page.ts';
import { isoMoment } from '../../schema/fields/time-zones.ts';
import type { Site } from '../../schema/site/site.ts';
import { escape } from '../system/format.ts';
import { languageOf } from '../../schema/resolve/site-in-language.ts';
import { publicPages } from '../../schema/resolve/public-pages.ts';

type Article = PageSummary & { published: string; author: string };

/** The newest articles of a list, or of all articles. */
interface Feed {
  address: string;
  /** The page that lists them. */
  page: PageSummary;
  articles: readonly Article[];
}

/** Feed readers already know older articles. */
const maxEntries = 100;

/** Returns the feed of the site, if a page lists articles, and a feed for each page that lists a folder. */
export function feedsOf(website: Website): Feed[] {
  const pages = publicPages(website).filter(({ generated }) => !generated);
  const known = new Map<string, readonly Article[]>();
  const listed = pages.flatMap((page) =>
    page.lists
      .filter(({ order }) => order !== 'related')
      .map((list) => {
        const { items, from, kind, tag, author } = list;
        const key = JSON.stringify([items, from, kind, tag, author]);
        const articles = known.get(key) ?? articlesOf({ items, from, kind, tag, author }, page.path, website);
        known.set(key, articles);
        return { page, list, articles };
      }),
  );
  const all = new Set([...known.values()].flat());
  const [longest] = listed.toSorted((a, b) => b.articles.length - a.articles.length);
  if (!longest || all.size === 0) return [];
  const isWhole = longest.articles.length === all.size;
  const page = isWhole ? longest.page : (website.pages.get('/') ?? longest.page);
  const own = listed.flatMap(({ page, list, articles }): Feed[] => {
    const address = feedPath(list, page.path);
    return address === undefined || articles.length === 0 ? [] : [{ address, page, articles }];
  });
  const site = { address: '/feed.xml', page, articles: newest([...all]) };
  return [site, ...new Map(own.map((feed) => [feed.address, feed])).values()];
}

function articlesOf(list: PostList, path: string, { pages, posts }: Website): Article[] {
  const found = [...posts.listed(list, path)].flatMap((post) => pages.get(post.path) ?? []);
  return newest(found.filter(isListed).filter(isArticle));
}

const newest = (articles: readonly Article[]): Article[] =>
  articles.toSorted((a, b) => b.published.localeCompare(a.published) || (a.path < b.path ? -1 : 1));

/** Formats an Atom feed (RFC 4287), newest article first. */
export function atomFeed({ address, page, articles }: Feed, { site }: Website): string {
  const shown = articles.slice(0, maxEntries);
  const entry = (post: Article) =>
    xmlElement(
      'entry',
      [
        xmlElement('id', site.url + post.path),
        xmlElement('title', post.title),
        `<link href="${escape(site.url + post.path)}"/>`,
        xmlElement('published', feedMoment(post.published, site)),
        xmlElement('updated', feedMoment(lastChange(post), site)),
        `<author>${xmlElement('name', post.author)}</author>`,
        ...(post.tags ?? []).map((tag) => `<category term="${escape(tag)}"/>`),
        xmlElement('summary', post.description),
      ],
      languageOf(post, site) === languageOf(page, site) ? undefined : languageOf(post, site),
    );
  const feed = [
    xmlElement('id', site.url + address),
    xmlElement('title', `${page.title} | ${site.company}`),
    xmlElement('subtitle', page.description),
    `<link rel="self" type="application/atom+xml" href="${escape(site.url + address)}"/>`,
    `<link href="${escape(site.url + page.path)}"/>`,
    xmlElement('updated', feedMoment(shown.map(lastChange).toSorted().at(-1) ?? '', site)),
    ...shown.map(entry),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${languageOf(page, site)}">`,
    ...feed,
    '</feed>\n',
  ].join('\n');
}

const lastChange = ({ published, updated = published }: Article) => updated;

/** Formats a day as a time with an offset, which Atom requires. */
const feedMoment = (day: string, { zone }: Pick<Site, 'zone'>) =>
  zone === undefined ? `${day}T00:00:00Z` : isoMoment(`${day} 00:00`, zone);

function xmlElement(name: string, content: string | string[], language?: string): string {
  const start = language === undefined ? name : `${name} xml:lang="${language}"`;
  return typeof content === 'string'
    ? `<${start}>${escape(content)}</${name}>`
    : `<${start}>\n${content.map((line) => `  ${line}\n`).join('')}</${name}>`;
}
