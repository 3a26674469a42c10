import { z } from 'zod';
import type { Texts } from './block-definition.ts';
import { describedGroup } from '../fields/described-fields.ts';
import { downloadsContent, file } from './downloads/schema.ts';
import { checkEmbed, checkIsMap, embedContent, embeddedHost, withEmbedTexts } from './embed/schema.ts';
import { faqContent, questionData } from './faq/schema.ts';
import { pairsContent } from './pairs/schema.ts';
import { peopleContent } from './people/schema.ts';
import { quotesContent, quote } from './quotes/schema.ts';
import { statsContent } from './stats/schema.ts';
import { checkRows, tableContent } from './table/schema.ts';

/** Blocks that fit into half the width, as settings of columns and tabs, in the order of rendering. */
export const smallBlocks = {
  stats: describedGroup('Figures below the text, as a `stats` block has them.', statsContent).optional(),
  table: describedGroup('A table below the text, as a `table` block has it.', tableContent)
    .superRefine(checkRows)
    .optional(),
  pairs: describedGroup('Pairs below the text, as a `pairs` block has them.', pairsContent).optional(),
  faq: describedGroup(
    'Questions below the text that open to their answers, as a `faq` block has them.',
    faqContent,
  ).optional(),
  people: describedGroup('People below the text, as a `people` block has them.', peopleContent).optional(),
  quotes: describedGroup('Quotations below the text, as a `quotes` block has them.', {
    ...quotesContent,
    items: sameList(quote.omit({ scene: true }), quotesContent.items),
  }).optional(),
  downloads: describedGroup('Files below the text, as a `downloads` block has them.', {
    ...downloadsContent,
    items: sameList(file.omit({ image: true, tags: true }), downloadsContent.items),
  }).optional(),
  embed: describedGroup('A map below the text, as an `embed` block has it.', embedContent)
    .superRefine(checkEmbed)
    .superRefine(checkIsMap)
    .optional(),
};
export type SmallBlocks = z.output<z.ZodObject<typeof smallBlocks>>;
type SmallType = keyof typeof smallBlocks;
export const smallTypes = Object.keys(smallBlocks) as SmallType[]; // typed as string[]

const smallStructuredData = (items: readonly SmallBlocks[]) =>
  questionData(items.flatMap(({ faq }) => faq?.items ?? []));

interface WithSmallBlocks {
  items: readonly SmallBlocks[];
}

/** What the engine must know about blocks with small blocks. */
export const ofSmallBlocks = {
  structuredData: ({ items }: WithSmallBlocks) => smallStructuredData(items),
  summarize: ({ items }: WithSmallBlocks) => {
    const frames = items.flatMap(({ embed }) => (embed && embeddedHost(embed)) ?? []);
    return frames.length > 0 ? { frames } : {};
  },
};

/** Adds the texts of small blocks that depend on other settings. */
export const withSmallTexts = <Item extends SmallBlocks>(items: readonly Item[], site: Texts): Item[] =>
  items.map((item) => (item.embed ? { ...item, embed: withEmbedTexts(item.embed, site) } : item));

/** A list of other items with the same description. */
function sameList<S extends z.ZodType>(entry: S, list: z.ZodType) {
  return z
    .array(entry)
    .min(1)
    .meta(list.meta() ?? {});
}
