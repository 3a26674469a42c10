import { resolvePage } from '../../schema/resolve/resolve-page.ts';
import { expect, test } from 'vitest';
import { check } from '../../schema/check/check.ts';
import { selectReplies } from '../../schema/fields/form-messages.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import {
  english,
  languages,
  selectTexts,
  wordNames,
  resolveWords,
  wordDescriptions,
} from '../../schema/fields/words.ts';
import { createRenderInputs } from '../../schema/resolve/render-input.ts';
import { createSiteFiles } from '../support/small-site.ts';

const otherLanguages = Object.entries(languages).filter(([code]) => code !== 'en');

test.each(Object.entries(languages))(
  'the built-in text in %s has the same placeholders as the English text',
  (_, texts) => {
    for (const part of ['words', 'answers', 'replies'] as const) {
      expect(Object.keys(texts[part])).toEqual(Object.keys(selectTexts('en')[part]));
      const englishTexts = Object.entries<string>(selectTexts('en')[part]);
      for (const [index, [name, text]] of Object.entries<string>(texts[part]).entries()) {
        expect(text, name).toMatch(/^\S(?:.*\S)?$/s);
        expect(listPlaceholders(text), name).toEqual(listPlaceholders(englishTexts[index]?.[1] ?? ''));
      }
    }
  },
);

const listPlaceholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();

test.each(otherLanguages)('no label in %s is still in English', (_, { words }) => {
  const unchangedNames = wordNames.filter((name) => words[name] === english[name]);
  // These labels are written the same in English and in at least one other language.
  expect(
    unchangedNames.filter(
      (name) => !['importantAlert', 'menu', 'no', 'page', 'pages', 'tipAlert'].includes(name),
    ),
  ).toEqual([]);
});

test('a site uses its own labels first, then the labels of its language, regardless of the country code', () => {
  const words = resolveWords('de-AT', { optional: 'muss nicht sein' });
  expect(words).toEqual({ ...languages['de']?.words, optional: 'muss nicht sein' });
});

test('every built-in label has a description', () => {
  expect(Object.keys(wordDescriptions)).toEqual(wordNames);
});

const createSettings = (lines = '') => `company: Backstube Wandel
url: https://backstube-wandel.example
language: de
navigation:
  colors: true
  items: [{ label: Brote, to: / }]
${lines}`;
const createCarousel = (lines = '') =>
  '  - type: hero\n    heading: Brote\n  - type: logo-carousel\n' +
  `    items: [${'{ name: Mühle, src: /logos/m.svg }, '.repeat(6)}]\n${lines}`;
const eventYaml =
  '  - type: event\n    when: { begins: 2026-10-02 }\n    where: { text: Backstube }\n    calendar: true\n' +
  '  - type: embed\n    address: https://vimeo.com/100000001\n    title: Der Ofen\n';

function resolveHome(blocks: string, site = createSettings()) {
  const assets = { icons: new Set<string>(), files: new Set(['/logos/m.svg']) };
  const { website, diagnostics } = check(createSiteFiles(blocks, { '_site.yaml': site }), assets);
  const page = website?.pages.get('/');
  if (!website || !page) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  const { site: checkedSite } = website;
  return {
    site: checkedSite,
    blocks: resolvePage(
      page,
      createRenderInputs(website, new Map(), new Date().toISOString().slice(0, 10))(page),
      checkedSite,
    ).blocks,
  };
}

test('a site label applies to all blocks, unless a block has its own', () => {
  const resolveCarousel = (...args: Parameters<typeof resolveHome>) => resolveHome(...args).blocks[1];
  expect(resolveCarousel(createCarousel())).toMatchObject({ pause: 'Logos anhalten', play: 'Logos starten' });
  const ownSettings = createSettings('words: { pause: Halt, play: Los }\n');
  expect(resolveCarousel(createCarousel('    play: Weiter\n'), ownSettings)).toMatchObject({
    pause: 'Halt',
    play: 'Weiter',
  });
});

test('`calendar: true` and `colors: true` use the labels of the language', () => {
  const { blocks, site } = resolveHome(eventYaml);
  expect(blocks[0]).toMatchObject({
    when: { label: 'Wann' },
    where: { label: 'Wo' },
    calendar: 'Im Kalender eintragen',
  });
  expect(site.navigation.colors).toBe('Zwischen Hell und Dunkel wechseln');
  expect(
    resolveHome(eventYaml, createSettings().replace('  colors: true\n', '')).site.navigation.colors,
  ).toBeUndefined();
});

test('the consent text for an embed names its kind and host', () => {
  expect(resolveHome(eventYaml).blocks[1]).toMatchObject({
    agree: 'Film abspielen',
    note: [expect.stringContaining('von vimeo.com geladen')],
  });
});

test('the header uses the labels of the page language by default', () => {
  const { navigation } = resolveHome(createCarousel()).site;
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
  const site = createSettings('words: { menu: Menu, close: Luk }\n').replace('language: de', 'language: da');
  const { diagnostics } = check(
    createSiteFiles('  - type: hero\n    heading: Brød\n', { '_site.yaml': site }),
    {
      icons: new Set(),
      files: new Set(),
    },
  );
  const missingNames = wordNames.filter((name) => name !== 'menu' && name !== 'close');
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({
    rule: 'missing-words',
    severity: 'warning',
    message: `there are no built-in words for \`da\`, so pages show ${missingNames.length} words in English`,
    label: 'built in: en, de, fr, es, it, nl, pt, pl',
    advice: 'add each under `words:` in this file, such as `navigation: …` for `Main`',
    note: `missing: ${missingNames.join(', ')}`,
  });
});

test('the keys of `words:` in _site.yaml do not change, because sites use them', () => {
  expect(wordNames.toSorted().join(' ')).toBe(
    'after agreement all announcement applyBy before calendar cautionAlert chapters chartSource chartSummary chartValue choose close closed colors contents enlarge failure filter filterFiles freeSeats fullyBooked highest home hours importantAlert jobStart jump lowest menu more navigation newTab next nextArticle nextPage nextStep no notMeasured noteAlert numbers offline online optional page pages pause pauseHeadline pay play playFilm playSound previous previousPage previousStep profile read search searchFailed searchFound searchHint searchMore searchNothing sending sendingAgain showMap showOther skip squareCounts squareCountsAbout step success takesFile takesFiles tipAlert transcript updated warningAlert when where yes',
  );
});

test('the contact function responds in the preferred language of the browser', () => {
  expect(selectReplies('de-AT,de;q=0.9,en;q=0.8')).toBe(languages['de']?.replies);
  expect(selectReplies('fr;q=0.9')).toBe(languages['fr']?.replies);
  for (const header of ['fil,en', 'plt-MG', '*', '', undefined, 'x'.repeat(5000), 'de'.repeat(3000)])
    expect(selectReplies(header)).toBe(languages['en']?.replies);
});
