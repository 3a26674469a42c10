import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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
import { writeCompressed } from '../hosting/compress-files.ts';
import { scriptHashes } from '../hosting/csp-hashes.ts';
import { writeHostFiles } from '../hosting/host-files.ts';
import { responseHeaders } from '../hosting/response-headers.ts';
import { rulesAddress, speculationRules } from '../hosting/speculation-rules.ts';
import { withStylePolicy } from '../hosting/style-csp.ts';
import { publicPages } from '../pages/site-map.ts';
import { webManifest, writeIcons } from '../pictures/app-icons.ts';
import { writePhotos, writePublicFiles } from '../pictures/write-pictures.ts';
import { writeShareImages } from '../pictures/write-share-images.ts';
import { atomFeed } from '../seo/atom-feed.ts';
import { dataTag, siteTags } from '../seo/head-tags.ts';
import { llmsText } from '../seo/llms-txt.ts';
import { sitemap } from '../seo/sitemap.ts';
import { demandOwnFolder, markAsBuilt } from './out-folder.ts';

/** Writes a file of the site. */
type Put = (path: string, text: string) => void;

/**
 * Writes a whole site beside `out` and then puts it in its place: a site that cannot be built replaces
 * nothing.
 */
export async function writeSite(
  website: Website,
  folders: SiteFolders,
  assets: string,
  renderContext: RenderContext,
  out: string,
): Promise<number> {
  const { site, backend, pictures, drawn } = renderContext;
  const target = resolve(out);
  mkdirSync(dirname(target), { recursive: true });
  const beside = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
  try {
    const pages = [...website.pages.values()].filter(({ status }) => status === 'live');
    await writePublicFiles(site, folders.public, pictures, beside);
    cpSync(assets, join(beside, 'assets'), { recursive: true });
    const tags = siteTags(website);
    const scripts = new Set<string>();
    const put: Put = (path, text) => {
      if (!path.endsWith('.html')) return write(join(beside, path), text);
      for (const hash of scriptHashes(text)) scripts.add(hash);
      write(join(beside, path), withStylePolicy(text));
    };
    for (const page of pages) writePage(page, website, renderContext, tags, put);
    // For hosts that cannot answer with a redirect; the others read a file written below.
    for (const { path, to } of website.redirects) put(join(path, 'index.html'), redirectDocument(to, site));
    await writePhotos(site, pictures, drawn, folders.cache, beside);
    await writeForMachines(website, folders, beside);
    await writeCompressed(beside);
    writeHostFiles(responseHeaders(backend, scripts, site.pictures.hosts), website.redirects, beside);
    markAsBuilt(beside);
    // A temporary folder is its owner's alone, but a server may run as somebody else.
    chmodSync(beside, 0o755);
    // Somebody may have put something there in the meantime.
    demandOwnFolder(out, folders);
    replace(target, beside);
    return pages.length;
  } catch (problem) {
    rmSync(beside, { recursive: true, force: true });
    throw problem;
  }
}

/** What search engines, feed readers, networks and home screens ask for beside the pages. */
async function writeForMachines(website: Website, folders: SiteFolders, folder: string): Promise<void> {
  const { site, pages } = website;
  const feed = atomFeed(website);
  write(join(folder, 'sitemap.xml'), sitemap(publicPages(website), site.url));
  write(join(folder, 'robots.txt'), `User-agent: *\nAllow: /\n\nSitemap: ${site.url}/sitemap.xml\n`);
  write(join(folder, 'llms.txt'), llmsText(website));
  if (feed !== undefined) write(join(folder, 'feed.xml'), feed);
  write(join(folder, rulesAddress), speculationRules());
  write(join(folder, 'manifest.webmanifest'), webManifest(site, pages.get('/')?.description));
  await writeIcons(site, folders, folder);
  await writeShareImages(website, folders, folder);
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

/**
 * Two renames, because a folder that is not empty cannot be replaced in one; the first is taken back if the
 * second fails.
 */
function replace(target: string, beside: string): void {
  const old = `${beside}-old`;
  const hadOne = existsSync(target);
  if (hadOne) renameSync(target, old);
  try {
    renameSync(beside, target);
  } catch (problem) {
    if (hadOne) renameSync(old, target);
    throw problem;
  }
  rmSync(old, { recursive: true, force: true });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
