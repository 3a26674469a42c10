import { z } from 'zod';
import { described, describedList, oneOf } from './described-fields.ts';
import { text, textWithDefault, trueField, typesetText } from './fields.ts';
import { readChartNumber } from './chart-numbers.ts';

/**
 * Where a chart is drawn, which decides its size: in a block of its own, across the window or half of it, beside the
 * words of a block, or in an item.
 */
export type ChartPlace = 'block' | 'field' | 'half' | 'beside' | 'small';

/** A number of a chart. `null` if it was not measured. */
const chartNumber = z
  .string()
  .transform((written, context) => {
    const read = readChartNumber(written);
    if ('value' in read) return read.value;
    const { message, usual, isGuess, decimals, unit } = read;
    // A method: in a compiled schema it needs its object.
    context.addIssue({
      code: 'custom',
      message,
      ...(usual !== undefined && { params: { usual, isGuess, decimals, unit } }),
    });
    return z.NEVER;
  })
  .meta({ search: 'none', isDecimal: true });

const optionalNumber = (description: string, example: string) =>
  described(chartNumber.optional(), description, example);

const highlightMark = trueField
  .optional()
  .describe('`true` for what the heading is about; it is drawn in the colour of the site.')
  .meta({ otherNames: 'highlight highlighted isMarked accent emphasis active selected' });

const lost = trueField
  .optional()
  .describe(
    '`true` for what was lost or went wrong, for `kind: counted`, `share` and `heat`; it is drawn dark.',
  )
  .meta({ otherNames: 'loss isLost negative bad wrong failed' });

const chartParts = describedList('The list of parts that a whole is divided into, for `kind: share`.', {
  label: described(typesetText, 'What this part is.', 'repaired'),
  value: described(chartNumber, 'How much it is.', '60'),
  mark: highlightMark,
  lost,
});

/** The numbers of a chart, and how to draw them. */
export const chartContent = {
  kind: oneOf(
    ['bars', 'before-after', 'counted', 'skyline', 'line', 'share', 'ranges', 'heat'],
    'How the numbers are drawn: as `bars`; as two bars each, `before-after`; `counted` out, one square for one ' +
      'thing; counted out hour by hour as a `skyline`; as a `line` over time; as the `share` of a whole; as `ranges` from the lowest to the highest; or ' +
      'as a table that gets darker, `heat`.',
  ),
  unit: described(
    text.optional(),
    'What the values are measured in, such as `h`, `%`, `€` or `visits`; with `counted` and `skyline`, the labels say it.',
    'kn',
  ),
  sign: oneOf(
    ['square', 'dot', 'person', 'seat', 'door', 'letter', 'call', 'clock', 'alert', 'van', 'page', 'card'],
    'What stands for one thing, for `kind: counted`; where it would be too small to be seen, for ten.',
  ).meta({ otherNames: 'symbol shape pictogram glyph' }),
  columns: z
    .array(described(typesetText, 'The words of one column.', '6–12'))
    .optional()
    .describe('The list of the words of the columns, for `kind: heat` and `kind: skyline`.'),
  items: describedList('The list of what is compared, with the values that `kind` asks for.', {
    label: described(
      typesetText,
      'What is measured, or when: `2026`, `2026-03` or `2026-03-01`.',
      'North Pier',
    ),
    value: optionalNumber('The number, or `none` if it was not measured.', '31'),
    before: optionalNumber('The number before, for `kind: before-after`.', '20'),
    after: optionalNumber('The number after, for `kind: before-after`.', '2'),
    lowest: optionalNumber('Where the range begins, for `kind: ranges`.', '3'),
    highest: optionalNumber('Where the range ends, for `kind: ranges`.', '8'),
    parts: chartParts.optional(),
    cells: z
      .array(described(chartNumber, 'One number.', '12'))
      .optional()
      .describe('The list of the numbers of a line, one for each column, for `kind: heat`.'),
    text: described(
      typesetText.optional(),
      'A few words at this point, for `kind: line`, at two points at most.',
      'New mast',
    ),
    mark: highlightMark,
    lost,
  })
    .min(1)
    .meta({ item: 'value' }),
  whole: optionalNumber(
    'What the parts add up to, for `kind: share`; without it 100 for `%`, and else their sum.',
    '38',
  ),
  before: textWithDefault('before'),
  after: textWithDefault('after'),
};

export type ChartContent = z.output<z.ZodObject<typeof chartContent>>;
export type ChartItem = ChartContent['items'][number];
export type ChartKind = ChartContent['kind'];
export type ChartSign = ChartContent['sign'];
