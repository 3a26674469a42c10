import type { SitePage } from '../../schema/check/page-summary.ts';
import { isIndexed } from '../../schema/page.ts';
import { answerDocument, answers, pageDocument, type RenderContext } from '../document/page-documents.ts';
import { withoutHiddenLinks } from '../document/hidden-links.ts';
import { calendarFile } from '../document/calendar-file.ts';
import { highlighted } from '../document/highlight.ts';
import { calendarAddress, eventsOf } from '../document/page-dates.ts';
import { pageView } from '../document/page-view.ts';
import { htmlBytes } from '../document/html-bytes.ts';
import type { HtmlDocument } from '../document/html-frame.ts';
import { noting, type SiteIndex } from '../document/site-index.ts';
import { scriptHashes } from '../hosting/csp-hashes.ts';
import { dataTag, feedTag } from '../seo/head-tags.ts';
import { definitionFile, definitionText, sentForms } from '../document/form-definition.ts';
import { ownSharePicture, sharePhotoVersion } from '../pictures/share-photo.ts';
import { isSearched, pageTexts } from '../search/page-texts.ts';
import { pageId, pageWords } from '../search/page-words.ts';
import { pageFile } from '../../schema/base/search-files.ts';
import type { WrittenPage } from './build-memory.ts';

const shownPage = (page: SitePage) => (page.hiddenLinks ? withoutHiddenLinks(page, page.hiddenLinks) : page);

/** Writes the documents of a page and its data; says what they consist of. */
export async function writePage(
  checked: SitePage,
  index: SiteIndex,
  context: RenderContext,
  tags: string,
  write: (path: string, content: string | Uint8Array) => void,
): Promise<WrittenPage> {
  const page = shownPage(checked);
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
  const shown = noting(index, written.asked);
  const view = await highlighted(pageView(page, shown));
  // No structured data for what search engines must not find.
  const data = isIndexed(page) ? feedTag(page, shown) + dataTag(page, shown) : '';
  const own = ownSharePicture(page, context.site);
  const photo = own && sharePhotoVersion(own, shown.pictures.get(own.src));
  if (own && photo) written.drawn.push({ src: own.src, sizes: '', versions: [photo], priority: false });
  const html = pageDocument(view, { ...context, drawn: written.drawn }, tags, data);
  const inFolder = (name: string) => `${page.path}/${name}`.replace(/^\/+/, '');
  // Static hosts look for this file when they have no other.
  if (page.path === '/404') putHtml('404.html', html);
  else {
    putHtml(inFolder('index.html'), html);
    put(inFolder('page.json'), context.renderer.pageData(view));
    for (const [number, event] of eventsOf(page.blocks).entries())
      if (event.calendar !== undefined)
        put(calendarAddress(page.path, number).slice(1), calendarFile(page, event, number, context.site));
    for (const form of sentForms(view)) {
      put(inFolder(definitionFile(form)), definitionText(form, context.site));
      for (const { ending, status } of answers)
        putHtml(inFolder(form.id + ending), answerDocument(view, form.id, status, context));
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
export const unwritten = (page: SitePage, index: SiteIndex): WrittenPage => ({
  ...nothingOf(page),
  words: pageWords(pageTexts(pageView(shownPage(page), index))),
});

const nothingOf = ({ version }: SitePage): WrittenPage => ({
  version,
  asked: [],
  files: [],
  drawn: [],
  scripts: [],
});
