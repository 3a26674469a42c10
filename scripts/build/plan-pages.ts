import type { Website } from '../../schema/check/check.ts';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { outputPaths } from '../../schema/base/routes.ts';
import { toPictureData, readPictures } from '../assets/pictures.ts';
import { addPublishedSizes } from '../assets/published-sizes.ts';
import { collectShareImages } from '../assets/share-image-content.ts';
import { type ShareImageContent, createShareTheme } from '../assets/share-image.ts';
import { createSiteTags } from '../outputs/head-tags.ts';
import { listSiteOutputs } from '../outputs/outputs.ts';
import { createHostRedirects } from '../outputs/redirects.ts';
import { isInSearchIndex } from '../outputs/search-texts.ts';
import type { SiteFolders } from '../system/project.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { getBuildDay, toVisibleWebsite } from '../../schema/resolve/visibility.ts';
import type { PageTask, RenderMaterial, SiteCode } from './page-files.ts';
import { hashContext, hashPageInputs } from './render-cache.ts';
import { selectShardAndSharedItems, type Shard } from './shards.ts';

/** A share image to draw. */
export interface CardTask {
  path: string;
  card: ShareImageContent;
  /** All inputs of the image, as text. */
  key: string;
}

/** The pages and share images that a build may have to render, with all their inputs. */
export interface BuildPlan {
  /** The site as visitors see it on the day of the build. */
  website: Website;
  folders: SiteFolders;
  shard: Shard;
  material: RenderMaterial;
  /** The pages in all shards that visitors can open. */
  livePages: SitePage[];
  /** The pages of this shard. */
  pages: PageTask[];
  /** The pages of other shards whose words are in the search index. */
  otherSearchedPages: PageTask[];
  /** The share images of this shard. */
  cards: CardTask[];
  pictures: ReturnType<typeof readPictures>;
  outputs: ReturnType<typeof listSiteOutputs>;
  redirects: ReturnType<typeof createHostRedirects>;
}

/** Plans a build. Collects the data that each page shows from other files: links, lists, pictures and file sizes. */
export async function planPages(
  checkedWebsite: Website,
  folders: SiteFolders,
  code: SiteCode,
  shard: Shard,
): Promise<BuildPlan> {
  const day = getBuildDay(checkedWebsite.site, checkedWebsite.now);
  const visibleSite = toVisibleWebsite(checkedWebsite, day);
  const sizedSite = await addPublishedSizes(visibleSite, visibleSite.pages.values(), folders);
  const website =
    sizedSite === visibleSite
      ? visibleSite
      : toVisibleWebsite({ ...checkedWebsite, files: sizedSite.files }, day);
  const { site } = website;
  const livePages = [...website.pages.values()].filter(({ status }) => status === 'live');
  const shardPages = new Set(
    selectShardAndSharedItems(livePages, shard, ({ path }) => /^\/(404)?$/.test(path)),
  );
  const pictures = readPictures(website, folders.public);
  const outputs = listSiteOutputs(website, code.licenses);
  const tags = createSiteTags(
    website,
    outputs.some(({ path }) => path === outputPaths.feed),
  );
  const context = hashContext(website, code.backend, tags, `${code.assets} ${code.own?.folder ?? ''}`);
  const createInput = createRenderInputs(website, toPictureData(pictures), day);
  const createTask = (page: SitePage): PageTask => {
    const input = createInput(page);
    return { page, input, key: hashPageInputs(context, page, input) };
  };
  const { look, version } = createShareTheme(site, folders);
  const cards = [...collectShareImages(website)].map(([path, card]) => ({
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
    pages: [...shardPages].map(createTask),
    otherSearchedPages: livePages
      .filter((page) => !shardPages.has(page) && isInSearchIndex(page, site))
      .map((page) => ({ ...createTask(page), wordsOnly: true })),
    cards: selectShardAndSharedItems(cards, shard, ({ path }) => /^\/?[^/]+$/.test(path)),
    pictures,
    outputs,
    redirects: createHostRedirects(website),
  };
}
