import type { IncomingMessage } from 'node:http';
import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { getShareImageContent } from '../assets/share-image-content.ts';
import { drawShareImage, createShareTheme } from '../assets/share-image.ts';
import { type EditAnswer, type EditedSite, createRefusal } from '../editing/answer-edit.ts';
import { createPagesHandler, type PagesRequest } from '../editing/answer-pages.ts';
import type { DevSite } from '../site/dev-site.ts';
import { readPageRecipes, readRecipeSettings } from '../site/new-page.ts';
import { contentTypes } from '../system/content-types.ts';
import { formatSystemError } from '../system/errors.ts';
import { getSiteTime, getSiteFolders } from '../system/project.ts';
import { type Answer, createMessageAnswer } from './answer.ts';
import { createTaskQueue, checkViewRequest } from './request-guard.ts';
import { listPath, createToolDocument } from './tool-document.ts';

/** The path for share images. The images are the same as in a build. */
const shareImageUrlPath = `${listPath}/card`;

export const isPagesPath = (path: string): boolean =>
  [listPath, `${listPath}/new`, `${listPath}/page`, shareImageUrlPath].includes(path);

/** The kinds of requests that change no files. */
const readOnlyRequests = new Set<PagesRequest['do']>([
  'list',
  'choices',
  'recipe',
  'suggest',
  'check',
  'options',
  'plan',
]);

/**
 * Opens the pages tool, which responds to requests about whole pages, and serves its document and share images. `base`
 * returns the base path of the site, and `renderPage` the HTML of a page.
 */
export function openPagesTool(
  pagesFolder: string,
  live: DevSite,
  { files, journal }: Pick<EditedSite, 'files' | 'journal'>,
  base: () => string,
  renderPage: (page: SitePage, website: Website) => Promise<string>,
) {
  const { pages } = getSiteFolders(pagesFolder);
  const enqueue = createTaskQueue();

  const answerPages = createPagesHandler({
    files,
    journal,
    checked: () => live.readAll(),
    lastWebsite: () => live.lastWebsite,
    now: getSiteTime,
    recipes: () => ({ pages: readPageRecipes(), site: readRecipeSettings() }),
    renderStatic: renderPage,
    shareImagePath: (route) => `${shareImageUrlPath}?route=${encodeURIComponent(route)}`,
  });

  async function answer(request: PagesRequest): Promise<EditAnswer> {
    if (readOnlyRequests.has(request.do)) return answerPages(request);
    return enqueue(async () => {
      const before = await live.readAll();
      try {
        return await answerPages(request);
      } catch (error) {
        const { code, path = '' } = error as NodeJS.ErrnoException; // file system errors have a code
        const reason = code === 'EEXIST' ? `${path} already exists` : formatSystemError(error);
        if (reason !== undefined) return createRefusal(500, `Nothing was changed: ${reason}.`);
        throw error;
      } finally {
        // Detect the change now: the next request must see it, even if the watcher has not reported it yet.
        await live.hasChanged(before);
      }
    });
  }

  async function answerShareImage(route: string): Promise<Answer> {
    const { website = live.lastWebsite } = await live.readAll();
    const page = website?.pages.get(route);
    if (!website || !page) return createMessageAnswer(404, 'This page does not exist.');
    const { look } = createShareTheme(website.site, getSiteFolders(pages));
    const body = await drawShareImage(getShareImageContent(page, website), look);
    return { status: 200, type: contentTypes['png'], body };
  }

  async function show(request: IncomingMessage, path: string, search = ''): Promise<Answer> {
    const refusedAnswer = checkViewRequest(request);
    if (refusedAnswer) return refusedAnswer;
    if (path === shareImageUrlPath) return answerShareImage(new URLSearchParams(search).get('route') ?? '');
    return createToolDocument('Pages', base());
  }

  return { answer, show };
}
