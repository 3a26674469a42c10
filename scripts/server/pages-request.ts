import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Website } from '../../schema/checker/check.ts';
import type { SitePage } from '../../schema/checker/page-summary.ts';
import { addressProblem, proposedAddress } from '../pages-list/addresses.ts';
import { isFilter, type ListedPage, listedPages } from '../pages-list/listed-pages.ts';
import { listDocument, listPath } from '../pages-list/list-page.ts';
import {
  newDocument,
  newPath,
  recipePage,
  recipePath,
  recipesFor,
  withTitle,
} from '../pages-list/new-page.ts';
import type { DevSite } from '../source/dev-site.ts';
import type { LoadedSite } from '../source/load-site.ts';
import { writeNewPage } from '../source/new-page.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { html, inTurns, json, type OwnAnswer, pageToken, postedTo, refusalOf, said } from './own-page.ts';

export const isPagesPath = (path: string): boolean => [listPath, newPath, recipePath].includes(path);

const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n\0]*$/);
const address = z.string().max(500);
const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('propose'), title: z.string().max(500), folder: address }),
  z.strictObject({ do: z.literal('check'), address }),
  z.strictObject({ do: z.literal('new'), recipe: z.string(), title, folder: address, address }),
]);
type Request = z.infer<typeof request>;

/** The site as a request finds it. */
interface SiteNow {
  loaded: LoadedSite;
  website: Website | undefined;
  pages: readonly ListedPage[];
}

/**
 * Answers at these addresses. `base` is the path below which the site is served, and `draw` makes the HTML of a page.
 */
export function openPages(
  folder: string,
  live: DevSite,
  base: () => string,
  draw: (page: SitePage, website: Website) => Promise<string>,
) {
  const inTurn = inTurns();

  async function answer(incoming: IncomingMessage, path: string, search = ''): Promise<OwnAnswer> {
    const isPost = incoming.method === 'POST' && path === listPath;
    const refusal = refusalOf(incoming, isPost);
    if (refusal) return refusal;
    if (isPost) {
      const posted = await postedTo(incoming, request);
      return 'refused' in posted ? posted.refused : inTurn(() => change(posted.data));
    }
    const { loaded, pages } = await siteNow();
    const query = new URLSearchParams(search);
    const desk = { base: base(), token: pageToken };
    if (path === newPath) return html(newDocument(pages, desk));
    if (path === recipePath) {
      const recipe = recipesFor(pages).find(({ name }) => name === query.get('name'));
      const found = recipe && recipePage(recipe, loaded);
      return found ? html(await draw(found.page, found.website)) : said(404, 'There is no such recipe.');
    }
    const filter = query.get('show') ?? 'all';
    const asked = query.get('q') ?? '';
    return html(listDocument({ pages, asked, filter: isFilter(filter) ? filter : 'all', folder }, desk));
  }

  async function siteNow(): Promise<SiteNow> {
    if (live.isStarting) await live.readRest();
    const loaded = live.now();
    const website = loaded.website ?? live.lastWebsite;
    return { loaded, website, pages: listedPages(loaded, website) };
  }

  async function change(data: Request): Promise<OwnAnswer> {
    const site = await siteNow();
    try {
      return await answerTo(data, site);
    } catch (problem) {
      if (problem instanceof UsageError || problem instanceof CommandError) return said(422, problem.message);
      throw problem;
    } finally {
      // The next request finds the change, even if the watcher does not know it yet.
      if (data.do === 'new') await live.hasChanged(site.loaded);
    }
  }

  async function answerTo(data: Request, { loaded, website, pages }: SiteNow): Promise<OwnAnswer> {
    const problemOf = (written: string) => addressProblem(written, loaded, website);
    if (data.do === 'propose') {
      const isFree = (written: string) => problemOf(written) === undefined;
      const proposed = proposedAddress(data.title, data.folder, isFree);
      return json(200, { address: proposed, problem: problemOf(proposed) });
    }
    const problem = problemOf(data.address);
    if (data.do === 'check') return json(200, { problem });
    const recipe = recipesFor(pages).find(({ name }) => name === data.recipe);
    if (!recipe) return said(400, 'There is no such recipe.');
    if (problem !== undefined) return json(422, { message: problem, field: 'address' });
    const created = writeNewPage(folder, data.address, withTitle(recipe, data.title));
    return json(200, { message: `${data.title} is made.`, open: base() + created.address });
  }

  return { answer };
}
