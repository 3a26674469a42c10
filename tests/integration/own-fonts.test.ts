import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';
import { mergeSiteYaml } from '../support/small-site.ts';

const require = createRequire(import.meta.url);
const site = createSiteOnDisk();
const writeFont = (name: string, font: string) =>
  site.write(
    `../public/fonts/${name}`,
    readFileSync(require.resolve(`@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`)),
  );

test('a page preloads custom fonts with a fallback of the same metrics, and its share image uses them', async () => {
  site.write(
    '_site.yaml',
    mergeSiteYaml('theme: { ownFonts: { text: /fonts/own.woff2, headings: /fonts/large.woff2 } }\n'),
  );
  writeFont('own.woff2', 'space-grotesk');
  writeFont('large.woff2', 'figtree');
  const build = async () => {
    expect((await buildSite({ pages: site.pages, out: site.out })).diagnostics).toEqual([]);
    return readFileSync(join(site.out, 'share.png'));
  };
  const ownImage = await build();
  const html = readFileSync(join(site.out, 'index.html'), 'utf8');
  const preloads = [...html.matchAll(/rel="preload" href="([^"]*)" as="font"/g)].map(([, href]) => href);
  expect(preloads).toEqual(['/fonts/large.woff2', '/fonts/own.woff2']);
  expect(html).toContain(
    '@font-face{font-family:"Own";font-weight:300 700;font-display:swap;' +
      'src:url(/fonts/own.woff2) format("woff2")}' +
      '@font-face{font-family:"Own fallback";font-weight:400;src:local("Arial"),local("Liberation Sans");' +
      'size-adjust:110.9%;ascent-override:88.7%;descent-override:26.3%;line-gap-override:0%}',
  );
  expect(html).toContain(
    '--display:"Own headings","Own headings fallback",system-ui,sans-serif;--text:"Own",',
  );
  expect(html).not.toContain('/assets/figtree');
  // The share image uses the custom fonts, so it is drawn again when a font is replaced.
  writeFont('large.woff2', 'space-grotesk');
  expect((await build()).equals(ownImage)).toBe(false);
});
