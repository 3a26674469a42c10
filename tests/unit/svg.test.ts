import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { maxDepth, parseSvg, svgSize } from '../../schema/checker/svg-parser.ts';
import { svgDiagnostics } from '../../schema/checker/svg-rules.ts';
import { optimizeSvg, publishedSvg } from '../../scripts/assets/svg.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { changedByOptimizing } from '../support/same-pixels.ts';

const drawing = (inner: string, attributes = '') =>
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 ' +
  `90"${attributes}>${inner}</svg>`;
const messages = (svg: string) => svgDiagnostics(svg).map(({ message }) => message);

test.each([
  ['<script>alert(1)</script>', 'holds a script'],
  ['<g xmlns="http://www.w3.org/1999/xhtml"><path d="M0 0"/></g>', 'of another kind'],
  ['<path d="M0 0" onclick="alert(1)"/>', 'holds a script, in `onclick`'],
  ['<path d="M0 0" ONLOAD="alert(1)"/>', 'holds a script, in `ONLOAD`'],
  ['<use href="&#x6A;ava\nscript:alert(1)"/>', 'holds a script, in an address'],
  ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>', 'parts of a web page'],
  ['<iframe src="#x"/>', 'holds `<iframe>`'],
  ['<a href="#x"><path d="M0 0"/></a>', 'holds a link'],
  ['<path d="M0 0"><animate attributeName="d" to="M1 1"/></path>', 'moves by itself'],
  ['<use href="#a"><set attributeName="href" to="data:,x"/></use>', 'moves by itself'],
  ['<image href="https://images.example.org/a.png"/>', 'loads something from elsewhere'],
  ['<use xlink:href="other.svg#a"/>', 'loads something from elsewhere'],
  ['<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', 'loads something from elsewhere'],
  ['<path d="M0 0" fill="url( &quot;//example.org/a.svg#b&quot;)"/>', 'loads something from elsewhere'],
  ['<style>@import "//example.org/a.css";</style>', 'styles of this drawing load'],
  ['<style><![CDATA[@font-face{src:url(https://example.org/a)}]]></style>', 'styles of this drawing load'],
  ['<style>@imp<!-- -->ort "//example.org/a.css";</style>', 'styles of this drawing load'],
  ['<style>path{fill:u<![CDATA[rl(//example.org/a.svg#b)}]]></style>', 'styles of this drawing load'],
  ['<style>@imp<title/>ort "//example.org/a.css";</style>', 'styles of this drawing load'],
  ['<style>path{fill:u\\72l(//example.org/a.svg#b)}</style>', 'styles of this drawing load'],
])('a drawing with %s is rejected', (inner, words) => {
  expect(messages(drawing(inner)).join('\n')).toContain(words);
});

test.each([
  `<!DOCTYPE svg [<!ENTITY a "<script>alert(1)</script>">]>${drawing('&a;')}`,
  drawing('<path d=M0/>'),
  drawing('<g>'),
  drawing('<metadata></g><script>alert(1)</script></metadata>'),
  drawing('<path d="M0 0" d="M1 1"/>'),
  `${drawing('')}<svg/>`,
  drawing('<text>&nbsp;</text>'),
  '<svg viewBox="0 0 9 9"><use xlink:href="#a"/></svg>',
  '<html><body/></html>',
  '',
])('%j is no drawing', (svg) => {
  expect(svgDiagnostics(svg).map(({ rule }) => rule)).toEqual(['broken-picture']);
});

test.each([
  ['<svg viewBox="0 0 9 9">\n<g><path/></g>\n<g id="a">\n<path/>', '<g id="a">'],
  ['<svg viewBox="0 0 9 9"><g>\n</gg></svg>', '</gg>'],
  ['<svg viewBox="0 0 9 9"/></g>', '</g>'],
  ['<svg viewBox="0 0 9 9">words<path d="M0 0', '<path d="M0 0'],
  ['<svg viewBox="0 0 9 9"><path id="<a" d="M0"/></svg>', '<path id="<a" d="M0"/></svg>'],
])('in the broken file %j the problem is marked at %s', (svg, marked) => {
  expect(svgDiagnostics(svg).map(({ from, to }) => svg.slice(from, to))).toEqual([marked]);
});

test('problems of elements and attributes are marked at their place', () => {
  const svg = drawing(
    '<!-- é😀 -->\r\n<g><a  href\n = "#x"/>\r\n<path\tfill=\'url(x)\'\nd="M0" /></g>',
    ' onload="&amp;"',
  );
  expect(svgDiagnostics(svg).map(({ from, to }) => svg.slice(from, to))).toEqual([
    'onload="&amp;"',
    '<a',
    "fill='url(x)'",
  ]);
});

test('too many nested elements are a problem, found in time', () => {
  const nested = (depth: number) => drawing('<g>'.repeat(depth) + '</g>'.repeat(depth));
  expect(messages(nested(maxDepth - 1))).toEqual([]);
  expect(messages(nested(30_000))).toEqual([expect.stringContaining('1000 elements lie inside each other')]);
});

test('the output of drawing programs is accepted', async () => {
  const exported = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- Made with a program -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
${drawing(`
  <metadata><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF><?xpacket begin="x"?><sfw/></metadata>
  <sodipodi:namedview id="base"><inkscape:grid/></sodipodi:namedview>
  <defs><linearGradient id="a"><stop offset="0" style="stop-color:#fff;stop-opacity:1"/></linearGradient><style
  >.b{fill:url(#a)}</style></defs>
  <g inkscape:label="Layer" clip-path="url('#c')"><path
  class="b" d="M 10.123456,20.5 L 3e-7 4.98765"/><use xlink:href="#a"/></g>
  <image width="9" height="9" href="data:image/png;base64,iVBORw0KGgo="/>
  <text x="1">two <tspan>words</tspan> </text>
`)}`;
  expect(messages(exported)).toEqual([]);
  expect(await optimizeSvg(exported)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ' +
      '90 90"><defs><linearGradient id="a"><stop offset="0" style="stop-color:#fff;stop-opacity:1"/>' +
      '</linearGradient><style>.b{fill:url(#a)}</style></defs><g clip-path="url(\'#c\')"><path class="b" ' +
      'd="M10.123 20.5 0 4.988"/><use xlink:href="#a"/></g><image width="9" height="9" ' +
      'href="data:image/png;base64,iVBORw0KGgo="/><text x="1">two <tspan>words</tspan> </text></svg>',
  );
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0.123456 0"/></svg>',
  drawing('<g transform="scale(90)"><path d="M0.123456 0"/></g>'),
])('numbers of small or enlarged parts keep their digits: %s', async (svg) => {
  expect(await optimizeSvg(svg)).toContain('.123456');
});

test.each([
  ['<path fill="var(--ink)" stroke="currentColor" d="M0 0h9v9z"/>', ['var(--ink)', 'currentColor']],
  ['<defs><path id="a" d="M0 0h9"/></defs><use href="#a"/>', ['id="a"', 'href="#a"']],
  ['<style>.a{fill:var(--ink)}</style><g class="a" id="b"/>', ['.a{fill:var(--ink)}', 'id="b"']],
  ['<title>A boat</title><desc>Red</desc>', ['<title>A boat</title>', '<desc>Red</desc>']],
])('optimizing keeps the tokens, ids, styles and titles of %s', async (inner, kept) => {
  for (const part of kept) expect(await optimizeSvg(drawing(inner))).toContain(part);
});

test('an SVG that browsers cannot read is published unchanged', async () => {
  expect(await publishedSvg('<svg><g></svg>')).toBe('<svg><g></svg>');
});

test('every SVG has the same pixels when it is optimized, and no more bytes', async () => {
  const files = globSync(`${fixtureFolder}/public/**/*.svg`);
  expect(files.length).toBeGreaterThan(10);
  expect(await changedByOptimizing(files)).toEqual([]);
});

test.each([
  ['viewBox="0 0 480 400"', [480, 400]],
  ["viewBox='-10,-10, 20.5 ,30'", [20.5, 30]],
  ['width="24px" height="12"', [24, 12]],
  ['width="100%" height="100%"', undefined],
  ['viewBox="0 0 0 0"', undefined],
  ['viewBox="0 0 9" width="5" height="6"', [5, 6]],
])('a drawing with %s is %o', (attributes, size) => {
  const { root } = parseSvg(`<svg ${attributes}/>`);
  expect(root && svgSize(root)).toEqual(size);
});

test('repeated parts are counted as often as they are drawn', () => {
  const uses = (count: number, to: string) => `<use href="#${to}"/>`.repeat(count);
  const steps = (count: number, each: number) =>
    Array.from({ length: count }, (_, at) => `<g id="s${at + 1}">${uses(each, `s${at}`)}</g>`).join('');
  const circle = '<circle id="s0" r="1"/>';
  const problems = [expect.stringContaining('repeats its parts until there are more than 100,000 of them')];
  expect(messages(drawing(circle + steps(3, 10)))).toEqual([]);
  expect(messages(drawing(circle + steps(10, 10)))).toEqual(problems);
  const patterns = Array.from(
    { length: 10 },
    (_, at) => `<pattern id="p${at + 1}">${`<path d="M0 0h9" fill="url(#p${at})"/>`.repeat(9)}</pattern>`,
  );
  expect(messages(drawing(`<pattern id="p0">${circle}</pattern>${patterns.join('')}`))).toEqual(problems);
  // Browsers do not draw a part that repeats itself, and a long chain does not fill the stack.
  expect(messages(drawing('<g id="s1"><use href="#s2"/></g><g id="s2"><use href="#s1"/></g>'))).toEqual([]);
  expect(messages(drawing(circle + steps(5000, 1)))).toEqual(problems);
});

test.each([
  ['masks', 'mask: url(#m%)', ''],
  ['masks in capital letters', 'MASK: URL( "#m%" )', ''],
  ['masks named by a variable', 'mask: var(--m%)', '--m%: url(#m%)'],
])(
  'parts that are named in a style sheet are counted as often as they are drawn: %s',
  (_what, rule, custom) => {
    const levels = Array.from({ length: 9 }, (_, at) => at);
    const withAt = (text: string, at: number) => text.replaceAll('%', String(at));
    const sheet = levels
      .map((at) => `.a${at}, g[x="y z"] > rect.b${at}:hover { ${withAt(rule, at)} }`)
      .join('');
    const variables = `:root { ${levels.map((at) => withAt(custom, at)).join(';')} }`;
    const mask = (at: number, inner: string) => `<mask id="m${at}">${inner}</mask>`;
    const bomb = (name: string) =>
      drawing(
        `<style>/* } */@media screen { ${variables}${sheet} }</style>${mask(0, '<path d="M0 0h9"/>')}` +
          levels.map((at) => mask(at + 1, `<rect class="c ${name}${at}"/>`.repeat(10))).join(''),
      );
    for (const name of ['a', 'b'])
      expect(messages(bomb(name))).toEqual([expect.stringContaining('repeats its parts')]);
    expect(messages(bomb('other'))).toEqual([]);
  },
);

test('many parts with many classes are accepted', () => {
  const classes = Array.from({ length: 60 }, (_, at) => `.cls-${at}{fill:url(#g${at})}`).join('');
  const grounds = Array.from(
    { length: 60 },
    (_, at) => `<linearGradient id="g${at}"><stop/><stop/></linearGradient>`,
  );
  const parts = Array.from({ length: 5000 }, (_, at) => `<path class="cls-${at % 60}" d="M0 0h9"/>`);
  expect(messages(drawing(`<style>${classes}</style>${grounds.join('')}${parts.join('')}`))).toEqual([]);
});

test('hostile style sheets are read in time', () => {
  const long = (text: string) => text.repeat(250_000 / text.length);
  for (const text of [
    long('-'),
    long('['),
    `a{mask:url(${long(' ')}#a)}`,
    long('/*'),
    long('a{'),
    long(','),
    long('--a:'),
  ])
    expect(messages(drawing(`<style>${text}</style><g/>`))).toEqual([]);
  const rules = long('*{fill:url(#a)}');
  expect(messages(drawing(`<style>${rules}</style><g id="a">${'<g/>'.repeat(9000)}</g>`))).toEqual([
    expect.stringContaining('repeats its parts'),
  ]);
});

test.each([
  ['noise of many layers', '<feTurbulence numOctaves="1000"/>', 'layers'],
  ['thick lines', '<feMorphology radius="30"/>', 'twentieth'],
  ['lines that are thick in one way', '<feMorphology radius="0 30"/>', 'twentieth'],
  ['a large table', '<feConvolveMatrix order="50"/>', 'numbers in a row'],
])('%s would take a browser seconds', (_what, effect, words) => {
  expect(messages(drawing(`<filter id="a">${effect}</filter>`))).toEqual([expect.stringContaining(words)]);
});

test.each([
  ['width="5000%"', 1],
  ['x="-50"', 1],
  ['width="5000" filterUnits="userSpaceOnUse"', 1],
  ['width="300%" x="-100%"', 0],
  ['width="200" filterUnits="userSpaceOnUse"', 0],
])('the region of an effect with %s has %i problems', (attributes, times) => {
  expect(messages(drawing(`<filter id="a" ${attributes}><feOffset/></filter>`))).toHaveLength(times);
});

test('shadows and textures of drawing programs are accepted, unless they are used very often', () => {
  const filter =
    '<filter id="a"><feTurbulence baseFrequency=".1" numOctaves="5"/><feMorphology radius="2"/>' +
    '<feGaussianBlur stdDeviation="9"/><feConvolveMatrix order="3"/></filter>' +
    '<filter id="b" primitiveUnits="objectBoundingBox"><feMorphology radius=".02"/></filter>';
  const used = (times: number) => drawing(filter + '<path d="M0 0h9" filter="url(#a)"/>'.repeat(times));
  expect(messages(used(20))).toEqual([]);
  expect(messages(used(200))).toEqual([expect.stringContaining('uses slow effects more than 100 times')]);
});

test.each([
  ['says nowhere that it is a drawing', '<svg viewBox="0 0 9 9"/>', 'does not say that it is one'],
  ['is endlessly wide', drawing('').replace('0 0 90 90', '0 0 1e300 1'), 'is 1e+300 by 1 large'],
  ['is endlessly small', drawing('').replace('0 0 90 90', '0 0 1 1e-300'), 'is 1 by 1e-300 large'],
  [
    'is in another encoding',
    `<?xml version="1.0" encoding="ISO-8859-1"?>\n${drawing('<text>Caf\uFFFD</text>')}`,
    'is not written in UTF-8 but in ISO-8859-1, so letters',
  ],
  [
    'is in an encoding of two bytes',
    [...`\uFFFD\uFFFD${drawing('')}`].join('\0'),
    'is not written in UTF-8, so',
  ],
  [
    'is of Illustrator',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [\n' +
      '<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">\n<!ENTITY ns_ai "http://ns.adobe.com/">\n' +
      `<!ENTITY ns_graphs "a">\n<!ENTITY ns_vars "b">\n]>${drawing('')}`,
    'words of its own, `&ns_extend;`, `&ns_ai;`, `&ns_graphs;` and others',
  ],
])('a drawing that %s is rejected with advice', (_what, svg, words) => {
  const [found, ...others] = svgDiagnostics(svg);
  expect(found).toMatchObject({ rule: 'broken-picture', message: expect.stringContaining(words) });
  expect(found?.advice).toBeDefined();
  expect(others).toEqual([]);
});

test('the prefix of links may have any name', async () => {
  const svg = (to: string) =>
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">' +
    `<path id="a" d="M0 0h9"/><use l:href="${to}" xmlns:l="http://www.w3.org/1999/xlink"/></svg>`;
  expect(messages(svg('#a'))).toEqual([]);
  expect(messages(svg('other.svg#a'))).toEqual([expect.stringContaining('loads something from elsewhere')]);
  expect(await optimizeSvg(svg('#a'))).toContain('l:href="#a"');
  expect(await optimizeSvg(svg('#a'))).toContain('xmlns:l=');
});
