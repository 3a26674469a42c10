import type { z } from 'zod';
import type { BlockDefinition, BlockSummary } from '../block-definition.ts';
import { settingNameInWords } from '../labels.ts';
import { isSameWord } from '../other-names.ts';

/** All block types by name, the most common first. */
export const definitions = {
  hero: (await import('./hero.ts')).hero,
  stats: (await import('./stats.ts')).stats,
  'card-grid': (await import('./card-grid.ts')).cardGrid,
  timeline: (await import('./timeline.ts')).timeline,
  faq: (await import('./faq.ts')).faq,
  cta: (await import('./cta.ts')).cta,
  form: (await import('./form.ts')).form,
  'logo-carousel': (await import('./logo-carousel.ts')).logoCarousel,
  people: (await import('./people.ts')).people,
  quotes: (await import('./quotes.ts')).quotes,
  posts: (await import('./posts.ts')).posts,
  media: (await import('./media.ts')).media,
  gallery: (await import('./gallery.ts')).gallery,
  banner: (await import('./banner.ts')).banner,
  logos: (await import('./logos.ts')).logos,
  embed: (await import('./embed.ts')).embed,
  text: (await import('./text.ts')).text,
  pairs: (await import('./pairs.ts')).pairs,
  columns: (await import('./columns.ts')).columns,
  tabs: (await import('./tabs.ts')).tabs,
  table: (await import('./table.ts')).table,
  chart: (await import('./chart.ts')).chart,
  pricing: (await import('./pricing.ts')).pricing,
  event: (await import('./event.ts')).event,
  agenda: (await import('./agenda.ts')).agenda,
  job: (await import('./job.ts')).job,
  glossary: (await import('./glossary.ts')).glossary,
  downloads: (await import('./downloads.ts')).downloads,
  alert: (await import('./alert.ts')).alert,
  contents: (await import('./contents.ts')).contents,
  'next-article': (await import('./next-article.ts')).nextArticle,
};

type Definitions = typeof definitions;

export type BlockType = keyof Definitions;
export type BlockOf<T extends BlockType> = z.output<Definitions[T]['schema']>;
export type Block = { [T in BlockType]: BlockOf<T> }[BlockType];

export const blockTypes = Object.keys(definitions) as BlockType[]; // typed as string[]

export const blocks = Object.fromEntries(blockTypes.map((type) => [type, definitions[type].schema])) as {
  [T in BlockType]: Definitions[T]['schema'];
}; // entries lose their key types

export const definitionOf = ({ type }: Pick<Block, 'type'>): BlockDefinition<z.ZodType<Block>> =>
  definitions[type];

/** The label of a block type for authors. */
export const labelOfBlock = (type: string): string =>
  (isBlockType(type) ? definitionOf({ type }).label : undefined) ?? settingNameInWords(type);

/** Creates a block that shows nothing but a heading, in place of one that cannot be read. */
export function createPlaceholder(heading?: string): Block {
  const [create] = blockTypes.flatMap((type) => definitionOf({ type }).createPlaceholder ?? []);
  if (!create) throw new Error('No block type has a placeholder.');
  return create(heading);
}

/** Creates the first block of a generated page. */
export function createOpening(heading: string, eyebrow: string): Block {
  const [create] = blockTypes.flatMap((type) => definitionOf({ type }).createOpening ?? []);
  if (!create) throw new Error('No block type can open a page.');
  return create(heading, eyebrow);
}

/** The facts about a block, without its pictures. */
export const summarize = (block: Block): BlockSummary => definitionOf(block).summarize?.(block) ?? {};

/** The types that a name from elsewhere can stand for. */
export function typesCalled(written: string): BlockType[] {
  const known = blockTypes.map((type) => {
    const { otherNames = '' }: BlockDefinition<z.ZodType> = definitions[type];
    return { type, otherNames: otherNames.split(' ') };
  });
  const isName = (name: string) => isSameWord(name, written);
  const same = known.filter(({ type }) => isName(type));
  const others = known.filter(({ otherNames }) => otherNames.some(isName));
  return (same.length > 0 ? same : others).map(({ type }) => type);
}

export function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(definitions, type);
}
