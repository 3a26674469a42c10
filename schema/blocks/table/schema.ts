import { z } from 'zod';
import { described, describedList, oneOf } from '../../fields/described-fields.ts';
import { blockSchema, defineBlock } from '../block-definition.ts';
import {
  booleanField,
  typesetText,
  sectionSettings,
  text,
  textWithDefault,
  inlineText,
} from '../../fields/fields.ts';
import { issueAt } from '../../fields/issue-at.ts';

/** The settings of its content, without those of its heading. */
export const tableContent = {
  corner: described(
    text.optional(),
    'The words above the first column, which names the lines.',
    'What you get',
  ),
  columns: describedList('The list of columns beside the one that names the lines, one to five.', {
    heading: described(typesetText, 'The words above the column.', 'Day berth').meta({
      search: 'heading',
    }),
    text: described(typesetText.optional(), 'A few words below them.', 'up to 12 hours'),
    highlighted: booleanField
      .optional()
      .describe('`true` for the one column that visitors should see first.'),
  })
    .min(1)
    .max(5),
  items: describedList('The list of lines.', {
    heading: described(typesetText, 'What the line is about.', 'Water and power').meta({
      search: 'heading',
    }),
    text: described(typesetText.optional(), 'A few words on it.', 'on every pontoon'),
    cells: z
      .array(
        described(
          inlineText,
          'What stands in one column: a text, `yes` for a tick, `no` for a cross.',
          'yes',
        ),
      )
      .min(1)
      .describe('The list of what stands in this line, one for each column.'),
  })
    .min(1)
    .meta({ item: 'line' }),
  yes: textWithDefault('yes'),
  no: textWithDefault('no'),
};

/** Checks that every row has one cell per column, and that at most one column is highlighted. */
export function checkRows(
  { columns, items }: z.output<z.ZodObject<typeof tableContent>>,
  context: z.RefinementCtx,
): void {
  if (items.length > 1 && items.every(({ cells }) => cells.length === columns.length - 1))
    issueAt(
      context,
      ['columns', 0],
      'is one column too many: the first column of a table has the `heading` of each line, and is not listed',
      'delete this column; if visitors are to read words above the first one, write them as `corner`',
    );
  else
    for (const [index, { cells }] of items.entries())
      if (cells.length !== columns.length)
        issueAt(
          context,
          ['items', index, 'cells'],
          `needs ${columns.length} entries, one for each column, and has ${cells.length}`,
          cells.length < columns.length
            ? 'add the missing ones, with `–` where there is nothing to say'
            : 'take out what is too much, or add a column',
        );
  const [, second] = [...columns.keys()].filter((index) => columns[index]?.highlighted);
  if (second !== undefined)
    issueAt(context, ['columns', second, 'highlighted'], 'can be `true` for one column only');
}

const schema = blockSchema('table', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'Where the heading stands: above the table with `stacked`, or `beside` it.',
  ),
  ...tableContent,
})
  .superRefine(checkRows)
  .describe('Three columns or more that are compared line by line, with texts, ticks and crosses.');

export const table = defineBlock({
  schema,
  purpose: 'Numbers',
  otherNames: 'comparison comparison-table compare data-table feature-comparison matrix',
});
