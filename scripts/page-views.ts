import type { Page } from '../schema/page.ts';
import type { Site } from '../schema/site.ts';
import type { PageView } from '../src/entry-server.tsx';
import { iconDrawings } from './read-site.ts';

/** A page as the renderer takes it: with its full title and address, and the drawings of its icons. */
export function pageView(page: Page, site: Site): PageView {
  return {
    path: page.path,
    name: page.title,
    title: `${page.title} | ${site.company}`,
    description: page.description,
    // The page for unknown addresses has none of its own.
    ...(page.path === '/404' ? {} : { canonical: `${site.url}${page.path === '/' ? '/' : page.path}` }),
    blocks: page.blocks,
    icons: Object.fromEntries(iconsIn(page.blocks).map((name) => [name, iconDrawings[name] ?? []])),
  };
}

function iconsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const found = Object.entries(data).flatMap(([key, value]) => (key === 'icon' && typeof value === 'string' ? value : iconsIn(value)));
  return [...new Set(found)];
}
