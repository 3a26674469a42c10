import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import type { RenderInput } from '../../schema/resolve/render-input.ts';
import type { RenderedPicture } from '../../src/render/entry-server.tsx';
import type { SitePage } from '../../schema/check/page-summary.ts';
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
import { scriptHashes } from '../outputs/csp.ts';
import { dataTag, feedTag } from '../outputs/head-tags.ts';
import { definitionFile, definitionText, sentForms } from '../outputs/forms.ts';
import { customSharePicture, sharePhotoVersion } from '../../schema/resolve/share-picture.ts';
import { isSearched, pageTexts } from '../outputs/search-texts.ts';
import { pageId, pageWords } from '../outputs/search-index.ts';
import { documentPath } from '../../schema/base/routes.ts';
import { pageFile } from '../../schema/site/search-format.ts';

/** What rendering a page resulted in, besides the content of its files. */
export interface PageFiles {
  /** A hash of all that the page was rendered from. */
  key: string;
  /** Paths in the output. */
  files: string[];
  /** The pictures that it shows, with the versions of photos that it needs. */
  drawn: RenderedPicture[];
  /** The hashes of its inline scripts. */
  scripts: string[];
  /** The words by which visitors find it, if the site has a search. */
  words?: string;
}

/** A page that was rendered, and what it took. */
export interface RenderedPageFiles {
  path: string;
  page: PageFiles;
  milliseconds: number;
  /** The length of its files, in characters of texts. */
  bytes: number;
}

/** Follows the progress of a build. */
export interface BuildWatch {
  begin(stale: { pages: number; images: number; unchangedPages: number }): void;
  rendered(pages: readonly RenderedPageFiles[], images: number): void;
}

/** What a page is rendered from besides itself, with the hash of all of it. */
export interface KeyedInput {
  key: string;
  input: RenderInput;
}

/** The page as visitors see it. Its blocks, which `SitePage` makes anew at each access, are plain data from here on. */
function visiblePage(page: SitePage): SitePage {
  const plain = { ...page };
  return plain.hiddenLinks ? withoutHiddenLinks(plain, plain.hiddenLinks) : plain;
}

/** Renders all files of a page. `tags` are those of the site in the head of every page. */
export async function writePageFiles(
  checked: SitePage,
  { key, input }: KeyedInput,
  context: RenderContext,
  tags: string,
  write: (path: string, content: string | Uint8Array) => void,
): Promise<PageFiles> {
  const page = visiblePage(checked);
  const site = siteInLanguage(context.site, page.language);
  const inLanguage = { ...context, site };
  const view = await highlighted(resolvePage(page, input, site));
  const rendered = context.renderer.render(view, site, context.backend);
  // No structured data for pages that search engines must not index.
  const data = isIndexed(page) ? feedTag(page, input, site) + dataTag(page, input, site) : '';
  const html = pageDocument(rendered, inLanguage, tags, data);

  const own = customSharePicture(page, site);
  const photo = own && sharePhotoVersion(own, input.pictures[own.src]);
  const shared = own && photo ? [{ src: own.src, sizes: '', versions: [photo], priority: false }] : [];
  const written: PageFiles = { key, files: [], drawn: [...shared, ...rendered.pictures], scripts: [] };
  const put = (path: string, content: string | Uint8Array) => {
    written.files.push(path);
    write(path, content);
  };
  const putHtml = (path: string, html: HtmlDocument) => {
    // The styles contain none.
    const scripts = [html.before, html.after].flatMap(scriptHashes);
    written.scripts = [...new Set([...written.scripts, ...scripts])];
    put(path, htmlBytes(html));
  };
  const inFolder = (name: string) => `${page.path}/${name}`.replace(/^\/+/, '');
  putHtml(documentPath(page.path).slice(1), html);
  // Static hosts look for `404.html` when they have no other file.
  if (page.path !== '/404') {
    put(inFolder('page.json'), context.renderer.pageData(view));
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

/** The words of a page that another shard writes: the search index of every shard has those of all pages. */
export function pageWordsOnly(page: SitePage, { key, input }: KeyedInput, whole: Site): PageFiles {
  const site = siteInLanguage(whole, page.language);
  const words = pageWords(pageTexts(resolvePage(visiblePage(page), input, site), site));
  return { key, files: [], drawn: [], scripts: [], words };
}
