import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { errorPageYaml, pageYaml, siteYaml } from './small-site.ts';

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a folder that is removed after the tests of a file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files relative to a folder, and returns their paths. */
export const writerIn =
  (folder: string) =>
  (path: string, content: string | Uint8Array): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };

/** A small site for the tests of a file. Before each test it has `_site.yaml`, a home page and `404.yaml`. */
export interface SiteOnDisk {
  folder: string;
  pages: string;
  out: string;
  /** Writes a file of the pages folder, and returns its path. */
  write(path: string, content: string | Uint8Array): string;
}

export function siteOnDisk(home = '  - type: hero\n    heading: Home page\n'): SiteOnDisk {
  const folder = scratchFolder();
  const [pages, out] = [join(folder, 'site/pages'), join(folder, 'dist')];
  const write = writerIn(pages);
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'site/public'), { recursive: true });
    write('_site.yaml', siteYaml);
    write('404.yaml', errorPageYaml);
    write('index.yaml', pageYaml(home));
  });
  return { folder, pages, out, write };
}

/** A site that is built and served. */
export interface BuiltSite {
  address: string;
  out: string;
  data: string;
  /** Stops the server, and deletes the folder. */
  remove(): Promise<void>;
}

/** Builds a site into a folder, and serves it. */
export async function buildAndServe(pages: string, folder: string): Promise<BuiltSite> {
  const [out, data, cache] = [join(folder, 'dist'), join(folder, 'data'), join(folder, 'cache')];
  const { diagnostics } = await buildSite(pages, out);
  if (filterErrors(diagnostics).length > 0) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const { address, close } = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
  const remove = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, out, data, remove };
}

/** A site that is built and served for all tests of a file. */
export interface ServedSite extends Omit<BuiltSite, 'remove'>, SiteOnDisk {
  pictures: string;
}

/** `make` writes the pages. `_site.yaml` and `404.yaml` are added if they are missing. */
export function servedSite(make: (site: ServedSite) => void | Promise<void>): ServedSite {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const pages = join(folder, 'site/pages');
  const pictures = join(folder, 'site/public/pictures');
  const write = writerIn(pages);
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
