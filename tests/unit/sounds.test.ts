import { expect, test } from 'vitest';
import { renderBlocks } from '../support/rendered-blocks.ts';

const sound = (settings: string, block = '') =>
  renderBlocks(`- type: media\n  heading: Listen\n${block}  sounds:\n    - { ${settings} }`);

const named = 'src: /sounds/talk.mp3, heading: A talk';

test.each([
  ['a name', named, []],
  ['a sentence', `${named}, text: In *May*.`, []],
  [
    'chapters',
    `${named}, chapters: [{ begins: "0:00", heading: A }, { begins: "12:30", heading: B }]`,
    [0, 750],
  ],
  [
    'chapters without quotes',
    `${named}, chapters: [{ begins: 0:00, heading: A }, { begins: 1:05, heading: B }]`,
    [0, 65],
  ],
  [
    'chapters of hours',
    `${named}, chapters: [{ begins: "0:30", heading: A }, { begins: "75:00", heading: B }, { begins: "1:20:00", heading: C }]`,
    [30, 4500, 4800],
  ],
  ['a transcript', `${named}, transcript: Good **evening**.`, []],
  ['M4A', 'src: /sounds/talk.m4a, heading: A talk', []],
  ['OGG', 'src: /sounds/talk.ogg, heading: A talk', []],
])('a sound may have %s', (_, settings, seconds) => {
  const { messages, html } = sound(settings);
  expect(messages).toEqual([]);
  expect(html).toMatch(/<audio src="\/sounds\/talk\.\w+" aria-label="A talk" controls="" preload="none">/);
  expect([...html.matchAll(/data-seek="(\d+)"/g)].map(([, at]) => Number(at))).toEqual(seconds);
  expect(html.includes('<details')).toBe(settings.includes('transcript'));
});

test.each([
  ['src: /sounds/talk.mp3', 'needs a `heading`'],
  ['heading: A talk', 'needs a `src`'],
  ['src: https://a.example/talk.mp3, heading: A', 'there is no file `public/https://a.example/talk.mp3`'],
  ['src: /sounds/talk.wma, heading: A', '`src` must be a sound in `public/`'],
  ['src: /videos/talk.mp4, heading: A', '`src` must be a sound in `public/`'],
  [`${named}, chapters: [{ begins: "0:00", heading: A }]`, '`chapters`'],
  [
    `${named}, chapters: [{ begins: soon, heading: A }, { begins: "1:00", heading: B }]`,
    'minutes and seconds like `12:30`',
  ],
  [
    `${named}, chapters: [{ begins: "12:60", heading: A }, { begins: "13:00", heading: B }]`,
    'minutes and seconds like `12:30`',
  ],
  [
    `${named}, chapters: [{ begins: "2:00", heading: A }, { begins: "1:59", heading: B }]`,
    'must be later than that of the chapter before, 2:00',
  ],
  [
    `${named}, chapters: [{ begins: "2:00", heading: A }, { begins: "2:00", heading: B }]`,
    'must be later than that of the chapter before, 2:00',
  ],
  [`${named}, chapters: [{ begins: "0:00" }, { begins: "1:00", heading: B }]`, 'needs a `heading`'],
])('a sound with { %s } is reported', (settings, message) => {
  expect(sound(settings).messages.join('\n')).toContain(message);
});

test('a sound stands beside pictures, and a block needs one of both', () => {
  const { messages, html } = sound(named, '  items: [{ src: /p/a.svg, alt: A pier }]\n');
  expect(messages).toEqual([]);
  expect(html).toMatch(/<img.*<audio/s);
  expect(renderBlocks('- { type: media, heading: Listen }').messages.join()).toContain(
    'this `media` block needs `items`',
  );
});
