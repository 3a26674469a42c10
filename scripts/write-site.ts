import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Website } from '../schema/check.ts';
import type { Page } from '../schema/page.ts';
import { answerDocument, answers, pageDocument, type Press, redirectDocument } from './page-documents.ts';
import { pageView } from './page-views.ts';
import { projectFolder } from './read-site.ts';

/** Writes a whole site beside `out` and then puts it in its place: a site that cannot be built replaces nothing. */
export function writeSite(website: Website, assets: string, press: Press, out: string): number {
  const target = resolve(out);
  mkdirSync(dirname(target), { recursive: true });
  const beside = mkdtempSync(join(dirname(target), `.${basename(target)}-`));
  try {
    const pages = [...website.pages.values()].filter(({ status }) => status === 'live');
    if (existsSync(join(projectFolder, 'public'))) cpSync(join(projectFolder, 'public'), beside, { recursive: true });
    cpSync(assets, join(beside, 'assets'), { recursive: true });
    for (const page of pages) writePage(page, press, beside);
    for (const { path, to } of website.redirects) write(join(beside, path, 'index.html'), redirectDocument(to, press.site));
    // For hosts that can answer with a redirect; the documents above serve those that cannot.
    if (website.redirects.length > 0) write(join(beside, '_redirects'), website.redirects.map(({ path, to }) => `${path} ${to} 301\n`).join(''));
    write(join(beside, 'sitemap.xml'), sitemap(pages, press.site.url));
    write(join(beside, 'robots.txt'), `User-agent: *\nAllow: /\n\nSitemap: ${press.site.url}/sitemap.xml\n`);
    replace(target, beside);
    return pages.length;
  } catch (problem) {
    rmSync(beside, { recursive: true, force: true });
    throw problem;
  }
}

function writePage(page: Page, press: Press, folder: string): void {
  const view = pageView(page, press.site);
  const html = pageDocument(view, press);
  // Static hosts look for this file when they have no other.
  if (page.path === '/404') return write(join(folder, '404.html'), html);
  write(join(folder, page.path, 'index.html'), html);
  write(join(folder, page.path, 'page.json'), JSON.stringify(view));
  for (const block of page.blocks) {
    if (block.type !== 'form') continue;
    for (const { ending, status } of answers) write(join(folder, page.path, block.id + ending), answerDocument(view, block.id, status, press));
  }
}

/** Every page that search engines should know, in the form of sitemaps.org. */
function sitemap(pages: readonly Page[], site: string): string {
  const addresses = pages.filter(({ path }) => path !== '/404').map(({ path }) => `  <url><loc>${site}${path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('')}</urlset>\n`;
}

/** Two renames, because a folder that is not empty cannot be replaced in one; the first is taken back if the second fails. */
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
