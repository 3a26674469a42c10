import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { palette } from '../../schema/site/palette.ts';
import { drawShareImage, type ShareCard, type ShareLook } from '../../scripts/assets/share-image.ts';
import { layoutText, linePitch, openFace, titleLines } from '../../scripts/assets/share-text.ts';

const look: ShareLook = {
  company: 'Harbour Office',
  colors: palette({ neutrals: 'tinted', buttonColor: 'accent' }).plain.light,
};
const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="g">` +
  `<stop stop-color="#ff5500"/><stop offset="1" stop-color="#5500ff"/></linearGradient></defs>` +
  `<path d="M0 0h9v9h-9z" fill="${fill}"/></svg>`;
const draw = (card: ShareCard, changes: Partial<ShareLook> = {}) =>
  drawShareImage(card, { ...look, ...changes });
const face = await openFace(undefined, { weight: 700, spacing: 0 });

/** Decodes a PNG with another library, and returns its size and the colours of its pixels. */
async function decoded(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const readColor = (x: number, y: number) => {
    const at = 3 * (y * info.width + x);
    return data.toString('hex', at, at + 3);
  };
  /** Counts the pixels of a rectangle that do not have the background colour. */
  const countInkPixels = (left: number, top: number, right: number, bottom: number) => {
    let count = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) count += readColor(x, y) === 'ffffff' ? 0 : 1;
    return count;
  };
  return { size: [info.width, info.height], readColor, countInkPixels };
}

describe('a share image', () => {
  test('is a PNG of the right size in the colours of its style', async () => {
    const { ink, accent, ground, line } = look.colors;
    const { size, readColor } = await decoded(await draw({ title: 'I', kind: 'article' }));
    expect(size).toEqual([1200, 630]);
    const colors = {
      ground: readColor(0, 0),
      accent: readColor(110, 532),
      line: readColor(600, 132),
      ink: readColor(1199, 532),
    };
    // Colours with opacity are rounded, so each channel may differ by 1.
    for (const [name, expected] of Object.entries({ ground, accent, line, ink }))
      for (const at of [0, 2, 4]) {
        const drawn = Number.parseInt(colors[name as keyof typeof colors].slice(at, at + 2), 16); // both have the same keys
        expect(Math.abs(drawn - Number.parseInt(expected.slice(at + 1, at + 3), 16)), name).toBeLessThan(2);
      }
  });

  test('shows its texts in their areas and nothing in between', async () => {
    const full = await decoded(await draw({ title: 'Forecasts', section: 'Stations' }));
    const empty = await decoded(await draw({ title: 'Forecasts' }));
    expect(full.countInkPixels(80, 330, 760, 430)).toBeGreaterThan(10_000);
    expect(full.countInkPixels(80, 60, 400, 100)).toBeGreaterThan(1_000);
    expect([full.countInkPixels(980, 60, 1121, 100) > 300, empty.countInkPixels(980, 60, 1121, 100)]).toEqual(
      [true, 0],
    );
    for (const [left, top, right, bottom] of [
      [0, 0, 1200, 50],
      [0, 0, 79, 630],
      [0, 140, 1200, 300],
      [900, 140, 1200, 500],
      [0, 570, 1200, 630],
    ] as const)
      expect(full.countInkPixels(left, top, right, bottom), `${left} ${top}`).toBe(0);
  });

  test('depends only on the card', async () => {
    const card = { title: 'Wind and “weather”', section: 'Über uns', kind: 'service' } as const;
    const first = await draw(card);
    await draw({ title: 'Another one', section: 'Über uns', kind: 'service' });
    expect((await draw(card)).equals(first)).toBe(true);
    expect((await draw({ ...card, kind: 'product' })).equals(first)).toBe(false);
  });

  test.each([
    ['a theme colour', look.colors.accent],
    ['a gradient', 'url(#g)'],
  ])('keeps the colours of logos: %s', async (_, fill) => {
    const png = await draw({ title: 'Boats' }, { logo: logo(fill) });
    const { readColor } = await decoded(png);
    const expected = await decoded(
      await sharp(Buffer.from(logo(fill)), { density: 416 })
        .resize(52)
        .png()
        .toBuffer(),
    );
    const channels = (one: string) => [0, 2, 4].map((at) => Number.parseInt(one.slice(at, at + 2), 16));
    for (const x of [5, 25, 45]) {
      const [want, have] = [channels(expected.readColor(x, 25)), channels(readColor(80 + x, 77))];
      expect(Math.max(...want.map((one, at) => Math.abs(one - (have[at] ?? 0)))), `${x}`).toBeLessThan(12);
    }
  });

  test('renders the letters of European languages, and a box for others', async () => {
    const european = 'Quay 9 – ÄÖÜäöüß “Łódź” příliš žluťoučký kůň İstanbul ğ €…&';
    expect(layoutText(european, face).glyphs.filter(({ glyph }) => glyph.id === 0)).toEqual([]);
    expect(layoutText('Я日', face).glyphs.map(({ glyph }) => glyph.id)).toEqual([0, 0]);
    expect((await draw({ title: 'a' })).equals(await draw({ title: 'b' }))).toBe(false);
  });

  test('composes letters and ignores zero-width characters', async () => {
    const isSame = async (one: string, other: string) =>
      (await draw({ title: one })).equals(await draw({ title: other }));
    expect(await isSame('U\u0308ber', 'Über')).toBe(true);
    expect(await isSame('Be\u00ADricht', 'Bericht')).toBe(true);
  });
});

describe('a title', () => {
  const width = 1040;
  const words = ['a', 'to', 'fog', 'boats', 'harbour', 'forecasts', 'Sturmwarnungen', 'state-of-the-art'];
  const titles = Array.from({ length: 200 }, (_, count) =>
    Array.from({ length: 1 + (count % 40) }, (_, at) => words[(at * 7 + count * 3) % words.length]).join(' '),
  );
  const textOf = (title: string) => titleLines(title, width, face).lines;
  const widthOf = (line: string) => layoutText(line, face).width;
  const lengths = [1, 20, 33, 34, 60, 120, 500];

  test.each([...titles, ...lengths.map((length) => 'n'.repeat(length)), ''])('fits: %s', (title) => {
    const { size, lines } = titleLines(title, width, face);
    expect(lines.length * linePitch(size)).toBeLessThanOrEqual(290);
    for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(width);
    // A shortened title ends with an ellipsis.
    const [, shown = '', cut = ''] = /^(.*?)(…?)$/.exec(textOf(title).join('').replaceAll(' ', '')) ?? [];
    const whole = title.replaceAll(' ', '');
    expect(cut === '' ? whole : whole.slice(0, shown.length)).toBe(shown);
  });

  test('is truncated only once it fills the lines at the smallest size', () => {
    const { size, lines } = titleLines('Forecasts for boats '.repeat(20), width, face);
    expect([size, lines.length]).toEqual([58, 4]);
    for (const line of lines) expect(widthOf(line) * size).toBeGreaterThan(width * 0.7);
  });

  test('is as large as possible, in lines of similar length', () => {
    expect(titleLines('Fog', width, face).size).toBe(148);
    const { lines } = titleLines('Forecasts for boats on a stormy sea at night', width, face);
    const widths = lines.map(widthOf);
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.6);
  });

  test('breaks at a hyphen only if a word is too long for a line', () => {
    const ends = (title: string) => textOf(title).map((line) => line.at(-1));
    expect(ends('Up-to-date forecasts for state-of-the-art boats')).not.toContain('-');
    expect(ends('Sturmwarnungen-Hafenverwaltungen')).toContain('-');
  });

  test('uses the kerning of the font', () => {
    expect(widthOf('AV')).toBeLessThan(widthOf('A') + widthOf('V'));
  });
});
