import { expect, test } from 'vitest';
import { embedOf } from '../../schema/content/embed-providers.ts';
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
  expect(embedOf(address)?.frame).toBe(frame);
});

test('a place on OpenStreetMap becomes a map around it, with a mark', () => {
  const { frame = '', host } = embedOf('https://www.openstreetmap.org/#map=15/54.0924/12.1407') ?? {};
  const { searchParams } = new URL(frame);
  const [west = 0, south = 0, east = 0, north = 0] = searchParams.get('bbox')?.split(',').map(Number) ?? [];
  expect([(west + east) / 2, (south + north) / 2]).toEqual([
    expect.closeTo(12.1407, 4),
    expect.closeTo(54.0924, 4),
  ]);
  expect(searchParams.get('marker')).toBe('54.09240,12.14070');
  expect(host).toBe('www.openstreetmap.org');
});

test('subtitles are requested in their language, and not for films without speech', () => {
  const film = 'https://youtu.be/tide0000001';
  expect(embedOf(film, 'de')?.frame).toContain('cc_load_policy=1&cc_lang_pref=de');
  expect(embedOf(film, 'none')?.frame).not.toContain('cc_');
  expect(embedOf('https://vimeo.com/100000001', 'pl')?.frame).toMatch(/#texttrack=pl$/);
});

test('a host must be named in _site.yaml exactly', () => {
  const block = '  - { type: embed, address: "https://maps.example.org/pier", title: A }\n';
  const rulesWith = (host: string) =>
    check(
      siteFiles(`  - { type: hero, heading: Hello }\n${block}`, {
        '_site.yaml': `${siteYaml}embeds: { hosts: [${host}] }\n`,
      }),
      { icons: new Set(), files: new Set() },
    ).diagnostics.map(({ rule }) => rule);
  expect(rulesWith('maps.example.org')).toEqual([]);
  expect(rulesWith('example.org')).toEqual(['embed-host']);
});
