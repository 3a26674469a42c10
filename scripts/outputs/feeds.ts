import type { Website } from '../../schema/check/check.ts';
import { toFeedPath } from '../../schema/check/generated-files.ts';
import type { PageSummary } from '../../schema/check/page-summary.ts';
import type { PostList } from '../../schema/blocks/block-definition.ts';
import { isArticle, isListed } from '../../schema/site/page.ts';
import { toIsoMoment } from '../../schema/fields/time-zones.ts';
import type { Site } from '../../schema/site/site.ts';
import { escapeMarkup } from '../system/format.ts';
import { getPageLanguage } from '../../schema/resolve/site-in-language.ts';
import { selectPublicPages } from '../../schema/resolve/public-pages.ts';

type Article = PageSummary & { published: string; author: string };

/** A feed of the newest articles in a list or on the whole site. */
interface Feed {
  address: string;
  /** The page that lists the articles. */
  page: PageSummary;
  articles: readonly Article[];
}

/** Maximum number of articles in a feed. Feed readers already know older articles. */
const maxEntries = 100;

/** Returns the feed of the site, if a page lists articles, and a feed for each page that lists a folder. */
export function collectFeeds(website: Website): Feed[] {
  const pages = selectPublicPages(website).filter(({ generated }) => !generated);
  const articlesByList = new Map<string, readonly Article[]>();
  const listsWithArticles = pages.flatMap((page) =>
    page.lists
      .filter(({ order }) => order !== 'related')
      .map((list) => {
        const { items, from, kind, tag, author } = list;
        const key = JSON.stringify([items, from, kind, tag, author]);
        const articles =
          articlesByList.get(key) ?? collectArticles({ items, from, kind, tag, author }, page.path, website);
        articlesByList.set(key, articles);
        return { page, list, articles };
      }),
  );
  const allArticles = new Set([...articlesByList.values()].flat());
  const [longestList] = listsWithArticles.toSorted((a, b) => b.articles.length - a.articles.length);
  if (!longestList || allArticles.size === 0) return [];
  const hasAllArticles = longestList.articles.length === allArticles.size;
  const page = hasAllArticles ? longestList.page : (website.pages.get('/') ?? longestList.page);
  const pageFeeds = listsWithArticles.flatMap(({ page, list, articles }): Feed[] => {
    const address = toFeedPath(list, page.path);
    return address === undefined || articles.length === 0 ? [] : [{ address, page, articles }];
  });
  const siteFeed = { address: '/feed.xml', page, articles: sortNewestFirst([...allArticles]) };
  return [siteFeed, ...new Map(pageFeeds.map((feed) => [feed.address, feed])).values()];
}

function collectArticles(list: PostList, path: string, { pages, posts }: Website): Article[] {
  const listedPages = [...posts.listPosts(list, path)].flatMap((post) => pages.get(post.path) ?? []);
  return sortNewestFirst(listedPages.filter(isListed).filter(isArticle));
}

const sortNewestFirst = (articles: readonly Article[]): Article[] =>
  articles.toSorted((a, b) => b.published.localeCompare(a.published) || (a.path < b.path ? -1 : 1));

/** Formats an Atom feed (RFC 4287), newest article first. */
export function formatAtomFeed({ address, page, articles }: Feed, { site }: Website): string {
  const newestArticles = articles.slice(0, maxEntries);
  const formatEntry = (post: Article) =>
    formatXmlElement(
      'entry',
      [
        formatXmlElement('id', site.url + post.path),
        formatXmlElement('title', post.title),
        `<link href="${escapeMarkup(site.url + post.path)}"/>`,
        formatXmlElement('published', formatFeedTime(post.published, site)),
        formatXmlElement('updated', formatFeedTime(getLastChangeDate(post), site)),
        `<author>${formatXmlElement('name', post.author)}</author>`,
        ...(post.tags ?? []).map((tag) => `<category term="${escapeMarkup(tag)}"/>`),
        formatXmlElement('summary', post.description),
      ],
      getPageLanguage(post, site) === getPageLanguage(page, site) ? undefined : getPageLanguage(post, site),
    );
  const feed = [
    formatXmlElement('id', site.url + address),
    formatXmlElement('title', `${page.title} | ${site.company}`),
    formatXmlElement('subtitle', page.description),
    `<link rel="self" type="application/atom+xml" href="${escapeMarkup(site.url + address)}"/>`,
    `<link href="${escapeMarkup(site.url + page.path)}"/>`,
    formatXmlElement(
      'updated',
      formatFeedTime(newestArticles.map(getLastChangeDate).toSorted().at(-1) ?? '', site),
    ),
    ...newestArticles.map(formatEntry),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${getPageLanguage(page, site)}">`,
    ...feed,
    '</feed>\n',
  ].join('\n');
}

const getLastChangeDate = ({ published, updated = published }: Article) => updated;

/** Formats a day as a date and time with an offset, which Atom requires. */
const formatFeedTime = (day: string, { zone }: Pick<Site, 'zone'>) =>
  zone === undefined ? `${day}T00:00:00Z` : toIsoMoment(`${day} 00:00`, zone);

function formatXmlElement(name: string, content: string | string[], language?: string): string {
  const start = language === undefined ? name : `${name} xml:lang="${language}"`;
  return typeof content === 'string'
    ? `<${start}>${escapeMarkup(content)}</${name}>`
    : `<${start}>\n${content.map((line) => `  ${line}\n`).join('')}</${name}>`;
}
