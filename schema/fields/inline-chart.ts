import type { z } from 'zod';
import { chartContent } from './chart-fields.ts';
import { checkChart } from './chart-rules.ts';
import { described, describedGroup } from './described-fields.ts';
import { inlineText } from './fields.ts';

/** A small chart next to a text: the setting `figure` of blocks and their items. */
export const inlineChart = describedGroup('A small chart, like a `chart` block without heading and table.', {
  ...chartContent,
  text: described(inlineText.optional(), 'A sentence below the chart.', 'One square is one boat.'),
}).superRefine(checkChart);

export type InlineChartContent = z.output<typeof inlineChart>;
