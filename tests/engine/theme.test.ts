import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const site = siteOnDisk(
  '  - type: hero\n    heading: Home page\n  - type: stats\n    heading: Go on\n' +
    '    items: [{ value: 1, label: one }, { value: 2, label: two }]\n',
);

/** The home page of a site with this theme: the rules that all pages have, and the rest. */
async function homeWith(theme: string): Promise<{ rules: string; rest: string }> {
  site.write('_site.yaml', `${siteYaml}theme: { ${theme} }\n`);
  const { diagnostics } = await buildSite(site.pages, site.out);
  expect(diagnostics).toEqual([]);
  const html = readFileSync(join(site.out, 'index.html'), 'utf8');
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  // The policy has a sum of all styles.
  return { rules, rest: html.replace(rules, '').replace(/style-src[^"]*/, '') };
}

test('a theme changes the rules of the page, and no style of a component', async () => {
  const standard = await homeWith('fonts: figtree');
  for (const [theme, ...rules] of [
    [
      'corners: round, density: airy, headings: light',
      '--radius:.875rem',
      '--section:clamp(4rem, ',
      'h1,h2{font-weight:400;',
    ],
    ['density: compact, headings: serif', '--section:clamp(2.25rem, ', '--display:Georgia,'],
  ] as const) {
    const chosen = await homeWith(theme);
    for (const rule of rules) {
      expect(standard.rules).not.toContain(rule);
      expect(chosen.rules).toContain(rule);
    }
    expect(chosen.rest).toBe(standard.rest);
  }
});

test('a page with rarer letters loads their font from the start, and no other page does', async () => {
  const { rest } = await homeWith('fonts: space-grotesk');
  expect(rest).not.toContain('latin-ext');
  site.write('index.yaml', readFileSync(join(site.pages, 'index.yaml'), 'utf8').replace('Go on', 'Łąka'));
  const [, ...preloads] = [
    ...(await homeWith('fonts: space-grotesk')).rest.matchAll(/rel="preload" href="([^"]*)/g),
  ];
  expect(preloads.map(([, href]) => href?.replace(/^.*\/|-[^-]*$/g, ''))).toEqual([
    'figtree-latin-wght-normal',
    'space-grotesk-latin-ext-wght-normal',
    'figtree-latin-ext-wght-normal',
  ]);
});
