import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteFiles, siteYaml } from '../support/small-site.ts';

const assets = { icons: new Set<string>(), files: new Set<string>() };
const us = pageYaml('  - type: hero\n    heading: About us here\n');

function diagnosticsOf(list: string, host?: string) {
  const settings = `${siteYaml}${host === undefined ? '' : `host: ${host}\n`}redirects:\n${list}`;
  const home =
    '  - type: hero\n    heading: Home page\n    actions: [{ label: Us, to: /us }, { label: Terms, to: /more }]\n';
  const more = pageYaml('  - type: hero\n    heading: More about us\n');
  const files = siteFiles(home, { '_site.yaml': settings, 'us.yaml': us, 'more.yaml': more });
  return check(files, assets).diagnostics;
}

const every = 'netlify cloudflare-pages vercel nginx node github-pages other'.split(' ');

test.each([
  ['/about.html', ''],
  ['/index.php', ''],
  ['/old.PDF', ''],
  ['/Über-Uns', ''],
  ['/%C3%9Cber', ''],
  ['/a b', ''],
  ['/c++', ''],
  ['/(old)', ''],
  ['/100%25', ''],
  ["/it's", ''],
  ['/?p=12', 'cloudflare-pages github-pages other'],
  ['/item.php?id=3', 'cloudflare-pages github-pages other'],
  ['/us?old=1&x=2', 'cloudflare-pages github-pages other'],
  ['/item.php?id', 'netlify cloudflare-pages github-pages other'],
  ['/item.php?id=', 'netlify cloudflare-pages github-pages other'],
  ['/a?b=1&12', 'netlify cloudflare-pages github-pages other'],
  ['/it:is', 'cloudflare-pages github-pages other'],
  ['/:is', 'cloudflare-pages github-pages other'],
  ['/star%2A', 'cloudflare-pages github-pages other'],
  ['/10:30', 'github-pages other'],
  ['/what%3Fnow', 'github-pages other'],
  ['/q"uote', 'github-pages other'],
  ['/a|b', 'github-pages other'],
  ['/<old>', 'github-pages other'],
  ['/.old', 'github-pages other'],
  ['/a/.b/c', 'github-pages other'],
  ['/end.', 'github-pages other'],
  [`/${'ä'.repeat(120)}`, 'github-pages other'],
])('%s cannot lead on at: %s', (from, hosts) => {
  const list = `  - { from: '${from.replaceAll("'", "''")}', to: /more }\n`;
  const told = every.filter((host) => {
    const found = diagnosticsOf(list, host);
    expect(found.filter(({ rule }) => rule !== 'host-redirect')).toEqual([]);
    return found.length > 0;
  });
  expect(told.join(' ')).toBe(hosts);
  expect(diagnosticsOf(list).map(({ rule }) => rule)).toEqual(hosts === '' ? [] : ['host-redirect']);
});

test('addresses with the same reason are told once', () => {
  const list = ['/?p=1', '/?p=2', '/a:b', '/?p=3']
    .map((from) => `  - { from: '${from}', to: /us }\n`)
    .join('');
  const found = diagnosticsOf(list).map(({ message }) => message);
  expect(found).toEqual([
    '`/?p=1` cannot lead on everywhere: on Cloudflare Pages, GitHub Pages and other hosts without redirects ' +
      'nothing is compared that stands behind a `?`',
    expect.stringMatching(
      /^`\/a:b` cannot lead on everywhere: on Cloudflare Pages `\*` and `:` begin a pattern; /,
    ),
  ]);
});

test.each([
  ['/us?a=1', '/us', 'redirect-loop'],
  ['/?p=1', '/#top', 'redirect-loop'],
  ['/feed?x=1', '/us', undefined],
  ['/us.html?x=1', '/', undefined],
  ['/sitemap.xml?x=1', '/', 'same-address'],
  ['/a?x=1 2', '/', 'wrong-value'],
  ['/a#b', '/', 'wrong-value'],
  ['/a?b#c', '/', 'wrong-value'],
  ['/?', '/us', 'wrong-value'],
  ['?p=1', '/us', 'wrong-value'],
])('%s to %s is told as %s', (from, to, rule) => {
  const found = diagnosticsOf(`  - { from: '${from}', to: '${to}' }\n`, 'node').filter(
    (one) => one.rule !== 'missing-anchor',
  );
  expect(found.map((one) => one.rule)).toEqual(rule === undefined ? [] : [rule]);
});

test('the same address in another spelling is in the list twice', () => {
  const list = "  - { from: '/ü?a=ö', to: /us }\n  - { from: '/%C3%BC/?a=%C3%B6', to: / }\n";
  expect(diagnosticsOf(list, 'node').map(({ rule }) => rule)).toEqual(['same-address']);
});

const site = siteOnDisk();

test.each([
  ['netlify', '301!'],
  ['cloudflare-pages', '301'],
  ['vercel', '301!\n/old /us 301'],
  ['nginx', '301!\n/old /us 301'],
  ['node', '301!\n/old /us 301'],
])('no file leads on at %s', async (host, ending) => {
  site.write('_site.yaml', `${siteYaml}host: ${host}\nredirects: [{ from: /old, to: /us }]\n`);
  site.write('us.yaml', us);
  site.write(
    'index.yaml',
    pageYaml('  - { type: hero, heading: Home, actions: [{ label: Us, to: /us }] }\n'),
  );
  expect((await buildSite(site.pages, site.out)).diagnostics.map(formatDiagnostic)).toEqual([]);
  const pages = globSync('**/*.html', { cwd: site.out });
  expect(pages.toSorted()).toEqual(['404.html', 'index.html', 'us.html']);
  expect(readFileSync(join(site.out, '_redirects'), 'utf8')).toContain(`/old /us ${ending}\n/old/ `);
});

test.each([
  ['/my/project/old', true],
  ['/my/project', true],
  ['/my/projects', false],
  ['/old', false],
])('below `/my/project`, the old address %s is written with it: %s', (from, isReported) => {
  const settings = `${siteYaml.replace('https://www.example.org', 'https://a.example/my/project')}redirects:\n`;
  const files = siteFiles('  - type: hero\n    heading: Home page\n    actions: [{ label: Us, to: /us }]\n', {
    '_site.yaml': `${settings}  - { from: ${from}, to: /us }\n`,
    'us.yaml': us,
  });
  const messages = check(files, assets).diagnostics.map(formatDiagnostic).join('\n');
  expect(messages.includes(`this one would be \`/my/project${from}\``), messages).toBe(isReported);
});
