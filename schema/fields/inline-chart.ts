import type { z } from 'zod';
import { chartContent } from './chart-fields.ts';
import { checkChart } from './chart-rules.ts';
import { described, describedGroup } from './described-fields.ts';
import { inlineText } from './fields.ts';

/** The setting `figure` of blocks and their items: a small chart next to the text. */
export const inlineChart = describedGroup(
  'A small chart, as in a `chart` block, but without a heading and a table.',
  {
    ...chartContent,
    text: described(inlineText.optional(), 'A sentence below the chart.', 'One square is one boat.'),
  },
).superRefine(checkChart);

export type InlineChartContent = z.output<typeof inlineChart>;
