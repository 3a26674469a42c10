import type { PictureData } from './page-view.ts';
import type { Website } from '../check/check.ts';
import type { PageSummary, SitePage } from '../check/page-summary.ts';
import type { PersonSummary } from '../blocks/block-definition.ts';
import { isArticle, isListed } from '../site/page.ts';
import { getParentRoute } from '../base/routes.ts';
import { collectValues } from '../base/data.ts';
import { findAncestors, findSectionName } from './public-pages.ts';
import { type PageTranslations, findTranslations } from './translations.ts';
import { describeFile } from './link-facts.ts';
import { type ListResult, toListKey, createListResolver } from './lists.ts';
import { removeHiddenLinksFromOpening } from './visibility.ts';

/** The data about the next article, which is shown at the end of an article. */
export type NextArticle = Pick<Article, 'path' | 'title' | 'published' | 'opening' | 'language'>;
type Article = PageSummary & { published: string; author: string };

/**
 * All data that a page shows from the rest of the site, as a plain value. Together with the page and the site settings,
 * this value determines all outputs of the page, so its hash shows whether the outputs are up to date.
 */
export interface RenderInput extends PageTranslations {
  /** The home page and the ancestors of this page, from the highest to the closest. */
  above: readonly Pick<PageSummary, 'path' | 'title'>[];
  /** The name of the section, if the page is an article. */
  section?: string | undefined;
  /** The author, if the page is an article. `title` and `href` come from the link to the author. */
  author?: { title?: string | undefined; href?: string | undefined } | undefined;
  /** The page with all articles by the author. */
  authorPage?: string | undefined;
  next?: NextArticle | undefined;
  /** The results of the lists on the page, by `toListKey`. */
  lists: Readonly<Record<string, ListResult>>;
  /** The sizes of the pictures on the page, by path in `public/`. */
  pictures: Readonly<Record<string, PictureData>>;
  /** The types and sizes of the files that the page may link to, by path in `public/`. */
  files: Readonly<Record<string, string>>;
  /** The languages of linked pages that are not in the page language, by route. */
  linkLanguages?: Readonly<Record<string, string>>;
  /** The past days on which a block on the page expired. */
  ended: readonly string[];
}

/** Returns a function that collects the render input of a page. Data that depends on all pages is computed once. */
export function createRenderInputs(
  website: Website,
  pictures: Pick<ReadonlyMap<string, PictureData>, 'get'>,
  day: string,
): (page: SitePage) => RenderInput {
  const { site, pages, files } = website;
  const allPages = [...pages.values()];
  let people: Map<string, PersonSummary> | undefined;
  let articles: Map<string, NextArticle> | undefined;
  const { lists, groupPages } = createListResolver(website, day);
  const home = pages.get('/');
  const translations = findTranslations(pages, site);

  const collectArticleData = (page: SitePage): Partial<RenderInput> => {
    if (!isArticle(page)) return {};
    people ??= new Map(
      allPages.flatMap((otherPage) => otherPage.people).map((person) => [person.name, person]),
    );
    const person = people.get(page.author);
    return {
      section: findSectionName(page, website),
      author: person && { title: person.title, href: person.href },
      authorPage: page.needs.includes('author page')
        ? groupPages('author', page.author, page.path)
        : undefined,
      next: page.needs.includes('next article')
        ? (articles ??= mapNextArticles(allPages)).get(page.path)
        : undefined,
    };
  };

  /**
   * Returns the languages of linked pages and of the `generated` pages, by route. Leaves out pages in the page
   * language.
   */
  const collectLinkLanguages = (
    page: SitePage,
    generated: readonly (string | undefined)[],
  ): Pick<RenderInput, 'linkLanguages'> => {
    const pageLanguage = page.language ?? site.language;
    const foreignRoutes = generated.flatMap((to = ''): [string, string][] => {
      const language = pages.get(to)?.language ?? site.language;
      return language === pageLanguage || !pages.has(to) ? [] : [[to, language]];
    });
    if (foreignRoutes.length === 0) return page.linkLanguages ? { linkLanguages: page.linkLanguages } : {};
    return { linkLanguages: { ...page.linkLanguages, ...Object.fromEntries(foreignRoutes) } };
  };

  return (page) => {
    const article = collectArticleData(page);
    const listResults = page.lists
      .map((list) => toListKey(list, page))
      .map((key) => [key, lists.get(key)] as const);
    const pictureSources = new Set([
      ...page.pictures,
      ...collectValues([site.share, article.next, listResults], 'src'),
    ]);
    return {
      above: [...(home ? [home] : []), ...findAncestors(page, website)].map(({ path, title }) => ({
        path,
        title,
      })),
      ...article,
      lists: Object.fromEntries(listResults),
      pictures: Object.fromEntries(
        [...pictureSources].flatMap((src) => {
          const pictureData = pictures.get(src);
          return pictureData ? [[src, pictureData]] : [];
        }),
      ),
      files: Object.fromEntries(
        (page.files ?? []).flatMap((path) => {
          const bytes = files.get(path);
          return bytes === undefined
            ? []
            : [[path, describeFile(path, bytes, page.language ?? site.language)]];
        }),
      ),
      ...collectLinkLanguages(page, [
        article.authorPage,
        ...listResults.flatMap(([, list]) => collectGeneratedRoutes(list)),
      ]),
      ...translations(page),
      ended: page.ends.filter((until) => until < day),
    };
  };
}

/** Returns the routes of the tag and author pages that a list links to. */
const collectGeneratedRoutes = ({ posts = [], groups = [] }: Partial<ListResult> = {}): string[] =>
  [...posts.flatMap(({ tags }) => tags), ...groups].flatMap(({ to }) => to ?? []);

/**
 * Maps each article to the article in its folder that was published before it, and the oldest article to the newest.
 */
function mapNextArticles(pages: readonly PageSummary[]): Map<string, NextArticle> {
  const articles = pages.filter(isArticle);
  const articlesByFolder = Map.groupBy(
    articles.filter(isListed).toSorted((a, b) => b.published.localeCompare(a.published)),
    ({ path }) => getParentRoute(path),
  );
  const nextByRoute = new Map(
    [...articlesByFolder.values()].flatMap((articlesInFolder) =>
      articlesInFolder.map((folderArticle, index) => [
        folderArticle.path,
        articlesInFolder[(index + 1) % articlesInFolder.length],
      ]),
    ),
  );
  return new Map(
    articles.flatMap((article) => {
      // Drafts have no publication date, so each of them is followed by the newest article.
      const nextArticle =
        nextByRoute.get(article.path) ?? articlesByFolder.get(getParentRoute(article.path))?.[0];
      if (!nextArticle || nextArticle.path === article.path) return [];
      const { path, title, published, language } = nextArticle;
      return [
        [
          article.path,
          { path, title, published, language, opening: removeHiddenLinksFromOpening(nextArticle) },
        ] as const,
      ];
    }),
  );
}
