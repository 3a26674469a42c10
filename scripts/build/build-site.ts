import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, UsageError } from '../system/command.ts';
import { answerScript } from '../../schema/content/form-rules.ts';
import { anchorScript, basePath, documentPath, outputPaths } from '../../schema/content/routes.ts';
import type { Website } from '../../schema/checker/check.ts';
import type { SitePage } from '../../schema/checker/page-summary.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import type { BackendProject } from '../../src/render/entry-server.tsx';
import { writeIcons } from '../assets/app-icons.ts';
import { fontFilesOf } from '../assets/built-in-fonts.ts';
import { pictureData, readPictures } from '../assets/pictures.ts';
import { withPublishedSizes } from '../assets/published-sizes.ts';
import { shareCards } from '../assets/share-cards.ts';
import { shareLook } from '../assets/share-image.ts';
import { writePhotos, writePublicFiles } from '../assets/write-assets.ts';
import { hash, scriptHashes, stylePolicy } from '../outputs/csp.ts';
import { redirectPage } from '../outputs/documents.ts';
import { backendProject } from '../outputs/forms.ts';
import { siteTags } from '../outputs/head-tags.ts';
import { responseHeaders } from '../outputs/headers.ts';
import { writeHostFiles } from '../outputs/host-files.ts';
import { siteOutputs } from '../outputs/outputs.ts';
import { hostRedirects, redirectFiles, slashFiles } from '../outputs/redirects.ts';
import { indexFiles } from '../outputs/search-index.ts';
import { isSearched } from '../outputs/search-texts.ts';
import type { DiagnosticsReport } from '../reporters/report.ts';
import { loadSite } from '../source/load-site.ts';
import { lookAgain, settleTimeOf } from '../source/look-again.ts';
import { nextScheduledChange } from '../source/next-change.ts';
import { assertPagesFolder } from '../source/read-pages.ts';
import { listFiles } from '../system/files.ts';
import { type SiteFolders, siteOf } from '../system/project.ts';
import { renderInputs } from '../view/render-input.ts';
import { buildDay, visibleWebsite } from '../view/visibility.ts';
import { bundle } from './bundle.ts';
import { buildErrorMessage, compressOutput, openOutput } from './output.ts';
import { assertOwnOutputFolder, restoreOutput } from './output-folder.ts';
import type { BuildWatch } from './page-files.ts';
import {
  contextHash,
  isUpToDate,
  readRenderCache,
  renderKey,
  SourcedFiles,
  writeRenderCache,
} from './render-cache.ts';
import { openRenderers, type PageLoader, renderPages } from './render-pages.ts';
import type { PageTask } from './render-tasks.ts';

/** One of the parts into which a build is divided, counted from 1. */
interface Shard {
  number: number;
  of: number;
}

const wholeBuild: Shard = { number: 1, of: 1 };

/** Reads `2/5`. Throws a usage error if the text names no shard. */
export function shardFrom(text: string): Shard {
  const [number = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).slice(1).map(Number);
  if (number < 1 || number > of)
    throw new UsageError(
      `\`--shard ${text}\` names no part of a build. Write \`--shard 2/5\` for the second of five parts.`,
    );
  return { number, of };
}

/** The items of a list that belong to a shard. Neighbours are often alike, so they go to different shards. */
const itemsOfShard = <Item>(all: readonly Item[], { number, of }: Shard): Item[] =>
  all.filter((_, at) => at % of === number - 1);

export interface BuildOptions {
  /** Whether to write compressed copies of texts, for servers that do not compress themselves. */
  compress?: boolean;
  /** By default, the whole site. */
  shard?: Shard | undefined;
  /** The number of workers; by default, as many as save time. */
  threads?: number | undefined;
  watch?: BuildWatch | undefined;
  /** Prints what a build waits for. */
  say?: (text: string) => void;
}

/** The bundled code of a site, and the backend of its forms. */
interface SiteCode {
  /** The folder of the scripts for browsers. */
  assets: string;
  backend: BackendProject;
  /** The markup of the script that starts the application. */
  start: string;
  /** The program that renders pages. */
  renderer: string;
}

/**
 * Throws if a file of `public/` and an output of the build have the same path. The checker reports all clashes
 * that it can know of.
 */
export function assertNoClashes(publicFiles: ReadonlySet<string>, outputs: Iterable<string>): void {
  for (const output of outputs) {
    const path = output.replace(/^\/+/, '');
    if (publicFiles.has(path))
      throw new CommandError(
        `Nothing was built, because public/${path} has the address of a file that the build makes itself; ` +
          'give it another name.',
      );
  }
}

/** Writes a checked site. Returns the number of pages in the shard. On an error, the output stays as it was. */
async function writeSite(
  checked: Website,
  loader: PageLoader,
  folders: SiteFolders,
  { assets, backend, start, renderer }: SiteCode,
  out: string,
  { compress = false, shard = wholeBuild, threads, watch, say }: BuildOptions,
  saveFacts: () => void,
): Promise<number> {
  const day = buildDay(checked.site, checked.now);
  const visible = visibleWebsite(checked, day);
  const sized = await withPublishedSizes(visible, visible.pages.values(), folders);
  const website = sized === visible ? visible : visibleWebsite({ ...checked, files: sized.files }, day);
  const { site } = website;
  const redirects = hostRedirects(website);
  const pictures = readPictures(website, folders.public);
  const outputs = siteOutputs(website);
  const tags = siteTags(
    website,
    outputs.some(({ path }) => path === outputPaths.feed),
  );
  const output = await openOutput(out, folders, say);
  try {
    const live = [...website.pages.values()].filter(({ status }) => status === 'live');
    const cards = [...shareCards(website)];
    // Every shard has the files at the top level, so that the next build recognizes all of them as its own.
    const ownPages = new Set([
      ...itemsOfShard(live, shard),
      ...live.filter(({ path }) => /^\/(404)?$/.test(path)),
    ]);
    const ownCards = new Set([
      ...itemsOfShard(cards, shard),
      ...cards.filter(([path]) => /^\/?[^/]+$/.test(path)),
    ]);
    const otherPages = live.filter((page) => !ownPages.has(page));

    const last = readRenderCache(folders, out);
    const others = new SourcedFiles(output, last.sources);
    const context = contextHash(website, backend, tags, assets);
    const inputOf = renderInputs(website, pictureData(pictures), day);
    const taskOf = (page: SitePage): PageTask => {
      const input = inputOf(page);
      return { page, input, key: renderKey(context, page, input) };
    };
    const tasks = [...ownPages].map(taskOf);
    const stalePages = tasks.filter(({ page, key }) => !isUpToDate(last.pages[page.path], key, output));
    const { look, version } = shareLook(site, folders);
    const staleCards = [...ownCards].filter(
      ([path, card]) => !others.reuse(path, JSON.stringify([version, card])),
    );

    let publicFiles: ReadonlySet<string> = new Set();
    const writeOtherFiles = async () => {
      saveFacts();
      publicFiles = new Set(await writePublicFiles(site, folders, pictures, others.put));
      for (const file of listFiles(assets).files) {
        const from = join(assets, file);
        await others.put(join('assets', file), from, () => from);
      }
      for (const [address, file] of fontFilesOf(site.theme))
        await others.put(address.slice(1), file, () => file);
      // For hosts that cannot redirect. For the others, the host files below list the redirects.
      const documents = live.map(({ path }) => documentPath(path));
      // On some systems, names that differ only in capital letters are the same.
      const isCaseless = existsSync(join(output.staging, '../STAGING'));
      const taken = new Set([...documents, ...[...publicFiles].map((path) => `/${path}`)]);
      const leading = [
        ...redirectFiles(redirects, taken, site.host),
        ...slashFiles(
          live.map(({ path }) => path),
          taken,
          site,
        ),
      ];
      for (const [path, to] of leading)
        if (!isCaseless || !documents.includes(path.toLowerCase()))
          output.put(path, redirectPage(to, { site, stylePolicy }));
      for (const { path, text } of outputs) output.put(path, text());
      await writeIcons(site, folders, others.put);
    };
    watch?.begin({
      pages: stalePages.length,
      images: staleCards.length,
      unchangedPages: tasks.length - stalePages.length,
    });
    const rendered = await renderPages(
      {
        pages: stalePages,
        wordsOnly: otherPages.filter((page) => isSearched(page, site)).map(taskOf),
        cards: staleCards,
      },
      { site, backend, start, tags, renderer, look },
      loader,
      output,
      writeOtherFiles,
      watch,
      threads,
    );
    const renderedFiles = new Map(rendered.map(({ path, page }) => [path, page]));
    const filesOf = ({ path }: Pick<SitePage, 'path'>) => renderedFiles.get(path) ?? last.pages[path];
    const pages = Object.fromEntries(
      tasks.flatMap(({ page }) => {
        const files = filesOf(page);
        return files ? [[page.path, files] as const] : [];
      }),
    );
    const ownFiles = Object.values(pages);
    assertNoClashes(publicFiles, [
      ...ownFiles.flatMap(({ files }) => files),
      ...[...ownCards].map(([path]) => path),
    ]);

    if (site.navigation.search !== undefined) {
      const searched = live.filter((page) => isSearched(page, site));
      const files = [
        ...indexFiles(
          searched.map((page) => [page.path, filesOf(page)?.words ?? '']),
          site,
        ),
      ];
      // The first file is in every shard, so that the next build recognizes the folder as its own.
      for (const [path, text] of [...itemsOfShard(files, shard), ...files.slice(0, 1)])
        output.put(path, text);
    }
    const drawn = ownFiles.flatMap((page) => page.drawn);
    const fallbacks = itemsOfShard([...pictures.photos.keys()], shard);
    await writePhotos(site, pictures, { drawn, fallbacks }, folders.cache, others.put);
    if (compress) await compressOutput(output, folders.cache);

    // A shard may have few pages, but each may have the start script, and the script of an answer to a form.
    const scripts = new Set([
      ...scriptHashes(start),
      hash(answerScript),
      hash(anchorScript),
      ...ownFiles.flatMap((page) => page.scripts),
    ]);
    const frames = [...new Set(live.flatMap((page) => page.frames))].toSorted();
    writeHostFiles(
      responseHeaders(backend, scripts, { pictures: site.pictures.hosts, frames }, basePath(site.url)),
      redirects,
      website,
      (path, content) => output.put(path, content),
    );
    output.finish([
      ...otherPages.flatMap(({ path }) => [path, documentPath(path)]),
      ...pictures.photos.keys(),
    ]);
    writeRenderCache(folders, out, { pages, sources: others.sources });
    return tasks.length;
  } finally {
    output.abandon();
  }
}

/** The result of a build: its diagnostics, the number of pages, and a sentence about the next change by date. */
type BuildResult = Omit<DiagnosticsReport, 'notChecked'> & { pages: number; next?: string | undefined };

/** Builds a pages folder into `out`. If there are errors, nothing is written. */
export async function buildSite(
  pages: string,
  out: string,
  env = process.env,
  options: BuildOptions = {},
): Promise<BuildResult> {
  try {
    return await lookAgain(
      pages,
      () => checkAndWrite(pages, out, env, options),
      ({ diagnostics }) => (filterErrors(diagnostics).length > 0 ? settleTimeOf(diagnostics) : undefined),
    );
  } catch (error) {
    throw buildErrorMessage(error, out);
  }
}

async function checkAndWrite(
  pages: string,
  out: string,
  env: NodeJS.ProcessEnv,
  options: BuildOptions,
): Promise<BuildResult> {
  const folders = siteOf(pages);
  assertPagesFolder(pages);
  restoreOutput(out);
  assertOwnOutputFolder(out, folders);
  const backend = backendProject(env);
  const program = new URL('./render-worker.ts', import.meta.url);
  const loader = loadSite(pages, { program, threads: options.threads, keep: true });
  try {
    const { website, diagnostics, files, milliseconds } = await loader.readInParallel();
    if (!website || filterErrors(diagnostics).length > 0) {
      loader.save();
      return { diagnostics, files, pages: 0, milliseconds };
    }
    const { assets, loader: script, renderer } = await bundle();
    openRenderers(loader, renderer);
    const code = {
      assets,
      backend,
      start: `<script>${script(basePath(website.site.url))}</script>`,
      renderer,
    };
    const written = await writeSite(website, loader, folders, code, out, options, () => loader.save());
    return { diagnostics, files, pages: written, milliseconds, next: nextScheduledChange(website)?.words };
  } finally {
    loader.closeReaders();
  }
}
