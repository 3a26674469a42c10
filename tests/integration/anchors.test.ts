import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { fold, searchWords, wordsIn } from '../../schema/content/search-format.ts';
import { anchorOf } from '../../schema/markdown/plain-text.ts';
import { applyTypography } from '../../schema/markdown/typography.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';
import { pageYaml, siteFiles } from '../support/small-site.ts';

// Headings, with the anchor of each in every Unicode form.
const headings = [
  ['İstanbul', 'istanbul'],
  ['Diyarbakır', 'diyarbakır'],
  ['Über uns', 'über-uns'],
  ['हिन्दी', 'हिन्दी'],
  ['プログラム', 'プログラム'],
  ['ガイドブック', 'ガイドブック'],
  ['Ελλάδα', 'ελλάδα'],
  ['Việt Nam', 'việt-nam'],
  ['Crème brûlée & café', 'crème-brûlée-café'],
  ['தமிழ் மொழி', 'தமிழ்-மொழி'],
  ['ภาษาไทย', 'ภาษาไทย'],
  ['العَرَبِيَّة', 'العَرَبِيَّة'],
  ['שָׁלוֹם', 'שָׁלוֹם'],
  ['한국어', '한국어'],
  ['Йога', 'йога'],
  ['Naïve – or not?', 'naïve-or-not'],
  ['n̈ and m̂', 'n̈-and-m̂'],
  ['我们', '我们'],
  ['𠮷野家', '𠮷野家'],
  ['Ⅳ. ½ litre', 'ⅳ-½-litre'],
  ['می‌شود', 'میشود'],
  ['❤️ Love 1️⃣', 'love-1'],
  ['100 % sure', '100-sure'],
  ['Wind & weather', 'wind-weather'],
  ['!!!', 'part'],
] as const;

const shown = (text: string) => text.normalize();

test.each(headings)('the anchor of “%s” is “%s”', (heading, anchor) => {
  for (const form of ['NFC', 'NFD'] as const)
    expect(anchorOf(heading.normalize(form), new Set())).toBe(shown(anchor));
});

test('headings that differ only in their form have different anchors', () => {
  const taken = new Set<string>();
  const written = ['Über uns', 'U\u0308ber uns', 'über-uns', 'İstanbul', 'Istanbul'];
  expect(written.map((one) => anchorOf(one, taken))).toEqual([
    'über-uns',
    'über-uns-2',
    'über-uns-3',
    'istanbul',
    'istanbul-2',
  ]);
});

const ways: Record<string, (anchor: string) => string> = {
  'in one sign each': (anchor) => anchor.normalize('NFC'),
  'in letters and marks': (anchor) => anchor.normalize('NFD'),
  encoded: (anchor) => encodeURIComponent(anchor.normalize('NFC')),
  'encoded in letters and marks': (anchor) => encodeURIComponent(anchor.normalize('NFD')),
};
const assets = { icons: new Set<string>(), files: new Set<string>() };
const body = headings.map(([heading]) => `      ## ${heading}\n\n      Words.\n`).join('\n');
const textBlock = `  - type: text\n    body: |\n${body}`;
const links = (anchors: readonly string[]) =>
  anchors
    .map((anchor) => `      [The part ${anchor.length}](#${anchor}) and [there](/#${anchor}).\n`)
    .join('\n');

test.each(Object.entries(ways))('links lead to anchors %s', (_, write) => {
  const anchors = headings.map(([, anchor]) => write(anchor));
  const actions = anchors.map((anchor) => `{ label: Part, to: "/#${anchor}" }`).slice(0, 4);
  const { diagnostics } = check(
    siteFiles(
      `  - type: hero\n    heading: Home\n    actions: [${actions.join(', ')}]\n${textBlock}\n${links(anchors)}`,
    ),
    assets,
  );
  expect(diagnostics.filter(({ rule }) => /anchor|link|value|address/.test(rule))).toEqual([]);
});

test.each(['uber-uns', 'u-ber-uns', '%FF', 'über-uns-2', '%C3', 'हनद'])('#%s leads nowhere', (anchor) => {
  const { diagnostics } = check(
    siteFiles(`  - type: hero\n    heading: Home\n${textBlock}\n${links([anchor])}`),
    assets,
  );
  expect(diagnostics.filter(({ rule }) => rule === 'missing-anchor')).toHaveLength(2);
});

const site = siteOnDisk();
test('in the page, links are written as the ids are', async () => {
  const anchors = Object.values(ways).flatMap((write) => headings.map(([, anchor]) => write(anchor)));
  const block = `  - type: hero\n    heading: Home\n${textBlock}\n${links(anchors)}`;
  site.write('index.yaml', pageYaml(block));
  await buildSite(site.pages, site.out);
  const html = readFileSync(join(site.out, 'index.html'), 'utf8');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...html.matchAll(/href="\/?#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.length).toBeGreaterThan(2 * anchors.length);
  expect(targets.filter((id) => !ids.has(id))).toEqual([]);
  for (const [, anchor] of headings) expect(ids).toContain(shown(anchor));
});

test.each([
  ['プロ', ['プ', 'ロ']],
  ['プロ'.normalize('NFD'), ['プ', 'ロ']],
  ['हिन्दी में', ['हिन्दी', 'में']],
  ['ภา', ['ภ', 'า']],
  ['מְלָכִים', ['מלכים']],
  ['العَرَبِيَّة', ['العربية']],
  ['Việt', ['viet']],
])('“%s” is found by its letters, not by less', (text, words) => {
  expect(searchWords(text)).toEqual(words.map((word) => fold(word)));
  expect(wordsIn(text).map(({ word }) => fold(word))).toEqual(words.map((word) => fold(word)));
  expect(fold('वन')).not.toBe(fold('वीना'));
  expect(fold('ハ')).not.toBe(fold('パ'));
});

test.each(['NFC', 'NFD'] as const)('letters with marks are letters to the typography (%s)', (form) => {
  const set = (text: string, language: string) => applyTypography(text.normalize(form), language).normalize();
  expect(set("l'été--l'hiver, d'é'", 'en')).toBe('l’été—l’hiver, d’é’');
  expect(set('zażółć i ó a', 'pl')).toBe('zażółć i\u00A0ó a');
});

test.each([
  ['über-uns.yml', 'uber-uns.yaml'],
  ['u\u0308ber-uns.yml', 'uber-uns.yaml'],
  ['Straße/Łódź.yaml', 'strasse/lodz.yaml'],
  ['Diyarbakır.yaml', 'diyarbakir.yaml'],
  ['İzmir.yaml', 'izmir.yaml'],
  ['о-нас.yaml', 'page.yaml'],
  ['東京/2026.yaml', 'page/2026.yaml'],
  ['About_Us.yaml', 'about-us.yaml'],
])('%s is better called %s', (path, better) => {
  const { diagnostics } = check(
    siteFiles('  - type: hero\n    heading: Home\n', {
      [path]: pageYaml('  - type: hero\n    heading: X\n'),
    }),
    assets,
  );
  const found = diagnostics.filter(({ rule }) => rule === 'file-name');
  expect(found.map(({ advice }) => advice)).toEqual([`rename the file to \`${better}\``]);
});

test.each([
  ['東京の天気予報サービスについて', '東京の天気予報と港の情報を毎日お届けするサービスのご案内です。', 0],
  ['天気', '天気', 1],
  ['서울의 날씨와 항구', '매일 아침 서울의 날씨와 항구의 소식을 전해 드리는 안내 페이지입니다.', 0],
  ['हिन्दी में मौसम', 'हर सुबह बंदरगाह का मौसम, ज्वार और हवा की जानकारी देने वाला हमारा पृष्ठ यहाँ है।', 0],
])('the length of “%s” is that of its letters', (title, description, count) => {
  const files = siteFiles('', {
    'index.yaml': `title: ${title}\ndescription: ${description}\nblocks:\n  - { type: hero, heading: Home }\n`,
  });
  const found = check(files, assets).diagnostics.filter(({ rule }) => rule.endsWith('-length'));
  expect(found.filter(({ file }) => file === 'pages/index.yaml').length > 0).toBe(count > 0);
});
