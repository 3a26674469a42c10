import { iconNames } from '../../schema/fields/icons.ts';
import type { PictureData } from '../../schema/resolve/page-view.ts';
import { check, type SiteReport, type Website } from '../../schema/check/check.ts';
import { answerScript } from '../../schema/fields/form-rules.ts';
import { anchorScript, getBasePath, getDocumentPath, outputPaths } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { loadBundle, openRenderer as openBundledRenderer } from '../../scripts/build/bundle.ts';
import { writePageFiles } from '../../scripts/build/page-files.ts';
import { hashInlineCode, hashScripts, stylePolicy } from '../../scripts/outputs/csp.ts';
import { createRedirectPage } from '../../scripts/outputs/documents.ts';
import { readBackendProject } from '../../scripts/outputs/forms.ts';
import { createSiteTags } from '../../scripts/outputs/head-tags.ts';
import { createHeaderRules } from '../../scripts/outputs/headers.ts';
import { writeHostFiles } from '../../scripts/outputs/host-files.ts';
import { listSiteOutputs } from '../../scripts/outputs/outputs.ts';
import {
  createHostRedirects,
  createRedirectFiles,
  createSlashFiles,
} from '../../scripts/outputs/redirects.ts';
import { createIndexFiles } from '../../scripts/outputs/search-index.ts';
import { isInSearchIndex } from '../../scripts/outputs/search-texts.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { getBuildDay, toVisibleWebsite } from '../../schema/resolve/visibility.ts';
import { openRenderer, type Renderer } from '../../src/render/entry-server.tsx';
import { errorPageYaml, completePage, siteYaml } from './small-site.ts';

/** A renderer that runs the source code. */
export const sourceRenderer: Renderer = await openRenderer();

/** Returns a renderer that runs the built code, which is faster for sites with many pages. */
export const openBuiltRenderer = async (): Promise<Renderer> =>
  openBundledRenderer((await loadBundle()).renderer);

/** Options for rendering a site. */
export interface RenderOptions {
  /** The time of the simulated build, such as `2026-12-01T12:00Z`. */
  at?: string;
  /** The existing files and icons. By default, all files in `public/` that pages reference exist. */
  assets?: Partial<Assets>;
  /** The sizes and versions of the site's pictures. */
  pictures?: ReadonlyMap<string, PictureData>;
  env?: NodeJS.ProcessEnv;
  /** The script that starts the application, as HTML. */
  start?: string;
  renderer?: Renderer;
}

/** The output of a simulated build, without pictures, fonts and scripts. */
export interface RenderedSite {
  /** The diagnostics from the checker, as lines. */
  messages: string[];
  website?: Website;
  /**
   * The contents of all built files by path, such as `about/us.html` and `sitemap.xml`. Empty if the site has errors.
   */
  files: ReadonlyMap<string, string>;
  /** Returns the content of a built file. If the file does not exist, throws an error that contains all diagnostics. */
  text(file: string): string;
  /** Returns the HTML document of a page. */
  page(route: string): string;
}

/**
 * Returns the files of a complete site: the given files and, if
 * they are missing, `_site.yaml`, `404.yaml` and a home page.
 */
export const completeSite = (texts: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries({
    '_site.yaml': siteYaml,
    '404.yaml': errorPageYaml,
    'index.yaml': completePage('- { type: hero, heading: Home page }\n'),
    ...texts,
  }).map(([path, text]) => ({ path, file: `pages/${path}`, text }));

/** Returns assets that contain all icons and every file that the source files reference. */
export function createAssets(
  files: readonly Pick<SourceFile, 'text'>[],
  overrides: Partial<Assets> = {},
): Assets {
  const text = files.map((file) => file.text).join('\n');
  const matches = text.matchAll(/(?:\/[\w-]+)+\.(?:svg|pdf|docx|zip|mp4|vtt|mp3|m4a|ogg)\b/g);
  const paths = [...matches].map(([path]) => path);
  return { icons: new Set(iconNames), files: new Set(['/favicon.svg', ...paths]), ...overrides };
}

/** Checks a site. `texts` contains the files in the pages folder, by path. */
export function checkTestSite(
  texts: Readonly<Record<string, string>>,
  { at = '2026-07-01T12:00Z', assets }: Pick<RenderOptions, 'at' | 'assets'> = {},
): SiteReport {
  const sources = completeSite(texts);
  return check(sources, createAssets(sources, assets), new Date(at));
}

/** Checks a site and returns its data. Throws an error if `_site.yaml` has errors. */
export function loadTestWebsite(texts: Readonly<Record<string, string>>): Website {
  const { website, diagnostics } = checkTestSite(texts);
  if (!website) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return website;
}

/** Checks and renders a whole site in memory, as a build would. */
export async function renderSite(
  texts: Readonly<Record<string, string>>,
  {
    pictures = new Map(),
    env = {},
    start = '',
    renderer = sourceRenderer,
    ...checkOptions
  }: RenderOptions = {},
): Promise<RenderedSite> {
  const sources = completeSite(texts);
  const assets = createAssets(sources, checkOptions.assets);
  const { website: checked, diagnostics } = checkTestSite(texts, { ...checkOptions, assets });
  const files = new Map<string, string>();
  const messages = diagnostics.map(formatDiagnostic);
  const text = (file: string) => {
    const content = files.get(file);
    if (content === undefined) throw new Error([`There is no file ${file}.`, ...messages].join('\n'));
    return content;
  };
  const page = (route: string) => text(getDocumentPath(route).slice(1));
  if (!checked || filterErrors(diagnostics).length > 0) return { messages, files, text, page };

  const day = getBuildDay(checked.site, checked.now);
  const website = toVisibleWebsite(checked, day);
  const { site } = website;
  const backend = readBackendProject(env);
  const outputs = listSiteOutputs(website);
  const hasFeed = outputs.some((output) => output.path === outputPaths.feed);
  const tags = createSiteTags(website, hasFeed);
  const livePages = [...website.pages.values()].filter(({ status }) => status === 'live');
  const addFile = (path: string, content: string | Uint8Array) =>
    void files.set(
      path.replace(/^\//, ''),
      typeof content === 'string' ? content : Buffer.from(content).toString(),
    );

  const createInput = createRenderInputs(website, pictures, day);
  const context = { site, backend, start, stylePolicy, renderer };
  const words: [path: string, words: string][] = [];
  const scripts = new Set([
    ...hashScripts(start),
    hashInlineCode(answerScript),
    hashInlineCode(anchorScript),
  ]);
  for (const livePage of livePages) {
    const pageFiles = await writePageFiles(
      livePage,
      { key: '', input: createInput(livePage) },
      context,
      tags,
      addFile,
    );
    for (const script of pageFiles.scripts) scripts.add(script);
    if (isInSearchIndex(livePage, site)) words.push([livePage.path, pageFiles.words ?? '']);
  }
  if (site.navigation.search !== undefined)
    for (const [path, content] of createIndexFiles(words, site)) addFile(path, content);

  const redirects = createHostRedirects(website);
  const existingFiles = new Set([...livePages.map(({ path }) => getDocumentPath(path)), ...assets.files]);
  const routes = livePages.map(({ path }) => path);
  for (const [path, to] of [
    ...createRedirectFiles(redirects, existingFiles, site.host),
    ...createSlashFiles(routes, existingFiles, site),
  ])
    addFile(path, createRedirectPage(to, { site, stylePolicy }));
  for (const output of outputs) addFile(output.path, output.text());
  const frames = [...new Set(livePages.flatMap((livePage) => livePage.frames))].toSorted();
  const allowedHosts = { pictures: site.pictures.hosts, frames };
  writeHostFiles(
    createHeaderRules(backend, scripts, allowedHosts, getBasePath(site.url)),
    redirects,
    website,
    addFile,
  );
  return { messages, website, files, text, page };
}
