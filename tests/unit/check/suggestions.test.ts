import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { distanceOf, nearest } from '../../../schema/diagnostics/similar-names.ts';
import { fixExample, textAt } from '../../support/example-checks.ts';
import { filesIn, testGoldenTexts } from '../../support/golden.ts';
import { dice } from '../../support/mutants.ts';

// A fix corrects misspelt references, but never replaces the name of one thing by a similar name of another.
// Single cases are tested in `tests/golden/fixes`.

const page = (title: string, blocks: string) =>
  `title: ${title}\ndescription: ${title}, a page of the harbour office that is there for a test.\nblocks:\n${blocks}`;
const hero = (title: string) => page(title, `  - { type: hero, heading: ${title} }\n`);

/** Applies all fixes. Returns the text of the home page and its remaining diagnostics. */
function fixed(example: Record<string, string>) {
  const { files, checked } = fixExample(example);
  return {
    text: textAt(files),
    reported: checked.diagnostics.filter(({ file }) => file === 'pages/index.yaml').map(formatDiagnostic),
  };
}

const pairs = [
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

/** Returns pairs of names that differ by a letter or a digit, like names of people, rooms and years. */
function neighbours(): [string, string][] {
  const roll = dice(6);
  const stems = ['anna', 'team', 'berth', 'offer', 'price', 'boat', 'report', 'room', 'hall', 'sailor'];
  const letter = () => 'abcdefghijklmnopqrstuvwxyz'[roll(26)] ?? 'a';
  const made = Array.from({ length: 40 }, (): [string, string] => {
    const stem = stems[roll(stems.length)] ?? 'anna';
    const at = 1 + roll(stem.length - 1);
    const [one, other] = [
      () => [`${stem}-${roll(9)}`, `${stem}-1${roll(9)}`],
      () => [`${stem}-${letter()}`, `${stem}-${letter()}${letter()}`],
      () => [stem, stem.slice(0, at) + letter() + stem.slice(at)],
      () => [stem, stem.slice(0, at) + letter() + stem.slice(at + 1)],
    ][roll(4)]?.() ?? ['', ''];
    return [one ?? '', other ?? ''];
  }).filter(([one, other]) => one !== other);
  return [...pairs.map(([one, other]): [string, string] => [one, other]), ...made];
}

/** Returns files that refer to one name, although only the other name exists. */
const filesWith = (place: string, written: string, there: string) =>
  filesIn(place.replaceAll('<written>', written).replaceAll('<there>', there));

const places = testGoldenTexts('neighbours', (place) =>
  fixed(filesWith(place, 'ana', 'ada')).reported.join('\n'),
);

const wrongNeighbours = neighbours().flatMap(([one, other]) =>
  places.map(({ title, input }) => [title, one, other, input] as const),
);

test('there are at least 200 invalid names close to a valid one', () => {
  expect(wrongNeighbours.length).toBeGreaterThanOrEqual(200);
});

test.each(wrongNeighbours)('no fix replaces %s called %s by %s', (_title, written, there, place) => {
  const example = filesWith(place, written, there);
  const { text, reported } = fixed(example);
  expect(text).toContain(example['index.yaml']?.split('\n').at(-2));
  expect(reported.length).toBeGreaterThan(0);
});

const slipsOf = (name: string, ending: string): string[] => [
  name.toUpperCase() + ending,
  `${name[0]?.toUpperCase()}${name.slice(1)}${ending}`,
  name.replaceAll('-', '_') + ending,
  name.replaceAll('-', '%20') + ending,
  name.replaceAll('-', '') + ending,
];
const names = ['our-crew', 'pier-at-night', 'harbour-office', 'winter-tides', 'berth-12'];
const honestSlips = [
  ...names.flatMap((name) =>
    [
      ...slipsOf(name, '.jpg').map((file) => `/pictures/${file}`),
      `/pictures/${name}.jpeg`,
      `/pictures/${name}.JPG`,
      `/pictures/${name}.png`,
      `/pictures/${name}.heic`,
      `/${name}.jpg`,
      `/images/${name}.jpg`,
      `/Pictures/${name}.jpg`,
    ].map((written) => ['a picture', written, `/pictures/${name}.jpg`] as const),
  ),
  ...names.flatMap((name) =>
    [
      ...slipsOf(name, '').map((route) => `/about/${route}`),
      `/about/${name}.html`,
      `/about/${name}/`,
      `/about/${name}/index.html`,
      `/about/${name}.yaml`,
      `/${name}`,
      `/ABOUT/${name}.php`,
    ].map((written) => ['a page', written, `/about/${name}`] as const),
  ),
].filter(([, written, there]) => written !== there);

test('there are at least 100 genuine typos', () => {
  expect(honestSlips.length).toBeGreaterThanOrEqual(100);
});

test.each(honestSlips)('%s written %s is fixed to %s', (what, written, there) => {
  const isPage = what === 'a page';
  const block = (to: string) =>
    isPage
      ? `- { type: hero, heading: Hello, actions: [{ label: See it, to: "${to}" }] }\n`
      : `- { type: media, heading: Crew, items: [{ src: "${to}", alt: Somebody on a pier }] }\n`;
  const { text, reported } = fixed({
    'index.yaml': block(written),
    ...(isPage
      ? { [`${there.slice(1)}.yaml`]: hero('Another thing') }
      : { [`public${there}`]: '1200 by 900' }),
  });
  expect(text).toContain(block(there).trim());
  expect(reported).toEqual([]);
});

test('the nearest name is the same whether or not distant words are compared completely', () => {
  const roll = dice(7);
  const word = () => Array.from({ length: roll(9) }, () => 'abc'[roll(3)]).join('');
  for (let round = 0; round < 300; round++) {
    const [written, words] = [word(), Array.from({ length: 30 }, word)];
    const exact = new Map(words.map((one) => [one, distanceOf(written, one)]));
    const best = [...exact.values()].toSorted((a, b) => a - b).slice(0, 5);
    expect(nearest(written, exact.keys(), 5).map((one) => exact.get(one))).toEqual(best);
    for (const limit of [0, 1, 2, 3]) {
      const within = [...exact].map(([one, distance]) => [one, distance <= limit ? distance : undefined]);
      const found = [...exact.keys()].map((one) => [one, distanceOf(written, one, limit)] as const);
      expect(found.map(([one, distance]) => [one, distance <= limit ? distance : undefined])).toEqual(within);
    }
  }
  expect(distanceOf('hero', 'hreo')).toBe(1);
  expect(distanceOf('kitten', 'sitting')).toBe(3);
  expect(distanceOf('ca', 'abc')).toBe(3);
});

test('the nearest of thousands of picture names is found', () => {
  const pictures = Array.from({ length: 2000 }, (_, at) => `/pictures/photo-of-the-pier-${at}.jpg`);
  for (const number of [3, 512, 1999])
    expect(nearest(`/pictures/photo-of-teh-pier-${number}.jpg`, pictures, 3)[0]).toBe(pictures[number]);
});
