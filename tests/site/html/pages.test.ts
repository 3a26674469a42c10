import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test, vi } from 'vitest';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { themedSvg } from '../../../scripts/assets/svg.ts';
import { readSite } from '../../../scripts/source/load-site.ts';
import { changedByOptimizing } from '../../support/same-pixels.ts';
import { weakPairs } from '../../support/weak-pairs.ts';

const { files, diagnostics, website } = readSite('pages');
if (!website) throw new Error('The pages are not valid.');
const { site, pages } = website;
const read = (pattern: string) =>
  globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')] as const);

test('every file is valid', () => {
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
});

test('no page goes out of date in the years to come', () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2040-01-01') / 1000));
  const later = readSite('pages').diagnostics;
  vi.unstubAllEnvs();
  expect(later.map(formatDiagnostic)).toEqual([]);
});

test('every page file became a page or a redirect', () => {
  const pageFiles = files.filter(({ path }) => !path.startsWith('_'));
  expect(pages.size + website.redirects.length).toBe(pageFiles.length);
});

test('every file names its schema for editors', () => {
  for (const file of files.map((one) => one.file.replaceAll('\\', '/'))) {
    const schema = posix.relative(
      posix.dirname(file),
      `schema/${file === 'pages/_site.yaml' ? 'site' : 'page'}.schema.json`,
    );
    expect(readFileSync(file, 'utf8').split('\n')[0]).toBe(`# yaml-language-server: $schema=${schema}`);
  }
});

test('every tone has enough contrast in both schemes', () => {
  expect(weakPairs(site.theme)).toEqual([]);
});

const pictures = globSync('public/**/*.svg');

test('optimizing keeps the pixels of every SVG, and adds no bytes', async () => {
  expect(pictures.length).toBeGreaterThan(20);
  expect(await changedByOptimizing(pictures)).toEqual([]);
});

test('no drawing depends on the fonts of a device', () => {
  for (const file of globSync('public/pictures/*.svg'))
    expect(themedSvg(readFileSync(file, 'utf8')), file).not.toContain('<text');
});

test('drawings are of one hand: their strokes have three weights, which do not scale', () => {
  // Portraits have brushes of their own, and strokes from 5 on are shapes.
  for (const file of globSync('public/pictures/*.svg', { exclude: ['**/twelve-of-us.svg'] })) {
    const strokes =
      readFileSync(file, 'utf8').match(/<(?:path|rect|circle|line)[^>]*stroke-width[^>]*>/g) ?? [];
    const odd = strokes.filter((one) => {
      const width = Number(/stroke-width="([\d.]+)"/.exec(one)?.[1]);
      return (
        width < 5 && !([1.5, 2, 3].includes(width) && one.includes('vector-effect="non-scaling-stroke"'))
      );
    });
    expect(odd, file).toEqual([]);
  }
});

test('words of drawings have at least 13 pixels in the narrowest place of each canvas', () => {
  // A card of three, a tile of three, and half of a row with a quotation.
  const narrowest: Record<string, number> = { '960': 248, '384': 296, '480': 262 };
  for (const file of globSync('public/pictures/*.svg')) {
    const svg = readFileSync(file, 'utf8');
    const canvas = /viewBox="0 0 (\d+) /.exec(svg)?.[1] ?? '';
    const shown = narrowest[canvas];
    // Those of heroes are never narrower than 300 pixels.
    const width = /width="450"/.test(svg) ? 300 : shown;
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    if (width === undefined || sizes.length === 0) continue;
    expect((Math.min(...sizes) * width) / Number(canvas), file).toBeGreaterThanOrEqual(13);
  }
});

test('nothing in a drawing has the colour of what can be pressed', () => {
  for (const file of globSync('public/pictures/*.svg')) {
    const svg = readFileSync(file, 'utf8');
    const solid = (svg.match(/<[^>]*var\(--accent\)[^>]*>/g) ?? []).filter(
      (one) => !one.includes('fill-opacity'),
    );
    expect(solid, file).toEqual([]);
    expect(svg, file).not.toMatch(/<text[^>]*var\(--on-accent\)/);
  }
});

test('people wear the same clothes in both schemes', () => {
  const portraits = globSync('public/people/*.svg');
  expect(portraits.length).toBeGreaterThan(10);
  for (const file of [...portraits, 'public/pictures/twelve-of-us.svg']) {
    const themed = readFileSync(file, 'utf8').match(/<[^>]*var\(--[^>]*>/g) ?? [];
    // Their grounds.
    expect(new Set(themed), file).toEqual(new Set(['<rect width="320" height="320" fill="var(--data)"/>']));
  }
});

/** The drawings on the pages, each with its file for phones. */
function drawingsIn(data: unknown): { src: string; phone?: string }[] {
  if (typeof data !== 'object' || data === null) return [];
  const inside = Object.values(data).flatMap(drawingsIn);
  if (!('src' in data) || !('alt' in data) || !String(data.src).endsWith('.svg')) return inside;
  const shown = 'onPhones' in data ? data.onPhones : undefined;
  const phone = typeof shown === 'object' && shown && 'src' in shown ? String(shown.src) : undefined;
  return [{ src: String(data.src), ...(phone !== undefined && { phone }) }, ...inside];
}

test('phones show screens that are drawn for them: words at least 13 px high at 375, nothing beyond the edge', () => {
  const drawings = [...pages.values()].flatMap(({ blocks }) => blocks.flatMap(drawingsIn));
  const sizeOf = (src: string) =>
    (/viewBox="0 0 (\d+) (\d+)"/.exec(readFileSync(`public${src}`, 'utf8')) ?? []).slice(1).map(Number);
  const screens = drawings.filter(({ src }) => (sizeOf(src)[0] ?? 0) >= 1400);
  expect(screens.length).toBeGreaterThan(15);
  for (const { src, phone = '' } of screens) {
    expect(phone, src).toMatch(/-phone\.svg$/);
    const svg = readFileSync(`public${phone}`, 'utf8');
    const [width = 0, height = 0] = sizeOf(phone);
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    expect((Math.min(...sizes) * 335) / width, phone).toBeGreaterThanOrEqual(13);
    expect(height / width, phone).toBeLessThan(1.4);
    for (const [, x, y] of svg.matchAll(/<(?:text|rect) x="([\d.]+)" y="([\d.]+)"/g)) {
      expect(Number(x), phone).toBeLessThanOrEqual(width);
      expect(Number(y), phone).toBeLessThanOrEqual(height);
    }
  }
});

/** Returns `file: words` for all texts in a file. */
const found = (files: readonly (readonly [string, string])[], words: Iterable<string>) =>
  [...new Set(words)].flatMap((word) =>
    files.filter(([, text]) => text.includes(word)).map(([file]) => `${file}: ${word}`),
  );

/** Texts with several words, which would not be in the code by chance. */
function wording(data: unknown): string[] {
  if (typeof data === 'string') return data.split(/\s+/).length >= 4 ? [data] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(wording);
}

test('the texts of the company are in pages/ only', () => {
  // The browser tests contain the literal texts of the specification.
  const folders = '{schema,src,scripts,supabase,tests/engine,tests/fixtures,tests/support}';
  const code = read(`${folders}/**/*.{ts,tsx,mjs,yaml,sql,toml,json}`);
  const lower = code.map(([file, text]) => [file, text.toLowerCase()] as const);
  const words = [
    site.company,
    new URL(site.url).hostname,
    ...[site.email, site.phone].filter((one) => one !== undefined),
    ...wording(site).filter((text) => !Object.values(site.words).includes(text)),
    ...[...pages.values()].flatMap((page) => wording(page)),
  ];
  expect(
    found(
      lower,
      words.map((word) => word.toLowerCase()),
    ),
  ).toEqual([]);
});

test('no code names a route, a product or a person', () => {
  const code = read('{schema,src,scripts,supabase}/**/*.{ts,tsx,mjs,yaml,sql,toml,json}');
  const blocks = [...pages.values()].flatMap((page) => page.blocks);
  const people = blocks.flatMap((block) =>
    block.type === 'people' || block.type === 'quotes' ? block.items.map(({ name }) => name) : [],
  );
  const products = blocks.flatMap((block) =>
    block.type === 'card-grid' && block.layout === 'tiles' ? block.items.map(({ heading }) => heading) : [],
  );
  // The 404 page is a convention of the engine.
  const routes = [...pages.keys()]
    .filter((path) => path !== '/' && path !== '/404')
    .flatMap((path) => [`'${path}'`, `"${path}"`, `\`${path}\``, `(${path})`, `: ${path}`]);
  expect(people.length).toBeGreaterThan(0);
  expect(products.length).toBeGreaterThan(0);
  expect(found(code, [...people, ...products, ...routes])).toEqual([]);
});
