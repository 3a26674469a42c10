import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Website } from '../../schema/check.ts';
import type { Page } from '../../schema/page.ts';
import type { SiteFolders } from '../base/project.ts';
import {
  answerDocument,
  answers,
  pageDocument,
  type RenderContext,
  redirectDocument,
} from '../document/page-documents.ts';
import { pageView } from '../document/page-view.ts';
import { compressOutput } from '../output/compress-output.ts';
import { scriptHashes } from '../hosting/csp-hashes.ts';
import { writeHostFiles } from '../hosting/host-files.ts';
import { responseHeaders } from '../hosting/response-headers.ts';
import { rulesAddress, speculationRules } from '../hosting/speculation-rules.ts';
import { withStylePolicy } from '../hosting/style-csp.ts';
import { openOutput, type Output } from '../output/output.ts';
import { publicPages } from '../pages/site-map.ts';
import { webManifest, writeIcons } from '../pictures/app-icons.ts';
import { writePhotos, writePublicFiles } from '../pictures/write-pictures.ts';
import { writeShareImages } from '../pictures/write-share-images.ts';
import { atomFeed } from '../seo/atom-feed.ts';
import { dataTag, siteTags } from '../seo/head-tags.ts';
import { llmsText } from '../seo/llms-txt.ts';
import { sitemap } from '../seo/sitemap.ts';

/** Writes a file of the site. */
type Put = (path: string, text: string) => void;

/** How a site is written. */
export interface WriteOptions {
  /** With compressed copies of its texts, for servers that do not compress by themselves. */
  compress?: boolean;
  /** Is told what is waited for. */
  say?: (text: string) => void;
}

/** Writes a whole site; one that cannot be built replaces nothing. */
export async function writeSite(
  website: Website,
  folders: SiteFolders,
  assets: string,
  renderContext: RenderContext,
  out: string,
  { compress = false, say }: WriteOptions = {},
): Promise<number> {
  const { site, backend, pictures, drawn } = renderContext;
  const output = await openOutput(out, folders, say);
  const { staging } = output;
  try {
    const pages = [...website.pages.values()].filter(({ status }) => status === 'live');
    await writePublicFiles(site, folders.public, pictures, staging);
    cpSync(assets, join(staging, 'assets'), { recursive: true });
    const tags = siteTags(website);
    const scripts = new Set<string>();
    const put: Put = (path, text) => {
      if (!path.endsWith('.html')) return output.put(path, text);
      for (const hash of scriptHashes(text)) scripts.add(hash);
      output.put(path, withStylePolicy(text));
    };
    for (const page of pages) writePage(page, website, renderContext, tags, put);
    // For hosts that cannot answer with a redirect; the others read a file written below.
    for (const { path, to } of website.redirects) put(join(path, 'index.html'), redirectDocument(to, site));
    await writePhotos(site, pictures, drawn, folders.cache, staging);
    await writeForMachines(website, folders, output);
    if (compress) await compressOutput(output, folders.cache);
    writeHostFiles(responseHeaders(backend, scripts, site.pictures.hosts), website.redirects, staging);
    output.finish();
    return pages.length;
  } finally {
    output.abandon();
  }
}

/** What search engines, feed readers, networks and home screens ask for beside the pages. */
async function writeForMachines(website: Website, folders: SiteFolders, output: Output): Promise<void> {
  const { site, pages } = website;
  const feed = atomFeed(website);
  output.put('sitemap.xml', sitemap(publicPages(website), site.url));
  output.put('robots.txt', `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`);
  output.put('llms.txt', llmsText(website));
  if (feed !== undefined) output.put('feed.xml', feed);
  output.put(rulesAddress, speculationRules());
  output.put('manifest.webmanifest', webManifest(site, pages.get('/')?.description));
  await writeIcons(site, folders, output.staging);
  await writeShareImages(website, folders, output.staging);
}

function writePage(page: Page, website: Website, renderContext: RenderContext, tags: string, put: Put): void {
  const view = pageView(page, website, renderContext.pictures);
  // No structured data for what search engines must not find.
  const html = pageDocument(
    view,
    renderContext,
    tags,
    view.canonical === undefined ? '' : dataTag(page, website),
  );
  // Static hosts look for this file when they have no other.
  if (page.path === '/404') return put('404.html', html);
  put(join(page.path, 'index.html'), html);
  put(join(page.path, 'page.json'), JSON.stringify(view));
  for (const block of page.blocks) {
    if (block.type !== 'form') continue;
    for (const { ending, status } of answers)
      put(join(page.path, block.id + ending), answerDocument(view, block.id, status, renderContext));
  }
}
