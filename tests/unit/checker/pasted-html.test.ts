import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { exampleSettings } from '../../../schema/diagnostics/rules/rule.ts';
import { fixPages } from '../../../scripts/source/fix-pages.ts';

// HTML that was pasted into texts, and what `npm run fix -- --suggested` makes of it.

/** What the fixes make of a page, and the problems that are left. */
function fixed(blocks: string) {
  const { files, checked } = fixPages(exampleFiles(blocks), exampleAssets(blocks), 'suggested', () => true);
  const [, after = ''] = files.find(({ path }) => path === 'index.yaml')?.text.split('blocks:\n') ?? [];
  const left = checked.diagnostics.filter(
    ({ file, severity }) => file === 'pages/index.yaml' && severity === 'error',
  );
  return { text: after.replaceAll(/^ {2}/gm, ''), rules: left.map(({ rule }) => rule), left };
}

const hero = '- { type: hero, heading: Hello }\n';
const body = (text: string) => `${hero}- type: text\n  body: |\n${text.replaceAll(/^(?=.)/gm, '    ')}\n`;

test.each([
  ['See <b>this</b> now.', 'See **this** now.'],
  ['See <strong class="x">this one</strong>.', 'See **this one**.'],
  ['See <i>this</i>.', 'See *this*.'],
  ['See <EM>this</EM>.', 'See *this*.'],
  ['<b>One</b> and <i>two</i>.', '**One** and *two*.'],
  ['See<b> this </b>now.', 'See **this** now.'],
  ['See <b><i>this</i></b>.', 'See ***this***.'],
  ['un<b>believ</b>able', 'un**believ**able'],
  ['See <a href="/enquiries">us</a>.', 'See [us](/enquiries).'],
  [
    'See <a class="x" href=\'https://example.com\' target=_blank>them</a>.',
    'See [them](https://example.com).',
  ],
  ['See <a href="/enquiries"><b>us</b></a>.', 'See [**us**](/enquiries).'],
  ['See <span style="color: red">this</span>.', 'See this.'],
  ['10 m<sup>2</sup> of H<sub>2</sub>O', '10 m² of H₂O'],
  ['Run <code>a &lt; b</code>.', 'Run `a < b`.'],
  ['One<br>two', 'One\\\ntwo'],
  ['One<br />\ntwo', 'One\\\ntwo'],
  ['One<br><br>two', 'One\n\ntwo'],
  ['One<br>', 'One'],
  ['- One<br>two\n- Three', '- One\\\n  two\n- Three'],
  ['<p>One</p>', 'One'],
  ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['<p class="a">One</p>\n<p>Two<br>three</p>', 'One\n\nTwo\\\nthree'],
  ['<h2>Title</h2>\n<p>Words</p>', '## Title\n\nWords'],
  ['<h1>Title</h1><h2>Part</h2>', '## Title\n\n### Part'],
  ['<h2 id="a"><b>Title</b></h2>', '## **Title**'],
  ['<ul><li>A</li><li>B</li></ul>', '- A\n- B'],
  ['<ul>\n  <li>A\n  <li>B\n</ul>', '- A\n- B'],
  ['<ol><li>A</li><li>B</li></ol>', '1. A\n2. B'],
  ['<ol start="4"><li>A</li></ol>', '4. A'],
  ['<ul><li>A<ol><li>a</li></ol></li></ul>', '- A\n  1. a'],
  ['<ul><li><p>A</p><p>B</p></li></ul>', '- A\n\n  B'],
  ['Before\n<ul><li>A</li></ul>', 'Before\n\n- A'],
  ['<p>A</p>\n\n<hr>\n\n<p>B</p>', 'A\n\n---\n\nB'],
  ['<blockquote><p>A</p><p>B</p></blockquote>', '> A\n>\n> B'],
  ['<pre><code>a &amp;&amp; b\n  c</code></pre>', '```\na && b\n  c\n```'],
  ['<img src="/pictures/team.jpg" alt="Six people" width="600">', '![Six people](/pictures/team.jpg)'],
  ['<p><img alt="Six people" src="/pictures/team.jpg"/></p>', '![Six people](/pictures/team.jpg)'],
  [
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table>',
    '| A | B |\n| --- | --- |\n| 1 | 2\\|3 |',
  ],
  ['<div class="row"><div><h2>A</h2></div><div>B</div></div>', '## A\n\nB'],
  ['<p>2 * 3 * 4 and a_b [c]</p>', '2 \\* 3 \\* 4 and a_b \\[c\\]'],
  ['<p>- not a list</p><p>1. nor this</p>', '\\- not a list\n\n1\\. nor this'],
  ['<p>caf&eacute;&nbsp;&amp; bar</p>', 'caf&eacute;&nbsp;&amp; bar'],
  ['<!--StartFragment--><p>A</p><!--EndFragment-->', 'A'],
])('%s in a long text becomes Markdown', (written, after) => {
  expect(fixed(body(written))).toMatchObject({ text: body(after), rules: [] });
});

test.each([
  ['<p>Hello</p>', 'Hello'],
  ['<p>Hello <b>you</b></p>', 'Hello **you**'],
  ['<div><p>Hello</p></div>', 'Hello'],
  ['See <a href="/enquiries">us</a>', 'See [us](/enquiries)'],
  ['H<sub>2</sub>O', 'H₂O'],
])('%s in a short text becomes Markdown', (written, after) => {
  const lead = (text: string) => `- type: hero\n  heading: Hello\n  lead: ${text}\n`;
  expect(fixed(lead(written))).toMatchObject({ text: lead(after), rules: [] });
});

test.each([
  ['lead: <b>One</b> two', 'lead: "**One** two"'],
  ["lead: '<b>One''s</b> two'", "lead: '**One''s** two'"],
  ['lead: "<b>One</b> \\"two\\""', 'lead: "**One** \\"two\\""'],
  ['lead: One<br>two', 'lead: |\n    One\\\n    two'],
  ['lead: One<br>two # so', 'lead: "One\\\\\\ntwo" # so'],
  ["lead: 'One<br>two'", 'lead: |\n    One\\\n    two'],
  ['lead: One<br>two\n  eyebrow: A', 'lead: |\n    One\\\n    two\n  eyebrow: A'],
])('however the text is written: %s', (written, after) => {
  expect(fixed(`- type: hero\n  heading: Hello\n  ${written}\n`)).toMatchObject({
    text: `- type: hero\n  heading: Hello\n  ${after}\n`,
    rules: [],
  });
});

test.each([
  ['a plain body', 'body: <p>A</p><p>B</p>', 'body: |\n    A\n\n    B'],
  ['a body in quotation marks', 'body: "<p>A</p><p>B</p>"', 'body: "A\\n\\nB"'],
])('%s', (_, written, after) => {
  expect(fixed(`${hero}- type: text\n  ${written}\n`)).toMatchObject({
    text: `${hero}- type: text\n  ${after}\n`,
    rules: [],
  });
});

test.each([
  ['<b>New</b> berths', 'New berths'],
  ['Berths<br>and boats', 'Berths and boats'],
  ['Berths<br> and boats', 'Berths and boats'],
  ['Caf&eacute; &amp; bar', 'Café & bar'],
  ['5 &times; 4 &frac12;', '5 × 4 ½'],
])('%s in a plain text is %s', (written, after) => {
  const example = (heading: string) => `- type: hero\n  heading: ${heading}\n`;
  expect(fixed(example(written)).text).toBe(example(after));
});

test.each([
  '<b>one',
  'one</b>',
  '<b></b>',
  '<u>one</u>',
  '<s>one</s>',
  '<a href="javascript:a()">one</a>',
  '<a name="x">one</a>',
  'the 1<sup>st</sup>',
  '<b>*one*</b>',
  'A <img src="/pictures/team.jpg" alt="B"> C',
  '<img src="/pictures/team.jpg">',
  '<table><tr><td>A</td></tr><tr><td>B</td></tr></table>',
  '<table><tr><th colspan="2">A</th></tr><tr><td>B</td><td>C</td></tr></table>',
  '<ul><li></li></ul>',
  '<ul><b>A</b></ul>',
  '<form><input name="a"></form>',
  '<script>alert(1)</script>',
  '<p>A<ul>',
  '- <p>A</p>',
  '> <p>A</p>',
  '<p>*A*\n\n**B**</p>',
  '<ol reversed><li>A</li></ol>',
  '<svg><path d="M0 0"/></svg>',
  'A<br>- b<br>- c',
])('%s is told, and left to the author', (written) => {
  const { text, rules } = fixed(body(written));
  expect(text).toBe(body(written));
  expect(rules).toContain('raw-html');
});

test.each([
  'See <span hidden>this</span>.',
  'See <b class="sr-only">this</b>.',
  'See <a href="/enquiries" style="DISPLAY : none">this</a>.',
  'See <span style="color:red;visibility:hidden">a <b>word</b></span>.',
  '<p style="display: none">One</p>',
  '<p>One <span style="visibility:hidden">two</span></p>',
  '<div hidden>\n\n<p>One</p>\n\n</div>',
  '<div><p>One</p><p hidden>Two</p></div>',
  '<div><template><p>One</p></template><p>Two</p></div>',
  '<div><style>p { color: red }</style><p>Two</p></div>',
  '<!-- One -->',
  'One <!-- two --> three',
])('what a browser hides stays hidden: %s', (written) => {
  const { text, rules } = fixed(body(written));
  expect(text).toBe(body(written));
  expect(rules).toContain('raw-html');
});

test.each([
  'Berths <span hidden>and boats</span>',
  '<i style="display:none">Berths</i> <b>and boats</b>',
  'Berths <style>b { color: red }</style>',
  'Berths <script>alert(1)</script>',
  '<template>Berths</template> and boats',
])('what a browser hides is reported in a plain text, and left to the author: %s', (written) => {
  const blocks = `- type: hero\n  heading: "Hello"\n  eyebrow: '${written}'\n`;
  expect(fixed(blocks).text).toBe(blocks);
  expect(check(exampleFiles(blocks), exampleAssets(blocks)).diagnostics.map(({ rule }) => rule)).toEqual([
    'plain-marks',
  ]);
});

test.each(['The <template> element', 'Style and <script> tags'])(
  'nothing is reported for %s in a plain text',
  (text) => {
    const blocks = `- type: hero\n  heading: "Hello"\n  eyebrow: ${text}\n`;
    expect(check(exampleFiles(blocks), exampleAssets(blocks)).diagnostics).toEqual([]);
  },
);

test.each([
  ['<ul><li>a</li><li>b</li></ul>', 'the list into the `body` of a `text` block'],
  ['<table><tr><th>A</th></tr></table>', 'the table into a `table` block'],
  ['<h2>A</h2>', 'the words into a `heading`'],
  ['<p>A</p><p>B</p>', 'longer texts into the `body`'],
  ['A <img src="/pictures/team.jpg" alt="B">', 'the picture into a block that has a `picture`'],
])('of %s in a short text it is told where it belongs', (written, advice) => {
  const { text, left } = fixed(`- type: hero\n  heading: Hello\n  lead: ${JSON.stringify(written)}\n`);
  expect(text).toContain(JSON.stringify(written));
  expect(left[0]?.advice).toContain(advice);
});

test.each([
  '<b>£500</b><i>£400</i>',
  '<span>£500</span><span class="now">£400</span>',
  '<span>5</span>00 boats',
  '<p>From <b>Monday</b><i>Tuesday</i></p>',
])('words and numbers that elements hold apart are not joined: %s', (written) => {
  expect(fixed(body(written)).text).toBe(body(written));
  expect(fixed(body(written)).rules).toContain('raw-html');
  const plain = `- type: hero\n  heading: Hello\n  eyebrow: '${written}'\n`;
  expect(fixed(plain).text).toBe(plain);
});

test.each(['<s>£500</s> £400', '<del>£500</del> £400', '<strike>£500</strike> £400'])(
  'an old price is reported, and never made valid: %s',
  (written) => {
    const plain = `- type: hero\n  heading: Hello\n  eyebrow: '${written}'\n`;
    for (const blocks of [body(written), plain]) {
      expect(fixed(blocks).text).toBe(blocks);
      const { diagnostics } = check(exampleFiles(blocks), exampleAssets(blocks));
      expect(diagnostics.map(({ advice }) => advice)).toEqual([expect.stringContaining('`was £500`')]);
    }
  },
);

test('hundreds of elements are reported as one, and mended at once', () => {
  const blocks = body('<b>w</b> '.repeat(1000).trim());
  const { diagnostics } = check(exampleFiles(blocks), exampleAssets(blocks));
  expect(diagnostics.map(({ rule }) => rule)).toEqual(['raw-html']);
  expect(fixed(blocks).text).toBe(body('**w** '.repeat(1000).trim()));
});

test('among many elements one that has no Markdown is reported at its place', () => {
  const some = '<b>w</b> '.repeat(30);
  const after = fixed(body(`${some}<kbd>x</kbd> ${some}`.trim()));
  expect(after.text).toBe(body(`${'**w** '.repeat(30)}<kbd>x</kbd> ${'**w** '.repeat(30)}`.trim()));
  expect(after.rules).toEqual(['raw-html']);
});

test('a part with a variable is left to the author', () => {
  const blocks = body('See <b>{{company}}</b>.');
  expect(fixed(blocks)).toMatchObject({ text: blocks, rules: ['raw-html'] });
});

const told = (source: string, settings = '') => {
  const example = {
    'index.yaml': body(`<iframe width="560" src="${source}"></iframe>`),
    '_site.yaml': exampleSettings + settings,
  };
  const { diagnostics } = check(exampleFiles(example), exampleAssets(example));
  return diagnostics.find(({ rule }) => rule === 'raw-html')?.advice;
};

test.each([
  [
    'https://www.youtube.com/embed/tide0000001?a=1&amp;b=2',
    'https://www.youtube.com/embed/tide0000001?a=1&b=2',
  ],
  ['//www.youtube.com/embed/tide0000001', 'https://www.youtube.com/embed/tide0000001'],
  ['https://player.vimeo.com/video/100000001', 'https://player.vimeo.com/video/100000001'],
  [
    'https://open.spotify.com/embed/track/0000000000000000000001',
    'https://open.spotify.com/embed/track/0000000000000000000001',
  ],
])('the frame %s is told with the block that shows the same', (source, address) => {
  expect(told(source)).toContain(`- { type: embed, address: "${address}", title: … }`);
});

test('a frame of another host is told with what to do', () => {
  const maps = 'https://maps.example.org/embed?pb=1';
  expect(told(maps)).toContain(`link to it, \`[words](${maps})\``);
  expect(told(maps)).toContain('write `embeds: { hosts: [maps.example.org] }` in `_site.yaml`');
  expect(told(maps, 'embeds: { hosts: [maps.example.org] }\n')).toMatch(
    /^what another site shows stands in a block/,
  );
  expect(told('https://www.openstreetmap.org/export/embed.html?bbox=1')).toContain(
    'with the address from the address bar of a browser, like `https://www.openstreetmap.org/#map=',
  );
});
