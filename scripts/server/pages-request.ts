import type { IncomingMessage } from 'node:http';
import { isFilter, listedPages } from '../pages-list/listed-pages.ts';
import { listDocument, listPath } from '../pages-list/list-page.ts';
import type { DevSite } from '../source/dev-site.ts';
import { html, type OwnAnswer, pageToken, refusalOf } from './own-page.ts';

export const isPagesPath = (path: string): boolean => path === listPath;

/** Answers at these addresses. `base` is the path below which the site is served. */
export function openPages(folder: string, live: DevSite, base: () => string) {
  async function answer(incoming: IncomingMessage, _path: string, search = ''): Promise<OwnAnswer> {
    const refusal = refusalOf(incoming, false);
    if (refusal) return refusal;
    if (live.isStarting) await live.readRest();
    const loaded = live.now();
    const pages = listedPages(loaded, loaded.website ?? live.lastWebsite);
    const query = new URLSearchParams(search);
    const filter = query.get('show') ?? 'all';
    const state = {
      pages,
      asked: query.get('q') ?? '',
      filter: isFilter(filter) ? filter : 'all',
      folder,
    } as const;
    return html(listDocument(state, { base: base(), token: pageToken }));
  }

  return { answer };
}
