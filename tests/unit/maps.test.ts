import { expect, test } from 'vitest';
import { renderBlocks } from '../support/rendered-blocks.ts';

const osm = (rest: string) => `https://www.openstreetmap.org/${rest}`;
const places = (...addresses: readonly string[]) =>
  addresses.map((address, at) => `{ label: Place ${at + 1}, address: "${address}" }`).join(', ');

const inColumn = (embed: string, type = 'columns', label = 'heading') =>
  renderBlocks(`- type: ${type}
  heading: How to come
  items:
    - { ${label}: By boat, body: Come., embed: { title: A map, ${embed} } }
    - { ${label}: By land, body: Come. }`);

const frameIn = (html: string) =>
  /<a href="([^"]*)" target="([^"]*)"[^>]*>/.exec(html)?.[1]?.replaceAll('&amp;', '&');

test.each([
  [
    'one place',
    [osm('#map=17/54.0924/12.1407')],
    '12.13770%2C54.08940%2C12.14370%2C54.09540',
    '54.09240%2C12.14070',
  ],
  [
    'a marker',
    [osm('?mlat=54.1&mlon=12.2#map=9/1/1')],
    '12.19700%2C54.09700%2C12.20300%2C54.10300',
    '54.10000%2C12.20000',
  ],
  [
    'without www',
    ['https://openstreetmap.org/#map=5/54.1/12.2'],
    '12.19700%2C54.09700%2C12.20300%2C54.10300',
    '54.10000%2C12.20000',
  ],
  [
    'two places',
    [osm('#map=17/54/12'), osm('#map=17/55/14')],
    '11.70000%2C53.85000%2C14.30000%2C55.15000',
    undefined,
  ],
  [
    'three places',
    [osm('#map=17/54/12'), osm('#map=17/55/14'), osm('#map=17/-34/151')],
    '-8.85000%2C-47.35000%2C171.85000%2C68.35000',
    undefined,
  ],
  [
    'one place twice',
    [osm('#map=17/54/12'), osm('#map=16/54/12')],
    '11.99700%2C53.99700%2C12.00300%2C54.00300',
    undefined,
  ],
])('a map of %s holds all of it, in columns and tabs as well', (_, addresses, box, marker) => {
  for (const [type, label] of [
    ['columns', 'heading'],
    ['tabs', 'label'],
  ]) {
    const { messages, html, website } = inColumn(`places: [${places(...addresses)}]`, type, label);
    expect(messages).toEqual([]);
    expect(frameIn(html)).toBe(
      `${osm('export/embed.html')}?bbox=${box}&layer=mapnik${marker === undefined ? '' : `&marker=${marker}`}`,
    );
    // Nothing is loaded before a visitor presses the link.
    expect(html).toMatch(/<iframe(?![^>]* src=)[^>]* title="A map"/);
    for (const [at, address] of addresses.entries())
      expect(html).toContain(`<a href="${address.replaceAll('&', '&amp;')}">Place ${at + 1}`);
    expect(website?.pages.get('/')?.frames).toEqual(['www.openstreetmap.org']);
  }
});

test('the usual words are there in columns, too', () => {
  const { text } = inColumn(`address: "${osm('#map=17/54/12')}"`);
  expect(text).toContain('Show the map');
  expect(text).toContain('this is loaded from openstreetmap.org');
});

test('a map of places by itself is shown on request, and without script its link leads there', () => {
  const { messages, html } = renderBlocks(
    `- { type: embed, title: A map, places: [${places(osm('#map=17/54/12'), osm('#map=17/55/14'))}] }`,
  );
  expect(messages).toEqual([]);
  expect(html).not.toContain('<iframe');
  expect(html).toContain(`<noscript><a href="${osm('?bbox=11.70000%2C53.85000%2C14.30000%2C55.15000')}"`);
});

test.each([
  ['places: []', '`places`'],
  ['places: [{ label: A }]', 'needs an `address`'],
  [`places: [{ address: "${osm('#map=17/54/12')}" }]`, 'needs a `label`'],
  [
    `places: [${places('https://maps.example.org/54,12')}]`,
    '`address` must be the address of a place on OpenStreetMap',
  ],
  [`places: [${places(osm('node/123'))}]`, '`address` must be the address of a place on OpenStreetMap'],
  [`places: [${places(osm('#map=17/95/12'))}]`, '`address` must be the address of a place on OpenStreetMap'],
  [`places: [${places('9 North Pier')}]`, '`address` must be the address of a place on OpenStreetMap'],
  [
    `address: "${osm('#map=17/54/12')}", places: [${places(osm('#map=17/54/12'))}]`,
    '`places` cannot stand beside `address`',
  ],
  ['note: A map.', 'needs an `address`'],
])('a map with { %s } is reported', (settings, message) => {
  expect(inColumn(settings).messages.join('\n')).toContain(message);
  expect(renderBlocks(`- { type: embed, title: A map, ${settings} }`).messages.join('\n')).toContain(message);
});

test.each([
  'https://youtu.be/tide0000001',
  'https://open.spotify.com/episode/0000000000000000000001',
  'https://a.example/',
])('columns and tabs show nothing of %s, which needs a block of its own', (address) => {
  for (const type of ['columns', 'tabs'] as const)
    expect(
      inColumn(`address: "${address}"`, type, type === 'tabs' ? 'label' : 'heading').messages.join(),
    ).toContain('`address` must be that of a place on OpenStreetMap');
});
