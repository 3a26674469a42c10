import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';
import type { Diagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { parseLongText } from '../../../schema/markdown/parse.ts';
import { quoted } from '../../../schema/yaml/write-text.ts';

// Marks of other systems are told wherever visitors would read them, and nothing else is.

const head = '- type: hero\n  heading: Hello\n';

/** A page with a text in a `body`, in a `lead` or in a plain setting. */
const pageWith = {
  body: (text: string) =>
    `${head}- type: text\n  heading: More\n  body: |\n${text.replaceAll(/^(?=.)/gm, '    ')}\n`,
  lead: (text: string) => `${head}  lead: ${quoted(text)}\n`,
  eyebrow: (text: string) => `${head}  eyebrow: ${quoted(text)}\n`,
};

function diagnosticsOf(blocks: string): { text: string; diagnostics: Diagnostic[] } {
  const files = exampleFiles(blocks);
  const text = files.find(({ path }) => path === 'index.yaml')?.text ?? '';
  return { text, diagnostics: check(files, exampleAssets(blocks)).diagnostics };
}

/** What is marked in the file, in order. */
function markedIn(blocks: string): string[] {
  const { text, diagnostics } = diagnosticsOf(blocks);
  const lines = text.split('\n');
  return diagnostics.map(({ range: { start, end } }) =>
    (lines[start.line - 1] ?? '').slice(
      start.column - 1,
      start.line === end.line ? end.column - 1 : undefined,
    ),
  );
}

// Each line is a text of one line and what is told of it.
const inLines: readonly (readonly [text: string, ...marks: string[]])[] = [
  ['See {% link about.md %} now', '{% link about.md %}'],
  ['{% include box.html %}', '{% include box.html %}'],
  ['{%- if user -%}Hello{%- endif -%}', '{%- if user -%}', '{%- endif -%}'],
  ['It is <%= price %> a day', '<%= price %>'],
  ['[% price %] a day', '[% price %]'],
  ['{# to be checked #} Open', '{# to be checked #}'],
  ['{/* to be checked */} Open', '{/* to be checked */}'],
  ['%% to be checked %% Open', '%% to be checked %%'],
  ['Hello ${name}', '${name}'],
  ['Hello #{name}', '#{name}'],
  ['By {frontmatter.author}', '{frontmatter.author}'],
  ['Open {++until six++}', '{++until six++}'],
  ['A paragraph. {.lead}', '{.lead}'],
  ['A paragraph. {:.lead}', '{:.lead}'],
  ['A paragraph.{: .lead #top }', '{: .lead #top }'],
  ['[The page](/enquiries){: target="_blank"}', '{: target="_blank"}'],
  ['[The page](/enquiries){:target="_blank"}', '{:target="_blank"}'],
  ['[The page](/enquiries){target=_blank rel="nofollow"}', '{target=_blank rel="nofollow"}'],
  ['Words {::nomarkdown}', '{::nomarkdown}'],
  ['[TOC]', '[TOC]'],
  ['[toc]', '[toc]'],
  ['[[toc]]', '[[toc]]'],
  ['[[_TOC_]]', '[[_TOC_]]'],
  ['{:toc}', '{:toc}'],
  ['See the [[Wiki page]] on it', '[[Wiki page]]'],
  ['See [[pages/wind|the wind]]', '[[pages/wind|the wind]]'],
  ['![[pier.jpg]]', '![[pier.jpg]]'],
  ['See "our prices":https://example.org/a now', '"our prices":https://example.org/a'],
  ['[b]Open[/b] today', '[b]Open[/b]'],
  ['[url=https://example.org]Here[/url]', '[url=https://example.org]Here[/url]'],
  ['[COLOR=red]Now[/COLOR]', '[COLOR=red]Now[/COLOR]'],
  ['[gallery ids="1,2"]', '[gallery ids="1,2"]'],
  ['[contact-form-7 id="5" title="Write"]', '[contact-form-7 id="5" title="Write"]'],
  ['[button link="/a"]Write[/button]', '[button link="/a"]', '[/button]'],
  ['As shown [@miller2020, p. 3]', '[@miller2020, p. 3]'],
  ['As shown.^[By Miller]', '^[By Miller]'],
  ['*[HTML]: Hyper Text', '*[HTML]: Hyper Text'],
  ['The area is $a^2$ then', '$a^2$'],
  ['Let $x$ be', '$x$'],
  ['$$a + b = c$$', '$$a + b = c$$'],
  ['The area is \\(a^2\\) then', '\\(a^2\\)'],
  ['\\[ x \\]', '\\[ x \\]'],
  ['\\textbf{Open} today', '\\textbf{Open}'],
  ['\\newpage', '\\newpage'],
  ["import Box from './box'", "import Box from './box'"],
  ["import { Box } from '../box.tsx';", "import { Box } from '../box.tsx';"],
  ['export const title = 5', 'export const title = 5'],
  ['h2. Winter', 'h2.'],
  ['bq. Said by us', 'bq.'],
  ['== Winter ==', '== Winter =='],
  ['=== The winter', '=== The winter'],
  ["It is '''open''' today", "'''open'''"],
  ["It is ''open'' today", "''open''"],
  ['It is ==open== today', '==open=='],
  ['It is ++open++ today', '++open++'],
  ['It is ||open|| today', '||open||'],
  ['Drink H~2~O', '~2~'],
  ['It is ~low~ here', '~low~'],
  ['An area of 5 m^2^ each', '^2^'],
  ['The 5^th^ of May', '^th^'],
  ['Hello :wave: all', ':wave:'],
  ['Hello :smile:', ':smile:'],
  ['Good :+1: work :white_check_mark:', ':+1:', ':white_check_mark:'],
  ['!!! note "Title"', '!!! note "Title"'],
  ['??? tip', '??? tip'],
  ['.. note:: Read this', '.. note:: Read this'],
  [':::tip', ':::tip'],
  ['{panel:title=Note}Closed{panel}', '{panel:title=Note}', '{panel}'],
  ['{code}npm start{code}', '{code}', '{code}'],
  ['{toc}', '{toc}'],
  ['{info}Closed on Monday{info}', '{info}', '{info}'],
  ['image::pier.png[]', 'image::pier.png[]'],
  ['See image:pier.png[The pier] here', 'image:pier.png[The pier]'],
  ['include::prices.adoc[]', 'include::prices.adoc[]'],
  ['See xref:prices.adoc[our prices]', 'xref:prices.adoc[our prices]'],
  ['[source,ruby]', '[source,ruby]'],
  ['--8<-- "prices.md"', '--8<-- "prices.md"'],
  ['{!prices.md!}', '{!prices.md!}'],
  ['///note | Title', '///note | Title'],
  ['!include prices.md', '!include prices.md'],
  ['@import "prices.md"', '@import "prices.md"'],
  ['[:de]Hallo[:en]Hello[:]', '[:de]', '[:en]', '[:]'],
  ['It is {!! $price !!} a day', '{!! $price !!}'],
  ['@if($open) Open @endif', '@if($open)', '@endif'],
  ['From {price} a day', '{price}'],
  ['There are {0} of {1}', '{0}', '{1}'],
  ['Hello %{first}', '%{first}'],
  ['Hello %(first)s', '%(first)s'],
  ['|||One|||', '|||One|||'],
  ['Drink H,,2,,O', ',,2,,'],
  ['It was >!the pilot!< again', '>!the pilot!<'],
  ['!> Closed on Monday', '!> Closed on Monday'],
  ['?> Closed on Monday', '?> Closed on Monday'],
  ['+++ More on this', '+++ More on this'],
  ['One [br] two', '[br]'],
  ['Words [more]', '[more]'],
  ['Salt &fake; water', '&fake;'],
  ['Write to [Your name]', '[Your name]'],
  ['[INSERT DATE]', '[INSERT DATE]'],
  ['Lorem ipsum and so on', 'Lorem ipsum'],
  ['It is [important]{.red} now', '[important]{.red}'],
  ['::: warning Title', '::: warning Title'],
  ['See {youtube}abc123{/youtube} now', '{youtube}abc123{/youtube}'],
  ['See {mp3 size=small}a.mp3{/mp3}', '{mp3 size=small}a.mp3{/mp3}'],
  ['{loadposition sidebar}', '{loadposition sidebar}'],
  ['{module 42}', '{module 42}'],
  ['See link:https://harbour.example[the log] now', 'link:https://harbour.example[the log]'],
  ['See https://harbour.example[the log] now', 'https://harbour.example[the log]'],
  ['See `the log <https://harbour.example>`_ now', '`the log <https://harbour.example>`_'],
  ['See `the log <https://harbour.example>`__.', '`the log <https://harbour.example>`__'],
  ['See (https://harbour.example)[the log] now', '(https://harbour.example)[the log]'],
  ['See (/enquiries)[us] now', '(/enquiries)[us]'],
  ['It is &lt;b&gt;open&lt;/b&gt; today', '&lt;b&gt;open&lt;/b&gt;'],
  ['One&lt;br /&gt;two', '&lt;br /&gt;'],
  ['&lt;div class=wide&gt;', '&lt;div class=wide&gt;'],
  ['Line one.\\n\\nLine two.', '\\n\\n'],
  ['Line\\nbreak', '\\n'],
  ['[url]https://harbour.example[/url] now', '[url]https://harbour.example[/url]'],
  ['[img]https://harbour.example/a.png[/img]', '[img]https://harbour.example/a.png[/img]'],
  ['Our boats[oaicite:1]{index=1} are', '[oaicite:1]{index=1}'],
  ['Our boats:contentReference[oaicite:0]{index=0} are', ':contentReference[oaicite:0]{index=0}'],
  ['See https://harbour.example[the log^] now', 'https://harbour.example[the log^]'],
  ['Now ~~£500~~ £400', '~~£500~~'],
  ['Open ~~on Monday~~ on Tuesday', '~~on Monday~~'],
  ['Open ~Monday~ Tuesday', '~Monday~'],
  ['(Our log)[/enquiries] is there', '(Our log)[/enquiries]'],
  ['(Our log)[https://harbour.example] is there', '(Our log)[https://harbour.example]'],
  ['See [https://harbour.example our log] now', '[https://harbour.example our log]'],
  [':toc:', ':toc:'],
  [':sectnums:', ':sectnums:'],
  [':author: Ann Miller', ':author: Ann Miller'],
  ["It is '''''open''''' today", "'''''open'''''"],
  ['Words <o:p></o:p> and words', '<o:p></o:p>'],
];

// Texts of several lines, for a `body`.
const inBlocks: readonly (readonly [text: string, ...marks: string[]])[] = [
  ['::: tip\nA tip.\n:::', '::: tip'],
  [':::note[Title]{.wide}\nA tip.\n:::', ':::note[Title]{.wide}'],
  ['Words\n\n!!! warning\n    A note.', '!!! warning'],
  ['[WARNING]\n====\nMind the gap.\n====', '[WARNING]', 'Mind the gap.'],
  ['.. figure:: /a.png', '.. figure:: /a.png'],
  ['See :doc:`the prices`.', ':doc:'],
  ['Term\n: What it means', ':'],
  ['Words.\n\nTerm\n:   What it means\n\nOther\n:   And that', ':', ':'],
  ['---\ntitle: Hello\ntags: a\n---\n\nWords', '---'],
  ['{.lead}\nA paragraph.', '{.lead}'],
  ['> [! NOTE]\n> Words', '[! NOTE]'],
  ['> [ !TIP ]\n> Words', '[ !TIP ]'],
  ['It is *it alic * here', '*'],
  ['## Heading {#own-id}\n\nWords', '{#own-id}'],
  ['- One :wave:\n- Two ==now==', ':wave:', '==now=='],
  ['| a | b |\n| --- | --- |\n| :smile: | {.x} |', ':smile:', '{.x}'],
  ['`{% raw %}` and {% raw %}', '{% raw %}'],
  ['```\n:smile:\n```\n\n:smile:', ':smile:'],
  ['![A pier :sunny:](/pictures/team.jpg)', ':sunny:'],
  ['[See :rocket: it](/enquiries)', ':rocket:'],
  ['**Strong ==words==**', '==words=='],
  ['- [-] Left out', '[-]'],
  ['- [/] Half done', '[/]'],
  ['Take *the bus today', '*'],
  ['Type `npm start in the folder', '`'],
  ['* TOC\n{:toc}', '* TOC'],
  ['1. Contents\n{:toc .large}\n\nWords', '1. Contents'],
  ['+-----+-----+\n| a   | b   |\n+=====+=====+\n| 1   | 2   |\n+-----+-----+', '+-----+-----+'],
  ['![A pier|300](/pictures/team.jpg)', '|300'],
  ['![A pier|300x200](/pictures/team.jpg)', '|300x200'],
  ['> [!WARNING] Closed on Monday\n> We open again in May.', 'Closed on Monday'],
  ['- One {toc}\n- Two [Your name]', '{toc}', '[Your name]'],
  ['```\n{code}\n[INSERT DATE]\n```\n\n{code}', '{code}'],
];

// Ordinary texts, and marks that are meant to be read.
const good: readonly string[] = [
  'Open at 2:30 and at 14:30:15',
  'The score was 50:50, then 3:2:1',
  'a: b',
  'Three things: one, two, and three',
  'It costs $5 and $6',
  'It costs $5/$6 a day, or US$5, A$6 and CA$7',
  'Between $1.50 and $2.50 (or $3)',
  'Set $HOME and $PATH first',
  'He said so [sic] and left […]',
  '[Fast, cheap and good]',
  'Write to post@example.org or a.b+c@example.org',
  'It lies in C:\\Users\\boats\\{name}',
  'It lies in C:\\\\Temp\\\\a_b',
  'About ~5 kg, or ~6 kg',
  'From ~5–~6 kg to ~10',
  'In ~/boats and ~/harbour/~old',
  'C# and F#, C++ and D++',
  'Smile :-) or ;-) or :) or :D or :-/',
  'if 1 == 2 or a == b',
  'a==b and c==d',
  'Is 2 ^ 3 eight? Press Ctrl+^ or ^C',
  '^_^ and (^^) and ^^',
  'A | B | C',
  'a || b || c',
  'Tom & Jerry, AT&T, R&D',
  'Best of 5 % or 10 %% more',
  'About 100 %, 5% and 7%',
  'See https://harbour.example/a_~b~/:smile:/x',
  '[The log](https://harbour.example/~name~/a==b==c)',
  '[The log](https://harbour.example/?a={b}&c=:x:)',
  '`{% raw %}` and `:smile:` and `==x==`',
  '`$a^2$` and `{.lead}` and `[[toc]]`',
  '[[1]](/enquiries) is a link in brackets',
  '{boat} stands for your boat',
  'Use {a, b} as a set, and f(x) = {x}',
  "He is 6' 2\" tall, and 5'' wide; 6'' and 7''",
  "It's 'so' and ''tis the dogs' bowls'",
  'Rock ’n’ roll',
  'NOTE: closed on Monday',
  'Note: closed on Monday',
  'Important! Closed on Monday!!!',
  'What??? Really?',
  'Wait... and then',
  '... and then there were none',
  'Import from Denmark, export to Norway',
  'import taxes are in the price',
  'From 9 to 5, export included',
  'H2O, CO2 and m2',
  'h2 is a heading',
  'p. 5 and pp. 6',
  'x = 5, y = 6 and = is a sign',
  'Section (a) and [b] and [c]',
  '[i] is an index, and a[i] too',
  'The key is [Enter] or [Ctrl+C]',
  'Costs [5 = 6] nothing',
  'std::vector and a::b::c and Foo::bar',
  'urn:isbn:0451450523 and doi:10.1000/182',
  'key:value:other',
  'A ratio of 1:2: that is it',
  'Add #harbour and #wind',
  '5 > 3 and 3 < 5, <- and ->',
  'Half-open \\[0, 1) and \\[sic\\] and \\(c\\)',
  'Write \\{% raw %} for that',
  'Le prix : 5 €',
  '« Bonjour »: dit-il',
  'Yes/no/maybe; and/or',
  'The “wind”:  strong',
  '"Quoted": and "again": yes',
  'A $ sign, a € sign and a ^ sign',
  'Prices in $: low',
  'The US$ and the A$ fell',
  'Five --- no, six -- came',
  'Snake_case_name and __init__ in `code`',
  '5 * 6 * 7 and 2 * 3, or 2*3',
  'R2-D2 & C-3PO',
  '(c) 2026, (r), (tm)',
  'Open 24/7 @ the pier',
  'Rated 4.5/5 (+1 since May)',
  'Was -1: now +1',
  'It rains: +1: and so on',
  'Codes: a panel, code, a toc, some info and a note',
  'Set {a}, {b} and {0, 1}, and x = {0}',
  'The {yellow} boat and {the price of it}',
  '`{panel}` and `{price}` and `{toc}` and `%{name}`',
  '`@if(x)` and `image::x.png[]` and `[Your name]`',
  'Write to info@if.example and code@end.example',
  'Follow @import_export, @include and @harbour on any network',
  'The images: one, two; include: all [of them]',
  'A video: [the pier](/enquiries)',
  'An image of [1] and a xref [2]',
  'As in [source, 2020] and [source: us]',
  'Cut here: 8< and >8',
  'Hello! > all, is it? > yes',
  'It is 5 >! no',
  'Is 5 > 3? > Yes',
  '+++ News of the day +++ and more +++',
  'C++ and +++',
  "It was ,,so'' and ,,so'' again",
  'One,,two and 1,,2',
  'Tell me [more about it], or [more of it](/enquiries)',
  'Press [Insert] or [Break] to go on',
  'We love [your] crew, and [our] boats',
  'Insert the key, and enter your name',
  'AT&T; R&D; Rock&roll; and more',
  'Salt & pepper; bread & butter; 5 × 4',
  'Prices* per night, without breakfast',
  'From £20* a night',
  'Open 24 h*, 7 days* a week',
  'In the `90s and rock `n` roll, and d`accord',
  'A slice is a[:] or a[1:]',
  'Times: [:30] and [:45]',
  'They found a [lorem] and an ipsum',
  'A % (of all) and 5 %(s)',
  'A ||| B and |||',
  'Fields //// and paths ///',
  '{{company}} is in Saltquay',
  'Dates as dd/mm/yyyy, {dd}/{mm}',
  'Version [1.2]{a}',
  'A tip [for you] {for me}',
  'Note that `{code}` is a sign',
  'The link: [the log](/enquiries) (see above)',
  'It lies in C:\\new\\notes and in \\\\boats\\new',
  'Write `&lt;b&gt;` and `\\n` and `{youtube}x{/youtube}`',
  'A list (of all) [of them] and `code`_a',
  'Prices* in euros, and * means that tax is added',
  'The first is a[[1]], the pattern ^[a-z] or ^[a-zA-Z_] or ^[\\d.]',
  'Press (shift) [/] or (x)[y]',
  'As [https://harbour.example, in German] says',
  'It costs ~ 5 or ~ 6, and ~/a~',
  'It is +---- and +++',
  'Less < o than o>, and a|300 of it',
  'The [oaicite] is gone',
];

test('there are enough texts', () => {
  expect(inLines.length + inBlocks.length).toBeGreaterThanOrEqual(60);
  expect(good.length).toBeGreaterThanOrEqual(60);
});

const severities = (blocks: string) => diagnosticsOf(blocks).diagnostics.map(({ rule }) => rule);

test.each(inLines)('of %j each mark is told in a body', (text, ...marks) => {
  const blocks = pageWith.body(`Words.\n\n${text}`);
  expect(markedIn(blocks)).toEqual(marks);
  expect(new Set(severities(blocks))).toEqual(new Set(['text-marks']));
});

test.each(inBlocks)('of %j each mark is told', (text, ...marks) => {
  expect(markedIn(pageWith.body(text))).toEqual(marks);
});

const inPlain = inLines.filter(([text]) => !/[\\"]/.test(text) && !text.includes(']('));
test.each(inPlain)('of %j each mark is told in a short text', (text, ...marks) => {
  expect(markedIn(pageWith.lead(text))).toEqual(marks);
});

test.each(inPlain)('of %j each mark is told in a plain text', (text, ...marks) => {
  const blocks = pageWith.eyebrow(text);
  expect(markedIn(blocks)).toEqual(marks);
  expect(new Set(severities(blocks))).toEqual(new Set(['plain-marks']));
});

const settingsWith: Readonly<Record<string, (text: string) => string>> = {
  'the title': (text) => `title: ${text}\n`,
  'the text of a shared link': (text) => `title: Our pages\nshare: { text: ${text} }\n`,
  'the title of a shared link': (text) => `title: Our pages\nshare: { title: ${text} }\n`,
  'the button of a page': (text) => `title: Our pages\naction: { label: ${text}, to: / }\n`,
  'a tag': (text) => `title: Our pages\ntags: [Wind, ${text}]\n`,
  'the author': (text) => `title: Our pages\nkind: article\npublished: 2026-03-03\nauthor: ${text}\n`,
};
test.each(
  Object.keys(settingsWith).flatMap((name) =>
    ['Winter {name.first}', 'Winter :smile:', 'Winter ==now==', 'Winter **now**'].map(
      (text) => [name, text] as const,
    ),
  ),
)('in %s, the mark of %j is told once', (name, text) => {
  const page =
    settingsWith[name]?.(JSON.stringify(text)) +
    'description: What there is to see at the harbour in winter, in a sentence that is long enough.\n' +
    'blocks:\n  - { type: hero, heading: Our pages }\n';
  const example = { 'index.yaml': page };
  const found = check(exampleFiles(example), exampleAssets(example)).diagnostics;
  expect(found.map(({ rule }) => rule)).toEqual(['plain-marks']);
});

test('a button of a page and its shared picture are described in words', () => {
  const example = {
    'index.yaml':
      'title: Our pages\ndescription: What there is to see at the harbour in winter, in a sentence that is long enough.\n' +
      'action: { label: click here, to: / }\nshare: { picture: { src: /pictures/wide.jpg, alt: image } }\n' +
      'blocks:\n  - { type: hero, heading: Our pages }\n',
    'public/pictures/wide.jpg': '1200 by 630',
  };
  const found = check(exampleFiles(example), exampleAssets(example)).diagnostics;
  expect(found.map(({ rule }) => rule)).toEqual(['link-words', 'picture-words']);
});

test.each([
  '> [!WARNING] Closed on Monday',
  '> [!WARNING]\n> Closed on Monday',
  '> [!WARNING] Closed on Monday.\n> We open again in May.',
  '> [!WARNING] Closed on Monday, and\n> on Tuesday.',
  '> [!WARNING] We are closed on each Monday of the year, but not on\n> Tuesday.',
  '> [!WARNING] Closed on Monday\n>\n> We open again in May.',
])('a notice may begin behind its mark: %j', (text) => {
  expect(markedIn(pageWith.body(text))).toEqual([]);
});

test('the mark of a notice is told where there are none', () => {
  for (const blocks of [pageWith.lead('[!NOTE] Words'), pageWith.eyebrow('Words [!TIP]')])
    expect(markedIn(blocks)).toEqual([expect.stringMatching(/^\[!\w+\]$/)]);
  expect(markedIn(pageWith.body('> [!NOTE]\n> Words'))).toEqual([]);
});

test.each([
  ['Salt&nbsp;Quay', '&nbsp;', 'Salt\u00A0Quay'],
  ['Salt&shy;quay', '&shy;', 'Salt\u00ADquay'],
  ['Wind &amp; tide', '&amp;', 'Wind & tide'],
  ['&copy; 2026', '&copy;', '© 2026'],
])('in the plain text %j the code %s is told, and its sign is offered', (text, code, mended) => {
  const { text: source, diagnostics } = diagnosticsOf(pageWith.eyebrow(text));
  expect(markedIn(pageWith.eyebrow(text))).toEqual([code]);
  expect(applyFixes(source, diagnostics, 'suggested').text).toBe(source.replace(text, mended));
});

test.each(good)('nothing is told of %j', (text) => {
  expect(markedIn(pageWith.body(`Words.\n\nAnd ${text}`))).toEqual([]);
  expect(markedIn(pageWith.lead(`And ${text}`))).toEqual([]);
});

// Plain texts have no code, links or backslashes.
test.each(good.filter((text) => !/[`\\<]|\]\(/.test(text)))(
  'nothing is told of %j in a plain text',
  (text) => {
    expect(markedIn(pageWith.eyebrow(text))).toEqual([]);
  },
);

test.each([
  ['Drink H~2~O', 'Drink H₂O'],
  ['An area of 5 m^2^ each', 'An area of 5 m² each'],
  ['Hello :wave: all', 'Hello 👋 all'],
  ['A paragraph. {.lead}', 'A paragraph.'],
  ['## Winter {#own-id}', '## Winter'],
  ['It is ==open== today', 'It is **open** today'],
  ["It is '''open''' today", 'It is **open** today'],
  ['== Winter ==', '## Winter'],
  ['h2. Winter', '## Winter'],
  ['It is [important]{.red} now', 'It is important now'],
  ['Drink H,,2,,O', 'Drink H₂O'],
  ['See link:https://harbour.example[the log] now', 'See [the log](https://harbour.example) now'],
  ['See `the log <https://harbour.example>`_ now', 'See [the log](https://harbour.example) now'],
  ['See (https://harbour.example)[the log] now', 'See [the log](https://harbour.example) now'],
  ['It is &lt;b&gt;open&lt;/b&gt; today', 'It is **open** today'],
  ['It is &lt;em&gt;open&lt;/em&gt; today', 'It is *open* today'],
  ['> [! NOTE]', '> [!NOTE]'],
  ['[url]https://harbour.example/a[/url]', '<https://harbour.example/a>'],
  ['[url=https://harbour.example]Our log[/url]', '[Our log](https://harbour.example)'],
  ['[img]https://harbour.example/a.png[/img]', '[img]https://harbour.example/a.png[/img]'],
  ['Our boats[oaicite:1]{index=1} are', 'Our boats are'],
  ['* TOC\n    {:toc}', '* TOC\n    {:toc}'],
  ['See https://harbour.example[our log^] now', 'See [our log](https://harbour.example) now'],
  [
    'See https://harbour.example["Logs, all",window=_blank] now',
    'See [Logs, all](https://harbour.example) now',
  ],
  ['(Our log)[/enquiries] is there', '[Our log](/enquiries) is there'],
  ['[b](Our log)[/b]', '[b](Our log)[/b]'],
  ['[https://harbour.example our log]', '[our log](https://harbour.example)'],
  ['It is ~~£500~~ £400', 'It is ~~£500~~ £400'],
  ["It is '''''open'''''", 'It is ***open***'],
  ['![A pier|300](/pictures/team.jpg)', '![A pier](/pictures/team.jpg)'],
  ['Words<o:p></o:p>', 'Words'],
])('%j is mended to %j', (text, mended) => {
  const { text: source, diagnostics } = diagnosticsOf(pageWith.body(text));
  const fixed = applyFixes(source, diagnostics, 'suggested').text;
  expect(fixed.replaceAll(/ +$/gm, '')).toBe(source.replace(text, () => mended));
});

test.each([
  ['::: tip\nA tip.\n:::', '`alert` block'],
  ['!!! note', '`alert` block'],
  ['[TOC]', '`contents` block'],
  ['{#own-id}', 'anchor'],
])('of %j it is said what to write instead: %s', (text, instead) => {
  expect(diagnosticsOf(pageWith.body(text)).diagnostics[0]?.advice).toContain(instead);
});

test.each([
  ['Hello :wave: all', 'an emoji'],
  ['{% include box.html %}', 'a template tag'],
  ['H~2~O', 'subscript'],
  ['x^2^', 'superscript'],
  ['A ==b== c', 'highlighted words'],
  ['~~£500~~ £400', 'words that are crossed out'],
  ['~strike~', 'words that are crossed out'],
  ['(About)[/about]', 'a link'],
  [':toc:', 'a table of contents'],
])('%s is told as what other systems take it for: %s', (written, name) => {
  const [fault] = parseLongText(written).faults;
  expect(fault?.message).toMatch(new RegExp(`other systems take it for ${name}$`));
});
