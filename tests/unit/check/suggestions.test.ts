import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { computeEditDistance, findNearest } from '../../../schema/diagnostics/similar-names.ts';
import { fixExample, findText } from '../../support/example-checks.ts';
import { parseFiles, testGoldenTexts } from '../../support/golden.ts';
import { createDice } from '../../support/mutants.ts';

// A fix corrects a misspelt reference, but never replaces a correct name
// with a similar name. `tests/golden/fixes` tests individual cases.

const createPage = (title: string, blocks: string) =>
  `title: ${title}\ndescription: ${title}, a page of the harbour office that is there for a test.\nblocks:\n${blocks}`;
const createHeroPage = (title: string) => createPage(title, `  - { type: hero, heading: ${title} }\n`);

/** Applies all fixes. Returns the text of the home page and the diagnostics that remain. */
function applyAllFixes(example: Record<string, string>) {
  const { files, checked } = fixExample(example);
  return {
    text: findText(files),
    remaining: checked.diagnostics.filter(({ file }) => file === 'pages/index.yaml').map(formatDiagnostic),
  };
}

const similarNames = [
  ['ana', 'ada'],
  ['team-1', 'team-2'],
  ['anna', 'anne'],
  ['report-2025', 'report-2026'],
  ['prices-a', 'prices-b'],
  ['christian', 'christina'],
  ['martina', 'martin'],
  ['berth-11', 'berth-1-1'],
  ['jon', 'john'],
  ['mueller', 'muller'],
  ['offer', 'offers'],
  ['hall-north', 'hall-south'],
  ['price-20', 'price-200'],
  ['maria', 'mario'],
  ['room-101', 'room-110'],
  ['marie-curie', 'marie-curry'],
] as const;

/**
 * Returns pairs of names that differ by one letter or digit but mean different things, such as people, rooms or years.
 */
function createNeighbours(): [string, string][] {
  const roll = createDice(6);
  const stems = ['anna', 'team', 'berth', 'offer', 'price', 'boat', 'report', 'room', 'hall', 'sailor'];
  const randomLetter = () => 'abcdefghijklmnopqrstuvwxyz'[roll(26)] ?? 'a';
  const randomPairs = Array.from({ length: 40 }, (): [string, string] => {
    const stem = stems[roll(stems.length)] ?? 'anna';
    const position = 1 + roll(stem.length - 1);
    const [first, second] = [
      () => [`${stem}-${roll(9)}`, `${stem}-1${roll(9)}`],
      () => [`${stem}-${randomLetter()}`, `${stem}-${randomLetter()}${randomLetter()}`],
      () => [stem, stem.slice(0, position) + randomLetter() + stem.slice(position)],
      () => [stem, stem.slice(0, position) + randomLetter() + stem.slice(position + 1)],
    ][roll(4)]?.() ?? ['', ''];
    return [first ?? '', second ?? ''];
  }).filter(([first, second]) => first !== second);
  return [...similarNames.map(([first, second]): [string, string] => [first, second]), ...randomPairs];
}

/** Returns files that refer to the name `written`, although only the name `existing` exists. */
const createFiles = (template: string, written: string, existing: string) =>
  parseFiles(template.replaceAll('<written>', written).replaceAll('<there>', existing));

const templates = testGoldenTexts('neighbours', (template) =>
  applyAllFixes(createFiles(template, 'ana', 'ada')).remaining.join('\n'),
);

const wrongNeighbours = createNeighbours().flatMap(([first, second]) =>
  templates.map(({ title, input }) => [title, first, second, input] as const),
);

test('the tests have at least 200 names that only resemble a valid name', () => {
  expect(wrongNeighbours.length).toBeGreaterThanOrEqual(200);
});

test.each(wrongNeighbours)('no fix replaces %s called %s by %s', (_title, written, existing, template) => {
  const example = createFiles(template, written, existing);
  const { text, remaining } = applyAllFixes(example);
  expect(text).toContain(example['index.yaml']?.split('\n').at(-2));
  expect(remaining.length).toBeGreaterThan(0);
});

const createMisspellings = (name: string, ending: string): string[] => [
  name.toUpperCase() + ending,
  `${name[0]?.toUpperCase()}${name.slice(1)}${ending}`,
  name.replaceAll('-', '_') + ending,
  name.replaceAll('-', '%20') + ending,
  name.replaceAll('-', '') + ending,
];
const fileNames = ['our-crew', 'pier-at-night', 'harbour-office', 'winter-tides', 'berth-12'];
const misspeltReferences = [
  ...fileNames.flatMap((name) =>
    [
      ...createMisspellings(name, '.jpg').map((file) => `/pictures/${file}`),
      `/pictures/${name}.jpeg`,
      `/pictures/${name}.JPG`,
      `/pictures/${name}.png`,
      `/pictures/${name}.heic`,
      `/${name}.jpg`,
      `/images/${name}.jpg`,
      `/Pictures/${name}.jpg`,
    ].map((written) => ['a picture', written, `/pictures/${name}.jpg`] as const),
  ),
  ...fileNames.flatMap((name) =>
    [
      ...createMisspellings(name, '').map((route) => `/about/${route}`),
      `/about/${name}.html`,
      `/about/${name}/`,
      `/about/${name}/index.html`,
      `/about/${name}.yaml`,
      `/${name}`,
      `/ABOUT/${name}.php`,
    ].map((written) => ['a page', written, `/about/${name}`] as const),
  ),
].filter(([, written, existing]) => written !== existing);

test('the suggestion tests cover at least 100 real typos', () => {
  expect(misspeltReferences.length).toBeGreaterThanOrEqual(100);
});

test.each(misspeltReferences)('%s written %s is fixed to %s', (kind, written, existing) => {
  const isPage = kind === 'a page';
  const block = (to: string) =>
    isPage
      ? `- { type: hero, heading: Hello, actions: [{ label: See it, to: "${to}" }] }\n`
      : `- { type: media, heading: Crew, items: [{ src: "${to}", alt: Somebody on a pier }] }\n`;
  const { text, remaining } = applyAllFixes({
    'index.yaml': block(written),
    ...(isPage
      ? { [`${existing.slice(1)}.yaml`]: createHeroPage('Another thing') }
      : { [`public${existing}`]: '1200 by 900' }),
  });
  expect(text).toContain(block(existing).trim());
  expect(remaining).toEqual([]);
});

test('the nearest names are the same as in a full comparison with all words', () => {
  const roll = createDice(7);
  const createWord = () => Array.from({ length: roll(9) }, () => 'abc'[roll(3)]).join('');
  for (let round = 0; round < 300; round++) {
    const [written, words] = [createWord(), Array.from({ length: 30 }, createWord)];
    const distances = new Map(words.map((name) => [name, computeEditDistance(written, name)]));
    const shortestDistances = [...distances.values()].toSorted((a, b) => a - b).slice(0, 5);
    expect(findNearest(written, distances.keys(), 5).map((name) => distances.get(name))).toEqual(
      shortestDistances,
    );
    for (const limit of [0, 1, 2, 3]) {
      const expectedDistances = [...distances].map(([name, distance]) => [
        name,
        distance <= limit ? distance : undefined,
      ]);
      const limitedDistances = [...distances.keys()].map(
        (name) => [name, computeEditDistance(written, name, limit)] as const,
      );
      expect(
        limitedDistances.map(([name, distance]) => [name, distance <= limit ? distance : undefined]),
      ).toEqual(expectedDistances);
    }
  }
  expect(computeEditDistance('hero', 'hreo')).toBe(1);
  expect(computeEditDistance('kitten', 'sitting')).toBe(3);
  expect(computeEditDistance('ca', 'abc')).toBe(3);
});

test('the closest match among thousands of picture names is found', () => {
  const pictures = Array.from(
    { length: 2000 },
    (_, position) => `/pictures/photo-of-the-pier-${position}.jpg`,
  );
  for (const number of [3, 512, 1999])
    expect(findNearest(`/pictures/photo-of-teh-pier-${number}.jpg`, pictures, 3)[0]).toBe(pictures[number]);
});
