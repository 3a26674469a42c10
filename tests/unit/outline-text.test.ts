import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applySvgTheme } from '../../scripts/assets/svg.ts';
import { fixtureFolder } from '../support/fixture-site.ts';

const createDrawing = (content: string) =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" font-family="system-ui, sans-serif" ' +
  `color="var(--ink)">${content}</svg>`;
const outlineText = (svg: string) => applySvgTheme(svg);
const readPositions = (svg: string) =>
  [...svg.matchAll(/translate\(([\d.-]+) ([\d.-]+)\)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test('text becomes outlines, and each glyph is defined once', () => {
  const svg = outlineText(createDrawing('<text x="10" y="20" font-size="20" fill="var(--ink)">noon</text>'));
  expect(svg).not.toContain('<text');
  expect(svg.match(/<path id="letter-\d+" d="m/g)).toHaveLength(2);
  expect(svg.match(/<use href="#letter-\d+" x="\d+"\/>/g)).toHaveLength(4);
  expect(svg).toContain('fill="var(--ink)" stroke="none"');
  expect(svg).not.toContain('NaN');
});

test('outlined text keeps its alignment: start, middle or end', () => {
  const line = (anchor: string) => `<text x="50" y="20" font-size="20"${anchor}>moon</text>`;
  const [[start, y], [middle], [end]] = readPositions(
    outlineText(createDrawing(line('') + line(' text-anchor="middle"') + line(' text-anchor="end"'))),
  ) as [[number, number], [number], [number]]; // the drawing has three lines
  expect([start, y]).toEqual([50, 20]);
  expect(end).toBeLessThan(10);
  expect(middle).toBeCloseTo((start + end) / 2, 0);
});

test('text in a group uses the `text-anchor` of the group', () => {
  const line = '<text x="50" y="20" font-size="20">moon</text>';
  const [[ownX], [groupX]] = readPositions(
    outlineText(createDrawing(line.replace('>', ' text-anchor="end">') + `<g text-anchor="end">${line}</g>`)),
  ) as [[number], [number]]; // the drawing has two lines
  expect(groupX).toBe(ownX);
});

test('a `tspan` starts after the previous text and keeps its own font size', () => {
  const [[first], [second]] = readPositions(
    outlineText(
      createDrawing('<text x="10" y="20" font-size="30">13<tspan dx="6" font-size="12">kW</tspan></text>'),
    ),
  ) as [[number], [number]]; // the line has two parts
  expect(second - first).toBeGreaterThan(30);
  expect(second - first).toBeLessThan(50);
});

test('text inherits the style of its groups', () => {
  expect(
    outlineText(
      createDrawing(
        '<g font-size="40"><text x="1" y="2">a</text></g><text x="1" y="2" font-size="20">a</text>',
      ),
    ).match(/scale\([\d.]+\)/g),
  ).toEqual(['scale(0.04)', 'scale(0.02)']);
});

test('text in another font or with missing glyphs is not outlined', () => {
  for (const text of ['<text font-family="monospace">abc</text>', '<text>日本</text>', '<text>20 → 3</text>'])
    expect(outlineText(createDrawing(text))).toContain(text);
});

test('text in nested `tspan` elements is not outlined, and a `symbol` passes its font size on to its text', () => {
  const nestedText = '<text x="1" y="2"><tspan><tspan>a</tspan></tspan></text>';
  expect(outlineText(createDrawing(nestedText))).toContain(nestedText);
  expect(outlineText(createDrawing('<symbol font-size="40"><text>a</text></symbol>'))).toContain(
    'scale(0.04)',
  );
});

test('quotation marks in attributes stay escaped', () => {
  const svg = outlineText(
    createDrawing('<text fill="&quot; onload=&quot;x" transform="&quot; id=&quot;y">a</text>'),
  );
  expect(svg).toContain('fill="&quot; onload=&quot;x"');
  expect(svg).toContain('transform="&quot; id=&quot;y translate');
});

test('no illustration on the fixture site depends on device fonts', () => {
  for (const file of globSync(`${fixtureFolder}/public/{pictures,logos}/*.svg`))
    expect(applySvgTheme(readFileSync(file, 'utf8')), file).not.toContain('<text');
});
