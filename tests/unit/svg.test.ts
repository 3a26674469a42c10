import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxSvgDepth, parseSvg } from '../../schema/check/svg-parser.ts';
import { checkSvg } from '../../schema/check/svg-rules.ts';
import { optimizeSvg, createPublishedSvg, setSquareSize } from '../../scripts/assets/svg.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { findOptimizationChanges } from '../support/svg-pixels.ts';

const createDrawing = (content: string, attributes = '') =>
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 ' +
  `90"${attributes}>${content}</svg>`;
const listMessages = (svg: string) => checkSvg(svg).map(({ message }) => message);

test('problems with elements and attributes are reported at their position', () => {
  const svg = createDrawing(
    '<!-- é😀 -->\r\n<g><a  href\n = "#x"/>\r\n<path\tfill=\'url(x)\'\nd="M0" /></g>',
    ' onload="&amp;"',
  );
  expect(checkSvg(svg).map(({ from, to }) => svg.slice(from, to))).toEqual([
    'onload="&amp;"',
    '<a',
    "fill='url(x)'",
  ]);
});

test('an empty file is not an SVG', () => {
  expect(checkSvg('').map(({ rule }) => rule)).toEqual(['broken-picture']);
});

test('excessive nesting of elements is reported within the deadline', () => {
  const nestElements = (depth: number) => createDrawing('<g>'.repeat(depth) + '</g>'.repeat(depth));
  expect(listMessages(nestElements(maxSvgDepth - 1))).toEqual([]);
  expect(listMessages(nestElements(30_000))).toEqual([
    expect.stringContaining('nested more than 1000 levels deep'),
  ]);
});

test('the output of drawing programs is accepted', async () => {
  const exportedSvg = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- Made with a program -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
${createDrawing(`
  <metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF><?xpacket begin="x"?><sfw/></metadata>
  <sodipodi:namedview id="base"><inkscape:grid/></sodipodi:namedview>
  <defs><linearGradient id="a"><stop offset="0" style="stop-color:#fff;stop-opacity:1"/></linearGradient><style
  >.b{fill:url(#a)}</style></defs>
  <g inkscape:label="Layer" clip-path="url('#c')"><path
  class="b" d="M 10.123456,20.5 L 3e-7 4.98765"/><use xlink:href="#a"/></g>
  <image width="9" height="9" href="data:image/png;base64,iVBORw0KGgo="/>
  <text x="1">two <tspan>words</tspan> </text>
`)}`;
  expect(listMessages(exportedSvg)).toEqual([]);
  expect(await optimizeSvg(exportedSvg)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ' +
      '90 90"><defs><linearGradient id="a"><stop offset="0" style="stop-color:#fff;stop-opacity:1"/>' +
      '</linearGradient><style>.b{fill:url(#a)}</style></defs><g clip-path="url(\'#c\')"><path class="b" ' +
      'd="M10.123 20.5 0 4.988"/><use xlink:href="#a"/></g><image width="9" height="9" ' +
      'href="data:image/png;base64,iVBORw0KGgo="/><text x="1">two <tspan>words</tspan> </text></svg>',
  );
});

test('numbers in small SVGs keep their precision', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0.123456 0"/></svg>';
  expect(await optimizeSvg(svg)).toContain('.123456');
});

test('an SVG that browsers cannot read is published unchanged', async () => {
  expect(await createPublishedSvg('<svg><g></svg>')).toBe('<svg><g></svg>');
});

test('optimising an SVG keeps its pixels and adds no bytes', async () => {
  const files = globSync(`${fixtureFolder}/public/**/*.svg`);
  expect(files.length).toBeGreaterThan(10);
  expect(await findOptimizationChanges(files)).toEqual([]);
});

test('a repeated part is counted as often as it is drawn', () => {
  const repeatUse = (count: number, target: string) => `<use href="#${target}"/>`.repeat(count);
  const chainGroups = (count: number, usesPerGroup: number) =>
    Array.from(
      { length: count },
      (_, index) => `<g id="s${index + 1}">${repeatUse(usesPerGroup, `s${index}`)}</g>`,
    ).join('');
  const circle = '<circle id="s0" r="1"/>';
  const problems = [expect.stringContaining('repeats its parts so often that more than 100,000 are drawn')];
  expect(listMessages(createDrawing(circle + chainGroups(3, 10)))).toEqual([]);
  expect(listMessages(createDrawing(circle + chainGroups(10, 10)))).toEqual(problems);
  const patterns = Array.from(
    { length: 10 },
    (_, index) =>
      `<pattern id="p${index + 1}">${`<path d="M0 0h9" fill="url(#p${index})"/>`.repeat(9)}</pattern>`,
  );
  expect(listMessages(createDrawing(`<pattern id="p0">${circle}</pattern>${patterns.join('')}`))).toEqual(
    problems,
  );
  // Browsers do not draw an SVG part that references itself. A long chain of references must not overflow the stack.
  expect(
    listMessages(createDrawing('<g id="s1"><use href="#s2"/></g><g id="s2"><use href="#s1"/></g>')),
  ).toEqual([]);
  expect(listMessages(createDrawing(circle + chainGroups(5000, 1)))).toEqual(problems);
});

test.each([
  ['masks', 'mask: url(#m%)', ''],
  ['masks in upper case', 'MASK: URL( "#m%" )', ''],
  ['masks referenced through a custom property', 'mask: var(--m%)', '--m%: url(#m%)'],
])(
  'a part referenced in a style sheet is counted as often as it is drawn: %s',
  (_title, rule, customProperty) => {
    const levels = Array.from({ length: 9 }, (_, index) => index);
    const insertLevel = (text: string, level: number) => text.replaceAll('%', String(level));
    const sheet = levels
      .map((level) => `.a${level}, g[x="y z"] > rect.b${level}:hover { ${insertLevel(rule, level)} }`)
      .join('');
    const variables = `:root { ${levels.map((level) => insertLevel(customProperty, level)).join(';')} }`;
    const createMask = (level: number, content: string) => `<mask id="m${level}">${content}</mask>`;
    const createBomb = (name: string) =>
      createDrawing(
        `<style>/* } */@media screen { ${variables}${sheet} }</style>${createMask(0, '<path d="M0 0h9"/>')}` +
          levels
            .map((level) => createMask(level + 1, `<rect class="c ${name}${level}"/>`.repeat(10)))
            .join(''),
      );
    for (const name of ['a', 'b'])
      expect(listMessages(createBomb(name))).toEqual([expect.stringContaining('repeats its parts')]);
    expect(listMessages(createBomb('other'))).toEqual([]);
  },
);

test('an SVG with many parts and many classes is accepted', () => {
  const classes = Array.from(
    { length: 60 },
    (_, index) => `.cls-${index}{fill:url(#g${index});stroke:none}`,
  ).join('');
  const gradients = Array.from(
    { length: 60 },
    (_, index) => `<linearGradient id="g${index}"><stop/><stop/></linearGradient>`,
  );
  const parts = Array.from({ length: 5000 }, (_, index) => `<path class="cls-${index % 60}" d="M0 0h9"/>`);
  expect(
    listMessages(createDrawing(`<style>${classes}</style>${gradients.join('')}${parts.join('')}`)),
  ).toEqual([]);
});

const repeatText = (text: string) => text.repeat(250_000 / text.length);

test.each(['-', '[', '/*', 'a{', ',', '--a:'])(
  'a style sheet that only repeats %s is read within the deadline',
  (text) => {
    expect(listMessages(createDrawing(`<style>${repeatText(text)}</style><g/>`))).toEqual([]);
  },
);

test('hostile style rules are read within the deadline', () => {
  expect(listMessages(createDrawing(`<style>a{mask:url(${repeatText(' ')}#a)}</style><g/>`))).toEqual([]);
  const rules = repeatText('*{fill:url(#a)}');
  expect(listMessages(createDrawing(`<style>${rules}</style><g id="a">${'<g/>'.repeat(9000)}</g>`))).toEqual(
    [],
  );
});

test('filters from drawing programs are accepted unless they are used too often', () => {
  const filter =
    '<filter id="a"><feTurbulence baseFrequency=".1" numOctaves="5"/><feMorphology radius="2"/>' +
    '<feGaussianBlur stdDeviation="9"/><feConvolveMatrix order="3"/></filter>' +
    '<filter id="b" primitiveUnits="objectBoundingBox"><feMorphology radius=".02"/></filter>';
  const applyFilter = (times: number) =>
    createDrawing(filter + '<path d="M0 0h9" filter="url(#a)"/>'.repeat(times));
  expect(listMessages(applyFilter(20))).toEqual([]);
  expect(listMessages(applyFilter(200))).toEqual([
    expect.stringContaining('uses slow effects more than 100 times'),
  ]);
});

test('link attributes can have any XML prefix', async () => {
  const svg = (to: string) =>
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' +
    `<path id="a" d="M0 0h9"/><use l:href="${to}" xmlns:l="http://www.w3.org/1999/xlink"/></svg>`;
  expect(listMessages(svg('#a'))).toEqual([]);
  expect(listMessages(svg('other.svg#a'))).toEqual([
    expect.stringContaining('loads something from outside the file'),
  ]);
  expect(await optimizeSvg(svg('#a'))).toContain('l:href="#a"');
  expect(await optimizeSvg(svg('#a'))).toContain('xmlns:l=');
});

test.each(['width="9px" height="4"', 'viewBox="0 0 9 4" height="40" width="90"'])(
  'a logo with %s fills a square',
  (size) => {
    const logo = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M0 0h9"/></svg>`;
    const root = parseSvg(setSquareSize(logo, 52)).root;
    const values = Object.fromEntries(root?.attributes.map(({ name, value }) => [name, value]) ?? []);
    expect(values).toMatchObject({ width: '52', height: '52', viewBox: '0 0 9 4' });
  },
);
