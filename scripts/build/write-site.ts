import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { configFile } from '../../schema/check/own-block-files.ts';
import { answerScript } from '../../schema/fields/form-rules.ts';
import {
  anchorScript,
  getBasePath,
  getDataPath,
  getDocumentPath,
  getMarkdownPath,
} from '../../schema/base/routes.ts';
import { writeIcons } from '../assets/app-icons.ts';
import { listFontFiles } from '../assets/built-in-fonts.ts';
import { collectShareImages } from '../assets/share-image-content.ts';
import { writePhotos, writePublicFiles } from '../assets/write-assets.ts';
import { createCalendarFiles } from '../outputs/calendar.ts';
import { hashInlineCode, hashScripts, stylePolicy } from '../outputs/csp.ts';
import { createRedirectPage } from '../outputs/documents.ts';
import { createHeaderRules } from '../outputs/headers.ts';
import { writeHostFiles } from '../outputs/host-files.ts';
import { createRedirectFiles, createSlashFiles } from '../outputs/redirects.ts';
import { createIndexFiles } from '../outputs/search-index.ts';
import { isInSearchIndex } from '../outputs/search-texts.ts';
import { CommandError } from '../system/command.ts';
import { listFiles } from '../system/files.ts';
import type { BuildTarget } from './build-target.ts';
import { compressOutput } from './output.ts';
import { writeRenderCache } from './render-cache.ts';
import type { BuildPlan } from './plan-pages.ts';
import type { RenderedSite } from './render-pages.ts';
import { selectShardItems } from './shards.ts';

/** Writes all files that do not depend on rendered pages. Returns the paths of the files from `public/`. */
export async function writeSharedFiles(
  { website: { site }, folders, material, livePages, pictures, outputs, redirects }: BuildPlan,
  { output, files }: BuildTarget,
): Promise<ReadonlySet<string>> {
  const publicFiles = new Set(await writePublicFiles(site, folders, pictures, files.put));
  for (const file of listFiles(material.assets).files) {
    const from = join(material.assets, file);
    await files.put(join('assets', file), from, () => from);
  }
  for (const { file, client = file } of Object.values(material.own?.views ?? {}))
    for (const urlPath of new Set([file, client])) {
      const from = join(material.own?.folder ?? '', basename(urlPath));
      await files.put(urlPath.slice(1), urlPath, () => from);
    }
  for (const [urlPath, file] of listFontFiles(site.theme))
    await files.put(urlPath.slice(1), file, () => file);
  // Write pages that redirect, for hosts that do not read the redirects from the host files.
  const documents = livePages.map(({ path }) => getDocumentPath(path));
  // On a case-insensitive file system, this path resolves to the staging folder.
  const ignoresCase = existsSync(join(output.staging, '../STAGING'));
  const takenPaths = new Set([...documents, ...[...publicFiles].map((path) => `/${path}`)]);
  const routes = livePages.map(({ path }) => path);
  const redirectPages = [
    ...createRedirectFiles(redirects, takenPaths, site.host),
    ...createSlashFiles(routes, takenPaths, site),
  ];
  for (const [path, to] of redirectPages)
    if (!ignoresCase || !documents.includes(path.toLowerCase()))
      output.put(path, createRedirectPage(to, { site, stylePolicy }));
  for (const { path, text } of outputs) output.put(path, text());
  await writeIcons(site, folders, files.put);
  return publicFiles;
}

/** Writes the files that depend on the rendered pages, and replaces the output folder. */
export async function writeSite(
  plan: BuildPlan,
  { pages, words }: RenderedSite,
  publicFiles: ReadonlySet<string>,
  configOutputs: readonly { path: string; text: string }[],
  { out, output, files }: BuildTarget,
  compress: boolean,
): Promise<void> {
  const { website, folders, livePages, shard, cards, pictures } = plan;
  const { site } = website;
  const pageFiles = Object.values(pages);
  assertNoClashes(publicFiles, [
    ...pageFiles.flatMap(({ files }) => files),
    ...cards.map(({ path }) => path),
  ]);
  if (site.navigation.search !== undefined) {
    const searchedPages = livePages.filter((page) => isInSearchIndex(page, site));
    const index = [
      ...createIndexFiles(
        searchedPages.map(({ path }) => [path, words.get(path) ?? '']),
        site,
      ),
    ];
    // The first file is in every shard, so that the next build recognises the folder as its own.
    for (const [path, text] of [...selectShardItems(index, shard), ...index.slice(0, 1)])
      output.put(path, text);
  }
  const renderedPictures = pageFiles.flatMap((page) => page.drawn);
  const fallbacks = selectShardItems([...pictures.photos.keys()], shard);
  await writePhotos(site, pictures, { drawn: renderedPictures, fallbacks }, folders.cache, files.put);
  const takenPaths = new Set(output.paths().map((path) => `/${path}`));
  for (const { path, text } of configOutputs) {
    assertFreePath(path, takenPaths);
    output.put(path, text);
  }
  if (compress) await compressOutput(output, folders.cache);
  const configPaths = new Set(configOutputs.map(({ path }) => path));
  writeHeaders(plan, pages, (path, text) => {
    assertFreePath(`/${path.replace(/^\/+/, '')}`, configPaths);
    output.put(path, text);
  });
  output.finish(shard.of > 1 ? listOtherShardPaths(plan, pages) : [], () =>
    writeRenderCache(folders, out, { pages, sources: files.sources }),
  );
}

/** Lists all files and folders that other shards may write for pages. */
function listOtherShardPaths(
  { website, livePages, pictures }: BuildPlan,
  shardPages: RenderedSite['pages'],
): string[] {
  const otherPages = livePages.filter(({ path }) => shardPages[path] === undefined);
  return [
    ...otherPages.flatMap((page) => [
      page.path,
      getDocumentPath(page.path),
      getDataPath(page.path),
      getMarkdownPath(page.path),
      ...createCalendarFiles(page, website.site).keys(),
    ]),
    ...collectShareImages(website).keys(),
    ...pictures.photos.keys(),
  ];
}

/** Writes the files that configure headers and redirects for each host. */
function writeHeaders(
  { website, material, livePages, redirects }: BuildPlan,
  pages: RenderedSite['pages'],
  put: (path: string, text: string) => void,
): void {
  const { site } = website;
  // The policy of every shard allows these scripts, even if no page of the shard contains them.
  const scripts = new Set([
    ...hashScripts(material.start),
    hashInlineCode(answerScript),
    hashInlineCode(anchorScript),
    ...Object.values(pages).flatMap((page) => page.scripts),
  ]);
  const frames = [...new Set(livePages.flatMap((page) => page.frames))].toSorted();
  const sources = { pictures: site.pictures.hosts, frames };
  writeHostFiles(
    createHeaderRules(material.backend, scripts, sources, getBasePath(site.url)),
    redirects,
    website,
    put,
  );
}

/**
 * Throws if a file in `public/` and another output have the same path. The checker already reports the clashes that it
 * can predict.
 */
export function assertNoClashes(publicFiles: ReadonlySet<string>, outputs: Iterable<string>): void {
  for (const output of outputs) {
    const path = output.replace(/^\/+/, '');
    if (publicFiles.has(path))
      throw new CommandError(
        `Nothing was built, because public/${path} has the same path as an output of the build. ` +
          'Rename the file.',
      );
  }
}

/** Throws if a file that the configuration file adds has the same path as another output. */
function assertFreePath(path: string, takenPaths: ReadonlySet<string>): void {
  if (takenPaths.has(path))
    throw new CommandError(
      `Nothing was built, because ${configFile} adds the file ${path}, but the site already has a file with this path. ` +
        'Change its `path`.',
    );
}
