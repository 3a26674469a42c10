import { expect, test } from 'vitest';
import { check } from '../../schema/checker/check.ts';
import { languages, textsOf, wordsOfLanguage } from '../../schema/content/words.ts';
import { repliesIn } from '../../schema/content/form-messages.ts';
import { applyTypography } from '../../schema/markdown/typography.ts';
import { siteFiles, siteYaml } from '../support/small-site.ts';

const home = '  - type: hero\n    heading: Home page\n';
const assets = { icons: new Set<string>(), files: new Set<string>() };
const checked = (language: string) =>
  check(siteFiles(home, { '_site.yaml': siteYaml.replace('language: en', `language: ${language}`) }), assets);
const ofLanguage = (language: string) =>
  checked(language).diagnostics.filter(({ path }) => path[0] === 'language');

test.each(
  (
    'en en-GB de de-AT de-CH-1996 zh-Hans zh-Hant-TW zh-Hant sr-Latn sr-Cyrl-RS es-419 gsw gsw-CH fil ar ' +
    'ar-EG he fa-AF ur ckb ku-Arab pt-BR nb nn no sl-rozaj ca-valencia de-DE-u-co-phonebk haw mg ja ko'
  ).split(' '),
)('`language: %s` is taken', (language) => {
  const { website, diagnostics } = checked(language);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(website?.site.language).toBe(language);
});

test.each([
  ['en_GB', 'en-GB'],
  ['EN', 'en'],
  ['de-at', 'de-AT'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['zh-HANS', 'zh-Hans'],
  ['iw', 'he'],
  ['en-UK', 'en-GB'],
  ['deu', 'de'],
  ['Gsw', 'gsw'],
  ['cmn-Hans', 'zh-Hans'],
])('`language: %s` is told to be %s, and mended', (written, usual) => {
  expect(ofLanguage(written).filter(({ rule }) => rule !== 'missing-words')).toMatchObject([
    {
      rule: 'wrong-value',
      severity: 'error',
      message: `\`language\` is written \`${usual}\` everywhere`,
      fix: { title: `write \`${usual}\``, safety: 'safe', edits: [{ newText: usual }] },
    },
  ]);
});

test.each(
  (
    'klingon e e-n en- -en en--GB en-x-pirate x-klingon i-klingon und mul zxx mis qaa ' +
    'qtz-Latn root 1 "de, en" "de en" en/de en-GB-GB-GB deutsch-AT'
  ).match(/"[^"]*"|\S+/g) ?? [],
)('`language: %s` is refused', (language) => {
  expect(ofLanguage(language)).toMatchObject([
    {
      rule: 'wrong-value',
      message: '`language` must be a language like `en` or `en-GB`',
      advice: 'for example:  language: en',
    },
  ]);
});

test.each([
  ['french', 'fr'],
  ['Deutsch', 'de'],
  ['german', 'de'],
  ['english', 'en'],
  ['jp', 'ja'],
  ['cz', 'cs'],
  ['us', 'en-US'],
])('of `language: %s` it is asked whether `%s` is meant', (language, usual) => {
  expect(ofLanguage(language).slice(0, 1)).toMatchObject([
    {
      rule: 'wrong-value',
      message: '`language` must be a language like `en` or `en-GB`',
      fix: { title: `write \`${usual}\``, safety: 'suggested', edits: [{ newText: usual }] },
    },
  ]);
});

test.each([
  ['de-AT', 'de'],
  ['de-Latn-CH-1996', 'de'],
  ['pt-BR', 'pt'],
  ['es-419', 'es'],
  ['en-GB', 'en'],
  ['zh-Hant-TW', undefined],
  // Their first two letters are another language.
  ['fil', undefined],
  ['gsw', undefined],
  ['plt', undefined],
  ['frr', undefined],
  ['ita', 'it'],
  ['den', undefined],
])('words of %s are those of %s', (language, base) => {
  expect(textsOf(language)).toBe(languages[base ?? 'en']);
  expect(wordsOfLanguage(language)).toEqual(languages[base ?? 'en']?.words);
  const missing = ofLanguage(language).filter(({ rule }) => rule === 'missing-words');
  expect(missing).toHaveLength(base === undefined ? 1 : 0);
});

test('the contact function answers in the first language that a browser asks for', () => {
  const replies = (asked?: string) => repliesIn(asked);
  expect(replies('de-AT,de;q=0.9,en;q=0.8')).toBe(languages['de']?.replies);
  expect(replies('fr;q=0.9')).toBe(languages['fr']?.replies);
  for (const asked of ['fil,en', 'plt-MG', '*', '', undefined, 'x'.repeat(5000), 'de'.repeat(3000)])
    expect(replies(asked)).toBe(languages['en']?.replies);
});

test.each([
  ['de-AT', '„Ja“'],
  ['fr-CA', '«\u00A0Ja\u00A0»'],
  ['pt-PT', '«Ja»'],
  ['pt-Latn-PT', '“Ja”'],
  ['frr', '“Ja”'],
  ['plt', '“Ja”'],
  ['fil', '“Ja”'],
])('quotes of %s', (language, set) => {
  expect(applyTypography('"Ja"', language)).toBe(set);
});
