import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { customSharePicture, shareSize } from '../../schema/resolve/share-picture.ts';
import { shareCardFor } from '../assets/share-cards.ts';
import { drawShareImage, shareLook } from '../assets/share-image.ts';
import { escape } from '../system/format.ts';
import { siteOf } from '../system/project.ts';
import { listPath } from './list-page.ts';

/** The picture of links to a page, as a build draws it. */
export const cardPath = `${listPath}/card`;

/** Draws the picture of links to a page. `folder` is the pages folder. */
export const shareCardOf = async (page: SitePage, website: Website, folder: string): Promise<Buffer> =>
  drawShareImage(shareCardFor(page, website), shareLook(website.site, siteOf(folder)).look);

/** How a page looks in a list of search results, and as a link that somebody shares. */
export function lookHtml(page: SitePage, { site }: Website, base: string): string {
  const { path, title, description, share, index } = page;
  const host = new URL(site.url).host;
  const steps = [host, ...path.split('/').filter(Boolean)].join(' › ');
  const result =
    index !== false
      ? `<p class="address">${escape(steps)}</p><p class="result">${escape(`${title} | ${site.company}`)}</p><p>${escape(description)}</p>`
      : '<p>Search engines do not list this page.</p>';
  const own = customSharePicture(page, site);
  const picture = own ? encodeURI(base + own.src) : `${base}${cardPath}?route=${encodeURIComponent(path)}`;
  const { width, height } = shareSize;
  return (
    '<section class="card look" aria-labelledby="look"><h2 id="look">How others see it</h2>' +
    `<div><h3>In a search result</h3>${result}</div><div><h3>As a link that somebody shares</h3><div class="share">` +
    `<img src="${escape(picture)}" width="${width}" height="${height}" alt="${escape(own?.alt ?? 'The title of the page in large letters')}" loading="lazy">` +
    `<p><span class="address">${escape(host)}</span><strong>${escape(share?.title ?? title)}</strong>` +
    `<span class="soft">${escape(share?.text ?? description)}</span></p></div></div></section>`
  );
}
