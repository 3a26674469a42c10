import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll } from 'vitest';
import { type BuiltSite, buildAndServe } from './build-and-serve.ts';
import { errorPageYaml, siteYaml } from './small-site.ts';

/** The site of a test file: built and served before its first test, and gone after the last. */
export interface ServedSite extends Omit<BuiltSite, 'remove'> {
  folder: string;
  pages: string;
  pictures: string;
  /** Writes a file of the pages folder. */
  write(path: string, content: string): void;
}

/** `make` writes its pages; those that every site needs are added where it does not. */
export function servedSite(make: (site: ServedSite) => void | Promise<void>): ServedSite {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const pages = join(folder, 'site/pages');
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(pages, path)), { recursive: true });
    writeFileSync(join(pages, path), content);
  };
  const pictures = join(folder, 'site/public/pictures');
  const site: ServedSite = { folder, pages, pictures, write, address: '', out: '', data: '' };
  beforeAll(async () => {
    await make(site);
    for (const [path, content] of Object.entries({ '_site.yaml': siteYaml, '404.yaml': errorPageYaml }))
      if (!existsSync(join(pages, path))) write(path, content);
    const { remove, ...built } = await buildAndServe(pages, folder);
    Object.assign(site, built);
    return remove;
  });
  return site;
}
