import { appendFileSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filterErrors, formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { oneLine } from '../../schema/yaml/quoting.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { unescaped } from '../support/document-head.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { type Host, type HostAnswer, hosts } from '../support/hosts.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

const url = 'https://www.saltquay.example';
const folder = scratchFolder();
const out = join(folder, 'site/dist');

/** Old addresses as they are written in `_site.yaml`, and where they lead. */
const oldAddresses: readonly (readonly [from: string, to: string])[] = [
  ['/Ueber-Uns', '/about/harbour'],
  ['/über-uns', '/about/harbour'],
  ['/%C3%9Cbung', '/about/crew#friends'],
  ['/price_list', '/services/berths'],
  ['/preise.html', '/services/berths'],
  ['/alt/preise.htm', '/services/berths'],
  ['/index.php', '/'],
  ['/index.php/news/1', '/log'],
  ['/store/', 'https://shop.example.com/a?b=c$d#e'],
  ['/a b', '/log'],
  ['/a%2Bb', '/log'],
  ['/c++', '/log'],
  ['/100%25', '/log'],
  ['/(old)', '/log'],
  ['/{old}', '/log'],
  ['/[old]', '/log'],
  ['/it:is', '/log'],
  ['/star%2A', '/log'],
  ['/what%3Fnow', '/log'],
  ['/q"uote', '/log'],
  ['/do$lar', '/log'],
  ['/ein/sehr/tiefer/Pfad/', '/log'],
  ['/a.b.c', '/log'],
  ['/.well-known/old', '/log'],
  ['/日本', '/log'],
  ['/LOG', '/log'],
  ['/old.PDF', '/files/desk.vcf'],
];

beforeAll(async () => {
  cpSync(fixtureFolder, join(folder, 'site'), { recursive: true });
  mkdirSync(join(folder, 'site/public/tool'));
  writeFileSync(join(folder, 'site/public/tool/index.html'), '<title>A tool</title>');
  writeFileSync(join(folder, 'site/public/note.html'), '<title>A note</title>');
  const list = oldAddresses.map(
    ([from, to]) => `  - ${oneLine({ from, [to.startsWith('/') ? 'to' : 'href']: to })}\n`,
  );
  appendFileSync(join(folder, 'site/pages/_site.yaml'), `redirects:\n${list.join('')}`);
  writeFileSync(join(folder, 'site/pages/shop.yaml'), 'redirect: https://shop.example.com\n');
  const { diagnostics } = await buildSite(join(folder, 'site/pages'), out);
  const errors = filterErrors(diagnostics).map(formatDiagnostic);
  if (errors.length > 0) throw new Error(errors.join('\n'));
});

/** The paths of this site that its files name: links, canonical, `og:url`, site map, feeds and others. */
function namedPaths(): string[] {
  const texts = globSync('**/*.{html,xml,txt}', { cwd: out }).map((file) =>
    readFileSync(join(out, file), 'utf8'),
  );
  const patterns = [
    /\s(?:href|src|content)="([^"]*)"/g,
    /<(?:loc|id)>([^<]*)<\//g,
    /\]\(([^)\s]*)\)/g,
    /^Sitemap: (.*)$/gm,
  ];
  const found = texts.flatMap((text) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, address = '']) => unescaped(address))),
  );
  const own = found.flatMap((address) => {
    if (!address.startsWith('/') && !`${address}/`.startsWith(`${url}/`)) return [];
    return new URL(address, url).pathname;
  });
  return [...new Set(own)].filter((path) => !path.startsWith('/functions/'));
}

/** Where an answer sends browsers: by its status, or with its page. */
const targetOf = ({ location, text }: HostAnswer): string | undefined =>
  location ?? unescaped(/http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1] ?? '');

/** An address as browsers send it, without a slash at its end. */
function addressOf(written: string): string {
  const url = new URL('https://localhost');
  url.pathname = decodeURIComponent(written).replaceAll('%', '%25').replace(/\/$/, '');
  return url.pathname;
}

describe.each(Object.keys(hosts))('on %s', (name) => {
  let host: Host;
  beforeAll(async () => {
    host = (await hosts[name]?.(out)) ?? { ask: () => ({ status: 0, text: '' }) };
    return host.stop;
  });

  test('every address that the site names is answered at once', async () => {
    const paths = namedPaths();
    expect(paths).toEqual(expect.arrayContaining(['/', '/about/crew', '/feed.xml', '/log/tags/wind']));
    const answers = await Promise.all(paths.map(async (path) => [path, (await host.ask(path)).status]));
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  });

  test('a page with pages below it and one without are themselves', async () => {
    for (const path of ['/', '/log', '/about/crew', '/stations/north-pier']) {
      const { status, text } = await host.ask(path);
      expect([path, status, text.includes(`<link rel="canonical" href="${url}${path}"`)]).toEqual([
        path,
        200,
        true,
      ]);
    }
  });

  test('old addresses lead on', async () => {
    for (const [path, to] of [
      ['/home', '/'],
      ['/log/storm', '/log/gusts'],
      ['/shop', 'https://shop.example.com/'],
    ] as const)
      expect(targetOf(await host.ask(path)), path).toBe(to);
  });

  test.each(oldAddresses)('the old address %s leads to %s, with and without a slash', async (from, to) => {
    const address = addressOf(from);
    // Not every system takes such a name of a file.
    const needsRedirects = /[*:"?]|\/\./.test(decodeURIComponent(address));
    if (name === 'GitHub Pages' && needsRedirects) return;
    const expected = to.startsWith('/') ? to : new URL(to).href;
    for (const path of /\.[^/]*$/.test(address) ? [address] : [address, `${address}/`]) {
      const first = await host.ask(path);
      // Some hosts remove the slash or the ending first.
      const clean = path.replace(/\.html$|\/$/, '');
      const last = clean !== path && first.location === clean ? await host.ask(clean) : first;
      expect(targetOf(last)?.replace('%24', '$'), path).toBe(expected);
    }
  });

  test('an unknown address is answered with the 404 page', async () => {
    for (const path of ['/no-such-page', '/log/no-such-page', '/no-such-page/', '/log/no.html']) {
      const first = await host.ask(path);
      // Vercel removes the slash first.
      const { status, text } = first.location === undefined ? first : await host.ask(first.location);
      expect([path, status, text.includes('name="robots" content="noindex"')]).toEqual([path, 404, true]);
    }
  });

  test('no other way to write the address of a page shows another page or a list of files', async () => {
    for (const path of ['/log/', '/log.html', '/about/crew/', '/about/crew.html', '/about/', '/index.html']) {
      const { status, location, text } = await host.ask(path);
      const route = path.replace(/\.html$|\/$/, '').replace('/index', '') || '/';
      const isPage = text.includes(`<link rel="canonical" href="${url}${route}"`);
      expect(status === 404 || isPage || location === route, `${path} ${status} ${location}`).toBe(true);
    }
  });

  test('pages in `public/` are found', async () => {
    for (const [path, title] of [
      ['/tool/', 'A tool'],
      ['/note', 'A note'],
    ] as const) {
      const first = await host.ask(path);
      const { text } = first.location === undefined ? first : await host.ask(first.location);
      expect(text, path).toContain(title);
    }
  });
});

describe.each(['our preview', ...(hosts['nginx'] ? ['nginx'] : [])])('%s', (name) => {
  let host: Host;
  beforeAll(async () => {
    host = (await hosts[name]?.(out)) ?? { ask: () => ({ status: 0, text: '' }) };
    return host.stop;
  });

  test.each([
    ['/log/', 301, '/log'],
    ['/log.html', 301, '/log'],
    ['/log/index', 301, '/log'],
    ['/log/index.html', 301, '/log'],
    ['/log/tags/wind/', 301, '/log/tags/wind'],
    ['/log/tags/wind.html', 301, '/log/tags/wind'],
    ['/index', 301, '/'],
    ['/index.html', 301, '/'],
    ['/home', 301, '/'],
    ['/home/', 301, '/'],
    ['/about/', 404, undefined],
    ['/brand/', 404, undefined],
    ['/assets/', 404, undefined],
    ['/search/', 404, undefined],
    ['/no-such-page/', 404, undefined],
    ['/no-such-page.html', 404, undefined],
    ['/tool', 200, undefined],
    ['/tool/', 200, undefined],
    ['/tool/index.html', 200, undefined],
    ['/note', 200, undefined],
    ['/note/', 301, '/note'],
    ['/note.html', 200, undefined],
    ['/log/page.json', 200, undefined],
    ['/404.html', 200, undefined],
  ])('answers %s with %i', async (path, status, location) => {
    const answer = await host.ask(path);
    expect([answer.status, answer.location]).toEqual([status, location]);
  });
});
