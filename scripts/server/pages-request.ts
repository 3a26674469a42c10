import type { IncomingMessage } from 'node:http';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { shareCardFor } from '../assets/share-cards.ts';
import { drawShareImage, shareLook } from '../assets/share-image.ts';
import { type EditAnswer, type EditedSite, refusal } from '../editing/answer-edit.ts';
import { openPages, type PagesRequest } from '../editing/answer-pages.ts';
import type { DevSite } from '../site/dev-site.ts';
import { pageRecipes, readRecipeSettings } from '../site/new-page.ts';
import { contentTypes } from '../system/content-types.ts';
import { systemErrorMessage } from '../system/errors.ts';
import { now, siteOf } from '../system/project.ts';
import { type Answer, messageAnswer } from './answer.ts';
import { inTurns, viewRefusal } from './request-guard.ts';
import { listPath, toolDocument } from './tool-document.ts';

/** The path of the share image of a page, which is the same as in a build. */
const cardPath = `${listPath}/card`;

export const isPagesPath = (path: string): boolean =>
  [listPath, `${listPath}/new`, `${listPath}/page`, cardPath].includes(path);

/** Requests that change no files. */
const reading = new Set<PagesRequest['do']>([
  'list',
  'choices',
  'recipe',
  'suggest',
  'check',
  'options',
  'plan',
]);

/**
 * Answers requests about whole pages, and serves these paths. `base` returns the base path of the site, `renderPage`
 * the HTML of a page.
 */
export function openPagesTool(
  pagesFolder: string,
  live: DevSite,
  { files, journal }: Pick<EditedSite, 'files' | 'journal'>,
  base: () => string,
  draw: (page: SitePage, website: Website) => Promise<string>,
) {
  const { pages } = siteOf(pagesFolder);
  const inTurn = inTurns();

  const answerPages = openPages({
    files,
    journal,
    checked: () => live.readAll(),
    lastWebsite: () => live.lastWebsite,
    now,
    recipes: () => ({ pages: pageRecipes(), site: readRecipeSettings() }),
    draw,
    shareCard: (route) => `${cardPath}?route=${encodeURIComponent(route)}`,
  });

  async function answer(request: PagesRequest): Promise<EditAnswer> {
    if (reading.has(request.do)) return answerPages(request);
    return inTurn(async () => {
      const before = await live.readAll();
      try {
        return await answerPages(request);
      } catch (problem) {
        const { code, path = '' } = problem as NodeJS.ErrnoException; // errors of files have a code
        const reason = code === 'EEXIST' ? `${path} already exists` : systemErrorMessage(problem);
        if (reason !== undefined) return refusal(500, `Nothing was changed: ${reason}.`);
        throw problem;
      } finally {
        // The next request must see the change, even if the watcher has not reported it yet.
        await live.hasChanged(before);
      }
    });
  }

  async function card(route: string): Promise<Answer> {
    const { website = live.lastWebsite } = await live.readAll();
    const page = website?.pages.get(route);
    if (!website || !page) return messageAnswer(404, 'This page does not exist.');
    const { look } = shareLook(website.site, siteOf(pages));
    const body = await drawShareImage(shareCardFor(page, website), look);
    return { status: 200, type: contentTypes['png'], body };
  }

  async function show(incoming: IncomingMessage, path: string, search = ''): Promise<Answer> {
    const refused = viewRefusal(incoming);
    if (refused) return refused;
    if (path === cardPath) return card(new URLSearchParams(search).get('route') ?? '');
    return toolDocument('Pages', base());
  }

  return { answer, show };
}
