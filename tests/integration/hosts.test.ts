import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { memoize } from '../../schema/base/cache.ts';
import { formatFlowValue } from '../../schema/yaml/quoting.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { buildCachedFixture } from '../support/built-site.ts';
import { unescapeEntities } from '../support/document-head.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { readCases } from '../support/golden.ts';
import { type Host, type HostResponse, hosts, hostsWithSiteErrorPage } from '../support/hosts.ts';
import { openBuiltRenderer, renderSite } from '../support/render-site.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';

const host = 'https://www.saltquay.example';
const folder = createSuiteFolder();
/**
 * The folders that the hosts serve, by base path: one site is at the root of its host, the other one is below a path.
 */
const roots = { '': join(folder, 'root/host'), '/project': join(folder, 'below/host') };
type Base = keyof typeof roots;

/** Old addresses in `_site.yaml`, and the pages to which they redirect. */
const oldAddresses = readCases('hosts')
  .filter(({ headline }) => headline.startsWith('where does'))
  .map(({ input, output }) => [input, output] as const);

const renderer = await openBuiltRenderer();
const fixture = readSite(fixturePages);
const publicFiles = { 'tool/index.html': '<title>A tool</title>', 'note.html': '<title>A note</title>' };

const otherFiles = globSync('**/*.*', {
  cwd: await buildCachedFixture(),
  exclude: ['**/*.{html,json,txt,xml,conf}'],
});

/** Builds the fixture site into a folder, with a different URL and additional settings. */
async function build(out: string, url: string, settings: string): Promise<void> {
  const texts = Object.fromEntries(fixture.files.sources.map(({ path, text }) => [path, text]));
  const site = await renderSite(
    {
      ...texts,
      '_site.yaml': (texts['_site.yaml'] ?? '').replace(/^url: .*$/m, `url: ${url}`) + settings,
      'shop.yaml': 'redirect: https://shop.example.com\n',
    },
    {
      renderer,
      assets: {
        ...fixture.assets,
        files: new Set([...fixture.assets.files, ...Object.keys(publicFiles).map((path) => `/${path}`)]),
      },
    },
  );
  if (site.files.size === 0) throw new Error(site.messages.join('\n'));
  const write = createWriter(out);
  // Create files of other types without content, which does not matter here.
  for (const path of otherFiles) write(path, '');
  for (const [path, text] of [...site.files, ...Object.entries(publicFiles)]) write(path, text);
}

const bases = Object.keys(roots) as Base[]; // its keys are the bases
beforeAll(async () => {
  const list = oldAddresses.map(
    ([from, to]) => `  - ${formatFlowValue({ from, [to.startsWith('/') ? 'to' : 'href']: to })}\n`,
  );
  for (const base of bases) await build(join(roots[base], base), host + base, `redirects:\n${list.join('')}`);
});

/** Returns all paths of the site that its files mention: in links, canonical URLs, `og:url`, sitemap, feeds etc. */
const findPaths = memoize(2, (base): string[] => {
  const out = join(roots[base as Base], base);
  const texts = globSync('**/*.{html,xml,txt}', { cwd: out }).map((file) =>
    readFileSync(join(out, file), 'utf8'),
  );
  const patterns = [
    /\s(?:href|src|content)="([^"]*)"/g,
    /<(?:loc|id)>([^<]*)<\//g,
    /\]\(([^)\s]*)\)/g,
    /^Sitemap: (.*)$/gm,
  ];
  const addresses = texts.flatMap((text) =>
    patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([, address = '']) => unescapeEntities(address)),
    ),
  );
  const ownPaths = addresses.flatMap((address) => {
    if (!address.startsWith('/') && !`${address}/`.startsWith(`${host}/`)) return [];
    return new URL(address, host).pathname;
  });
  return [...new Set(ownPaths)].filter((path) => !path.startsWith(`${base}/functions/`));
});

/** Returns the target of a redirect, read from a response header or from the page. */
const readTarget = ({ location, text }: HostResponse): string | undefined =>
  location ?? unescapeEntities(/http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1] ?? '');

/** Returns an old address as browsers send it, without a trailing slash. */
function encodeAddress(address: string): { path: string; search: string } {
  const [, path = '', search = ''] = /^([^?]*)(.*)$/.exec(address) ?? [];
  const url = new URL(`https://localhost/${search}`);
  url.pathname = decodeURIComponent(path).replaceAll('%', '%25');
  return { path: url.pathname.replace(/(.)\/$/, '$1'), search: url.search };
}

/** Returns whether a host can redirect an old address. */
function canRedirect(name: string, { path, search }: { path: string; search: string }): boolean {
  const decodedPath = decodeURIComponent(path);
  if (name === 'GitHub Pages') return search === '' && !/[*:"?|]|\/\.|\.\//.test(decodedPath);
  return name !== 'Cloudflare Pages' || (search === '' && !/\*|:[A-Za-z]|\/:/.test(decodedPath));
}

const hostsAndBases = bases.flatMap((base) => Object.keys(hosts).map((name) => ({ name, base })));

describe.each(hostsAndBases)('on $name, at `$base/`', ({ name, base }) => {
  let server: Host;
  const ask = async (path: string) => server.ask(base + path);
  const home = base === '' ? host : host + base;
  beforeAll(async () => {
    server = (await hosts[name]?.(roots[base], base)) ?? { ask: () => ({ status: 0, text: '' }) };
    return server.stop;
  });

  test('serves every URL that occurs in the site, without redirects', async () => {
    const paths = findPaths(base);
    const examplePaths = ['/', '/about/crew', '/feed.xml', '/log/tags/wind'].map((path) => base + path);
    expect(paths).toEqual(expect.arrayContaining(examplePaths));
    const answers = await Promise.all(paths.map(async (path) => [path, (await server.ask(path)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('serves pages with and without subpages', async () => {
    for (const path of ['/', '/log', '/about/crew', '/stations/north-pier', '/log?utm_source=a']) {
      const { status, text } = await ask(path);
      const canonical = `<link rel="canonical" href="${home}${path.replace(/\?.*/, '')}"`;
      expect([path, status, text.includes(canonical)]).toEqual([path, 200, true]);
    }
  });

  test('redirects old addresses to the new ones', async () => {
    for (const [path, to] of [
      ['/home', `${base}/`],
      ['/log/storm', `${base}/log/gusts`],
      ['/shop', 'https://shop.example.com/'],
    ] as const)
      expect(readTarget(await ask(path)), path).toBe(to);
  });

  test.each(oldAddresses)(
    'redirects the old address %s to %s, with and without a trailing slash',
    async (from, to) => {
      const { path, search } = encodeAddress(from);
      const expected = to.startsWith('/') ? base + to : new URL(to).href;
      const queries = search === '' ? ['', '?utm_source=a'] : [search, `?utm_source=a&${search.slice(1)}`];
      const paths = /\.[^/]*$|^\/$/.test(path) ? [path] : [path, `${path}/`];
      const lowercasePaths = paths.map((pathVariant) =>
        pathVariant.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
      );
      for (const pathVariant of new Set([...paths, ...lowercasePaths]))
        for (const query of queries) {
          const first = await ask(pathVariant + query);
          // Some hosts first redirect to the path without a trailing slash or `.html`.
          const cleanPath = pathVariant.replace(/\.html$|(?<=.)\/$/, '');
          const isRedirectedToCleanPath =
            cleanPath !== pathVariant && first.location?.split('?')[0] === base + cleanPath;
          const last = isRedirectedToCleanPath ? await ask(cleanPath + query) : first;
          const isRedirected = canRedirect(name, { path, search });
          expect([pathVariant, readTarget(last)?.replace('%24', '$') === expected]).toEqual([
            pathVariant,
            isRedirected,
          ]);
          // A redirect has status 301. On a host that ignores case, `/LOG…` may be a page instead.
          const isPermanent = isRedirected && name !== 'GitHub Pages' && !pathVariant.startsWith('/LOG');
          expect([pathVariant, last.status]).toEqual([pathVariant, isPermanent ? 301 : last.status]);
        }
    },
  );

  test('serves the 404 page for an unknown address', async () => {
    for (const path of ['/no-such-page', '/log/no-such-page', '/no-such-page/', '/log/no.html']) {
      const first = await ask(path);
      // Vercel first redirects to the path without the trailing slash.
      const { status, text } = first.location === undefined ? first : await server.ask(first.location);
      const isOurPage = base === '' || hostsWithSiteErrorPage.includes(name);
      expect([path, status, text.includes('name="robots" content="noindex"')]).toEqual([
        path,
        404,
        isOurPage,
      ]);
    }
  });

  test('for `/page/` and `/page.html`, serves the page, redirects to it or responds with 404', async () => {
    for (const path of ['/log/', '/log.html', '/about/crew/', '/about/crew.html', '/about/', '/index.html']) {
      const { status, location, text } = await ask(path);
      const route = path.replace(/\.html$|\/$/, '').replace('/index', '') || '/';
      const isPage = text.includes(`<link rel="canonical" href="${home}${route}"`);
      expect(
        status === 404 || isPage || [base + route, base].includes(location ?? 'nowhere'),
        `${path} ${status} ${location}`,
      ).toBe(true);
    }
  });

  test('serves pages in `public/`', async () => {
    for (const [path, title] of [
      ['/tool/', 'A tool'],
      ['/note', 'A note'],
    ] as const) {
      const first = await ask(path);
      const { text } = first.location === undefined ? first : await server.ask(first.location);
      expect(text, path).toContain(title);
    }
  });
});

describe.each(['our preview', ...(hosts['nginx'] ? ['nginx'] : [])])('%s', (name) => {
  let server: Host;
  beforeAll(async () => {
    server = (await hosts[name]?.(roots[''], '')) ?? { ask: () => ({ status: 0, text: '' }) };
    return server.stop;
  });

  test.each(
    readCases('hosts')
      .filter(({ headline }) => headline.startsWith('what does a server'))
      .map(({ input, output }) => [input, output] as const),
  )('responds to %s with %s', async (path, expected) => {
    const { status, location = '' } = await server.ask(path);
    expect(`${status} ${location}`.trim()).toBe(expected);
  });
});

describe('a site for GitHub Pages', () => {
  const root = join(folder, 'github/host');
  const out = join(root, 'project');
  beforeAll(() =>
    build(out, `${host}/project`, 'host: github-pages\nredirects: [{ from: /log/storm/old/, to: /log }]\n'),
  );

  test('redirects each page URL with a trailing slash to the page', async () => {
    const { ask } = (await hosts['GitHub Pages']?.(root, '/project')) ?? {
      ask: () => ({ status: 0, text: '' }),
    };
    const pages = globSync('**/*.page.json', { cwd: out }).map((file) =>
      `/${file}`.replace(/(?:\/index)?\.page\.json$/, ''),
    );
    expect(pages).toEqual(expect.arrayContaining(['', '/log', '/about/crew', '/log/tags/wind']));
    for (const page of pages.filter(Boolean)) {
      expect([page, (await ask(`/project${page}`)).text.includes('http-equiv="refresh"')]).toEqual([
        page,
        false,
      ]);
      expect(readTarget(await ask(`/project${page}/`)), page).toBe(`/project${page}`);
    }
    expect((await ask('/project/')).text).toContain(`<link rel="canonical" href="${host}/project/"`);
    expect((await ask('/project/tool/')).text).toContain('A tool');
    expect(readTarget(await ask('/project/log/storm/old'))).toBe('/project/log');
    expect(readTarget(await ask('/project/log/storm/'))).toBe('/project/log/gusts');
    expect((await ask('/project/404/')).status).toBe(404);
  });
});
