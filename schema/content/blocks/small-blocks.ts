import { z } from 'zod';
import { downloadsContent, file } from './downloads.ts';
import { faqContent, questionData } from './faq.ts';
import { pairsContent } from './pairs.ts';
import { quotesContent, quote } from './quotes.ts';
import { statsContent } from './stats.ts';
import { checkRows, tableContent } from './table.ts';

/** Blocks that fit into half the width, as settings of columns and tabs, in the order of rendering. */
export const smallBlocks = {
  stats: z
    .strictObject(statsContent)
    .optional()
    .describe('Figures below the text, as a `stats` block has them.'),
  table: z
    .strictObject(tableContent)
    .superRefine(checkRows)
    .optional()
    .describe('A table below the text, as a `table` block has it.'),
  pairs: z
    .strictObject(pairsContent)
    .optional()
    .describe('Pairs below the text, as a `pairs` block has them.'),
  faq: z
    .strictObject(faqContent)
    .optional()
    .describe('Questions below the text that open to their answers, as a `faq` block has them.'),
  quotes: z
    .strictObject({ ...quotesContent, items: listOf(quote.omit({ picture: true }), quotesContent.items) })
    .optional()
    .describe('What somebody said, below the text, as a `quotes` block has it.'),
  downloads: z
    .strictObject({ ...downloadsContent, items: listOf(file.omit({ image: true }), downloadsContent.items) })
    .optional()
    .describe('Files below the text, as a `downloads` block has them.'),
};
export type SmallBlocks = z.output<z.ZodObject<typeof smallBlocks>>;
type SmallType = keyof typeof smallBlocks;
export const smallTypes = Object.keys(smallBlocks) as SmallType[]; // typed as string[]

export const smallStructuredData = (items: readonly SmallBlocks[]) =>
  questionData(items.flatMap(({ faq }) => faq?.items ?? []));

/** A list of other items with the same description. */
function listOf<S extends z.ZodType>(entry: S, { description = '' }: z.ZodType) {
  return z.array(entry).min(1).describe(description);
}
