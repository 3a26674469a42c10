import { z } from 'zod';
import { described, describedList, oneOf } from './described-fields.ts';
import { text, textWithDefault, trueField, typesetText } from './fields.ts';
import { readChartNumber } from './chart-numbers.ts';

/**
 * The position of a chart, which determines its size: in a `chart` block, in a block's setting `figure` (full or half
 * width, or beside the text), or in an item.
 */
export type ChartPosition = 'block' | 'field' | 'half' | 'beside' | 'small';

/** A chart value, or `null` if it was not measured. */
const chartNumber = z
  .string()
  .transform((rawText, context) => {
    const read = readChartNumber(rawText);
    if ('value' in read) return read.value;
    const { message, usual, isGuess, decimals, unit } = read;
    // Call `addIssue` as a method, because it needs `this` in a compiled schema.
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
  .describe('`true` to show this item in the accent colour, because it is what the heading is about.')
  .meta({ otherNames: 'highlight highlighted isMarked accent emphasis active selected' });

const lostMark = trueField
  .optional()
  .describe('`true` to show a loss or failure in a dark colour, for `kind: counted`, `share` and `heat`.')
  .meta({ otherNames: 'loss isLost negative bad wrong failed' });

const chartParts = describedList('Parts of a whole, for `kind: share`.', {
  label: described(typesetText, 'The name of this part.', 'repaired'),
  value: described(chartNumber, 'The value of this part.', '60'),
  mark: highlightMark,
  lost: lostMark,
});

/** The settings that contain the numbers of a chart and say how to draw them. */
export const chartContent = {
  kind: oneOf(
    ['bars', 'before-after', 'counted', 'skyline', 'line', 'share', 'ranges', 'heat'],
    'The kind of chart: `bars`; `before-after`, with two bars for each item; `counted`, with a square for each thing; ' +
      '`skyline`, with stacks of squares, for example one stack for each hour; a `line` over time; `share`, the parts of a whole; `ranges` from the lowest ' +
      'to the highest value; or `heat`, a table with darker cells for higher values.',
  ),
  unit: described(
    text.optional(),
    'The unit of the values, such as `h`, `%`, `€` or `visits`; `counted` and `skyline` do not need a unit, because their labels name the things.',
    'kn',
  ),
  sign: oneOf(
    ['square', 'dot', 'person', 'seat', 'door', 'letter', 'call', 'clock', 'alert', 'van', 'page', 'card'],
    'The symbol for one thing, for `kind: counted`; if the symbols would be too small to see, each represents several things.',
  ).meta({ otherNames: 'symbol shape pictogram glyph' }),
  columns: z
    .array(described(typesetText, 'The heading of one column.', '6–12'))
    .optional()
    .describe('Column headings, for `kind: heat` and `kind: skyline`.'),
  items: describedList('Items to compare, each with the values that `kind` requires.', {
    label: described(
      typesetText,
      'The name of the item, or its date, like `2026`, `2026-03` or `2026-03-01`.',
      'North Pier',
    ),
    value: optionalNumber('The value, or `none` if it was not measured.', '31'),
    before: optionalNumber('The value before, for `kind: before-after`.', '20'),
    after: optionalNumber('The value after, for `kind: before-after`.', '2'),
    lowest: optionalNumber('The lowest value, for `kind: ranges`.', '3'),
    highest: optionalNumber('The highest value, for `kind: ranges`.', '8'),
    parts: chartParts.optional(),
    cells: z
      .array(described(chartNumber, 'One value.', '12'))
      .optional()
      .describe('Values, one for each column, for `kind: heat` and `kind: skyline`.'),
    text: described(
      typesetText.optional(),
      'A short note at this point, for `kind: line`; a line can have up to two notes.',
      'New mast',
    ),
    mark: highlightMark,
    lost: lostMark,
  })
    .min(1)
    .meta({ item: 'value' }),
  whole: optionalNumber(
    'The total of the parts, for `kind: share` (default: 100 for `%`, otherwise their sum).',
    '38',
  ),
  before: textWithDefault('before'),
  after: textWithDefault('after'),
};

export type ChartContent = z.output<z.ZodObject<typeof chartContent>>;
export type ChartItem = ChartContent['items'][number];
export type ChartKind = ChartContent['kind'];
export type ChartSign = ChartContent['sign'];
