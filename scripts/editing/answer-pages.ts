import { z } from 'zod';
import type { CheckedSite, Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import type { EditableFiles } from '../../schema/edit/editable-files.ts';
import { customSharePicture } from '../../schema/resolve/share-picture.ts';
import { CommandError, UsageError } from '../system/errors.ts';
import { type EditAnswer, refusal, success } from './answer-edit.ts';
import {
  countsOf,
  type Filter,
  foldersOf,
  foundPages,
  isShown,
  listedPages,
  type PageEntry,
} from './listed-pages.ts';
import { addressProblem, proposedAddress, routeOfAddress } from './page-addresses.ts';
import {
  copyOfPage,
  hashOf,
  linksTo,
  plannedMove,
  seenText,
  textOfPage,
  wordsOfDeletion,
} from './page-changes.ts';
import {
  pageOfRecipe,
  type PageRecipes,
  recipePage,
  recipesFor,
  shownRecipes,
  withTitle,
} from './page-recipes.ts';
import { type RecentChange, RecentChanges } from './recent-changes.ts';

/** A site whose pages are listed, begun, moved and deleted, wherever its files are. */
export interface PagesSite {
  readonly files: EditableFiles;
  /** The whole site as it is now. */
  checked(): CheckedSite | Promise<CheckedSite>;
  /** The site as it was when `_site.yaml` could be read last. */
  readonly lastWebsite: Website | undefined;
  now(): Date;
  recipes(): PageRecipes | Promise<PageRecipes>;
  /** When a file of the pages folder was changed last. */
  changedAt?(path: string): Date | undefined;
  /** The HTML of a page without scripts. */
  draw(page: SitePage, website: Website): Promise<string>;
  /** The path of the picture of links to a page that has none of its own. */
  shareCard?(route: string): string;
}

/** More rows are slow to show, and none reads them. */
const maxRows = 200;

const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n\0]*$/);
const address = z.string().max(500);
const route = z.string();
const version = z.string().regex(/^[0-9a-f]{64}$/);
const filter = z.enum(Object.keys(isShown) as Filter[]); // of an object literal

export const pagesRequest = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('list'), asked: z.string().max(500), filter }),
  z.strictObject({ do: z.literal('begin') }),
  z.strictObject({ do: z.literal('recipe'), name: z.string() }),
  z.strictObject({ do: z.literal('propose'), title: z.string().max(500), folder: address }),
  z.strictObject({ do: z.literal('check'), address }),
  z.strictObject({ do: z.literal('new'), recipe: z.string(), title, address }),
  z.strictObject({ do: z.literal('options'), route }),
  z.strictObject({ do: z.literal('plan'), route, to: address }),
  z.strictObject({ do: z.literal('move'), route, to: address, key: version }),
  z.strictObject({ do: z.literal('copy'), route, version, title, address }),
  z.strictObject({ do: z.literal('delete'), route, version }),
  z.strictObject({ do: z.literal('undo'), id: z.string() }),
]);

export type PagesRequest = z.infer<typeof pagesRequest>;

/** A request that is refused, with the status of its answer. */
class PageRefused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The answers to requests about the pages of a site. */
export type PagesAnswers = {
  [Kind in PagesRequest['do']]: Awaited<ReturnType<ReturnType<typeof answersOf>[Kind]>>;
};

type Asked<Kind extends PagesRequest['do']> = Extract<PagesRequest, { do: Kind }>;

function answersOf(site: PagesSite) {
  const recent = new RecentChanges(site.files, () => site.now());
  /** The path of what shows the result. */
  const done = ({ id }: RecentChange) => ({ open: `/__pages?done=${id}` });
  const recipesOf = async ({ pages }: SiteNow) =>
    recipesFor(
      await site.recipes(),
      pages.some(({ route: one }) => one === '/404'),
    );
  const toListed = (page: PageEntry) => ({
    ...page,
    changed: site.changedAt?.(page.file.source.path)?.getTime(),
    // JSON leaves them out.
    file: undefined,
    text: undefined,
  });
  const planned = (asked: string, to: string, now: SiteNow) =>
    plannedMove(pageAt(asked, now), to, now.checked, site, now.pages);
  return {
    list({ asked, filter: narrowed }: Asked<'list'>, { pages }: SiteNow) {
      const found = foundPages(pages, asked, narrowed);
      const shown = found.slice(0, maxRows).map(toListed);
      return { pages: shown, found: found.length, counts: countsOf(pages), recent: recent.all };
    },
    async begin(_: Asked<'begin'>, now: SiteNow) {
      return { recipes: shownRecipes(await recipesOf(now)), folders: foldersOf(now.pages) };
    },
    async recipe({ name }: Asked<'recipe'>, now: SiteNow) {
      const recipe = (await recipesOf(now)).find((one) => one.name === name);
      const found = recipe && recipePage(recipe, now.checked, site.now());
      if (!found) throw new PageRefused(404, 'There is no such recipe.');
      return { html: await site.draw(found.page, found.website) };
    },
    propose({ title: written, folder }: Asked<'propose'>, now: SiteNow) {
      const proposed = proposedAddress(written, folder, (one) => problemOf(one, now) === undefined);
      return { address: proposed, problem: problemOf(proposed, now) };
    },
    check: ({ address: asked }: Asked<'check'>, now: SiteNow) => ({
      address: asked,
      problem: problemOf(asked, now),
    }),
    async new({ recipe: name, title: written, address: asked }: Asked<'new'>, now: SiteNow) {
      const recipe = (await recipesOf(now)).find((one) => one.name === name);
      if (!recipe) throw new PageRefused(400, 'There is no such recipe.');
      assertFree(asked, now);
      const { sources } = now.checked.files;
      const ofRecipes = (await site.recipes()).site;
      const { path, text } = pageOfRecipe(asked, withTitle(recipe, written), sources, ofRecipes);
      site.files.changeAll([{ path, before: undefined, after: text }]);
      return { open: routeOfAddress(asked) };
    },
    async options({ route: asked }: Asked<'options'>, now: SiteNow) {
      const page = pageAt(asked, now);
      const shown = asked === '/404' ? undefined : now.website?.pages.get(asked);
      return {
        page: toListed(page),
        /** Identifies what the file says now. */
        version: await hashOf(textOfPage(site.files, page)),
        folders: foldersOf(now.pages),
        /** What links to the page. */
        mentioning: linksTo(page, now.pages, now.checked),
        look: now.website && shown && lookOf(shown, now.website, site),
      };
    },
    async plan({ route: asked, to }: Asked<'plan'>, now: SiteNow) {
      return (await planned(asked, to, now)).move;
    },
    async move({ route: asked, to, key }: Asked<'move'>, now: SiteNow) {
      const { move, changes, words } = await planned(asked, to, now);
      if (move.key !== key)
        throw new PageRefused(
          409,
          'A page has changed since you looked, so nothing was moved. Look once more.',
        );
      return done(recent.make(changes, words));
    },
    async copy({ route: asked, version: seen, ...copy }: Asked<'copy'>, now: SiteNow) {
      const page = pageAt(asked, now);
      assertFree(copy.address, now);
      const text = await seenText(site.files, page, seen);
      site.files.changeAll([copyOfPage(page, text, copy, now.checked)]);
      return { open: routeOfAddress(copy.address) };
    },
    async delete({ route: asked, version: seen }: Asked<'delete'>, now: SiteNow) {
      const page = pageAt(asked, now);
      if (asked === '/') throw new UsageError('The home page cannot be deleted.');
      const before = await seenText(site.files, page, seen);
      const change = { path: page.file.source.path, before, after: undefined };
      return done(recent.make([change], wordsOfDeletion(page)));
    },
    undo: ({ id }: Asked<'undo'>) => done(recent.undo(id)),
  };
}

/** Answers requests about the pages of a site. */
export function openPages(site: PagesSite): (request: PagesRequest) => Promise<EditAnswer> {
  const answers = answersOf(site);
  return async (request) => {
    const checked = await site.checked();
    const website = checked.website ?? site.lastWebsite;
    const now = { checked, website, pages: listedPages(checked, website) };
    try {
      // The function for this kind of request.
      const answer = answers[request.do] as (asked: PagesRequest, now: SiteNow) => Promise<object> | object;
      return success(await answer(request, now));
    } catch (problem) {
      if (problem instanceof PageRefused) return refusal(problem.status, problem.message);
      if (problem instanceof UsageError || problem instanceof CommandError)
        return refusal(422, problem.message);
      throw problem;
    }
  };
}

/** The site as a request finds it. */
interface SiteNow {
  checked: CheckedSite;
  website: Website | undefined;
  pages: readonly PageEntry[];
}

function pageAt(route: string, { pages }: SiteNow): PageEntry {
  const [page, other] = pages.filter((one) => one.route === route);
  if (!page)
    throw new PageRefused(
      404,
      `There is no page \`${route}\` any more. If you have deleted it, the list can undo that.`,
    );
  if (other) throw new PageRefused(409, 'Two files have this address. Rename or delete one of them by hand.');
  return page;
}

const problemOf = (address: string, { checked, website }: SiteNow) =>
  addressProblem(address, checked, website);

function assertFree(address: string, now: SiteNow): void {
  const problem = problemOf(address, now);
  if (problem !== undefined) throw new UsageError(problem);
}

/** How a page looks in a list of search results, and as a link that somebody shares. */
function lookOf(page: SitePage, { site }: Website, { shareCard }: PagesSite) {
  const { path, title, description, share, index } = page;
  const { host: name } = new URL(site.url);
  const own = customSharePicture(page, site);
  return {
    /** Undefined if search engines do not list the page. */
    result:
      index === false
        ? undefined
        : {
            place: [name, ...path.split('/').filter(Boolean)].join(' › '),
            title: `${title} | ${site.company}`,
            description,
          },
    share: {
      host: name,
      title: share?.title ?? title,
      description: share?.text ?? description,
      /** Undefined where nothing can draw it. */
      picture: own ? own.src : shareCard?.(path),
      alt: own?.alt ?? 'The title of the page in large letters',
    },
  };
}
