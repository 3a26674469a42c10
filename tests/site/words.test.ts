import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/source/load-site.ts';

const { website } = readSite('pages');
if (!website) throw new Error('The pages are not valid.');
const { site, pages } = website;
const read = (pattern: string) =>
  globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')] as const);

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
