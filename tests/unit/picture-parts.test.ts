import { describe, expect, test } from 'vitest';
import { renderBlocks } from '../support/rendered-blocks.ts';

const media = (item: string, layout = 'wide') =>
  renderBlocks(
    `- type: media\n  layout: ${layout}\n  heading: The board\n  items: [{ src: /pictures/board.svg, alt: A board with six rows, ${item} }]\n`,
  );
const hero = (picture: string, layout = 'product') =>
  renderBlocks(
    `- type: hero\n  layout: ${layout}\n  heading: The board\n  picture: { src: /pictures/board.svg, alt: A board with six rows, ${picture} }\n`,
  );
const part = (left: number | string, top: number | string, width: number | string, height: number | string) =>
  `onPhones: { left: ${left}, top: ${top}, width: ${width}, height: ${height} }`;

describe('what phones show is a part that lies within the picture, or a file', () => {
  test.each([
    part(0, 0, 100, 100),
    part(10, 20, 40, 50),
    part(95, 95, 5, 5),
    part(0, 50, 100, 50),
    part(67, 0, 33, 53),
    `${part(0, 0, 33, 53)}, crop: wide, focus: left`,
    `${part(0, 0, 33, 53)}, text: A caption`,
    'onPhones: { src: /pictures/board-phone.svg }',
    'onPhones: { src: /pictures/board-phone.svg }, crop: wide, focus: left',
  ])('%s', (lines) => {
    expect(media(lines).messages).toEqual([]);
    expect(hero(lines).messages).toEqual([]);
    expect(hero(lines, 'split').messages).toEqual([]);
    expect(media(lines, 'beside').messages).toEqual([]);
    expect(media(lines, 'grid').messages).toEqual([]);
  });
});

test('windows that could not show a screen have the file for phones, and only they fetch it first', () => {
  const { html, messages } = hero('onPhones: { src: /pictures/board-phone.svg }');
  expect(messages).toEqual([]);
  expect(html).toMatch(
    /<picture[^>]*><source media="screen and \(max-width:74\.99rem\)"[^>]* srcSet="\/pictures\/board-phone\.svg"\/?><img[^>]* src="\/pictures\/board\.svg"/,
  );
  expect(html.match(/alt="A board with six rows"/g)).toHaveLength(1);
});

describe('what is wrong with a part is said at its line', () => {
  test.each([
    [part(61, 0, 40, 50), '`width` leads beyond the right edge', 'write at most 39, or a smaller `left`'],
    [part(10, 90, 40, 20), '`height` leads beyond the lower edge', 'write at most 10, or a smaller `top`'],
    [part(1, 0, 100, 50), '`width` leads beyond the right edge', 'write at most 99'],
    [part(0, 96, 40, 50), '`top` must be a whole number from 0 to 95', ''],
    [part(0, 0, 0, 50), '`width` must be a whole number from 5 to 100', ''],
    [part(0, 0, 480, 50), '`width` must be a whole number from 5 to 100', ''],
    [part('10%', 0, 40, 50), '`left` must be a whole number', ''],
    [part(-5, 0, 40, 50), '`left` must be a whole number', ''],
    [part(10.5, 0, 40, 50), '`left` must be a whole number', ''],
    ['onPhones: { left: 10, top: 20, width: 40 }', '`height`', ''],
    ['onPhones: { left: 10, top: 20, width: 40, height: 50, zoom: 2 }', '`zoom`', ''],
    ['onPhones: top', '`onPhones`', ''],
    ['onPhones: {}', '`onPhones` needs a `src`', ''],
    [
      'onPhones: { src: /pictures/board-phone.svg, left: 10 }',
      '`left` is for a part of the picture: a file for phones (`src`) is shown whole',
      'delete this line',
    ],
    ['onPhones: { src: board-phone.svg }', 'must be a picture in `public/`', ''],
    ['onPhones: { src: "https://pier.example/board.svg" }', 'must be a picture in `public/`', ''],
    ['onPhones: { file: /pictures/board-phone.svg }', '`file`', '`src`'],
    ['phone: { left: 10, top: 20, width: 40, height: 50 }', '`phone`', '`onPhones`'],
    ['mobile: { left: 10, top: 20, width: 40, height: 50 }', '`mobile`', '`onPhones`'],
    ['onPhones: { x: 10, y: 20, w: 40, h: 50 }', '`x`', '`left`'],
  ])('%s', (lines, words, advice) => {
    for (const { messages } of [media(lines), hero(lines)]) {
      expect(messages.join('\n')).toContain(words);
      expect(messages.join('\n')).toContain(advice);
    }
  });

  test('films and small portraits are shown whole', () => {
    const film = `${part(0, 0, 50, 50)}, video: { src: /videos/pier.mp4, subtitles: /videos/pier.vtt }`;
    expect(media(film).messages).toEqual([expect.stringContaining('a film is shown whole')]);
    expect(media(part(0, 0, 50, 50), 'portraits').messages).toEqual([
      expect.stringContaining('has no place in the layout `portraits`'),
    ]);
  });
});
