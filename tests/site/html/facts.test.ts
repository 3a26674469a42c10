import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** The pages as their authors wrote them, with plain spaces. */
const pages = new Map(
  globSync('pages/**/*.yaml').map((file) => [file, readFileSync(file, 'utf8').replaceAll('\u00a0', ' ')]),
);
const { variables } = parse(pages.get('pages/_site.yaml')!) as { variables: Record<string, string> };

/** Facts that several pages state, and the lines that state something else with the same words. */
const shared: [name: string, others: RegExp][] = [
  ['survey', /^$/],
  ['first-version', /^$/],
  ['proof', /handover/i],
  ['jumpstart', /^$/],
  ['london-hours', /^$/],
  ['hours', /^$/],
];

test.each(shared)('pages take `%s` from the settings of the site', (name, others) => {
  const literal = [...pages]
    .filter(([file]) => !file.endsWith('_site.yaml'))
    .flatMap(([file, text]) => text.split('\n').map((line) => `${file}: ${line.trim()}`))
    .filter((line) => line.includes(variables[name]!) && !others.test(line));
  expect(literal).toEqual([]);
  expect([...pages.values()].some((text) => text.includes(`{{${name}}}`))).toBe(true);
});

const less = (before: number, after: number) => Math.round((1 - after / before) * 100);
const more = (before: number, after: number) => Math.round((after / before - 1) * 100);
const times = (before: number, after: number) => Math.round((before / after) * 10) / 10;

/** Claims, and the text beside each with the figures that it follows from. */
const claims: [page: string, claim: number, of: typeof less, figures: RegExp][] = [
  ['index', 10, times, /Fennmark Insurance: (50) minutes, now (5)/],
  ['services', 10, times, /From (50) minutes a claim to (5)/],
  ['services/consulting-design', 44, less, /From (3\.4) to (1\.9)/],
  ['services/digital-implementation', 85, less, /(20) working days from .*, (3) in the last quarter/],
  ['services/managed-services', 82, less, /(212) unplanned hours in 2023, (38) in 2025/],
  ['case-studies/energy-transformation', 40, more, /From (10) to (14) assessments/],
  ['case-studies/energy-transformation', 200, more, /(?<after>1,260) clients, up from (?<before>420)/],
  ['case-studies/service-visibility', 60, less, /(10) hours before, (4) hours now/],
  ['case-studies/property-access', 75, less, /(?<after>24) in 2025, (?<before>96) in 2023/],
  ['case-studies/property-access', 90, less, /(20) hours before, (2) hours now/],
  ['case-studies/crisis-management', 65, less, /£(8\.2)m in 2023, £(2\.9)m in 2025/],
  ['case-studies/crisis-management', 80, less, /(5) hours before, (1) hour now/],
  ['ai-automation', 70, less, /(?<after>1\.86), down from £(?<before>6\.20)/],
  ['ai-automation', 85, less, /(?<after>4) days, down from (?<before>26)/],
  ['products/asset-intelligence', 40, less, /From £(3\.5)m a year to £(2\.1)m/],
  ['products/asset-intelligence', 60, less, /(25) minutes to find a device, now (10)/],
  ['products/rfwm', 36, less, /From (4\.4) days between request and report to (2\.8)/],
  ['products/rfwm', 25, more, /From (71)% of jobs .* to (89)%/],
  ['products/rfwm', 50, less, /From (26) hours of retyping a day in dispatch to (13)/],
];

test.each(claims)('/%s: %d follows from the figures beside it', (page, claim, of, figures) => {
  const match = figures.exec(pages.get(`pages/${page}.yaml`)!);
  expect(match, String(figures)).not.toBeNull();
  const number = (text: string) => Number(text.replace(',', ''));
  const { before = match![1]!, after = match![2]! } = match!.groups ?? {};
  expect(of(number(before), number(after))).toBe(claim);
});

test('the uptime of 26 systems follows from their outage hours', () => {
  const text = pages.get('pages/services/managed-services.yaml')!;
  const [, hours] = /unplanned hours in 2023, (\d+) in 2025, over all 26 systems/.exec(text)!;
  const uptime = 100 * (1 - Number(hours) / (26 * 365 * 24));
  expect(text).toContain(`value: ${uptime.toFixed(2)}%`);
});

test('the survey that the satisfaction of 99% stands for rounds to it', () => {
  const [, happy, all] = /^(\d+) of (\d+) clients$/.exec(variables['survey']!)!;
  expect(Math.round((Number(happy) / Number(all)) * 100)).toBe(99);
});

test('the price list repeats the prices of the other pages', () => {
  const list = pages.get('pages/price-list.yaml')!;
  for (const [page, price] of [
    ['products/rfwm', '£32,000'],
    ['products/rfwm', '£18 per field worker'],
    ['products/semp', '£45,000'],
    ['products/semp', '£450 per site'],
    ['products/energy-management', '£6,000'],
    ['products/asset-intelligence', '£28,000'],
    ['products/asset-intelligence', '30p per asset'],
    ['products/chatbots', '£26,000 to £48,000'],
    ['services/team-training', '£16,000'],
    ['services/managed-services', '£1,900'],
    ['ai-automation', '£9,000'],
    ['ai-automation', '£4,500'],
  ] as const) {
    expect(pages.get(`pages/${page}.yaml`), page).toContain(price);
    expect(list, page).toContain(price);
  }
});

/** Numbers that belong to a client, and the words that follow them. */
const sizes: [number: string, words: RegExp][] = [
  ['26', /([\d,]+) assessors/g],
  ['6,200', /(\d,\d{3}) doors/g],
  ['2,300', /([\d,]+) train crew/g],
  ['9,400', /([\d,]+) questions a month/g],
  ['230', /([\d,]+) field workers/g],
  ['nine', /(\w+) plants of Torvane/g],
];

test.each(sizes)('all pages agree on %s: %s', (number, words) => {
  const said = [...pages].flatMap(([file, text]) =>
    [...text.matchAll(words)].map(([, found]) => `${file}: ${found?.toLowerCase()}`),
  );
  expect(said.length).toBeGreaterThan(1);
  expect(said.filter((one) => !one.endsWith(`: ${number}`))).toEqual([]);
});

test('a product is offered to companies no larger than the client that its page names', () => {
  const { lead } = /lead: (?<lead>For companies with .*)/.exec(
    pages.get('pages/products/semp.yaml')!,
  )!.groups!;
  expect(lead).toContain('nine plants');
  expect(lead).not.toMatch(/\b(ten|\d{2,}) or more/);
});
