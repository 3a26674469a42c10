import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { dataPathToRoute } from '../../schema/base/routes.ts';
import { serveSite } from '../../scripts/server/static-server.ts';
import { buildCachedSite } from './built-site.ts';
import { casesFolder } from './fixture-site.ts';
import { errorPageYaml, toPageYaml, siteYaml } from './small-site.ts';

/** Creates a temporary folder that is removed after the test. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a temporary folder that is removed after all tests of the file. */
export function createSuiteFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a function that writes a file in a folder and returns the file's path. */
export const createWriter =
  (folder: string) =>
  (path: string, content: string | Uint8Array): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };

/**
 * A small site for the tests in a file. Before each test, the
 * site is reset to `_site.yaml`, a home page and `404.yaml`.
 */
export interface SiteOnDisk {
  folder: string;
  pages: string;
  out: string;
  /** Writes a file in the pages folder and returns its path. */
  write(path: string, content: string | Uint8Array): string;
}

export function createSiteOnDisk(home = '  - type: hero\n    heading: Home page\n'): SiteOnDisk {
  const folder = createSuiteFolder();
  const [pages, out] = [join(folder, 'site/pages'), join(folder, 'dist')];
  const write = createWriter(pages);
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'site/public'), { recursive: true });
    write('_site.yaml', siteYaml);
    write('404.yaml', errorPageYaml);
    write('index.yaml', toPageYaml(home));
  });
  return { folder, pages, out, write };
}

/** A built site that a server serves. */
export interface BuiltSite {
  address: string;
  /** The folder of a separate copy of the build, which tests may change. */
  out: string;
  data: string;
  /** Stops the server and deletes the folder. */
  remove(): Promise<void>;
}

/** Builds a site or uses a cached build, copies it to a folder, and serves the copy. */
export async function buildAndServe(pages: string, folder: string): Promise<BuiltSite> {
  const [out, data, cache] = [join(folder, 'dist'), join(folder, 'data'), join(folder, 'cache')];
  cpSync(await buildCachedSite(pages, { mayWarn: true }), out, { recursive: true });
  const { address, close } = await serveSite({ out, data, cache, port: 0, host: '127.0.0.1' });
  const remove = async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { address, out, data, remove };
}

/** Returns the routes of all pages in a built site, including `/404`. */
export const listBuiltRoutes = (out: string): string[] =>
  globSync('**/*.page.json', { cwd: out }).map(
    (file) => dataPathToRoute(`/${file.replaceAll('\\', '/')}`) ?? '',
  );

/** A site that is built and served once for all tests in a file. */
export interface ServedSite extends Omit<BuiltSite, 'remove'>, SiteOnDisk {
  pictures: string;
}

/** A function that writes the pages of a site. */
type WritePages = (site: ServedSite) => void | Promise<void>;

/**
 * Builds and serves a site for the tests in a file. Its pages come from a folder in `tests/fixtures/cases`, or from a
 * function that writes them. Adds `_site.yaml` and `404.yaml` if they are missing.
 */
export function serveTestSite(
  source: string | WritePages,
  writeMore: WritePages = () => undefined,
): ServedSite {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const pages = join(folder, 'site/pages');
  const pictures = join(folder, 'site/public/pictures');
  const write = createWriter(pages);
  const site: ServedSite = { folder, pages, pictures, write, address: '', out: '', data: '' };
  beforeAll(async () => {
    if (typeof source === 'string') cpSync(join(casesFolder, source), pages, { recursive: true });
    else await source(site);
    await writeMore(site);
    for (const [path, content] of Object.entries({ '_site.yaml': siteYaml, '404.yaml': errorPageYaml }))
      if (!existsSync(join(pages, path))) write(path, content);
    const { remove, ...built } = await buildAndServe(pages, folder);
    Object.assign(site, built);
    return remove;
  });
  return site;
}
