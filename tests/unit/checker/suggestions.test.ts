import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { distanceOf, nearest } from '../../../schema/diagnostics/did-you-mean.ts';
import { exampleSettings, type Example } from '../../../schema/diagnostics/rules/rule.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';
import { dice } from '../../support/mutants.ts';

// Which fixes are made, and which must not be. Names of particular things are never exchanged for similar ones.

const page = (title: string, blocks: string) =>
  `title: ${title}\ndescription: ${title}, a page of the harbour office that is there for a test.\nblocks:\n${blocks}`;
const hero = (title: string) => page(title, `  - { type: hero, heading: ${title} }\n`);

/** The text of a file after all fixes, and what is reported of it then. */
function fixed(
  example: Exclude<Example, string>,
  file = 'index.yaml',
  safety: 'safe' | 'suggested' = 'suggested',
) {
  const { files, checked } = fixPages(exampleFiles(example), exampleAssets(example), safety, () => true);
  return {
    text: files.find(({ path }) => path === file)?.text ?? '',
    reported: checked.diagnostics.filter((one) => one.file === `pages/${file}`).map(formatDiagnostic),
  };
}

test.each([
  [
    'an anchor that the target has',
    '/about/who-we-are',
    '/about/company#story',
    '/about/who-we-are#story',
    [],
  ],
  ['no anchor', '/about/who-we-are', '/about/company', '/about/who-we-are', []],
  [
    'an anchor that the redirect has itself',
    '/about/who-we-are#team',
    '/about/company',
    '/about/who-we-are#team',
    [],
  ],
  [
    'an anchor beside that of the redirect, which browsers prefer',
    '/about/who-we-are#team',
    '/about/company#story',
    '/about/who-we-are#team',
    [],
  ],
  [
    'the anchor of a heading',
    '/about/who-we-are',
    '/about/company#our-history',
    '/about/who-we-are#our-history',
    [],
  ],
  [
    'an anchor that the target has not',
    '/about/who-we-are',
    '/about/company#prices',
    '/about/company#prices',
    ['no block of `/about/who-we-are` has the id `prices`'],
  ],
  [
    'the anchor of another spelling',
    '/about/who-we-are',
    '/about/company#Our_History',
    '/about/who-we-are#our-history',
    [],
  ],
])('a link to a redirect is fixed with %s', (_what, redirect, link, after, reported) => {
  const blocks =
    '  - { type: hero, id: story, heading: Who we are }\n' +
    '  - { type: text, id: team, body: "## Our history" }\n';
  const link1 = (to: string) => `- { type: hero, heading: Hello, lead: "See [us](${to})." }\n`;
  const action = (to: string) =>
    `- { type: hero, heading: Hello, actions: [{ label: See us, to: ${to} }] }\n`;
  for (const write of [link1, action]) {
    const result = fixed({
      'about/who-we-are.yaml': page('Who we are', blocks),
      'about/company.yaml': `redirect: ${redirect}\n`,
      'index.yaml': write(link),
    });
    expect(result.text).toContain(write(after).trim());
    expect(result.reported).toHaveLength(reported.length);
    reported.forEach((one, at) => expect(result.reported[at]).toContain(one));
  }
});

test('a chain of redirects keeps the anchor', () => {
  const files = {
    'a.yaml': 'redirect: /b#start\n',
    'b.yaml': 'redirect: /c\n',
    'c.yaml': page('The end', '  - { type: hero, id: start, heading: The end }\n'),
  };
  expect(fixed(files, 'a.yaml', 'safe').text).toBe('redirect: /c#start\n');
  const missing = fixed({ ...files, 'a.yaml': 'redirect: /b#begin\n' }, 'a.yaml', 'safe');
  expect(missing.reported.join()).toContain('no block of `/c` has the id `begin`');
});

test.each([
  ['/enquiries.html#crew', '/enquiries#crew'],
  ['/Enquiries#crew', '/enquiries#crew'],
  ['enquiries#crew', '/enquiries#crew'],
])('a wrong address %s is replaced with all that stands behind it', (to, after) => {
  const { text, reported } = fixed({
    'index.yaml': `- { type: hero, heading: Hello, lead: "See [us](${to})." }\n`,
  });
  expect(text).toContain(`(${after})`);
  expect(reported.join()).toContain('no block of `/enquiries` has the id `crew`');
});

test.each(['/enquiries?ref=mail', '/enquiries?ref=mail#crew', '/pictures/team.jpg?v=2'])(
  'what stands behind a `?` in %s is reported and kept',
  (to) => {
    const { text, reported } = fixed({
      'index.yaml': `- { type: hero, heading: Hello, lead: "See [us](${to})." }\n`,
    });
    expect(text).toContain(`(${to})`);
    expect(reported).toEqual([expect.stringContaining('an address of this site cannot end with `?')]);
  },
);

test('a photo that cannot be shown is not exchanged for that of another person', () => {
  const block =
    '- { type: media, heading: The crew, items: [{ src: /people/ana.heic, alt: Ana on the pier }] }\n';
  const other = fixed({ 'index.yaml': block, 'public/people/ada.jpg': '1200 by 900' });
  expect(other.text).toContain('/people/ana.heic');
  expect(other.reported).toEqual([expect.not.stringContaining('did you mean')]);
  const same = fixed({
    'index.yaml': block,
    'public/people/ana.jpg': '1200 by 900',
    'public/people/ada.jpg': '9 by 9',
  });
  expect(same.text).toContain('/people/ana.jpg');
});

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

/** Names that differ by a letter or a figure, as those of people, rooms and years do. */
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

/** Where a name of something stands, beside its neighbour that exists. */
const places: Record<string, (written: string, there: string) => Record<string, string>> = {
  'a picture': (written, there) => ({
    'index.yaml': `- { type: media, heading: Crew, items: [{ src: /people/${written}.jpg, alt: Somebody on a pier }] }\n`,
    [`public/people/${there}.jpg`]: '1200 by 900',
  }),
  'a photo of a kind that is not shown': (written, there) => ({
    'index.yaml': `- { type: media, heading: Crew, items: [{ src: /people/${written}.heic, alt: Somebody on a pier }] }\n`,
    [`public/people/${there}.jpg`]: '1200 by 900',
  }),
  'a file in a folder of its own': (written, there) => ({
    'index.yaml': `- { type: hero, heading: Hello, lead: "See [it](/${written}/report.pdf)." }\n`,
    [`public/${there}/report.pdf`]: 'text',
  }),
  'a page': (written, there) => ({
    'index.yaml': `- { type: hero, heading: Hello, actions: [{ label: See it, to: /${written} }] }\n`,
    [`${there}.yaml`]: hero('Another thing'),
  }),
  'a page in a folder': (written, there) => ({
    'index.yaml': `- { type: hero, heading: Hello, lead: "See [it](/${written}/prices)." }\n`,
    [`${there}/prices.yaml`]: hero('Another thing'),
  }),
  'an id': (written, there) => ({
    'index.yaml': `- { type: hero, id: ${there}, heading: Hello, actions: [{ label: See it, scrollTo: ${written} }] }\n`,
  }),
  'a shared block': (written, there) => ({
    'index.yaml': `- { type: hero, heading: Hello }\n- use: ${written}\n`,
    [`_shared/${there}.yaml`]: 'type: stats\nheading: Figures\nitems: [{ value: 2, label: days }]\n',
  }),
};

const wrongNeighbours = neighbours().flatMap(([one, other]) =>
  Object.keys(places).map((place) => [place, one, other] as const),
);

test('there are at least 200 wrong neighbours', () => {
  expect(wrongNeighbours.length).toBeGreaterThanOrEqual(200);
});

test.each(wrongNeighbours)('no fix exchanges %s called %s for %s', (place, written, there) => {
  const example = places[place]?.(written, there) ?? {};
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

test('there are at least 100 honest slips', () => {
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

test.each([
  ['two files', { 'public/a/team.png': '9 by 9', 'public/b/team.png': '9 by 9' }, '/team.png'],
  [
    'two endings',
    { 'public/pictures/pier.png': '9 by 9', 'public/pictures/pier.webp': '9 by 9' },
    '/pictures/pier.jpg',
  ],
])('nothing is suggested where %s have the name', (_what, files, src) => {
  const block = `- { type: media, heading: Crew, items: [{ src: ${src}, alt: Somebody on a pier }] }\n`;
  expect(fixed({ ...files, 'index.yaml': block }).text).toContain(src);
});

test.each([
  ['a slip of a finger is asked for, and not fixed', '/enquries', '/enquiries'],
  ['two letters changed round', '/enqiuries', '/enquiries'],
])('%s', (_what, written, there) => {
  const block = `- { type: hero, heading: Hello, actions: [{ label: Write, to: ${written} }] }\n`;
  const files = exampleFiles({ 'index.yaml': block });
  const [found] = check(files, exampleAssets({})).diagnostics;
  expect(found).toMatchObject({ label: `did you mean \`${there}\`?`, fix: undefined });
});

test('what is nearest is the same whether or not far words are compared to the end', () => {
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

test.each([
  ['See <https://www.example.org>.', '`[words](/)`'],
  ['See <https://www.example.org/enquiries>.', '`[words](/enquiries)`'],
  ['See <https://www.example.org/Enquiries>.', '`[words](/enquiries)`'],
])('an address without words never becomes a path that visitors read: %s', (lead, advice) => {
  const block = `- { type: hero, heading: Hello, lead: "${lead}" }\n`;
  const files = { 'index.yaml': block };
  expect(fixed(files).text).toContain(lead);
  const { diagnostics } = check(exampleFiles(files), exampleAssets(files));
  expect(diagnostics[0]?.advice).toContain(advice);
});

test.each([
  ['/files/prices.pdf', 'files/2025/prices.txt'],
  ['/files/prices.pdf', 'files/prices-2025/prices.pdf'],
  ['/team/photo.svg', 'team/anna/photo.svg'],
  ['/pictures/pier.png', 'harbour/pier.webp'],
])('a file is not exchanged for one of another folder and ending: %s for %s', (written, there) => {
  const files = {
    'index.yaml': `- { type: hero, heading: Hello, lead: "See [our list](${written})." }\n`,
    [`public/${there}`]: there.endsWith('svg')
      ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
      : 'text',
  };
  const { text, reported } = fixed(files);
  expect(text).toContain(`(${written})`);
  expect(reported.join()).toContain('dead-link');
});

test('a file whose name has a blank is mended so that its link and its picture hold', () => {
  const example = (address: string) => ({
    'index.yaml': `- { type: hero, heading: Hello }\n- type: text\n  body: |\n    ![A pier](${address})\n\n    See [our pier](${address}).\n`,
    'public/pictures/My Pier.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
  });
  const files = example('/pictures/My%20Pier.svg');
  const [first] = check(exampleFiles(files), exampleAssets(files)).diagnostics;
  expect(first?.note).toContain('which is the same without signs such as `%20`');
  const { text, reported } = fixed(files);
  expect(reported).toEqual([]);
  expect(text).toContain('![A pier](</pictures/My Pier.svg>)');
  expect(text).toContain('[our pier](</pictures/My Pier.svg>)');
});

test('a link to a redirect keeps its address while the redirect leads nowhere', () => {
  const files = {
    'index.yaml': '- { type: hero, heading: Hello, actions: [{ label: See it, to: /old }] }\n',
    'old.yaml': 'redirect: /older\n',
    'older.yaml': 'redirect: /nowhere\n',
  };
  expect(fixed(files)).toMatchObject({ text: expect.stringContaining('to: /old }'), reported: [] });
  expect(fixed(files, 'old.yaml').text).toBe('redirect: /older\n');
  expect(fixed(files, 'older.yaml').reported.join()).toContain('dead-link');
});

const first = (files: Exclude<Example, string>) =>
  check(exampleFiles(files), exampleAssets(files)).diagnostics[0];

test.each([
  ['openingHours', 'opening-hours'],
  ['two words', 'two-words'],
  ['Öffnung', 'offnung'],
  ['2nd-floor', 'nd-floor'],
])('of the variable %s it is said how its name is written', (written, usual) => {
  const found = first({ '_site.yaml': `${exampleSettings}variables: { ${written}: nine }\n` });
  expect(found).toMatchObject({
    rule: 'wrong-value',
    message: `the name \`${written}\` must be of small letters, digits and hyphens, starting with a letter`,
    advice: `for example:  ${usual}: nine`,
  });
});

test.each([
  ['time', '18:30'],
  ['date', '2026-05-31'],
  ['number', '1'],
])('the example of the least %s is one', (kind, example) => {
  const form = `- { type: form, heading: More, id: ask, submit: { label: Send, none: true }, fields: [{ name: a, label: A, kind: ${kind}, min: x }] }\n`;
  expect(first({ 'index.yaml': form })?.advice).toBe(`for example:  min: ${example}`);
});

test.each([
  ['"https://www.openstreetmap.org/a?b=1&amp;c=2" width=5', 'https://www.openstreetmap.org/a?b=1&c=2'],
  ["'//player.vimeo.com/video/100000001'", 'https://player.vimeo.com/video/100000001'],
  ['"javascript:a()"', undefined],
])('of a pasted frame, the address is offered: %s', (source, address) => {
  const embed = `- { type: hero, heading: Hello }\n- type: embed\n  title: A film\n  address: <iframe src=${source}></iframe>\n`;
  const { text } = fixed({ 'index.yaml': embed });
  expect(text).toContain(`address: ${address ?? '<iframe'}`);
});

test('of thousands of pictures the nearest one is found', () => {
  const pictures = Array.from({ length: 2000 }, (_, at) => `/pictures/photo-of-the-pier-${at}.jpg`);
  for (const number of [3, 512, 1999])
    expect(nearest(`/pictures/photo-of-teh-pier-${number}.jpg`, pictures, 3)[0]).toBe(pictures[number]);
});

const text = (lines: string) =>
  `- type: hero\n  heading: Hello\n- type: text\n  heading: More\n${lines}  body: Words.\n`;
const chart = (settings: string) =>
  '- type: hero\n  heading: Hello\n- type: chart\n  heading: Berths\n  kind: counted\n  items:\n' +
  `    - { label: boats, value: 48${settings} }\n`;

test.each([
  ['of a block', text('  hidden: false\n'), text('')],
  ['in capitals', text('  hidden: False\n'), text('')],
  ['in another word', text('  hidden: off\n'), text('')],
  ['in braces', chart(', mark: no'), chart('')],
])('a switch that is turned off is deleted safely: %s', (_what, before, after) => {
  const { text: written, reported } = fixed({ 'index.yaml': before }, 'index.yaml', 'safe');
  expect(written).toContain(after.replaceAll(/^(?=.)/gm, '  '));
  expect(reported).toEqual([]);
});

test('the opposite of a word is never written', () => {
  for (const word of ['nein', 'never', 'false', 'later', 'flase', '0']) {
    const { text: written } = fixed({ 'index.yaml': text(`  hidden: ${word}\n`) });
    expect(written, word).not.toContain('true');
  }
  const { text: yes } = fixed({ 'index.yaml': text('  hidden: yes\n') });
  expect(yes).toContain('hidden: true');
});

test.each([
  ['http://localhost:1313/enquiries', '/enquiries'],
  ['http://localhost:1313/enquiries/', '/enquiries'],
  ['https://localhost/enquiries#nothing', undefined],
  ['http://127.0.0.1:5173/enquiries', '/enquiries'],
  ['http://192.168.0.12:5173/enquiries', '/enquiries'],
  ['http://[::1]/enquiries', '/enquiries'],
  ['http://our-site.local/', '/'],
  ['http://localhost:1313/prices', undefined],
  ['file:///C:/site/enquiries.html', undefined],
])(
  '%s is told as an address of the own computer, and only a page that is there is offered',
  (address, meant) => {
    const forms = [
      [`- { type: hero, heading: Hello, actions: [{ label: Us, to: "${address}" }] }\n`, `to: "${meant}"`],
      [`- { type: hero, heading: Hello, actions: [{ label: Us, href: "${address}" }] }\n`, `to: "${meant}"`],
      [`- { type: hero, heading: Hello, lead: "See [us](${address})." }\n`, `(${meant})`],
    ] as const;
    for (const [blocks, written] of forms) {
      const example = { 'index.yaml': blocks };
      expect(fixed(example, 'index.yaml', 'safe').reported).toEqual([
        expect.stringMatching(/(?:of|on) your own computer/),
      ]);
      const { text: after, reported } = fixed(example);
      expect(after).not.toContain('https://localhost:');
      expect(after.includes(written)).toBe(meant !== undefined);
      expect(reported.length).toBe(meant === undefined ? 1 : 0);
    }
  },
);

test.each(['https://localhost.example/a', 'https://www.local.example', 'https://10.example'])(
  '%s is no address of the own computer',
  (address) => {
    const blocks = `- { type: hero, heading: Hello, lead: "See [us](${address})." }\n`;
    expect(fixed({ 'index.yaml': blocks }).reported).toEqual([]);
  },
);

test('a site within a company links to others within it', () => {
  const example = {
    '_site.yaml': exampleSettings.replace(/^url: .*$/m, 'url: https://boats.local'),
    'index.yaml': '- { type: hero, heading: Hello, lead: "See [them](https://wind.local/a)." }\n',
  };
  expect(fixed(example).reported).toEqual([]);
});
