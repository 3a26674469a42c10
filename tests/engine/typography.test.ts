import { expect, test } from 'vitest';
import { parseLongText, parseShortText } from '../../schema/markdown/parse.ts';
import { typesetInline, typesetBlocks, applyTypography } from '../../schema/markdown/typography.ts';

// A space that must not end a line is shown as `_`.
const shown = (text: string) => text.replaceAll('\u00A0', '_');

test.each([
  ['en', 'It\'s "open" - until 5 km', 'It’s “open”_– until 5_km'],
  ['en', 'She said "it is \'fine\' now".', 'She said “it is ‘fine’ now”.'],
  ['en', "rock 'n' roll in the '90s, the boats' names", 'rock ‘n’ roll in the ’90s, the boats’ names'],
  ['en', 'a 27" screen, and call --all of them', 'a 27" screen, and call --all of them'],
  ['en', 'wind--and water', 'wind—and water'],
  ['en', 'already “set” – and so on', 'already “set” – and so on'],
  ['de', 'Er sagte: "Das ist \'gut\'", z. B. 10 %', 'Er sagte: „Das ist ‚gut‘“, z._B. 10_%'],
  ['fr', 'Il dit : "c\'est bon !"', 'Il dit_: «_c’est bon_!_»'],
  ['es', 'El "puerto" de Vigo', 'El «puerto» de Vigo'],
  ['it', 'L\'isola "bella"', 'L’isola «bella»'],
  ['nl', 'Het "huis" aan zee', 'Het “huis” aan zee'],
  ['pt', 'O "porto" do Porto', 'O “porto” do Porto'],
  ['pt-PT', 'O "porto" do Porto', 'O «porto» do Porto'],
  ['pl', 'Dom "nad morzem" i w lesie', 'Dom „nad morzem” i_w_lesie'],
  ['en-GB', 'Its "name"', 'Its “name”'],
  ['en', 'at -5 degrees (-3.5 % at night)', 'at −5 degrees (−3.5_% at night)'],
  ['en', '-12 to -7', '−12 to −7'],
  [
    'en',
    'from 10 -12, on 2026-05-01, at +49 381-123, as F-16 or -x',
    'from 10 -12, on 2026-05-01, at +49_381-123, as F-16 or -x',
  ],
  ['de', 'bei -5 °C', 'bei −5_°C'],
  ['xx', 'Its "name"', 'Its “name”'],
])('%s: %s', (language, text, set) => {
  expect(shown(applyTypography(text, language))).toBe(set);
});

test('quotation marks span strong text, and code is unchanged', () => {
  expect(typesetInline(parseShortText('"**Now**", he said, is `"5" - 3`"').inline, 'en')).toEqual([
    '“',
    { strong: ['Now'] },
    '”, he said, is ',
    { code: '"5" - 3' },
    '"',
  ]);
});

test('a quotation gets the marks of the language, and inner ones inside', () => {
  expect(typesetInline(parseShortText('The "wind" turned.').inline, 'de', true)).toEqual([
    '„The ‚wind‘ turned.“',
  ]);
});

test('all blocks of a long text are typeset, except code', () => {
  const text =
    '## "A"\n\n- "B"\n\n> "C"\n\n| "D" |\n| --- |\n| "E" |\n\n```\n"F"\n```\n\n![G](/g.jpg \'"H"\')\n';
  expect(typesetBlocks(parseLongText(text).parts, 'fr')).toMatchObject([
    { subheading: ['«\u00A0A\u00A0»'] },
    { list: [[{ paragraph: ['«\u00A0B\u00A0»'] }]] },
    { quote: [{ paragraph: ['«\u00A0C\u00A0»'] }] },
    { table: [[['«\u00A0D\u00A0»']], [['«\u00A0E\u00A0»']]] },
    { codeBlock: '"F"' },
    { caption: '«\u00A0H\u00A0»' },
  ]);
});
