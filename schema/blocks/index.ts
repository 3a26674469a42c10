import type { z } from 'zod';
import type { BlockDefinition, BlockSummary } from './block-definition.ts';
import { nameToWords } from '../fields/labels.ts';
import { isSameWord } from '../fields/other-names.ts';

/** The built-in block definitions by type. The most common blocks come first. */
export const definitions = {
  hero: (await import('./hero/schema.ts')).hero,
  stats: (await import('./stats/schema.ts')).stats,
  'card-grid': (await import('./card-grid/schema.ts')).cardGrid,
  timeline: (await import('./timeline/schema.ts')).timeline,
  faq: (await import('./faq/schema.ts')).faq,
  cta: (await import('./cta/schema.ts')).cta,
  form: (await import('./form/schema.ts')).form,
  'logo-carousel': (await import('./logo-carousel/schema.ts')).logoCarousel,
  people: (await import('./people/schema.ts')).people,
  quotes: (await import('./quotes/schema.ts')).quotes,
  posts: (await import('./posts/schema.ts')).posts,
  media: (await import('./media/schema.ts')).media,
  gallery: (await import('./gallery/schema.ts')).gallery,
  banner: (await import('./banner/schema.ts')).banner,
  logos: (await import('./logos/schema.ts')).logos,
  embed: (await import('./embed/schema.ts')).embed,
  text: (await import('./text/schema.ts')).text,
  pairs: (await import('./pairs/schema.ts')).pairs,
  columns: (await import('./columns/schema.ts')).columns,
  tabs: (await import('./tabs/schema.ts')).tabs,
  table: (await import('./table/schema.ts')).table,
  chart: (await import('./chart/schema.ts')).chart,
  pricing: (await import('./pricing/schema.ts')).pricing,
  event: (await import('./event/schema.ts')).event,
  agenda: (await import('./agenda/schema.ts')).agenda,
  job: (await import('./job/schema.ts')).job,
  'opening-hours': (await import('./opening-hours/schema.ts')).openingHours,
  glossary: (await import('./glossary/schema.ts')).glossary,
  downloads: (await import('./downloads/schema.ts')).downloads,
  alert: (await import('./alert/schema.ts')).alert,
  contents: (await import('./contents/schema.ts')).contents,
  'next-article': (await import('./next-article/schema.ts')).nextArticle,
};

type Definitions = typeof definitions;

export type BlockType = keyof Definitions;
export type BlockByType<T extends BlockType> = z.output<Definitions[T]['schema']>;
export type Block = { [T in BlockType]: BlockByType<T> }[BlockType];

export const blockTypes = Object.keys(definitions) as BlockType[]; // typed as string[]

export const blocks = Object.fromEntries(blockTypes.map((type) => [type, definitions[type].schema])) as {
  [T in BlockType]: Definitions[T]['schema'];
}; // `Object.fromEntries` loses the key types

export const getDefinition = ({ type }: Pick<Block, 'type'>): BlockDefinition<z.ZodType<Block>> =>
  definitions[type];

/** The block types in a site's folder `blocks/`. */
export interface OwnDefinitions {
  /** A hash of the block sources. It is empty if the site has no blocks of its own. */
  key: string;
  /** The block definitions by type. */
  definitions: Readonly<Record<string, BlockDefinition<z.ZodType>>>;
  /** For each block type that cannot be used, its first file with errors. */
  faulty: Readonly<Record<string, string>>;
}

export const noOwnBlocks: OwnDefinitions = { key: '', definitions: {}, faulty: {} };
let ownBlocks = noOwnBlocks;
const builtInTypes = [...blockTypes];

/** Returns the current site's own blocks. */
export const getOwnDefinitions = (): OwnDefinitions => ownBlocks;

/** Registers a site's own blocks, and removes those of the previous site. */
export function registerBlocks(next: OwnDefinitions): void {
  if (next === ownBlocks) return;
  // The types of a site's own blocks are unknown at compile time.
  const [allDefinitions, schemas] = [definitions, blocks] as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  for (const type of Object.keys(ownBlocks.definitions)) {
    delete allDefinitions[type];
    delete schemas[type];
  }
  const newDefinitions = Object.entries(next.definitions).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [type, definition] of newDefinitions)
    [allDefinitions[type], schemas[type]] = [definition, definition.schema];
  blockTypes.splice(builtInTypes.length, Infinity, ...(newDefinitions.map(([type]) => type) as BlockType[]));
  ownBlocks = next;
}

/** Returns whether a block type is built in. */
export const isBuiltIn = (type: string): boolean => builtInTypes.some((builtInType) => builtInType === type);

/** Returns the label that editors show for a block type. */
export const getBlockLabel = (type: string): string =>
  (isBlockType(type) ? getDefinition({ type }).label : undefined) ?? nameToWords(type);

/** Creates a block with only a heading, to replace a block that is invalid. */
export function createPlaceholder(heading?: string): Block {
  const [create] = blockTypes.flatMap((type) => getDefinition({ type }).createPlaceholder ?? []);
  if (!create) throw new Error('No block type has a placeholder.');
  return create(heading);
}

/** Creates the first block of a generated page. */
export function createOpening(heading: string, eyebrow: string): Block {
  const [create] = blockTypes.flatMap((type) => getDefinition({ type }).createOpening ?? []);
  if (!create) throw new Error('No block type can open a page.');
  return create(heading, eyebrow);
}

/** Returns the facts about a block, without its pictures. */
export const getBlockSummary = (block: Block): BlockSummary => getDefinition(block).summarize?.(block) ?? {};

/** Finds the block types that a name from another system may refer to. */
export function findTypesByName(typeName: string): BlockType[] {
  const namesByType = blockTypes.map((type) => {
    const { otherNames = '' }: BlockDefinition<z.ZodType> = definitions[type];
    return { type, otherNames: otherNames.split(' ') };
  });
  const matchesName = (name: string) => isSameWord(name, typeName);
  const exactMatches = namesByType.filter(({ type }) => matchesName(type));
  const synonymMatches = namesByType.filter(({ otherNames }) => otherNames.some(matchesName));
  return (exactMatches.length > 0 ? exactMatches : synonymMatches).map(({ type }) => type);
}

export function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(definitions, type);
}
