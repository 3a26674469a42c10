import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { addressProblem, proposedAddress, routeOfAddress } from '../pages-list/addresses.ts';
import { isFilter, type ListedPage, listedPages } from '../pages-list/listed-pages.ts';
import { type Desk, listDocument, listPath } from '../pages-list/list-page.ts';
import {
  newDocument,
  newPath,
  recipePage,
  recipePath,
  recipesFor,
  withTitle,
} from '../pages-list/new-page.ts';
import {
  copyPage,
  deletePage,
  linksTo,
  movePage,
  plannedMove,
  versionOf,
} from '../pages-list/page-changes.ts';
import { cardPath, lookHtml, shareCardOf } from '../pages-list/page-look.ts';
import { moveSummary, noOptionsDocument, optionsDocument, optionsPath } from '../pages-list/page-options.ts';
import { type RecentChange, RecentChanges } from '../pages-list/recent-changes.ts';
import type { DevSite } from '../site/dev-site.ts';
import type { LoadedSite } from '../site/load-site.ts';
import { writeNewPage } from '../site/new-page.ts';
import { contentTypes } from '../system/content-types.ts';
import { CommandError, UsageError } from '../system/command.ts';
import { systemErrorMessage } from '../system/errors.ts';
import { siteOf } from '../system/project.ts';
import { type Answer, html, json, said } from './answer.ts';
import { inTurns, pageToken, postedTo, refusalOf } from './request-guard.ts';

export const isPagesPath = (path: string): boolean =>
  [listPath, newPath, recipePath, optionsPath, cardPath].includes(path);

const title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\r\n\0]*$/);
const address = z.string().max(500);
const route = z.string();
const version = z.string().regex(/^[0-9a-f]{64}$/);
const request = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('propose'), title: z.string().max(500), folder: address }),
  z.strictObject({ do: z.literal('check'), address }),
  z.strictObject({ do: z.literal('plan'), route, to: address }),
  z.strictObject({ do: z.literal('move'), route, to: address, key: version }),
  z.strictObject({ do: z.literal('copy'), route, version, title, folder: address, address }),
  z.strictObject({ do: z.literal('delete'), route, version }),
  z.strictObject({ do: z.literal('undo'), id: z.string() }),
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
  pagesFolder: string,
  live: DevSite,
  base: () => string,
  draw: (page: SitePage, website: Website) => Promise<string>,
) {
  const folder = siteOf(pagesFolder).pages;
  const recent = new RecentChanges(folder);
  const inTurn = inTurns();

  async function answer(incoming: IncomingMessage, path: string, search = ''): Promise<Answer> {
    const isPost = incoming.method === 'POST' && path === listPath;
    const refusal = refusalOf(incoming, isPost);
    if (refusal) return refusal;
    if (isPost) {
      const posted = await postedTo(incoming, request);
      return 'refused' in posted ? posted.refused : inTurn(() => change(posted.data));
    }
    const site = await siteNow();
    const { loaded, pages, website } = site;
    const query = new URLSearchParams(search);
    const desk = { base: base(), token: pageToken };
    if (path === newPath) return html(newDocument(pages, desk));
    if (path === recipePath) {
      const recipe = recipesFor(pages).find(({ name }) => name === query.get('name'));
      const found = recipe && recipePage(recipe, loaded);
      return found ? html(await draw(found.page, found.website)) : said(404, 'There is no such recipe.');
    }
    if (path === cardPath) {
      const page = website?.pages.get(query.get('route') ?? '');
      if (!website || !page) return said(404, 'There is no such page.');
      return { status: 200, type: contentTypes['png'], body: await shareCardOf(page, website, folder) };
    }
    if (path === optionsPath) {
      const page = pages.find(({ route: one }) => one === query.get('route'));
      if (page) return optionsOf(page, site, desk);
      const why =
        'No file of the site makes this page any more. If you have deleted it, the list can undo that.';
      return html(noOptionsDocument(why, desk), 404);
    }
    const filter = query.get('show') ?? 'all';
    const asked = query.get('q') ?? '';
    const done = query.get('done') ?? undefined;
    const shown = { pages, asked, filter: isFilter(filter) ? filter : ('all' as const) };
    return html(listDocument({ ...shown, folder, recent: recent.all, done }, desk));
  }

  function optionsOf(page: ListedPage, { loaded, website, pages }: SiteNow, desk: Desk): Answer {
    const links = linksTo(page, pages, loaded);
    const shown = page.route === '/404' ? undefined : website?.pages.get(page.route);
    const look = website && shown ? lookHtml(shown, website, desk.base) : '';
    try {
      return html(optionsDocument({ page, pages, version: versionOf(folder, page), links, look }, desk));
    } catch (problem) {
      if (problem instanceof CommandError) return html(noOptionsDocument(problem.message, desk), 409);
      throw problem;
    }
  }

  async function siteNow(): Promise<SiteNow> {
    if (live.isStarting) await live.readRest();
    const loaded = live.now();
    const website = loaded.website ?? live.lastWebsite;
    return { loaded, website, pages: listedPages(loaded, website) };
  }

  async function change(data: Request): Promise<Answer> {
    const site = await siteNow();
    try {
      return await answerTo(data, site);
    } catch (problem) {
      if (problem instanceof UsageError || problem instanceof CommandError) return said(422, problem.message);
      const { code, path = '' } = problem as NodeJS.ErrnoException; // or any other error
      const reason = code === 'EEXIST' ? `${path} exists already` : systemErrorMessage(problem);
      if (reason !== undefined) return said(500, `Nothing was changed: ${reason}.`);
      throw problem;
    } finally {
      // The next request finds the change, even if the watcher does not know it yet.
      if (!['propose', 'check', 'plan'].includes(data.do)) await live.hasChanged(site.loaded);
    }
  }

  async function answerTo(data: Request, { loaded, website, pages }: SiteNow): Promise<Answer> {
    const problemOf = (written: string) => addressProblem(written, loaded, website);
    if (data.do === 'propose') {
      const isFree = (written: string) => problemOf(written) === undefined;
      const proposed = proposedAddress(data.title, data.folder, isFree);
      return json(200, { address: proposed, problem: problemOf(proposed) });
    }
    const changed = ({ id }: RecentChange) => json(200, { open: `${base()}${listPath}?done=${id}` });
    if (data.do === 'undo') return changed(recent.undo(data.id));
    if (data.do === 'plan' || data.do === 'move' || data.do === 'delete' || data.do === 'copy') {
      const found = pages.filter(({ route: one }) => one === data.route);
      const [page] = found;
      if (!page) return said(404, `There is no page \`${data.route}\` any more.`);
      if (found.length > 1)
        return said(409, 'Two files have this address. Rename or delete one of them by hand.');
      if (data.do === 'delete') return changed(deletePage(folder, page, data.version, recent));
      if (data.do === 'copy') {
        const taken = problemOf(data.address);
        if (taken !== undefined) return said(422, taken);
        copyPage(folder, page, data, loaded);
        return json(200, { open: base() + routeOfAddress(data.address) });
      }
      const move = plannedMove(page, data.to, pages, loaded);
      if (data.do === 'plan') return json(200, { key: move.key, ...moveSummary(move, base()) });
      if (move.key !== data.key)
        return said(409, 'A page has changed since you looked, so nothing was moved. Look once more.');
      return changed(movePage(folder, page, move, recent));
    }
    const problem = problemOf(data.address);
    if (data.do === 'check') return json(200, { problem });
    const recipe = recipesFor(pages).find(({ name }) => name === data.recipe);
    if (!recipe) return said(400, 'There is no such recipe.');
    if (problem !== undefined) return said(422, problem);
    const created = writeNewPage(folder, data.address, withTitle(recipe, data.title));
    return json(200, { open: base() + created.address });
  }

  return { answer };
}
