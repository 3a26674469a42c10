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

/** The block's content settings, without the settings of its heading. */
export const tableContent = {
  corner: described(
    text.optional(),
    'The heading of the first column, which contains the row names.',
    'What you get',
  ),
  columns: describedList('One to five columns, not counting the first column with the row names.', {
    heading: described(typesetText, 'The heading of the column.', 'Day berth').meta({
      search: 'heading',
    }),
    text: described(typesetText.optional(), 'A few words below the heading.', 'up to 12 hours'),
    highlighted: booleanField
      .optional()
      .describe('`true` to highlight this column; only one column can be highlighted.'),
  })
    .min(1)
    .max(5),
  items: describedList('Rows of the table.', {
    heading: described(typesetText, 'The name of the row.', 'Water and power').meta({
      search: 'heading',
    }),
    text: described(typesetText.optional(), 'A few words below the name.', 'on every pontoon'),
    cells: z
      .array(
        described(inlineText, 'The content of a cell: text, `yes` for a tick, or `no` for a cross.', 'yes'),
      )
      .min(1)
      .describe('Cells of the row, one for each column.'),
  })
    .min(1)
    .meta({ item: 'line' }),
  yes: textWithDefault('yes'),
  no: textWithDefault('no'),
};

/** Checks that each row has one cell for each column, and that at most one column is highlighted. */
export function checkRows(
  { columns, items }: z.output<z.ZodObject<typeof tableContent>>,
  context: z.RefinementCtx,
): void {
  if (items.length > 1 && items.every(({ cells }) => cells.length === columns.length - 1))
    issueAt(
      context,
      ['columns', 0],
      'is one column too many: the first column, with the `heading` of each row, must not be listed',
      'delete this column; to add a heading to the first column, write `corner`',
    );
  else
    for (const [index, { cells }] of items.entries())
      if (cells.length !== columns.length)
        issueAt(
          context,
          ['items', index, 'cells'],
          `needs ${columns.length} items, one for each column, but has ${cells.length}`,
          cells.length < columns.length
            ? 'add the missing cells, with `–` for empty ones'
            : 'delete the extra cells, or add a column',
        );
  const [, secondHighlighted] = [...columns.keys()].filter((index) => columns[index]?.highlighted);
  if (secondHighlighted !== undefined)
    issueAt(context, ['columns', secondHighlighted, 'highlighted'], 'can only be `true` for one column');
}

const schema = blockSchema('table', {
  ...sectionSettings,
  layout: oneOf(
    ['stacked', 'beside'],
    'The position of the heading: above the table (`stacked`) or `beside` it.',
  ),
  ...tableContent,
})
  .superRefine(checkRows)
  .describe('A comparison in rows and columns, with text, ticks and crosses.');

export const table = defineBlock({
  schema,
  purpose: 'Numbers',
  otherNames: 'comparison comparison-table compare data-table feature-comparison matrix',
});
