import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { expect, test } from 'vitest';
import { check } from '../../schema/check/check.ts';
import { repliesIn } from '../../schema/fields/form-messages.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import {
  english,
  languages,
  languageTexts,
  wordNames,
  wordsOfLanguage,
  wordDescriptions,
} from '../../schema/fields/words.ts';
import { renderInputs } from '../../schema/resolve/render-input.ts';
import { siteFiles } from '../support/small-site.ts';

const others = Object.entries(languages).filter(([code]) => code !== 'en');

test.each(Object.entries(languages))('texts in %s have the placeholders of the English ones', (_, texts) => {
  for (const part of ['words', 'answers', 'replies'] as const) {
    expect(Object.keys(texts[part])).toEqual(Object.keys(languageTexts('en')[part]));
    const english = Object.entries<string>(languageTexts('en')[part]);
    for (const [at, [name, text]] of Object.entries<string>(texts[part]).entries()) {
      expect(text, name).toMatch(/^\S(?:.*\S)?$/s);
      expect(namesIn(text), name).toEqual(namesIn(english[at]?.[1] ?? ''));
    }
  }
});

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

test.each(others)('%s is not English', (_, { words }) => {
  const same = wordNames.filter((name) => words[name] === english[name]);
  // Labels that are the same in English and in one of these languages.
  expect(
    same.filter((name) => !['importantAlert', 'menu', 'no', 'page', 'pages', 'tipAlert'].includes(name)),
  ).toEqual([]);
});

test('a site uses its own labels first, then those of its language, for any country', () => {
  const words = wordsOfLanguage('de-AT', { optional: 'muss nicht sein' });
  expect(words).toEqual({ ...languages['de']?.words, optional: 'muss nicht sein' });
});

test('every label has a description', () => {
  expect(Object.keys(wordDescriptions)).toEqual(wordNames);
});

const settings = (lines = '') => `company: Backstube Wandel
url: https://backstube-wandel.example
language: de
navigation:
  colors: true
  items: [{ label: Brote, to: / }]
${lines}`;
const carousel = (lines = '') =>
  '  - type: hero\n    heading: Brote\n  - type: logo-carousel\n' +
  `    items: [${'{ name: Mühle, src: /logos/m.svg }, '.repeat(6)}]\n${lines}`;
const event =
  '  - type: event\n    when: { begins: 2026-10-02 }\n    where: { text: Backstube }\n    calendar: true\n' +
  '  - type: embed\n    address: https://vimeo.com/100000001\n    title: Der Ofen\n';

function shown(blocks: string, site = settings()) {
  const assets = { icons: new Set<string>(), files: new Set(['/logos/m.svg']) };
  const { website, diagnostics } = check(siteFiles(blocks, { '_site.yaml': site }), assets);
  const page = website?.pages.get('/');
  if (!website || !page) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const { site: checked } = website;
  return {
    site: checked,
    blocks: resolvePage(
      page,
      renderInputs(website, new Map(), new Date().toISOString().slice(0, 10))(page),
      checked,
    ).blocks,
  };
}

test('a label of the site applies to blocks, unless a block has its own', () => {
  const carouselOf = (...given: Parameters<typeof shown>) => shown(...given).blocks[1];
  expect(carouselOf(carousel())).toMatchObject({ pause: 'Logos anhalten', play: 'Logos starten' });
  const own = settings('words: { pause: Halt, play: Los }\n');
  expect(carouselOf(carousel('    play: Weiter\n'), own)).toMatchObject({ pause: 'Halt', play: 'Weiter' });
});

test('`calendar: true` and `colors: true` use the labels of the language', () => {
  const { blocks, site } = shown(event);
  expect(blocks[0]).toMatchObject({
    when: { label: 'Wann' },
    where: { label: 'Wo' },
    calendar: 'Im Kalender eintragen',
  });
  expect(site.navigation.colors).toBe('Zwischen Hell und Dunkel wechseln');
  expect(shown(event, settings().replace('  colors: true\n', '')).site.navigation.colors).toBeUndefined();
});

test('the consent for an embed names its kind and host', () => {
  expect(shown(event).blocks[1]).toMatchObject({
    agree: 'Film abspielen',
    note: [expect.stringContaining('von vimeo.com geladen')],
  });
});

test('the header uses the labels of the language by default', () => {
  const { navigation } = shown(carousel()).site;
  expect({ ...navigation, items: [] }).toEqual({
    label: 'Hauptnavigation',
    menu: 'Menü',
    close: 'Schließen',
    skip: 'Zum Inhalt springen',
    home: 'zur Startseite',
    colors: 'Zwischen Hell und Dunkel wechseln',
    items: [],
  });
});

test('for a language that is not built in, missing labels are reported', () => {
  const site = settings('words: { menu: Menu, close: Luk }\n').replace('language: de', 'language: da');
  const { diagnostics } = check(siteFiles('  - type: hero\n    heading: Brød\n', { '_site.yaml': site }), {
    icons: new Set(),
    files: new Set(),
  });
  const missing = wordNames.filter((name) => name !== 'menu' && name !== 'close');
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({
    rule: 'missing-words',
    severity: 'warning',
    message: `words of \`da\` are not built in, so pages show ${missing.length} of them in English`,
    label: 'built in: en, de, fr, es, it, nl, pt, pl',
    advice: 'add each under `words:` in this file, such as `navigation: …` for `Main`',
    note: `missing: ${missing.join(', ')}`,
  });
});

test('`words:` in _site.yaml keeps its keys, because sites use them', () => {
  expect(wordNames.toSorted().join(' ')).toBe(
    'after agreement all announcement applyBy before calendar cautionAlert chapters chartSource chartSummary chartValue choose close closed colors contents enlarge failure filter filterFiles freeSeats fullyBooked highest home hours importantAlert jobStart jump lowest menu more navigation newTab next nextArticle nextPage nextStep no notMeasured noteAlert numbers offline online optional page pages pause pauseHeadline pay play playFilm playSound previous previousPage previousStep profile read search searchFailed searchFound searchHint searchMore searchNothing sending sendingAgain showMap showOther skip squareCounts squareCountsAbout step success takesFile takesFiles tipAlert transcript updated warningAlert when where yes',
  );
});

test("the contact function answers in the browser's preferred language", () => {
  expect(repliesIn('de-AT,de;q=0.9,en;q=0.8')).toBe(languages['de']?.replies);
  expect(repliesIn('fr;q=0.9')).toBe(languages['fr']?.replies);
  for (const asked of ['fil,en', 'plt-MG', '*', '', undefined, 'x'.repeat(5000), 'de'.repeat(3000)])
    expect(repliesIn(asked)).toBe(languages['en']?.replies);
});
