import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPalette } from '../../schema/site/palette.ts';
import { drawShareImage, type ShareImageContent, type ShareTheme } from '../../scripts/assets/share-image.ts';
import { layoutText, getLineHeight, openFace, layoutTitle } from '../../scripts/assets/share-text.ts';

const look: ShareTheme = {
  company: 'Harbour Office',
  colors: createPalette({ neutrals: 'tinted', buttonColor: 'accent' }).plain.light,
};
const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="g">` +
  `<stop stop-color="#ff5500"/><stop offset="1" stop-color="#5500ff"/></linearGradient></defs>` +
  `<path d="M0 0h9v9h-9z" fill="${fill}"/></svg>`;
const drawImage = (card: ShareImageContent, lookChanges: Partial<ShareTheme> = {}) =>
  drawShareImage(card, { ...look, ...lookChanges });
const fontFace = await openFace(undefined, { weight: 700, spacing: 0 });

/** Decodes a PNG. Returns the image size, and functions that read the colours of the pixels. */
async function decodePng(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const readColor = (x: number, y: number) => {
    const offset = 3 * (y * info.width + x);
    return data.toString('hex', offset, offset + 3);
  };
  /** Counts the pixels in a rectangle whose colour is not the background colour. */
  const countInkPixels = (left: number, top: number, right: number, bottom: number) => {
    let count = 0;
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) count += readColor(x, y) === 'ffffff' ? 0 : 1;
    return count;
  };
  return { size: [info.width, info.height], readColor, countInkPixels };
}

describe('a share image', () => {
  test('is a PNG of 1200 × 630 pixels in the colours of its style', async () => {
    const { ink, accent, ground, line } = look.colors;
    const { size, readColor } = await decodePng(await drawImage({ title: 'I', kind: 'article' }));
    expect(size).toEqual([1200, 630]);
    const colors = {
      ground: readColor(0, 0),
      accent: readColor(110, 532),
      line: readColor(600, 132),
      ink: readColor(1199, 532),
    };
    // Colours with opacity are rounded, so each colour channel may differ by 1.
    for (const [name, expected] of Object.entries({ ground, accent, line, ink }))
      for (const index of [0, 2, 4]) {
        const channelValue = Number.parseInt(colors[name as keyof typeof colors].slice(index, index + 2), 16); // `colors` has these keys
        expect(
          Math.abs(channelValue - Number.parseInt(expected.slice(index + 1, index + 3), 16)),
          name,
        ).toBeLessThan(2);
      }
  });

  test('shows its text in the expected areas and nothing in between', async () => {
    const full = await decodePng(await drawImage({ title: 'Forecasts', section: 'Stations' }));
    const emptyImage = await decodePng(await drawImage({ title: 'Forecasts' }));
    expect(full.countInkPixels(80, 330, 760, 430)).toBeGreaterThan(10_000);
    expect(full.countInkPixels(80, 60, 400, 100)).toBeGreaterThan(1_000);
    expect([
      full.countInkPixels(980, 60, 1121, 100) > 300,
      emptyImage.countInkPixels(980, 60, 1121, 100),
    ]).toEqual([true, 0]);
    for (const [left, top, right, bottom] of [
      [0, 0, 1200, 50],
      [0, 0, 79, 630],
      [0, 140, 1200, 300],
      [900, 140, 1200, 500],
      [0, 570, 1200, 630],
    ] as const)
      expect(full.countInkPixels(left, top, right, bottom), `${left} ${top}`).toBe(0);
  });

  test('depends only on its input data', async () => {
    const card = { title: 'Wind and “weather”', section: 'Über uns', kind: 'service' } as const;
    const first = await drawImage(card);
    await drawImage({ title: 'Another one', section: 'Über uns', kind: 'service' });
    expect((await drawImage(card)).equals(first)).toBe(true);
    expect((await drawImage({ ...card, kind: 'product' })).equals(first)).toBe(false);
  });

  test.each([
    ['a theme colour', look.colors.accent],
    ['a gradient', 'url(#g)'],
  ])('keeps the colours of logos: %s', async (_, fill) => {
    const png = await drawImage({ title: 'Boats' }, { logo: logo(fill) });
    const { readColor } = await decodePng(png);
    const expected = await decodePng(
      await sharp(Buffer.from(logo(fill)), { density: 416 })
        .resize(52)
        .png()
        .toBuffer(),
    );
    const channels = (hexColor: string) =>
      [0, 2, 4].map((index) => Number.parseInt(hexColor.slice(index, index + 2), 16));
    for (const x of [5, 25, 45]) {
      const [expectedChannels, actualChannels] = [
        channels(expected.readColor(x, 25)),
        channels(readColor(80 + x, 77)),
      ];
      expect(
        Math.max(
          ...expectedChannels.map((channel, index) => Math.abs(channel - (actualChannels[index] ?? 0))),
        ),
        `${x}`,
      ).toBeLessThan(12);
    }
  });

  test('renders the characters of European languages, and a box for other characters', async () => {
    const european = 'Quay 9 – ÄÖÜäöüß “Łódź” příliš žluťoučký kůň İstanbul ğ €…&';
    expect(layoutText(european, fontFace).glyphs.filter(({ glyph }) => glyph.id === 0)).toEqual([]);
    expect(layoutText('Я日', fontFace).glyphs.map(({ glyph }) => glyph.id)).toEqual([0, 0]);
    expect((await drawImage({ title: 'a' })).equals(await drawImage({ title: 'b' }))).toBe(false);
  });

  test('renders composed and decomposed characters alike, and ignores zero-width characters', async () => {
    const isSame = async (firstTitle: string, secondTitle: string) =>
      (await drawImage({ title: firstTitle })).equals(await drawImage({ title: secondTitle }));
    expect(await isSame('U\u0308ber', 'Über')).toBe(true);
    expect(await isSame('Be\u00ADricht', 'Bericht')).toBe(true);
  });
});

describe('the title of a share image', () => {
  const width = 1040;
  const words = ['a', 'to', 'fog', 'boats', 'harbour', 'forecasts', 'Sturmwarnungen', 'state-of-the-art'];
  const titles = Array.from({ length: 200 }, (_, count) =>
    Array.from(
      { length: 1 + (count % 40) },
      (_, index) => words[(index * 7 + count * 3) % words.length],
    ).join(' '),
  );
  const splitTitle = (title: string) => layoutTitle(title, width, fontFace).lines;
  const measureWidth = (line: string) => layoutText(line, fontFace).width;
  const lengths = [1, 20, 33, 34, 60, 120, 500];

  test.each([...titles, ...lengths.map((length) => 'n'.repeat(length)), ''])('fits: %s', (title) => {
    const { size, lines } = layoutTitle(title, width, fontFace);
    expect(lines.length * getLineHeight(size)).toBeLessThanOrEqual(290);
    for (const line of lines) expect(measureWidth(line) * size).toBeLessThanOrEqual(width);
    // If the title is shortened, it ends with an ellipsis.
    const [, shownPart = '', ellipsis = ''] =
      /^(.*?)(…?)$/.exec(splitTitle(title).join('').replaceAll(' ', '')) ?? [];
    const fullTitle = title.replaceAll(' ', '');
    expect(ellipsis === '' ? fullTitle : fullTitle.slice(0, shownPart.length)).toBe(shownPart);
  });

  test('is truncated only if it fills all lines at the smallest size', () => {
    const { size, lines } = layoutTitle('Forecasts for boats '.repeat(20), width, fontFace);
    expect([size, lines.length]).toEqual([58, 4]);
    for (const line of lines) expect(measureWidth(line) * size).toBeGreaterThan(width * 0.7);
  });

  test('is as large as possible, in lines of similar length', () => {
    expect(layoutTitle('Fog', width, fontFace).size).toBe(148);
    const { lines } = layoutTitle('Forecasts for boats on a stormy sea at night', width, fontFace);
    const widths = lines.map(measureWidth);
    expect(lines.length).toBeGreaterThan(1);
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.6);
  });

  test('breaks at a hyphen only if a word is too long for a line', () => {
    const listLineEnds = (title: string) => splitTitle(title).map((line) => line.at(-1));
    expect(listLineEnds('Up-to-date forecasts for state-of-the-art boats')).not.toContain('-');
    expect(listLineEnds('Sturmwarnungen-Hafenverwaltungen')).toContain('-');
  });

  test('uses the kerning of the font', () => {
    expect(measureWidth('AV')).toBeLessThan(measureWidth('A') + measureWidth('V'));
  });
});
