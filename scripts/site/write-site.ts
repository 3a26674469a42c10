import { join } from 'node:path';
import { answerScript } from '../../schema/base/answer-script.ts';
import type { Website } from '../../schema/check.ts';
import { pathOf } from '../../schema/check/facts.ts';
import type { SiteFolders } from '../base/project.ts';
import type { PutFile } from '../base/put-file.ts';
import { redirectDocument } from '../document/page-documents.ts';
import { compressOutput } from '../output/compress-output.ts';
import { writeHostFiles } from '../hosting/host-files.ts';
import { responseHeaders } from '../hosting/response-headers.ts';
import { rulesAddress, speculationRules } from '../hosting/speculation-rules.ts';
import { stylePolicy } from '../hosting/style-csp.ts';
import { openOutput, type Output } from '../output/output.ts';
import { siteWithFileWords } from '../document/framed-files.ts';
import { siteWithoutHiddenLinks } from '../document/hidden-links.ts';
import { siteInForce, today } from '../document/in-force.ts';
import { siteIndex } from '../document/site-index.ts';
import { listFiles } from '../pages/list-files.ts';
import { publicPages } from '../pages/site-map.ts';
import { webManifest, writeIcons } from '../pictures/app-icons.ts';
import { pictureData, readPictures } from '../pictures/read-pictures.ts';
import { writePhotos, writePublicFiles } from '../pictures/write-pictures.ts';
import { indexFiles } from '../search/index-files.ts';
import { isSearched } from '../search/page-texts.ts';
import { shareCards } from '../pictures/share-cards.ts';
import { shareLook } from '../pictures/share-look.ts';
import { atomFeed, feedsOf } from '../seo/atom-feed.ts';
import { siteTags } from '../seo/head-tags.ts';
import { llmsText } from '../seo/llms-txt.ts';
import { sitemap } from '../seo/sitemap.ts';
import type { BackendProject } from '../../src/entry-server.tsx';
import { hash, scriptHashes } from '../hosting/csp-hashes.ts';
import { buildKey, KeptBuild } from './build-memory.ts';
import type { BuildWatch } from './build-work.ts';
import { madeFiles } from './made-files.ts';
import { type KnownPages, makeAnew } from './make-anew.ts';
import { demandOwnAddresses } from './own-addresses.ts';
import { partOf, type Shard, whole } from './shard.ts';
import { writePages } from './write-pages.ts';

/** How a site is written. */
export interface WriteOptions {
  /** With compressed copies of its texts, for servers that do not compress by themselves. */
  compress?: boolean;
  /** The part of the pages and share images that is made; by default all of them. */
  shard?: Shard | undefined;
  /** How many threads help with pages and pictures; by default as many as are worth it. */
  threads?: number | undefined;
  /** The stamp of the record by which all was found in the output as it was left. */
  seen?: string | null;
  /** What is done besides: at the same time where several threads are at work. */
  besides?: () => void;
  watch?: BuildWatch | undefined;
  /** Is told what is waited for. */
  say?: (text: string) => void;
}

/** What a site is written with. */
export interface SiteCode {
  /** The folder of the scripts for browsers. */
  assets: string;
  backend: BackendProject;
  /** The markup of the script that starts the application. */
  start: string;
  /** The program that renders pages. */
  renderer: string;
}

/** Writes a whole site; one that cannot be built replaces nothing. */
export async function writeSite(
  checked: Website,
  known: KnownPages,
  folders: SiteFolders,
  code: SiteCode,
  out: string,
  { compress = false, shard = whole, threads, seen, besides, watch, say }: WriteOptions = {},
): Promise<number> {
  const day = today(checked.site, checked.now);
  const website = {
    ...checked,
    site: siteWithFileWords(
      siteWithoutHiddenLinks(siteInForce(checked.site, day), checked.hidden),
      checked.files,
    ),
    redirects: checked.redirects.filter(({ to }) => !checked.hidden.has(pathOf(to))),
  };
  const { site, redirects } = website;
  const { backend, start } = code;
  const pictures = readPictures(website, folders.public, { versions: true });
  const feeds = feedsOf(website);
  const tags = siteTags(website, feeds.length > 0);
  const key = buildKey(website, backend, tags, code.assets);
  const output = await openOutput(out, folders, say, seen);
  try {
    const live = [...website.pages.values()].filter(({ status }) => status === 'live');
    const cards = [...shareCards(website)];
    // What lies in no folder is made in every shard, so that the next build knows all of it as its own.
    const own = new Set([...partOf(live, shard), ...live.filter(({ path }) => /^\/(404)?$/.test(path))]);
    const ownCards = new Set([...partOf(cards, shard), ...cards.filter(([path]) => /^\/?[^/]+$/.test(path))]);
    const last = new KeptBuild(folders, out, key);
    const made = madeFiles(output, last.made);
    const index = siteIndex(website, pictureData(pictures), day);
    const { look, version } = shareLook(site, folders);
    const images = new Map([...ownCards].map(([path, card]) => [path, JSON.stringify([version, card])]));
    const newCards = [...ownCards].filter(
      ([path]) => last.images.get(path) !== images.get(path) || !output.keep(path),
    );
    let ofPublic: ReadonlySet<string> = new Set();
    const first = async () => {
      besides?.();
      ofPublic = new Set(await writePublicFiles(site, folders, pictures, made.put));
      for (const file of listFiles(code.assets).files) {
        const from = join(code.assets, file);
        await made.put(join('assets', file), from, () => from);
      }
      // For hosts that cannot answer with a redirect; the others read a file written below.
      for (const { path, to } of redirects)
        output.put(join(path, 'index.html'), redirectDocument(to, { site, stylePolicy }));
      for (const feed of feeds) output.put(feed.address.slice(1), atomFeed(feed, website));
      await writeForMachines(website, folders, output, made.put);
    };
    const material = { index, backend, start, tags, renderer: code.renderer, look };
    const words = new Map<string, string>();
    const unwritten = live.filter((page) => isSearched(page, site) && !own.has(page));
    const written = await writePages([...own], index, last.pages, output, async (pages) => {
      const images = newCards.length;
      watch?.begin({ pages: pages.length, images, keptPages: own.size - pages.length });
      const made = await makeAnew(
        { pages, cards: newCards, unwritten, website, material, first, watch, known },
        output,
        threads,
      );
      for (const { path, page } of made) words.set(path, page.words ?? '');
      return made;
    });
    demandOwnAddresses(ofPublic, [...written.flatMap(([, { files }]) => files), ...images.keys()]);
    for (const [path, page] of written) words.set(path, page.words ?? '');
    if (site.navigation.search !== undefined) {
      const searched = live.filter((page) => isSearched(page, site));
      const files = [
        ...indexFiles(
          searched.map(({ path }) => [path, words.get(path) ?? '']),
          site,
        ),
      ];
      // In each shard the next build knows the folder as its own.
      for (const [path, text] of [...partOf(files, shard), ...files.slice(0, 1)]) output.put(path, text);
    }
    const shown = written.map(([, page]) => page);
    // Every page has the first, and a form the second; a shard may have few pages.
    const ofAll = [...scriptHashes(start), hash(answerScript)];
    const scripts = new Set([...ofAll, ...shown.flatMap((page) => page.scripts)]);
    const drawn = shown.flatMap((page) => page.drawn);
    const fallbacks = partOf([...pictures.photos.keys()], shard);
    await writePhotos(site, pictures, { drawn, fallbacks }, folders.cache, made.put);
    if (compress) await compressOutput(output, folders.cache);
    const frames = [...new Set(live.flatMap((page) => page.frames))].toSorted();
    const hosts = { pictures: site.pictures.hosts, frames };
    writeHostFiles(responseHeaders(backend, scripts, hosts), redirects, output.put);
    const elsewhere = live.filter((page) => !own.has(page)).map(({ path }) => path);
    output.finish([...elsewhere, ...pictures.photos.keys()]);
    last.save(written, made.recipes, images);
    return own.size;
  } finally {
    output.abandon();
  }
}

/** What search engines, feed readers, networks and home screens ask for beside the pages. */
async function writeForMachines(
  website: Website,
  folders: SiteFolders,
  output: Output,
  put: PutFile,
): Promise<void> {
  const { site, pages } = website;
  output.put('sitemap.xml', sitemap(publicPages(website), site.url));
  output.put('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`);
  output.put('llms.txt', llmsText(website));
  output.put(rulesAddress, speculationRules());
  output.put('manifest.webmanifest', webManifest(site, pages.get('/')?.description));
  await writeIcons(site, folders, put);
}
