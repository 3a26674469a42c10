import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** The YAML of each page by path, with normal spaces instead of no-break spaces. */
const pages = new Map(
  globSync('pages/**/*.yaml').map((file) => [file, readFileSync(file, 'utf8').replaceAll('\u00a0', ' ')]),
);
const { variables } = parse(pages.get('pages/_site.yaml')!) as { variables: Record<string, string> };

/** Variables for facts on several pages, and a pattern for lines in which the same words have a different meaning. */
const sharedFacts: [name: string, others: RegExp][] = [
  ['survey', /^$/],
  ['first-version', /^$/],
  ['proof', /handover/i],
  ['jumpstart', /^$/],
  ['london-hours', /^$/],
  ['hours', /^$/],
];

test.each(sharedFacts)('pages use the variable `%s` instead of repeating its value', (name, others) => {
  const literal = [...pages]
    .filter(([file]) => !file.endsWith('_site.yaml'))
    .flatMap(([file, text]) => text.split('\n').map((line) => `${file}: ${line.trim()}`))
    .filter((line) => line.includes(variables[name]!) && !others.test(line));
  expect(literal).toEqual([]);
  expect([...pages.values()].some((text) => text.includes(`{{${name}}}`))).toBe(true);
});

const relations: Record<string, (before: number, after: number) => number> = {
  less: (before, after) => Math.round((1 - after / before) * 100),
  more: (before, after) => Math.round((after / before - 1) * 100),
  times: (before, after) => Math.round((before / after) * 10) / 10,
};

/** The lines below each heading in `facts.txt`, each split into its parts. */
const [claims = [], prices = [], sizes = []] = readFileSync(join(import.meta.dirname, 'facts.txt'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((part) =>
    part
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ') as [string, string, string]),
  );

test.each(claims)('/%s: %s can be calculated from the numbers next to it', (page, claim, ...figures) => {
  const match = new RegExp(figures.join(': ')).exec(pages.get(`pages/${page}.yaml`)!);
  expect(match).not.toBeNull();
  const [expectedNumber, relation = ''] = claim.split(' ');
  const number = (text: string) => Number(text.replace(',', ''));
  const { before = match![1]!, after = match![2]! } = match!.groups ?? {};
  expect(relations[relation]?.(number(before), number(after))).toBe(Number(expectedNumber));
});

test('the uptime of 26 systems can be calculated from their outage hours', () => {
  const text = pages.get('pages/services/managed-services.yaml')!;
  const [, hours] = /unplanned hours in 2023, (\d+) in 2025, over all 26 systems/.exec(text)!;
  const uptime = 100 * (1 - Number(hours) / (26 * 365 * 24));
  expect(text).toContain(`value: ${uptime.toFixed(2)}%`);
});

test('the 99% satisfaction is the rounded survey result', () => {
  const [, satisfied, total] = /^(\d+) of (\d+) clients$/.exec(variables['survey']!)!;
  expect(Math.round((Number(satisfied) / Number(total)) * 100)).toBe(99);
});

test('the price list has the same prices as the other pages', () => {
  const priceList = pages.get('pages/price-list.yaml')!;
  for (const [page, price] of prices) {
    expect(pages.get(`pages/${page}.yaml`), page).toContain(price);
    expect(priceList, page).toContain(price);
  }
});

test.each(sizes)('all pages agree on %s: %s', (number, words) => {
  const statements = [...pages].flatMap(([file, text]) =>
    [...text.matchAll(new RegExp(words, 'g'))].map(
      ([, statedNumber]) => `${file}: ${statedNumber?.toLowerCase()}`,
    ),
  );
  expect(statements.length).toBeGreaterThan(1);
  expect(statements.filter((statement) => !statement.endsWith(`: ${number}`))).toEqual([]);
});

test('a product page does not address companies with more plants than the client that it names', () => {
  const { lead } = /lead: (?<lead>For companies with .*)/.exec(
    pages.get('pages/products/semp.yaml')!,
  )!.groups!;
  expect(lead).toContain('nine plants');
  expect(lead).not.toMatch(/\b(ten|\d{2,}) or more/);
});
