import { expect, test } from 'vitest';
import { embeddedAt } from '../../schema/content/embed-providers.ts';
import { check } from '../../schema/checker/check.ts';
import { siteFiles, siteYaml } from '../support/small-site.ts';

test.each([
  [
    'https://www.youtube.com/watch?v=tide0000001',
    'https://www.youtube-nocookie.com/embed/tide0000001?autoplay=1&rel=0',
  ],
  [
    'https://youtu.be/tide0000001?t=42s',
    'https://www.youtube-nocookie.com/embed/tide0000001?autoplay=1&rel=0&start=42',
  ],
  [
    'https://youtube.com/shorts/tide0000001',
    'https://www.youtube-nocookie.com/embed/tide0000001?autoplay=1&rel=0',
  ],
  ['https://vimeo.com/100000001', 'https://player.vimeo.com/video/100000001?autoplay=1&dnt=1'],
  ['https://vimeo.com/100000001/ab12', 'https://player.vimeo.com/video/100000001?autoplay=1&dnt=1&h=ab12'],
  [
    'https://open.spotify.com/intl-de/episode/0000000000000000000001?si=x',
    'https://open.spotify.com/embed/episode/0000000000000000000001',
  ],
  ['https://maps.example.org/pier?x=1', 'https://maps.example.org/pier?x=1'],
])('%s is shown by %s', (address, frame) => {
  expect(embeddedAt(address)?.frame).toBe(frame);
});

test('a place on OpenStreetMap becomes a map around it, with a mark', () => {
  const { frame = '', host } = embeddedAt('https://www.openstreetmap.org/#map=15/54.0924/12.1407') ?? {};
  const { searchParams } = new URL(frame);
  const [west = 0, south = 0, east = 0, north = 0] = searchParams.get('bbox')?.split(',').map(Number) ?? [];
  expect([(west + east) / 2, (south + north) / 2]).toEqual([
    expect.closeTo(12.1407, 4),
    expect.closeTo(54.0924, 4),
  ]);
  expect(searchParams.get('marker')).toBe('54.09240,12.14070');
  expect(host).toBe('www.openstreetmap.org');
});

test('subtitles are asked for in their language, and not where nobody speaks', () => {
  const film = 'https://youtu.be/tide0000001';
  expect(embeddedAt(film, 'de')?.frame).toContain('cc_load_policy=1&cc_lang_pref=de');
  expect(embeddedAt(film, 'none')?.frame).not.toContain('cc_');
  expect(embeddedAt('https://vimeo.com/100000001', 'pl')?.frame).toMatch(/#texttrack=pl$/);
});

const messages = (address: string, more = '', site = siteYaml) =>
  check(
    siteFiles(
      '  - { type: hero, heading: Hello }\n' +
        `  - { type: embed, address: "${address}", title: A, agree: Show it, note: B, elsewhere: At C${more} }\n`,
      { '_site.yaml': site },
    ),
    { icons: new Set(), pictures: new Set() },
  ).diagnostics.map(({ rule, message }) => `${rule}: ${message}`);

test('an address that cannot be shown is told with one that can', () => {
  expect(messages('https://www.youtube.com/@harbour')).toEqual([
    'wrong-value: `address` must lead to what is shown, like `https://www.youtube.com/watch?v=tide0000001`',
  ]);
});

test('another site must be named in _site.yaml, exactly', () => {
  const told = 'embed-host: `_site.yaml` does not allow pages to show something of `maps.example.org`';
  expect(messages('https://maps.example.org/pier')).toEqual([told]);
  const named = (host: string) => `${siteYaml}embeds: { hosts: [${host}] }\n`;
  expect(messages('https://maps.example.org/pier', '', named('maps.example.org'))).toEqual([]);
  expect(messages('https://maps.example.org/pier', '', named('example.org'))).toEqual([told]);
});

test('a film without a word on its subtitles is a warning', () => {
  const film = 'https://vimeo.com/100000001';
  expect(messages(film)).toEqual(['film-subtitles: nothing is said of the subtitles of this film']);
  expect(messages(film, ', subtitles: none')).toEqual([]);
  expect(messages('https://www.openstreetmap.org/#map=15/54.1/12.1')).toEqual([]);
});
