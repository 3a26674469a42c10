import { type Dependencies, recordQueries, type SiteIndex } from '../view/site-context.ts';
import type { RenderedPicture } from '../../src/render/entry-server.tsx';
import type { SitePage } from '../../schema/checker/page-summary.ts';
import { isIndexed } from '../../schema/content/page.ts';
import {
  formAnswerDocument,
  answers,
  pageDocument,
  type RenderContext,
  htmlBytes,
  type HtmlDocument,
} from '../outputs/documents.ts';
import { withoutHiddenLinks } from '../view/visibility.ts';
import { calendarFiles } from '../outputs/calendar.ts';
import { highlighted } from '../view/highlight.ts';
import { pageView } from '../view/page-view.ts';
import { scriptHashes } from '../outputs/csp.ts';
import { dataTag, feedTag } from '../outputs/head-tags.ts';
import { definitionFile, definitionText, sentForms } from '../outputs/forms.ts';
import { customSharePicture, sharePhotoVersion } from '../assets/share-cards.ts';
import { isSearched, pageTexts } from '../outputs/search-texts.ts';
import { pageId, pageWords } from '../outputs/search-index.ts';
import { pageFile } from '../../schema/content/search-format.ts';

/** A page as a build wrote it. */
export interface PageFiles {
  /** Of its file, and of the blocks that it shares. */
  version: string;
  asked: Dependencies;
  files: string[];
  drawn: RenderedPicture[];
  /** The hashes of its scripts. */
  scripts: string[];
  /** What it is found by, where the site has a search. */
  words?: string;
}

/** A page that was made, and what it took. */
export interface RenderedPageFiles {
  path: string;
  page: PageFiles;
  milliseconds: number;
  /** Of its files together, in signs: more than that where they are no English ones. */
  bytes: number;
}

/** Is told what a build makes, while it does. */
export interface BuildWatch {
  begin(anew: { pages: number; images: number; unchangedPages: number }): void;
  made(pages: readonly RenderedPageFiles[], images: number): void;
}

const visiblePage = (page: SitePage) =>
  page.hiddenLinks ? withoutHiddenLinks(page, page.hiddenLinks) : page;

/** Writes the documents of a page and its data; says what they consist of. */
export async function writePageFiles(
  checked: SitePage,
  index: SiteIndex,
  context: RenderContext,
  tags: string,
  write: (path: string, content: string | Uint8Array) => void,
): Promise<PageFiles> {
  const page = visiblePage(checked);
  const written = nothingOf(page);
  const put = (path: string, content: string | Uint8Array) => {
    written.files.push(path);
    write(path, content);
  };
  const putHtml = (path: string, html: HtmlDocument) => {
    // There is none among the styles.
    const scripts = [html.before, html.after].flatMap(scriptHashes);
    written.scripts = [...new Set([...written.scripts, ...scripts])];
    put(path, htmlBytes(html));
  };
  const shown = recordQueries(index, written.asked);
  const view = await highlighted(pageView(page, shown));
  // No structured data for what search engines must not find.
  const data = isIndexed(page) ? feedTag(page, shown) + dataTag(page, shown) : '';
  const own = customSharePicture(page, context.site);
  const photo = own && sharePhotoVersion(own, shown.pictures.get(own.src));
  if (own && photo) written.drawn.push({ src: own.src, sizes: '', versions: [photo], priority: false });
  const html = pageDocument(view, { ...context, drawn: written.drawn }, tags, data);
  const inFolder = (name: string) => `${page.path}/${name}`.replace(/^\/+/, '');
  // Static hosts look for this file when they have no other.
  if (page.path === '/404') putHtml('404.html', html);
  else {
    putHtml(inFolder('index.html'), html);
    put(inFolder('page.json'), context.renderer.pageData(view));
    for (const [path, text] of calendarFiles(page, context.site)) put(path.slice(1), text);
    for (const form of sentForms(view)) {
      put(inFolder(definitionFile(form)), definitionText(form, context.site));
      for (const { ending, status } of answers)
        putHtml(inFolder(form.id + ending), formAnswerDocument(view, form.id, status, context));
    }
  }
  if (isSearched(page, context.site)) {
    const texts = pageTexts(view);
    put(pageFile(pageId(page.path)).slice(1), JSON.stringify(texts));
    written.words = pageWords(texts);
  }
  return written;
}

/** A page that another shard writes: what it is found by is known in each. */
export const pageWordsOnly = (page: SitePage, index: SiteIndex): PageFiles => ({
  ...nothingOf(page),
  words: pageWords(pageTexts(pageView(visiblePage(page), index))),
});

const nothingOf = ({ version }: SitePage): PageFiles => ({
  version,
  asked: [],
  files: [],
  drawn: [],
  scripts: [],
});
