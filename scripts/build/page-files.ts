import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { BackendProject, OwnViewError, RenderedPicture } from '../../src/render/entry-server.tsx';
import type { PageWithoutBlocks, SitePage } from '../../schema/check/page-summary.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { isIndexable } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import {
  createFormAnswer,
  formAnswerFiles,
  createPageDocument,
  type RenderContext,
  encodeHtml,
  type HtmlDocument,
} from '../outputs/documents.ts';
import { removeHiddenLinks } from '../../schema/resolve/visibility.ts';
import { createCalendarFiles } from '../outputs/calendar.ts';
import { highlightPage } from '../../schema/resolve/highlight.ts';
import { localizeSite } from '../../schema/resolve/site-in-language.ts';
import type { ShareTheme } from '../assets/share-image.ts';
import { hashScripts, stylePolicy } from '../outputs/csp.ts';
import { createDataTag, createFeedTags, createMarkdownTag } from '../outputs/head-tags.ts';
import { getDefinitionFile, formatDefinition, collectSentForms } from '../outputs/forms.ts';
import { selectSharePicture, selectSharePhotoVersion } from '../../schema/resolve/share-picture.ts';
import { toPageMarkdown } from '../outputs/page-markdown.ts';
import { isInSearchIndex, collectSearchTexts } from '../outputs/search-texts.ts';
import { createPageId, groupPageWords } from '../outputs/search-index.ts';
import { getDataPath, getDocumentPath, getMarkdownPath } from '../../schema/base/routes.ts';
import { toSearchPageFile } from '../../schema/site/search-format.ts';
import type { OwnPrograms } from '../site/own-blocks.ts';
import type { FileReader } from '../site/read-files.ts';
import { openRenderer } from './bundle.ts';

/** The bundled code of a site, and the backend of its forms. */
export interface SiteCode {
  /** The folder with the browser scripts. */
  assets: string;
  backend: BackendProject;
  /** The HTML of the script that starts the application. */
  start: string;
  /** The program that renders pages. */
  renderer: string;
  /** The file with the licences of the browser scripts. */
  licenses: string;
  /** The site's own views, with the folder of their compiled code, if any. */
  own: OwnPrograms | undefined;
}

/** Data for rendering all pages and share images. It is plain data, so that it can be sent to a worker. */
export interface RenderMaterial extends SiteCode {
  site: Site;
  /** The site's tags in the head of every page. */
  tags: string;
  look: ShareTheme;
}

/** A page to render. Workers receive it without blocks, and read the blocks from `file`. */
export interface PageTask {
  page: SitePage | PageWithoutBlocks;
  file?: Pick<SourceFile, 'path' | 'file'> | undefined;
  input: RenderInput;
  /** A hash of all inputs of the page. */
  key: string;
  /** Set if another shard writes the page files, so that only the words of the page are needed. */
  wordsOnly?: true;
}

/** The paths of a page's output files, and data about the page that other outputs need. */
export interface PageFiles {
  /** A hash of all inputs of the page. */
  key: string;
  /** The paths of the files in the output. */
  files: string[];
  /** The pictures on the page, with the versions of photos that it needs. */
  drawn: RenderedPicture[];
  /** The hashes of the page's inline scripts. */
  scripts: string[];
  /** The searchable words of the page, if the site has a search. */
  words?: string;
}

/** A rendered page, with its rendering time and size. */
export interface RenderedPageFiles {
  path: string;
  page: PageFiles;
  milliseconds: number;
  /** The total size of the page files: text files count in characters, other files in bytes. */
  bytes: number;
  /** Set if one of the site's own views failed, so that the page has no files. */
  error?: OwnViewError;
}

export type WriteFile = (path: string, content: string | Uint8Array) => void;
export type PageWriter = (task: PageTask) => Promise<RenderedPageFiles>;

/** Returns a function that renders and writes a page. The renderer is loaded for the first page. */
export function createPageWriter(
  { renderer: program, own, tags, ...material }: RenderMaterial,
  write: WriteFile,
  reader?: Pick<FileReader, 'readBlocks'>,
): PageWriter {
  let renderer: ReturnType<typeof openRenderer> | undefined;
  return async ({ page: taskPage, file, wordsOnly, ...task }) => {
    const startTime = performance.now();
    let bytes = 0;
    const writeAndCount: WriteFile = (path, content) => {
      bytes += content.length;
      write(path, content);
    };
    const page =
      'blocks' in taskPage ? taskPage : { ...taskPage, blocks: (file && reader?.readBlocks(file)) ?? [] };
    const context = { ...material, stylePolicy, renderer: await (renderer ??= openRenderer(program, own)) };
    try {
      const files = wordsOnly
        ? collectPageWords(page, task, material.site)
        : await writePageFiles(page, task, context, tags, writeAndCount);
      return { path: page.path, page: files, milliseconds: performance.now() - startTime, bytes };
    } catch (error) {
      return toFailedPage(page, error);
    }
  };
}

/**
 * Converts an error in one of the site's own views to plain data, so that a build can report all such errors. Throws
 * other errors.
 */
function toFailedPage({ path }: SitePage, problem: unknown): RenderedPageFiles {
  const { ownView, block, name, message, stack } = problem as OwnViewError; // undefined for other errors
  if (ownView === undefined) throw problem;
  const files = { key: '', files: [], drawn: [], scripts: [] };
  const error = { ownView, block, name, message, ...(stack !== undefined && { stack }) };
  return { path, page: files, milliseconds: 0, bytes: 0, error };
}

/** Returns a copy of the page as visitors see it, as plain data: `SitePage` creates its blocks at each access. */
function copyVisiblePage(page: SitePage): SitePage {
  const copy = { ...page };
  return copy.hiddenLinks ? removeHiddenLinks(copy, copy.hiddenLinks) : copy;
}

/** Resolves and renders a page, and writes all its files. `tags` are the site's tags in the head of every page. */
export async function writePageFiles(
  checkedPage: SitePage,
  { key, input }: Pick<PageTask, 'key' | 'input'>,
  context: RenderContext,
  tags: string,
  write: WriteFile,
): Promise<PageFiles> {
  const page = copyVisiblePage(checkedPage);
  const site = localizeSite(context.site, page.language);
  const languageContext = { ...context, site };
  const view = await highlightPage(resolvePage(page, input, site));
  const renderedPage = context.renderer.render(view, site, context.backend);
  if (renderedPage.slotError !== undefined) throw renderedPage.slotError;
  // Omit structured data on pages that search engines must not index.
  const data = isIndexable(page)
    ? createFeedTags(page, input, site) + createMarkdownTag(page, site) + createDataTag(page, input, site)
    : '';
  const html = createPageDocument(renderedPage, languageContext, tags, data);

  const sharePicture = selectSharePicture(page, site);
  const photoVersion =
    sharePicture && selectSharePhotoVersion(sharePicture, input.pictures[sharePicture.src]);
  const sharePictures =
    sharePicture && photoVersion
      ? [{ src: sharePicture.src, sizes: '', versions: [photoVersion], priority: false }]
      : [];
  const result: PageFiles = {
    key,
    files: [],
    drawn: [...sharePictures, ...renderedPage.pictures],
    scripts: [],
  };
  const put: WriteFile = (path, content) => {
    result.files.push(path);
    write(path, content);
  };
  const writeHtml = (path: string, html: HtmlDocument) => {
    // Skip `html.styles`, because it contains no scripts.
    const scripts = [html.before, html.after].flatMap(hashScripts);
    result.scripts = [...new Set([...result.scripts, ...scripts])];
    put(path, encodeHtml(html));
  };
  const toPagePath = (name: string) => `${page.path}/${name}`.replace(/^\/+/, '');
  writeHtml(getDocumentPath(page.path).slice(1), html);
  if (isIndexable(page)) put(getMarkdownPath(page.path).slice(1), toPageMarkdown(renderedPage.body));
  // Static hosts serve `404.html` for unknown paths. The error page needs no other files.
  if (page.path !== '/404') {
    put(getDataPath(page.path).slice(1), context.renderer.pageData(view));
    for (const [path, text] of createCalendarFiles(page, site)) put(path.slice(1), text);
    for (const form of collectSentForms(view)) {
      put(toPagePath(getDefinitionFile(form)), formatDefinition(form, site));
      for (const { ending, status } of formAnswerFiles)
        writeHtml(toPagePath(form.id + ending), createFormAnswer(view, form.id, status, languageContext));
    }
  }
  if (isInSearchIndex(page, site)) {
    const texts = collectSearchTexts(view, site);
    put(toSearchPageFile(createPageId(page.path)).slice(1), JSON.stringify(texts));
    result.words = groupPageWords(texts);
  }
  return result;
}

/** Collects the words of a page that another shard writes, because the search index of every shard covers all pages. */
function collectPageWords(
  page: SitePage,
  { key, input }: Pick<PageTask, 'key' | 'input'>,
  wholeSite: Site,
): PageFiles {
  const site = localizeSite(wholeSite, page.language);
  const words = groupPageWords(collectSearchTexts(resolvePage(copyVisiblePage(page), input, site), site));
  return { key, files: [], drawn: [], scripts: [], words };
}
