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
  ['en', '50 minutes or 4 days, in 2024 weeks', '50_minutes or 4_days, in 2024 weeks'],
  ['en', '70 of 71, or 1 in 9, and 2 of 1,000', '70_of_71, or 1_in_9, and 2 of 1,000'],
  ['de', '5 von 9 am 3. Mai 2026', '5_von_9 am 3. Mai 2026'],
  ['en', '+49 381 123 45', '+49_381_123_45'],
  ['de', 'in 3 Tagen und 1 Stunde', 'in 3_Tagen und 1_Stunde'],
  ['pl', 'co 5 minut', 'co 5_minut'],
  ['en', 'from £8.2 million to 3 billion, of a million', 'from £8.2_million to 3_billion, of a million'],
  ['de', '8,2 Millionen, 1 Milliarde, 5 Mio. Euro', '8,2_Millionen, 1_Milliarde, 5_Mio. Euro'],
  ['pl', '2 miliony i 5 mln', '2_miliony i_5_mln'],
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
