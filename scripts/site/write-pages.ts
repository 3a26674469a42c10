import { join } from 'node:path';
import type { SitePage } from '../../schema/check/page-summary.ts';
import { definitionFile, definitionText, sentForms } from '../document/form-definition.ts';
import { answerDocument, answers, pageDocument, type RenderContext } from '../document/page-documents.ts';
import { pageView } from '../document/page-view.ts';
import { scriptHashes } from '../hosting/csp-hashes.ts';
import type { Output } from '../output/output.ts';
import { noting, type SiteIndex, stillAnswers } from '../document/site-index.ts';
import { dataTag } from '../seo/head-tags.ts';
import type { WrittenPage } from './build-memory.ts';

/** Writes those pages that are not as the last build wrote them; says of each what it consists of. */
export async function writePages(
  pages: readonly SitePage[],
  index: SiteIndex,
  known: ReadonlyMap<string, WrittenPage>,
  openContext: () => Promise<RenderContext>,
  tags: string,
  output: Output,
): Promise<Map<string, WrittenPage>> {
  const written = new Map<string, WrittenPage>();
  let context: RenderContext | undefined;
  for (const page of pages) {
    const last = known.get(page.path);
    const isSame =
      last?.version === page.version &&
      stillAnswers(index, last.asked) &&
      last.files.every((file) => output.keep(file));
    if (last && isSame) written.set(page.path, last);
    else {
      // The renderer is loaded for the first page that has changed: often there is none.
      context ??= await openContext();
      written.set(page.path, writePage(page, index, context, tags, output));
    }
  }
  return written;
}

function writePage(
  page: SitePage,
  index: SiteIndex,
  context: RenderContext,
  tags: string,
  output: Output,
): WrittenPage {
  const written: WrittenPage = { version: page.version, asked: [], files: [], drawn: [], scripts: [] };
  const put = (path: string, text: string) => {
    written.files.push(path);
    output.put(path, text);
  };
  const putHtml = (path: string, html: string) => {
    written.scripts = [...new Set([...written.scripts, ...scriptHashes(html)])];
    put(path, html);
  };
  const shown = noting(index, written.asked);
  const view = pageView(page, shown);
  // No structured data for what search engines must not find.
  const data = view.canonical === undefined ? '' : dataTag(page, shown);
  const html = pageDocument(view, { ...context, drawn: written.drawn }, tags, data);
  // Static hosts look for this file when they have no other.
  if (page.path === '/404') putHtml('404.html', html);
  else {
    putHtml(join(page.path, 'index.html'), html);
    put(join(page.path, 'page.json'), JSON.stringify(view));
    for (const block of page.blocks) {
      if (block.type !== 'form') continue;
      for (const { ending, status } of answers)
        putHtml(join(page.path, block.id + ending), answerDocument(view, block.id, status, context));
    }
    for (const form of sentForms(view))
      put(join(page.path, definitionFile(form)), definitionText(form, context.site));
  }
  return written;
}
