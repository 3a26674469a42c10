import { join } from 'node:path';
import { CommandError, UsageError } from '../system/command.ts';
import { answerScript } from '../../schema/content/form-rules.ts';
import type { Website } from '../../schema/checker/check.ts';
import { withoutHash } from '../../schema/content/routes.ts';
import { type SiteFolders, engineFolder, displayPath, siteOf } from '../system/project.ts';
import type { PutFile } from '../system/cache.ts';
import { redirectPage } from '../outputs/documents.ts';
import { buildErrorMessage, compressOutput, openOutput, type Output } from './output.ts';
import { assertOwnOutputFolder, restoreOutput } from './output-folder.ts';
import { writeHostFiles } from '../outputs/host-files.ts';
import { responseHeaders, speculationRulesPath, speculationRules } from '../outputs/headers.ts';
import { stylePolicy, hash, scriptHashes } from '../outputs/csp.ts';
import { siteWithFileWords, siteIndex } from '../view/site-context.ts';
import { siteWithoutHiddenLinks, activeSite, buildDay } from '../view/visibility.ts';
import { listFiles } from '../system/files.ts';
import { publicPages } from '../source/site-map.ts';
import { webManifest, writeIcons } from '../assets/app-icons.ts';
import { pictureData, readPictures } from '../assets/pictures.ts';
import { writePhotos, writePublicFiles } from '../assets/write-assets.ts';
import { indexFiles } from '../outputs/search-index.ts';
import { isSearched } from '../outputs/search-texts.ts';
import { shareCards } from '../assets/share-cards.ts';
import { shareLook } from '../assets/share-image.ts';
import { atomFeed, feedsOf } from '../outputs/feeds.ts';
import { siteTags } from '../outputs/head-tags.ts';
import { llmsText } from '../outputs/llms-txt.ts';
import { sitemap } from '../outputs/sitemap.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { contextHash, RenderCache, outputPaths, writePages } from './render-cache.ts';
import type { BuildWatch } from './page-files.ts';
import { type LoadedPages, renderStalePages, openRenderers } from './render-pages.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { bundle, bundleHash } from './bundle.ts';
import { nextScheduledChange } from '../source/next-change.ts';
import { loadSite } from '../source/load-site.ts';
import { assertPagesFolder } from '../source/read-pages.ts';
import type { DiagnosticsReport } from '../reporters/report.ts';
import { backendProject } from '../outputs/forms.ts';
import { SameBuild } from '../../legacy/scripts/site/same-build.ts';

/**
 * Ends a build that has written a file of `public/` and what it made itself to one place: which of the two
 * is there would depend on what the last build left. The checks tell of it before where they know the names.
 */
export function assertNoClashes(ofPublic: ReadonlySet<string>, made: Iterable<string>): void {
  for (const written of made) {
    const path = written.replace(/^\/+/, '');
    if (ofPublic.has(path))
      throw new CommandError(
        `Nothing was built, because public/${path} has the address of a file that the build makes itself; ` +
          'give it another name.',
      );
  }
}

/** One of the parts into which a build is divided, counted from 1. */
export interface Shard {
  number: number;
  of: number;
}

export const allPages: Shard = { number: 1, of: 1 };

/** Reads `2/5`. */
export function shardFrom(text: string): Shard {
  const [number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (number < 1 || number > of)
    throw new UsageError(
      `\`--shard ${text}\` names no part of a build. Write \`--shard 2/5\` for the second of five parts.`,
    );
  return { number, of };
}

/** The part of a list that is made in a shard: neighbours go to different ones, as they are often alike. */
export const itemsOfShard = <One>(all: readonly One[], { number, of }: Shard): One[] =>
  all.filter((_, at) => at % of === number - 1);

/** How a site is written. */
export interface WriteOptions {
  /** With compressed copies of its texts, for servers that do not compress by themselves. */
  compress?: boolean;
  /** The part of the pages and share images that is made; by default all of them. */
  shard?: Shard | undefined;
  /** How many threads help with pages and pictures; by default as many as are worth it. */
  threads?: number | undefined;
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
  known: LoadedPages,
  folders: SiteFolders,
  code: SiteCode,
  out: string,
  { compress = false, shard = allPages, threads, besides, watch, say }: WriteOptions = {},
): Promise<number> {
  const day = buildDay(checked.site, checked.now);
  const website = {
    ...checked,
    site: siteWithFileWords(
      siteWithoutHiddenLinks(activeSite(checked.site, day), checked.hidden),
      checked.files,
    ),
    redirects: checked.redirects.filter(({ to }) => !checked.hidden.has(withoutHash(to))),
  };
  const { site, redirects } = website;
  const { backend, start } = code;
  const pictures = readPictures(website, folders.public, { versions: true });
  const feeds = feedsOf(website);
  const tags = siteTags(website, feeds.length > 0);
  const key = contextHash(website, backend, tags, code.assets);
  const output = await openOutput(out, folders, say);
  try {
    const live = [...website.pages.values()].filter(({ status }) => status === 'live');
    const cards = [...shareCards(website)];
    // What lies in no folder is made in every shard, so that the next build knows all of it as its own.
    const own = new Set([
      ...itemsOfShard(live, shard),
      ...live.filter(({ path }) => /^\/(404)?$/.test(path)),
    ]);
    const ownCards = new Set([
      ...itemsOfShard(cards, shard),
      ...cards.filter(([path]) => /^\/?[^/]+$/.test(path)),
    ]);
    const last = new RenderCache(folders, out, key);
    const made = outputPaths(output, last.made);
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
        output.put(join(path, 'index.html'), redirectPage(to, { site, stylePolicy }));
      for (const feed of feeds) output.put(feed.address.slice(1), atomFeed(feed, website));
      await writeForMachines(website, folders, output, made.put);
    };
    const material = { index, backend, start, tags, renderer: code.renderer, look };
    const words = new Map<string, string>();
    const unwritten = live.filter((page) => isSearched(page, site) && !own.has(page));
    const written = await writePages([...own], index, last.pages, output, async (pages) => {
      const images = newCards.length;
      watch?.begin({ pages: pages.length, images, unchangedPages: own.size - pages.length });
      const made = await renderStalePages(
        { pages, cards: newCards, unwritten, website, material, first, watch, known },
        output,
        threads,
      );
      for (const { path, page } of made) words.set(path, page.words ?? '');
      return made;
    });
    assertNoClashes(ofPublic, [...written.flatMap(([, { files }]) => files), ...images.keys()]);
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
      for (const [path, text] of [...itemsOfShard(files, shard), ...files.slice(0, 1)])
        output.put(path, text);
    }
    const shown = written.map(([, page]) => page);
    // Every page has the first, and a form the second; a shard may have few pages.
    const ofAll = [...scriptHashes(start), hash(answerScript)];
    const scripts = new Set([...ofAll, ...shown.flatMap((page) => page.scripts)]);
    const drawn = shown.flatMap((page) => page.drawn);
    const fallbacks = itemsOfShard([...pictures.photos.keys()], shard);
    await writePhotos(site, pictures, { drawn, fallbacks }, folders.cache, made.put);
    if (compress) await compressOutput(output, folders.cache);
    const frames = [...new Set(live.flatMap((page) => page.frames))].toSorted();
    const hosts = { pictures: site.pictures.hosts, frames };
    writeHostFiles(responseHeaders(backend, scripts, hosts), redirects, (path, content) =>
      output.put(path, content),
    );
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
  output.put(speculationRulesPath, speculationRules());
  output.put('manifest.webmanifest', webManifest(site, pages.get('/')?.description));
  await writeIcons(site, folders, put);
}

/** What the checks found, how many pages were built, and what the day changes of them next. */
type Built = Omit<DiagnosticsReport, 'notChecked'> & { pages: number; next?: string | undefined };

/** Pages folder → `out`. With errors nothing is written. */
export async function buildSite(
  pages: string,
  out: string,
  env = process.env,
  options: WriteOptions = {},
): Promise<Built> {
  try {
    return await checkAndWrite(pages, out, env, options);
  } catch (problem) {
    throw buildErrorMessage(problem, out);
  }
}

async function checkAndWrite(
  pages: string,
  out: string,
  env: NodeJS.ProcessEnv,
  options: WriteOptions,
): Promise<Built> {
  const site = siteOf(pages);
  assertPagesFolder(pages);
  restoreOutput(out);
  assertOwnOutputFolder(out, site);
  const backend = backendProject(env);
  const { shard, compress } = options;
  const choices = [backend, bundleHash(engineFolder), shard, compress, displayPath(pages)];
  const same = new SameBuild(site, out, choices);
  const before = same.last();
  if (before) {
    options.watch?.begin({ pages: 0, images: 0, unchangedPages: before.pages });
    return { diagnostics: [], files: [], pages: before.pages, milliseconds: 0, next: before.next };
  }
  same.forget();
  const program = new URL('./render-worker.ts', import.meta.url);
  const known = loadSite(pages, { program, threads: options.threads, keep: true });
  try {
    const { website, diagnostics, files, milliseconds } = known.read(same.seen);
    const besides = () => known.save();
    if (!website || filterErrors(diagnostics).length > 0) {
      besides();
      return { diagnostics, files, pages: 0, milliseconds };
    }
    const { assets, loader, renderer } = await bundle();
    openRenderers(known, renderer);
    const code = { assets, backend, start: `<script>${loader}</script>`, renderer };
    const written = await writeSite(website, known, site, code, out, {
      besides,
      ...options,
    });
    const next = nextScheduledChange(website);
    if (diagnostics.length === 0)
      same.note({
        pages: written,
        from: website.now.getTime(),
        until: next?.at.getTime(),
        next: next?.words,
      });
    return { diagnostics, files, pages: written, milliseconds, next: next?.words };
  } finally {
    known.closeReaders();
  }
}
