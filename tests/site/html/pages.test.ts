import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test, vi } from 'vitest';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { chunk } from '../../../schema/base/lists.ts';
import { applySvgTheme } from '../../../scripts/assets/svg.ts';
import { readSite } from '../../../scripts/site/load-site.ts';
import { findOptimizationChanges } from '../../support/svg-pixels.ts';
import { findLowContrastPairs } from '../../support/weak-pairs.ts';

const { files, diagnostics, website } = readSite('pages');
if (!website) throw new Error('The pages are not valid.');
const { site, pages } = website;
const readFiles = (pattern: string) =>
  globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')] as const);
const drawings = readFiles('public/pictures/*.svg');

test('the site has no diagnostics', () => {
  expect(diagnostics.map(formatDiagnostic)).toEqual([]);
});

test('the site will still have no diagnostics in 2040', () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2040-01-01') / 1000));
  const laterDiagnostics = readSite('pages').diagnostics;
  vi.unstubAllEnvs();
  expect(laterDiagnostics.map(formatDiagnostic)).toEqual([]);
});

test('every page file becomes a page or a redirect', () => {
  const pageFiles = files.sources.filter(({ path }) => !path.startsWith('_'));
  expect(pages.size + website.redirects.length).toBe(pageFiles.length);
});

test('every file starts with a comment that names its schema for text editors', () => {
  for (const file of files.sources.map((item) => item.file.replaceAll('\\', '/'))) {
    const schema = posix.relative(
      posix.dirname(file),
      `schema/${file === 'pages/_site.yaml' ? 'site' : 'page'}.schema.json`,
    );
    expect(readFileSync(file, 'utf8').split('\n')[0]).toBe(`# yaml-language-server: $schema=${schema}`);
  }
});

test('every tone has enough contrast in both schemes', () => {
  expect(findLowContrastPairs(site.theme)).toEqual([]);
});

const svgFiles = globSync('public/**/*.svg');

test('the site has more than 20 illustrations', () => {
  expect(svgFiles.length).toBeGreaterThan(20);
});

test.each(chunk(svgFiles, 30).map((files, number) => [number + 1, files] as const))(
  'optimising keeps the pixels of every illustration and adds no bytes (group %i)',
  async (_number, files) => {
    expect(await findOptimizationChanges(files)).toEqual([]);
  },
);

/** Returns the tags of an SVG that contain this text. */
const findTags = (svg: string, text: string) =>
  (svg.match(/<[^>]*>/g) ?? []).filter((tag) => tag.includes(text));
const readFontSizes = (svg: string) =>
  [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));

test.each(drawings)(
  '%s needs no device fonts and does not use the colours of links and buttons',
  (_file, svg) => {
    expect(applySvgTheme(svg)).not.toContain('<text');
    expect(findTags(svg, 'var(--accent)').filter((tag) => !tag.includes('fill-opacity'))).toEqual([]);
    expect(svg).not.toMatch(/<text[^>]*var\(--on-accent\)/);
  },
);

// Portraits use different stroke widths, so they are left out. Strokes 5 or more units wide count as shapes.
test.each(drawings.filter(([file]) => !file.endsWith('twelve-of-us.svg')))(
  '%s uses only stroke widths of 1.5, 2 and 3, which do not scale with the picture',
  (_file, svg) => {
    const unusualStrokes = findTags(svg, 'stroke-width')
      .filter((tag) => /^<(?:path|rect|circle|line)/.test(tag))
      .filter((tag) => {
        const width = Number(/stroke-width="([\d.]+)"/.exec(tag)?.[1]);
        return (
          width < 5 && !([1.5, 2, 3].includes(width) && tag.includes('vector-effect="non-scaling-stroke"'))
        );
      });
    expect(unusualStrokes).toEqual([]);
  },
);

// The smallest displayed width in pixels, by canvas width: one of three cards, one of three tiles, and half of a row
// with a quotation.
const minWidths: Record<string, number> = { '960': 248, '384': 296, '480': 262 };

test.each(drawings)('text in %s is at least 13 px high at the smallest displayed width', (_file, svg) => {
  const canvas = /viewBox="0 0 (\d+) /.exec(svg)?.[1] ?? '';
  // Illustrations in heroes are never narrower than 300 pixels.
  const width = /width="450"/.test(svg) ? 300 : minWidths[canvas];
  if (width === undefined) return;
  expect((Math.min(...readFontSizes(svg)) * width) / Number(canvas)).toBeGreaterThanOrEqual(13);
});

test('people wear the same clothes in light and dark schemes', () => {
  const portraits = readFiles('public/{people/*,pictures/twelve-of-us}.svg');
  expect(portraits.length).toBeGreaterThan(11);
  // Only the background may differ between the light and the dark scheme.
  const background = '<rect width="320" height="320" fill="var(--data)"/>';
  for (const [file, svg] of portraits)
    expect(new Set(findTags(svg, 'var(--')), file).toEqual(new Set([background]));
});

/** Returns the SVG files named in page data, each with its version for phones. */
function collectDrawings(data: unknown): { src: string; phone?: string }[] {
  if (typeof data !== 'object' || data === null) return [];
  const nested = Object.values(data).flatMap(collectDrawings);
  if (!('src' in data) || !('alt' in data) || !String(data.src).endsWith('.svg')) return nested;
  const shown = 'onPhones' in data ? data.onPhones : undefined;
  const phone = typeof shown === 'object' && shown && 'src' in shown ? String(shown.src) : undefined;
  return [{ src: String(data.src), ...(phone !== undefined && { phone }) }, ...nested];
}

test('phones show separate screenshots with text at least 13 px high on a 375 px screen and nothing cut off', () => {
  const shown = [...pages.values()].flatMap(({ blocks }) => blocks.flatMap(collectDrawings));
  const readSize = (src: string) =>
    (/viewBox="0 0 (\d+) (\d+)"/.exec(readFileSync(`public${src}`, 'utf8')) ?? []).slice(1).map(Number);
  const screenshots = shown.filter(({ src }) => (readSize(src)[0] ?? 0) >= 1400);
  expect(screenshots.length).toBeGreaterThan(15);
  for (const { src, phone = '' } of screenshots) {
    expect(phone, src).toMatch(/-phone\.svg$/);
    const svg = readFileSync(`public${phone}`, 'utf8');
    const [width = 0, height = 0] = readSize(phone);
    expect((Math.min(...readFontSizes(svg)) * 335) / width, phone).toBeGreaterThanOrEqual(13);
    expect(height / width, phone).toBeLessThan(1.4);
    for (const [, x, y] of svg.matchAll(/<(?:text|rect) x="([\d.]+)" y="([\d.]+)"/g)) {
      expect(Number(x), phone).toBeLessThanOrEqual(width);
      expect(Number(y), phone).toBeLessThanOrEqual(height);
    }
  }
});

/** Returns `file: text` for each text that is found in a file. */
function findOccurrences(files: readonly (readonly [string, string])[], texts: Iterable<string>): string[] {
  // First search for single words: most texts have a word that no file contains. This is much faster.
  const knownWords = new Set(files.flatMap(([, text]) => text.split(/\s+/)));
  const hasKnownWords = (text: string) =>
    text
      .split(/\s+/)
      .slice(1, -1)
      .every((word) => knownWords.has(word));
  return [...new Set(texts)]
    .filter(hasKnownWords)
    .flatMap((text) => files.filter(([, code]) => code.includes(text)).map(([file]) => `${file}: ${text}`));
}

/** Returns the texts of at least four words. Shorter ones could be in the code by chance. */
function collectTexts(data: unknown): string[] {
  if (typeof data === 'string') return data.split(/\s+/).length >= 4 ? [data] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(collectTexts);
}

test('text about the company appears only in pages/', () => {
  // Leave out the tests of the site, because they quote the specification.
  const folders =
    '{schema,src,scripts,supabase,tests/{unit,golden,integration,smoke,browser,system,fixtures,support}}';
  const code = readFiles(`${folders}/**/*.{ts,tsx,mjs,yaml,sql,toml,json}`);
  const lowerCaseCode = code.map(([file, text]) => [file, text.toLowerCase()] as const);
  const words = [
    site.company,
    new URL(site.url).hostname,
    ...[site.email, site.phone].filter((item) => item !== undefined),
    ...collectTexts(site).filter((text) => !Object.values(site.words).includes(text)),
    ...[...pages.values()].flatMap((page) => collectTexts(page)),
  ];
  expect(
    findOccurrences(
      lowerCaseCode,
      words.map((word) => word.toLowerCase()),
    ),
  ).toEqual([]);
});

test('the code contains no route, product name or person’s name from the site', () => {
  const code = readFiles('{schema,src,scripts,supabase}/**/*.{ts,tsx,mjs,yaml,sql,toml,json}');
  const blocks = [...pages.values()].flatMap((page) => page.blocks);
  const people = blocks.flatMap((block) =>
    block.type === 'people' || block.type === 'quotes' ? block.items.map(({ name }) => name) : [],
  );
  const products = blocks.flatMap((block) =>
    block.type === 'card-grid' && block.layout === 'tiles' ? block.items.map(({ heading }) => heading) : [],
  );
  // Leave out the 404 page, whose route is fixed in the engine.
  const routes = [...pages.keys()]
    .filter((path) => path !== '/' && path !== '/404')
    .flatMap((path) => [`'${path}'`, `"${path}"`, `\`${path}\``, `(${path})`, `: ${path}`]);
  expect(people.length).toBeGreaterThan(0);
  expect(products.length).toBeGreaterThan(0);
  expect(findOccurrences(code, [...people, ...products, ...routes])).toEqual([]);
});
