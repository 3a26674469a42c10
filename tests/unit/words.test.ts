import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/read-site.ts';

const { website } = readSite('pages');
const code = globSync('{schema,src,scripts,supabase,tests}/**/*.{ts,tsx,mjs,yaml,sql,toml,json}').map((file) => [file, readFileSync(file, 'utf8')] as const);

/** Texts that would not be in the code by chance: names of the company, and whatever has several words. */
function wording(data: unknown): string[] {
  if (typeof data === 'string') return data.split(/\s+/).length >= 4 ? [data] : [];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(wording);
}

test('the company and what it says stand in pages/ only', () => {
  if (!website) throw new Error('the pages are not valid');
  const { company, url, email, phone } = website.site;
  // The browser tests hold the literal texts that the specification demands.
  const outside = code.filter(([file]) => !file.startsWith('tests/browser/'));
  const words = [company, new URL(url).hostname, email, phone, ...wording(website.site), ...[...website.pages.values()].flatMap((page) => wording(page))];
  const found = outside.flatMap(([file, text]) => words.filter((word) => text.toLowerCase().includes(word.toLowerCase())).map((word) => `${file}: ${word}`));
  expect(found).toEqual([]);
});
