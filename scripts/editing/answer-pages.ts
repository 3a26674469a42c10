import { z } from 'zod';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { selectSharePicture } from '../../schema/resolve/share-picture.ts';
import { CommandError, UsageError } from '../system/errors.ts';
import { type EditAnswer, createRefusal, singleLineSchema, createSuccess } from './answer-edit.ts';
import type { Journal, RecentChange } from './journal.ts';
import {
  countPages,
  type Filter,
  pageFilters,
  listFolders,
  listPages,
  type SearchablePage,
  searchPages,
} from './page-list.ts';
import { explainAddressProblem, addressToRoute, suggestAddress } from './page-addresses.ts';
import {
  copyPage,
  describeDeletion,
  findLinkingFiles,
  hashText,
  planPageMove,
  readPage,
  readUnchanged,
} from './page-changes.ts';
import {
  fillRecipe,
  type PageRecipe,
  type PageRecipes,
  toRecipePage,
  selectRecipes,
  toRecipeChoices,
  replaceTitle,
} from './page-recipes.ts';

/** The site as requests about pages read and change it. */
export interface PagesSite {
  readonly files: EditableFiles;
  readonly journal: Journal;
  /** Returns the whole site in its current state. */
  checked(): CheckedSite | Promise<CheckedSite>;
  /** Returns the last version of the site with a valid `_site.yaml`. */
  lastWebsite(): Website | undefined;
  now(): Date;
  recipes(): PageRecipes | Promise<PageRecipes>;
  /** Returns a page as HTML that works without JavaScript. */
  renderStatic(page: SitePage, website: Website): Promise<string>;
  /** Returns the path of the generated share image of a page. */
  shareImagePath?(route: string): string;
}

/** Maximum number of rows in the list of pages. More rows would be slow to render. */
const maxRows = 200;

const fieldSchemas = {
  title: singleLineSchema.max(200),
  address: z.string().max(500),
  route: z.string(),
  version: z.string().regex(/^[0-9a-f]{64}$/),
};
const filterSchema = z.enum(Object.keys(pageFilters) as Filter[]); // the keys of an object literal

export const pagesRequestSchema = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('list'), query: z.string().max(500), filter: filterSchema }),
  z.strictObject({ do: z.literal('choices') }),
  z.strictObject({ do: z.literal('recipe'), name: z.string() }),
  z.strictObject({ do: z.literal('suggest'), title: z.string().max(500), folder: fieldSchemas.address }),
  z.strictObject({ do: z.literal('check'), address: fieldSchemas.address }),
  z.strictObject({
    do: z.literal('new'),
    recipe: z.string(),
    title: fieldSchemas.title,
    address: fieldSchemas.address,
  }),
  z.strictObject({ do: z.literal('options'), route: fieldSchemas.route }),
  z.strictObject({ do: z.literal('plan'), route: fieldSchemas.route, to: fieldSchemas.address }),
  z.strictObject({
    do: z.literal('move'),
    route: fieldSchemas.route,
    to: fieldSchemas.address,
    key: fieldSchemas.version,
  }),
  z.strictObject({ do: z.literal('copy'), ...fieldSchemas }),
  z.strictObject({ do: z.literal('delete'), route: fieldSchemas.route, version: fieldSchemas.version }),
  z.strictObject({ do: z.literal('undo'), id: z.string() }),
]);

export type PagesRequest = z.infer<typeof pagesRequestSchema>;

/** The error for a failed page request, with its HTTP status. */
class PageRequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The answers to page requests, by the kind of the request. */
export type PagesAnswers = {
  [Kind in PagesRequest['do']]: Awaited<ReturnType<ReturnType<typeof createAnswers>[Kind]>>;
};

type RequestData<Kind extends PagesRequest['do']> = Extract<PagesRequest, { do: Kind }>;

function createAnswers(site: PagesSite) {
  const { journal } = site;
  /** Returns an answer that opens the list of pages, which shows a message about the change. */
  const toResultAnswer = ({ id }: RecentChange) => ({ open: `/__pages?done=${id}` });
  const listRecipes = async ({ pages }: CurrentSite) =>
    selectRecipes(
      await site.recipes(),
      pages.some(({ route }) => route === '/404'),
    );
  const findRecipe = async (name: string, currentSite: CurrentSite): Promise<PageRecipe> => {
    const recipe = (await listRecipes(currentSite)).find((candidate) => candidate.name === name);
    if (!recipe) throw new PageRequestError(404, `There is no recipe \`${name}\`.`);
    return recipe;
  };
  const toRow = (page: SearchablePage) => ({
    ...page,
    changed: site.files.changedAt?.(page.file.source.path)?.getTime(),
    // Do not send the file: JSON omits undefined properties.
    file: undefined,
    text: undefined,
  });
  const planMove = (route: string, to: string, currentSite: CurrentSite) =>
    planPageMove(findPageByRoute(route, currentSite), to, currentSite.checked, site, currentSite.pages);
  return {
    list({ query, filter: name }: RequestData<'list'>, { pages }: CurrentSite) {
      const matches = searchPages(pages, query, name);
      const rows = matches.slice(0, maxRows).map(toRow);
      return { pages: rows, found: matches.length, counts: countPages(pages), recent: journal.recent };
    },
    async choices(_: RequestData<'choices'>, currentSite: CurrentSite) {
      return {
        recipes: toRecipeChoices(await listRecipes(currentSite)),
        folders: listFolders(currentSite.pages),
      };
    },
    async recipe({ name }: RequestData<'recipe'>, currentSite: CurrentSite) {
      const recipePage = toRecipePage(await findRecipe(name, currentSite), currentSite.checked, site.now());
      if (!recipePage) throw new PageRequestError(404, `The recipe \`${name}\` cannot be shown.`);
      return { html: await site.renderStatic(recipePage.page, recipePage.website) };
    },
    suggest({ title, folder }: RequestData<'suggest'>, currentSite: CurrentSite) {
      if (title.trim() === '') return { address: '', problem: undefined };
      const address = suggestAddress(
        title,
        folder,
        (candidate) => findAddressProblem(candidate, currentSite) === undefined,
      );
      return { address, problem: findAddressProblem(address, currentSite) };
    },
    check: ({ address }: RequestData<'check'>, currentSite: CurrentSite) => ({
      address,
      problem: findAddressProblem(address, currentSite),
    }),
    async new({ recipe: name, title, address }: RequestData<'new'>, currentSite: CurrentSite) {
      const recipe = replaceTitle(await findRecipe(name, currentSite), title);
      assertAddressIsUnused(address, currentSite);
      const { site: recipeSite } = await site.recipes();
      const { path, text } = fillRecipe(address, recipe, currentSite.checked.files.sources, recipeSite);
      site.files.changeAll([{ path, before: undefined, after: text }]);
      return { open: addressToRoute(address) };
    },
    async options({ route }: RequestData<'options'>, currentSite: CurrentSite) {
      const page = findPageByRoute(route, currentSite);
      const publishedPage = route === '/404' ? undefined : currentSite.website?.pages.get(route);
      return {
        page: toRow(page),
        /** A hash of the page file. */
        version: await hashText(readPage(site.files, page)),
        folders: listFolders(currentSite.pages),
        linkingFiles: findLinkingFiles(page, currentSite.pages, currentSite.checked),
        preview:
          currentSite.website && publishedPage && toLinkPreview(publishedPage, currentSite.website, site),
      };
    },
    async plan({ route, to }: RequestData<'plan'>, currentSite: CurrentSite) {
      return (await planMove(route, to, currentSite)).move;
    },
    async move({ route, to, key }: RequestData<'move'>, currentSite: CurrentSite) {
      const { move, changes, messages } = await planMove(route, to, currentSite);
      if (move.key !== key)
        throw new PageRequestError(
          409,
          'A page has changed since you reviewed this move, so nothing was moved. Review the changes again.',
        );
      return toResultAnswer(journal.apply(changes, messages));
    },
    async copy({ route, version, ...copy }: RequestData<'copy'>, currentSite: CurrentSite) {
      const page = findPageByRoute(route, currentSite);
      assertAddressIsUnused(copy.address, currentSite);
      const text = await readUnchanged(site.files, page, version);
      site.files.changeAll([copyPage(page, text, copy, currentSite.checked)]);
      return { open: addressToRoute(copy.address) };
    },
    async delete({ route, version }: RequestData<'delete'>, currentSite: CurrentSite) {
      const page = findPageByRoute(route, currentSite);
      if (route === '/') throw new UsageError('The home page cannot be deleted.');
      const before = await readUnchanged(site.files, page, version);
      const change = { path: page.file.source.path, before, after: undefined };
      return toResultAnswer(journal.apply([change], describeDeletion(page)));
    },
    undo: ({ id }: RequestData<'undo'>) => toResultAnswer(journal.undo(id)),
  };
}

/** Returns a function that answers requests about the pages of a site. */
export function createPagesHandler(site: PagesSite): (request: PagesRequest) => Promise<EditAnswer> {
  const answers = createAnswers(site);
  return async (request) => {
    const checked = await site.checked();
    const website = checked.website ?? site.lastWebsite();
    const currentSite = { checked, website, pages: listPages(checked, website) };
    try {
      // A cast is needed because TypeScript cannot see that the function and the request have the same kind.
      const answer = answers[request.do] as (
        data: PagesRequest,
        currentSite: CurrentSite,
      ) => Promise<object> | object;
      return createSuccess(await answer(request, currentSite));
    } catch (error) {
      if (error instanceof PageRequestError) return createRefusal(error.status, error.message);
      if (error instanceof UsageError || error instanceof CommandError)
        return createRefusal(422, error.message);
      throw error;
    }
  };
}

/** The state of the site at the time of a request. */
interface CurrentSite {
  checked: CheckedSite;
  website: Website | undefined;
  pages: readonly SearchablePage[];
}

function findPageByRoute(route: string, { pages }: CurrentSite): SearchablePage {
  const [page, duplicate] = pages.filter((candidate) => candidate.route === route);
  if (!page)
    throw new PageRequestError(
      404,
      `The page \`${route}\` does not exist. If you have deleted it, you can undo this in the list of pages.`,
    );
  if (duplicate)
    throw new PageRequestError(409, 'Two files have this address. Rename or delete one of them by hand.');
  return page;
}

const findAddressProblem = (address: string, { checked, website }: CurrentSite) =>
  explainAddressProblem(address, checked, website);

function assertAddressIsUnused(address: string, currentSite: CurrentSite): void {
  const problem = findAddressProblem(address, currentSite);
  if (problem !== undefined) throw new UsageError(problem);
}

/** Returns the texts and the picture that represent a page in search results and shared links. */
function toLinkPreview(page: SitePage, { site }: Website, { shareImagePath }: PagesSite) {
  const { path, title, description, share, index } = page;
  const { host } = new URL(site.url);
  const picture = selectSharePicture(page, site);
  return {
    /** The search result, or `undefined` if search engines do not list the page. */
    result:
      index === false
        ? undefined
        : {
            place: [host, ...path.split('/').filter(Boolean)].join(' › '),
            title: `${title} | ${site.company}`,
            description,
          },
    share: {
      host,
      title: share?.title ?? title,
      description: share?.text ?? description,
      /** The URL path of the share image, or `undefined` if only a build can create the image. */
      picture: picture ? picture.src : shareImagePath?.(path),
      alt: picture?.alt ?? 'The title of the page in large letters',
    },
  };
}
