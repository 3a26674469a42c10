import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { BackendProject, OwnViewError, RenderedPicture } from '../../src/render/entry-server.tsx';
import type { PageWithoutBlocks, SitePage } from '../../schema/check/page-summary.ts';
import type { SourceFile } from '../../schema/fields/source-file.ts';
import { isIndexed } from '../../schema/site/page.ts';
import type { Site } from '../../schema/site/site.ts';
import {
  formAnswerDocument,
  answers,
  pageDocument,
  type RenderContext,
  htmlBytes,
  type HtmlDocument,
} from '../outputs/documents.ts';
import { withoutHiddenLinks } from '../../schema/resolve/visibility.ts';
import { calendarFiles } from '../outputs/calendar.ts';
import { highlighted } from '../../schema/resolve/highlight.ts';
import { siteInLanguage } from '../../schema/resolve/site-in-language.ts';
import type { ShareLook } from '../assets/share-image.ts';
import { scriptHashes, stylePolicy } from '../outputs/csp.ts';
import { dataTag, feedTag, markdownTag } from '../outputs/head-tags.ts';
import { definitionFile, definitionText, sentForms } from '../outputs/forms.ts';
import { customSharePicture, sharePhotoVersion } from '../../schema/resolve/share-picture.ts';
import { pageMarkdown } from '../outputs/page-markdown.ts';
import { isSearched, pageTexts } from '../outputs/search-texts.ts';
import { pageId, pageWords } from '../outputs/search-index.ts';
import { dataPath, documentPath, markdownPath } from '../../schema/base/routes.ts';
import { pageFile } from '../../schema/site/search-format.ts';
import type { OwnPrograms } from '../site/own-blocks.ts';
import type { FileReader } from '../site/read-files.ts';
import { openRenderer } from './bundle.ts';

/** The bundled code of a site, and the backend of its forms. */
export interface SiteCode {
  /** The folder of the scripts for browsers. */
  assets: string;
  backend: BackendProject;
  /** The markup of the script that starts the application. */
  start: string;
  /** The program that renders pages. */
  renderer: string;
  /** The file with the licences of the scripts for browsers. */
  licenses: string;
  /** The site's own views, with the folder of their compiled code. */
  own: OwnPrograms | undefined;
}

/** Data for rendering all pages and share images. It is plain data, so that it can be sent to a worker. */
export interface RenderMaterial extends SiteCode {
  site: Site;
  /** The tags of the site in the head of every page. */
  tags: string;
  look: ShareLook;
}

/** A page to render. Workers receive it without blocks, and read the blocks from `file`. */
export interface PageTask {
  page: SitePage | PageWithoutBlocks;
  file?: Pick<SourceFile, 'path' | 'file'> | undefined;
  input: RenderInput;
  /** A hash of all inputs of the page. */
  key: string;
  /** Set if another shard writes the files of the page, so that only its words are needed. */
  wordsOnly?: true;
}

/** The result of rendering a page, without the content of its files. */
export interface PageFiles {
  /** A hash of all inputs of the page. */
  key: string;
  /** Paths in the output. */
  files: string[];
  /** The pictures on the page, with the versions of photos that it needs. */
  drawn: RenderedPicture[];
  /** The hashes of its inline scripts. */
  scripts: string[];
  /** Its searchable words, if the site has a search. */
  words?: string;
}

/** A rendered page, with the time it took and its size. */
export interface RenderedPageFiles {
  path: string;
  page: PageFiles;
  milliseconds: number;
  /** The total length of its files: characters of texts, bytes of others. */
  bytes: number;
  /** Set if one of the site's own views failed, so that the page has no files. */
  error?: OwnViewError;
}

export type WriteFile = (path: string, content: string | Uint8Array) => void;
export type PageWriter = (task: PageTask) => Promise<RenderedPageFiles>;

/** Returns a function that renders and writes a page. It loads the renderer for the first page. */
export function pageWriter(
  { renderer: program, own, tags, ...material }: RenderMaterial,
  write: WriteFile,
  reader?: Pick<FileReader, 'blocksOf'>,
): PageWriter {
  let renderer: ReturnType<typeof openRenderer> | undefined;
  return async ({ page: given, file, wordsOnly, ...task }) => {
    const begin = performance.now();
    let bytes = 0;
    const count: WriteFile = (path, content) => {
      bytes += content.length;
      write(path, content);
    };
    const page = 'blocks' in given ? given : { ...given, blocks: (file && reader?.blocksOf(file)) ?? [] };
    const context = { ...material, stylePolicy, renderer: await (renderer ??= openRenderer(program, own)) };
    try {
      const files = wordsOnly
        ? pageWordsOnly(page, task, material.site)
        : await writePageFiles(page, task, context, tags, count);
      return { path: page.path, page: files, milliseconds: performance.now() - begin, bytes };
    } catch (problem) {
      return failedPage(page, problem);
    }
  };
}

/** Returns the error of an own view as plain data, so that all of them can be reported. Throws other errors. */
function failedPage({ path }: SitePage, problem: unknown): RenderedPageFiles {
  const { ownView, block, name, message, stack } = problem as OwnViewError; // undefined for other errors
  if (ownView === undefined) throw problem;
  const files = { key: '', files: [], drawn: [], scripts: [] };
  const error = { ownView, block, name, message, ...(stack !== undefined && { stack }) };
  return { path, page: files, milliseconds: 0, bytes: 0, error };
}

/** Returns a copy of the page as visitors see it, as plain data: `SitePage` creates its blocks at each access. */
function visiblePage(page: SitePage): SitePage {
  const plain = { ...page };
  return plain.hiddenLinks ? withoutHiddenLinks(plain, plain.hiddenLinks) : plain;
}

/** Resolves and renders a page, and writes all its files. `tags` are the tags of the site in the head of every page. */
export async function writePageFiles(
  checked: SitePage,
  { key, input }: Pick<PageTask, 'key' | 'input'>,
  context: RenderContext,
  tags: string,
  write: WriteFile,
): Promise<PageFiles> {
  const page = visiblePage(checked);
  const site = siteInLanguage(context.site, page.language);
  const inLanguage = { ...context, site };
  const view = await highlighted(resolvePage(page, input, site));
  const rendered = context.renderer.render(view, site, context.backend);
  if (rendered.slotError !== undefined) throw rendered.slotError;
  // No structured data for pages that search engines must not index.
  const data = isIndexed(page)
    ? feedTag(page, input, site) + markdownTag(page, site) + dataTag(page, input, site)
    : '';
  const html = pageDocument(rendered, inLanguage, tags, data);

  const own = customSharePicture(page, site);
  const photo = own && sharePhotoVersion(own, input.pictures[own.src]);
  const shared = own && photo ? [{ src: own.src, sizes: '', versions: [photo], priority: false }] : [];
  const written: PageFiles = { key, files: [], drawn: [...shared, ...rendered.pictures], scripts: [] };
  const put: WriteFile = (path, content) => {
    written.files.push(path);
    write(path, content);
  };
  const putHtml = (path: string, html: HtmlDocument) => {
    // `html.styles` contains no scripts.
    const scripts = [html.before, html.after].flatMap(scriptHashes);
    written.scripts = [...new Set([...written.scripts, ...scripts])];
    put(path, htmlBytes(html));
  };
  const inFolder = (name: string) => `${page.path}/${name}`.replace(/^\/+/, '');
  putHtml(documentPath(page.path).slice(1), html);
  if (isIndexed(page)) put(markdownPath(page.path).slice(1), pageMarkdown(rendered.body));
  // Static hosts answer unknown paths with `404.html`. It needs no other files.
  if (page.path !== '/404') {
    put(dataPath(page.path).slice(1), context.renderer.pageData(view));
    for (const [path, text] of calendarFiles(page, site)) put(path.slice(1), text);
    for (const form of sentForms(view)) {
      put(inFolder(definitionFile(form)), definitionText(form, site));
      for (const { ending, status } of answers)
        putHtml(inFolder(form.id + ending), formAnswerDocument(view, form.id, status, inLanguage));
    }
  }
  if (isSearched(page, site)) {
    const texts = pageTexts(view, site);
    put(pageFile(pageId(page.path)).slice(1), JSON.stringify(texts));
    written.words = pageWords(texts);
  }
  return written;
}

/** Returns the words of a page that another shard writes, because the search index of every shard covers all pages. */
function pageWordsOnly(
  page: SitePage,
  { key, input }: Pick<PageTask, 'key' | 'input'>,
  whole: Site,
): PageFiles {
  const site = siteInLanguage(whole, page.language);
  const words = pageWords(pageTexts(resolvePage(visiblePage(page), input, site), site));
  return { key, files: [], drawn: [], scripts: [], words };
}
