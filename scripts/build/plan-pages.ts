import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { outputPaths } from '../../schema/base/routes.ts';
import { pictureData, readPictures } from '../assets/pictures.ts';
import { withPublishedSizes } from '../assets/published-sizes.ts';
import { shareCards } from '../assets/share-cards.ts';
import { type ShareCard, shareLook } from '../assets/share-image.ts';
import { siteTags } from '../outputs/head-tags.ts';
import { siteOutputs } from '../outputs/outputs.ts';
import { hostRedirects } from '../outputs/redirects.ts';
import { isSearched } from '../outputs/search-texts.ts';
import type { SiteFolders } from '../system/project.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { buildDay, visibleWebsite } from '../../schema/resolve/visibility.ts';
import type { PageTask, RenderMaterial, SiteCode } from './page-files.ts';
import { contextHash, renderKey } from './render-cache.ts';
import { itemsWithShared, type Shard } from './shards.ts';

/** A share image to draw. */
export interface CardTask {
  path: string;
  card: ShareCard;
  /** All its inputs, as text. */
  key: string;
}

/** The pages that a build may have to render, and all inputs of its files. */
export interface BuildPlan {
  /** The site as visitors see it on the day of the build. */
  website: Website;
  folders: SiteFolders;
  shard: Shard;
  material: RenderMaterial;
  /** The pages that visitors can open, of all shards. */
  livePages: SitePage[];
  /** The pages of this shard. */
  pages: PageTask[];
  /** The pages of other shards whose words are in the search index. */
  searchedElsewhere: PageTask[];
  /** The share images of this shard. */
  cards: CardTask[];
  pictures: ReturnType<typeof readPictures>;
  outputs: ReturnType<typeof siteOutputs>;
  redirects: ReturnType<typeof hostRedirects>;
}

/** Collects the data that each page shows from the rest of the site: links, lists, pictures and file sizes. */
export async function planPages(
  checked: Website,
  folders: SiteFolders,
  code: SiteCode,
  shard: Shard,
): Promise<BuildPlan> {
  const day = buildDay(checked.site, checked.now);
  const visible = visibleWebsite(checked, day);
  const sized = await withPublishedSizes(visible, visible.pages.values(), folders);
  const website = sized === visible ? visible : visibleWebsite({ ...checked, files: sized.files }, day);
  const { site } = website;
  const livePages = [...website.pages.values()].filter(({ status }) => status === 'live');
  const ownPages = new Set(itemsWithShared(livePages, shard, ({ path }) => /^\/(404)?$/.test(path)));
  const pictures = readPictures(website, folders.public);
  const outputs = siteOutputs(website, code.licenses);
  const tags = siteTags(
    website,
    outputs.some(({ path }) => path === outputPaths.feed),
  );
  const context = contextHash(website, code.backend, tags, `${code.assets} ${code.own?.folder ?? ''}`);
  const inputOf = renderInputs(website, pictureData(pictures), day);
  const taskOf = (page: SitePage): PageTask => {
    const input = inputOf(page);
    return { page, input, key: renderKey(context, page, input) };
  };
  const { look, version } = shareLook(site, folders);
  const cards = [...shareCards(website)].map(([path, card]) => ({
    path,
    card,
    key: JSON.stringify([version, card]),
  }));
  return {
    website,
    folders,
    shard,
    material: { ...code, site, tags, look },
    livePages,
    pages: [...ownPages].map(taskOf),
    searchedElsewhere: livePages
      .filter((page) => !ownPages.has(page) && isSearched(page, site))
      .map((page) => ({ ...taskOf(page), wordsOnly: true })),
    cards: itemsWithShared(cards, shard, ({ path }) => /^\/?[^/]+$/.test(path)),
    pictures,
    outputs,
    redirects: hostRedirects(website),
  };
}
