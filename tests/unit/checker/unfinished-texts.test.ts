import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { exampleAssets, exampleFiles } from '../../../schema/checker/example-site.ts';
import { applyFixes } from '../../../schema/diagnostics/apply-fixes.ts';

// Notes of authors to themselves, and places that are still to be filled in.

function examine(blocks: string) {
  const files = exampleFiles(blocks);
  const source = files.find(({ path }) => path === 'index.yaml')?.text ?? '';
  const { diagnostics } = check(files, exampleAssets(blocks));
  return {
    source,
    reported: diagnostics.flatMap(({ rule, received }) => (rule === 'unfinished-text' ? [received] : [])),
    rules: [...new Set(diagnostics.map(({ rule }) => rule))],
    severities: [...new Set(diagnostics.map(({ severity }) => severity))],
    safe: applyFixes(source, diagnostics, 'safe').text,
    suggested: applyFixes(source, diagnostics, 'suggested').text,
  };
}

const head = '- type: hero\n  heading: Hello\n';
const body = (text: string) =>
  `${head}- type: text\n  heading: More\n  body: |\n${text.replaceAll(/^(?=.)/gm, '    ')}\n`;
const eyebrow = (text: string) => `${head}  eyebrow: ${JSON.stringify(text)}\n`;

const notes: readonly (readonly [text: string, ...reported: string[]])[] = [
  ['Price TODO', 'TODO'],
  ['Ende (TODO: Zahl prüfen) XXX €', 'TODO', 'XXX'],
  ['Price TBD. Ask FIXME later.', 'TBD', 'FIXME'],
  ['Open today /* is it? */ and tomorrow', '/* is it? */'],
  ['Text; // ask Ann about the price', '// ask Ann about the price'],
  ['Berths are free // ask Ann', '// ask Ann'],
  ['Dear [NAME], hello', '[NAME]'],
  ['On [DATUM DES FESTES] we meet', '[DATUM DES FESTES]'],
  ['Dear {name}, hello', '{name}'],
  ['Dear %NAME%, hello', '%NAME%'],
  ['Dear %FIRST_NAME%, hello', '%FIRST_NAME%'],
  ['It opens in May【12†source】 again', '【12†source】'],
  ['It opens in May citeturn0search1 again', 'citeturn0search1'],
  ['Open all year[MF1] round', '[MF1]'],
  ['Dear «FirstName», hello', '«FirstName»'],
  ['Dear [FirstName], hello', '[FirstName]'],
  ['Dear [Company Name], hello', '[Company Name]'],
  ['Dear *|FNAME|*, hello', '*|FNAME|*'],
  ['Dear %recipient.name%, hello', '%recipient.name%'],
  ['In __PLACE__ today', '__PLACE__'],
  ['Translated with DeepL.com (free version)', 'Translated with DeepL.com (free version)'],
];

test.each(notes)('of %j each note is reported in a body', (text, ...reported) => {
  const found = examine(body(`Words.\n\n${text}`));
  expect(new Set(found.reported)).toEqual(new Set(reported));
  expect(found.severities).toEqual(['warning']);
  expect(found.suggested).toBe(found.source);
});

test.each(notes)('of %j each note is reported in a plain text', (text, ...reported) => {
  expect(new Set(examine(eyebrow(text)).reported)).toEqual(new Set(reported));
});

test.each([
  ['Words.\n\n// TODO: check this price\n\nMore.', '// TODO: check this price'],
  ['Words.\n// ask Ann\nMore.', '// ask Ann'],
  ['- One\n- Two /* three */', '/* three */'],
  ['Open all year[a] round.\n\n[a]Ole: is this true?', '[a]Ole: is this true?'],
  ['Certainly! Here is a text for your page:\n\nWords.', 'Certainly! Here is a text for your page:'],
  ['Sure! Here’s your text.', 'Sure! Here’s your text.'],
  ['null', 'null'],
  ['NaN', 'NaN'],
])('of %j the note is reported', (text, reported) => {
  expect(examine(body(text)).reported).toEqual([reported]);
});

const good = [
  'See https://harbour.example/a and http://x.example',
  'Berlin // Hamburg // Kiel',
  'Berlin // Hamburg',
  'wind // water',
  'A TODO list, a TODO-Liste and a todo',
  'Size XXXL, TODOS and MYTODO',
  'Press [ENTER] or [CTRL] and [ESC]',
  'In the [EU], a[B] and [Ab]',
  'It lies in C:\\Users\\boats\\{name}',
  '{{company}} is here',
  'The {yellow} boat, and f(x) = {name}',
  '5 % A and 100 %',
  'and/or, 3/4, */* and 24/7',
  'A null result, NaN and undefined in one sentence',
  'As in [KR88] and [BS14], and in EN[a] or x[i]',
  '« Bonjour », «YouTube» and «MacBook» and [JavaScript]',
  'Sure! Come by. Certainly, here are boats',
  'Translated with care by Ann and DeepL',
  'At 50% a.b and 5%',
  '__WINTER__ and __init__',
  'In São Paulo, NÃO, “MANHÃ”, CAFÉ» and «PÂ», a hôtel à Lyon, Ünal, Ångström and Âge',
];

test.each(good)('nothing is reported of %j', (text) => {
  expect(examine(body(`Words.\n\n${text}`)).reported).toEqual([]);
});

test.each(good.filter((text) => !text.includes('\\')))(
  'nothing is reported of %j in a plain text',
  (text) => {
    expect(examine(eyebrow(text)).reported).toEqual([]);
  },
);

test.each([
  '`TODO` and `// x` and `[NAME]`',
  '```\n// TODO\n/* x */ {name}\n```',
  '[MAP]: /enquiries\n\nSee [MAP].',
  '[Words](/enquiries)\n\n\\[NAME] and \\{name}',
])('what is code or a link is no note: %j', (text) => {
  expect(examine(body(text)).reported).toEqual([]);
});

test('notes in a hidden block are not reported, and those in a title are', () => {
  const text = `${head}- type: text\n  heading: More TODO\n  body: Words.\n`;
  expect(examine(text).reported).toEqual(['TODO']);
  expect(examine(`${text}  hidden: true\n`).reported).toEqual([]);
});

test.each([
  ['between settings', '- type: hero\n  heading: Hello\n  /* other */\n  lead: Words.\n'],
  ['with two strokes', '- type: hero\n  heading: Hello\n  // other\n  lead: Words.\n'],
  [
    'between items',
    '- type: hero\n  heading: Hello\n  actions:\n    /* other */\n    - { label: B, to: / }\n',
  ],
])('a comment of a program %s is offered as one of YAML', (_where, blocks) => {
  const { source, safe, suggested, rules } = examine(blocks);
  expect(rules).toEqual(['yaml-syntax']);
  expect(safe).toBe(source);
  expect(suggested).toBe(source.replace(/\/\* other \*\/|\/\/ other/, '# other'));
});

test.each([
  ['updated: 2030-01-01\n', '', []],
  [
    'updated: 2030-01-01\n',
    '  lead: Say in one sentence what this is.\n',
    ['2030-01-01', 'Say in one sentence what this is.'],
  ],
  ['', '  lead: Say in one sentence what this is.\n', ['Say in one sentence what this is.']],
])('a day of a recipe is only one of it beside other texts of it: %j %j', (settings, lead, expected) => {
  const page = `title: Our pages\ndescription: What there is to see at the harbour in winter, in a long sentence.\n${settings}blocks:\n${head.replaceAll(/^/gm, '  ').trimEnd()}\n${lead && `  ${lead}`}`;
  const files = exampleFiles({ 'index.yaml': page });
  const recipeTexts = () => new Set(['2030-01-01', 'Say in one sentence what this is.']);
  const { diagnostics } = check(files, { ...exampleAssets(page), recipeTexts });
  const found = diagnostics.flatMap(({ rule, received }) => (rule === 'recipe-text' ? [received] : []));
  expect(found).toEqual(expected);
});

test.each([
  ['A CafÃ© here', 'A Café here'],
  ['We donâ€™t', 'We don’t'],
  ['Wir Ã¼ben fÃ¼r', 'Wir üben für'],
  ['Only Â£5', 'Only £5'],
  ['Happy ðŸ˜€', 'Happy 😀'],
])('of %j the letters of a wrong encoding are reported, and the right ones are offered', (text, right) => {
  for (const blocks of [eyebrow(text), body(text)]) {
    const { source, suggested, severities, safe } = examine(blocks);
    expect(severities).toEqual(['warning']);
    expect(safe).toBe(source);
    expect(suggested).toBe(source.replace(text, right));
  }
});

test.each(['null', '~', 'NaN', 'undefined', '[object Object]'])('a value %s is reported', (value) => {
  expect(examine(eyebrow(value)).reported).toEqual([value]);
});
