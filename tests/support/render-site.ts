import { iconNames } from '../../schema/fields/icons.ts';
import type { PictureData } from '../../schema/resolve/page-view.ts';
import { check, type SiteReport, type Website } from '../../schema/check/check.ts';
import { answerScript } from '../../schema/fields/form-rules.ts';
import { anchorScript, basePath, documentPath, outputPaths } from '../../schema/base/routes.ts';
import type { Assets, SourceFile } from '../../schema/fields/source-file.ts';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { bundle, openRenderer as openBundledRenderer } from '../../scripts/build/bundle.ts';
import { writePageFiles } from '../../scripts/build/page-files.ts';
import { hash, scriptHashes, stylePolicy } from '../../scripts/outputs/csp.ts';
import { redirectPage } from '../../scripts/outputs/documents.ts';
import { backendProject } from '../../scripts/outputs/forms.ts';
import { siteTags } from '../../scripts/outputs/head-tags.ts';
import { responseHeaders } from '../../scripts/outputs/headers.ts';
import { writeHostFiles } from '../../scripts/outputs/host-files.ts';
import { siteOutputs } from '../../scripts/outputs/outputs.ts';
import { hostRedirects, redirectFiles, slashFiles } from '../../scripts/outputs/redirects.ts';
import { indexFiles } from '../../scripts/outputs/search-index.ts';
import { isSearched } from '../../scripts/outputs/search-texts.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { buildDay, visibleWebsite } from '../../schema/resolve/visibility.ts';
import { openRenderer, type Renderer } from '../../src/render/entry-server.tsx';
import { errorPageYaml, pageOf, siteYaml } from './small-site.ts';

/** The renderer from source code. */
export const ownRenderer: Renderer = await openRenderer();

/** Returns the renderer of a build, which is faster for sites with many pages. */
export const bundledRenderer = async (): Promise<Renderer> => openBundledRenderer((await bundle()).renderer);

/** Options for rendering a site. */
export interface RenderOptions {
  /** The time of the build, such as `2026-12-01T12:00Z`. */
  at?: string;
  /** By default, all files in `public/` that pages reference exist. */
  assets?: Partial<Assets>;
  /** The sizes and versions of pictures. */
  pictures?: ReadonlyMap<string, PictureData>;
  env?: NodeJS.ProcessEnv;
  /** The script that starts the application, as HTML. */
  start?: string;
  renderer?: Renderer;
}

/** The output of a build, without pictures, fonts and scripts. */
export interface RenderedSite {
  /** The diagnostics of the checker as lines. */
  messages: string[];
  website?: Website;
  /** The texts of all files by path, such as `about/us.html` and `sitemap.xml`. Empty if there are errors. */
  files: ReadonlyMap<string, string>;
  /** Returns the text of a file. If it does not exist, throws an error with all diagnostics. */
  text(file: string): string;
  /** Returns the document of a page. */
  page(route: string): string;
}

/** Returns the files of a site. Adds `_site.yaml`, `404.yaml` and a home page if they are missing. */
export const wholeSite = (texts: Readonly<Record<string, string>>): SourceFile[] =>
  Object.entries({
    '_site.yaml': siteYaml,
    '404.yaml': errorPageYaml,
    'index.yaml': pageOf('- { type: hero, heading: Home page }\n'),
    ...texts,
  }).map(([path, text]) => ({ path, file: `pages/${path}`, text }));

/** Returns assets with all icons and all files that the texts reference. */
export function assetsFor(files: readonly Pick<SourceFile, 'text'>[], given: Partial<Assets> = {}): Assets {
  const text = files.map((file) => file.text).join('\n');
  const named = text.matchAll(/(?:\/[\w-]+)+\.(?:svg|pdf|docx|zip|mp4|vtt|mp3|m4a|ogg)\b/g);
  const paths = [...named].map(([path]) => path);
  return { icons: new Set(iconNames), files: new Set(['/favicon.svg', ...paths]), ...given };
}

/** Checks a site. `texts` are the files of the pages folder by path. */
export function checkedSite(
  texts: Readonly<Record<string, string>>,
  { at = '2026-07-01T12:00Z', assets }: Pick<RenderOptions, 'at' | 'assets'> = {},
): SiteReport {
  const sources = wholeSite(texts);
  return check(sources, assetsFor(sources, assets), new Date(at));
}

/** Checks a site and returns it. Throws if `_site.yaml` has errors. */
export function websiteOf(texts: Readonly<Record<string, string>>): Website {
  const { website, diagnostics } = checkedSite(texts);
  if (!website) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return website;
}

/** Checks and renders a whole site like a build, but in memory. */
export async function renderSite(
  texts: Readonly<Record<string, string>>,
  { pictures = new Map(), env = {}, start = '', renderer = ownRenderer, ...given }: RenderOptions = {},
): Promise<RenderedSite> {
  const sources = wholeSite(texts);
  const assets = assetsFor(sources, given.assets);
  const { website: checked, diagnostics } = checkedSite(texts, { ...given, assets });
  const files = new Map<string, string>();
  const messages = diagnostics.map(formatDiagnostic);
  const text = (file: string) => {
    const found = files.get(file);
    if (found === undefined) throw new Error([`There is no file ${file}.`, ...messages].join('\n'));
    return found;
  };
  const page = (route: string) => text(documentPath(route).slice(1));
  if (!checked || filterErrors(diagnostics).length > 0) return { messages, files, text, page };

  const day = buildDay(checked.site, checked.now);
  const website = visibleWebsite(checked, day);
  const { site } = website;
  const backend = backendProject(env);
  const outputs = siteOutputs(website);
  const hasFeed = outputs.some((output) => output.path === outputPaths.feed);
  const tags = siteTags(website, hasFeed);
  const live = [...website.pages.values()].filter(({ status }) => status === 'live');
  const put = (path: string, content: string | Uint8Array) =>
    void files.set(
      path.replace(/^\//, ''),
      typeof content === 'string' ? content : Buffer.from(content).toString(),
    );

  const inputOf = renderInputs(website, pictures, day);
  const context = { site, backend, start, stylePolicy, renderer };
  const words: [path: string, words: string][] = [];
  const scripts = new Set([...scriptHashes(start), hash(answerScript), hash(anchorScript)]);
  for (const one of live) {
    const written = await writePageFiles(one, { key: '', input: inputOf(one) }, context, tags, put);
    for (const script of written.scripts) scripts.add(script);
    if (isSearched(one, site)) words.push([one.path, written.words ?? '']);
  }
  if (site.navigation.search !== undefined)
    for (const [path, content] of indexFiles(words, site)) put(path, content);

  const redirects = hostRedirects(website);
  const taken = new Set([...live.map(({ path }) => documentPath(path)), ...assets.files]);
  const routes = live.map(({ path }) => path);
  for (const [path, to] of [
    ...redirectFiles(redirects, taken, site.host),
    ...slashFiles(routes, taken, site),
  ])
    put(path, redirectPage(to, { site, stylePolicy }));
  for (const output of outputs) put(output.path, output.text());
  const frames = [...new Set(live.flatMap((one) => one.frames))].toSorted();
  const allowed = { pictures: site.pictures.hosts, frames };
  writeHostFiles(responseHeaders(backend, scripts, allowed, basePath(site.url)), redirects, website, put);
  return { messages, website, files, text, page };
}
