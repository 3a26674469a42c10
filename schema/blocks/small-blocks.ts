import { z } from 'zod';
import type { PageWords } from './block-definition.ts';
import { describedGroup } from '../fields/described-fields.ts';
import { downloadsContent, downloadItem } from './downloads/schema.ts';
import { checkEmbed, requireMap, embedContent, getEmbeddedHost, addEmbedTexts } from './embed/schema.ts';
import { faqContent, createQuestionData } from './faq/schema.ts';
import { pairsContent } from './pairs/schema.ts';
import { peopleContent } from './people/schema.ts';
import { quotesContent, quote } from './quotes/schema.ts';
import { statsContent } from './stats/schema.ts';
import { checkRows, tableContent } from './table/schema.ts';

/** The settings in columns and tabs that contain a small block, in the order in which small blocks are rendered. */
export const smallBlocks = {
  stats: describedGroup('Key figures below the text, as in a `stats` block.', statsContent).optional(),
  table: describedGroup('A table below the text, as in a `table` block.', tableContent)
    .superRefine(checkRows)
    .optional(),
  pairs: describedGroup('Pairs below the text, as in a `pairs` block.', pairsContent).optional(),
  faq: describedGroup('Questions below the text, as in a `faq` block.', faqContent).optional(),
  people: describedGroup('People below the text, as in a `people` block.', peopleContent).optional(),
  quotes: describedGroup('Quotations below the text, as in a `quotes` block.', {
    ...quotesContent,
    items: createSimilarList(quote.omit({ scene: true }), quotesContent.items),
  }).optional(),
  downloads: describedGroup('Files below the text, as in a `downloads` block.', {
    ...downloadsContent,
    items: createSimilarList(downloadItem.omit({ image: true, tags: true }), downloadsContent.items),
  }).optional(),
  embed: describedGroup('A map below the text, as in an `embed` block.', embedContent)
    .superRefine(checkEmbed)
    .superRefine(requireMap)
    .optional(),
};
export type SmallBlocks = z.output<z.ZodObject<typeof smallBlocks>>;
type SmallType = keyof typeof smallBlocks;
export const smallTypes = Object.keys(smallBlocks) as SmallType[]; // typed as string[]

const smallStructuredData = (items: readonly SmallBlocks[]) =>
  createQuestionData(items.flatMap(({ faq }) => faq?.items ?? []));

interface SmallBlockParent {
  items: readonly SmallBlocks[];
}

/** The parts of a block definition that are the same for all block types with small blocks. */
export const smallBlockDefinition = {
  structuredData: ({ items }: SmallBlockParent) => smallStructuredData(items),
  summarize: ({ items }: SmallBlockParent) => {
    const frames = items.flatMap(({ embed }) => (embed && getEmbeddedHost(embed)) ?? []);
    return frames.length > 0 ? { frames } : {};
  },
};

/** Adds built-in texts to small blocks, where a text depends on other settings of the block. */
export const addSmallBlockTexts = <Item extends SmallBlocks>(
  items: readonly Item[],
  site: PageWords,
): Item[] => items.map((item) => (item.embed ? { ...item, embed: addEmbedTexts(item.embed, site) } : item));

/** Returns a list schema with the metadata of an existing list schema. */
function createSimilarList<S extends z.ZodType>(entry: S, list: z.ZodType) {
  return z
    .array(entry)
    .min(1)
    .meta(list.meta() ?? {});
}
