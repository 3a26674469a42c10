import {
  type BlockFacts,
  type FileResult,
  type PageFacts,
  type Reference,
  type SharedFacts,
} from './facts.ts';
import { type Block, getDefinition } from '../blocks/index.ts';
import { isFilePath } from '../fields/file-types.ts';
import { toRoute } from '../base/routes.ts';
import type { SourceFile } from '../fields/source-file.ts';
import { isMapping } from '../base/data.ts';
import type { Field } from './collect-fields.ts';
import {
  type CheckedBlock,
  getOwnFields,
  type ParsedPage,
  type ParsedSharedBlock,
  type PlacedFields,
  getOwnBlocks,
  type ParsedContent,
} from './read-file.ts';
import { summarizeBlock } from './page-summary.ts';
import { collectFieldReferences } from './references.ts';
import { checkFile, collectTexts } from './check-file.ts';
import { collectLetters } from './font-coverage.ts';

/** Collects the facts about a page. */
export function readPageFacts(source: SourceFile, file: ParsedPage): PageFacts {
  const { path } = source;
  const route = toRoute(path);
  const { document, draft, unlisted, time, redirect, title, description, blockItems, settings } = file;
  const fileBlocks = getOwnBlocks(file);
  const firstVisible = fileBlocks.find(({ block }) => !block?.hidden);
  const blocks = blockItems.map((item) =>
    'use' in item
      ? { use: item.use, ...(item.hidden && { hidden: true as const }) }
      : readBlockFacts(item, item === firstVisible),
  );
  // Only pages that lists can show need a preview. An event in a shared block also makes a page listable.
  if (
    settings &&
    !settings.kind &&
    !settings.tags &&
    blocks.every(({ use, summary }) => !use && !summary?.events)
  )
    for (const { summary } of blocks) delete summary?.opening;
  const hasUnknownIds =
    !document || document.skippedLines.length > 0 || fileBlocks.some(({ hasInvalidId }) => hasInvalidId);
  return {
    ...readCommonFacts(path, file),
    route,
    ...(draft && { draft }),
    ...(unlisted && { unlisted }),
    time,
    redirect,
    ...(settings ? { settings } : { title, description }),
    ...(hasUnknownIds && { hasUnknownIds }),
    blocks,
    result: omitEmptyResult(checkFile(file, route)),
  };
}

/** Collects the facts about a shared block. */
export function readSharedFacts({ path }: SourceFile, file: ParsedSharedBlock): SharedFacts {
  return {
    ...readCommonFacts(path, file),
    name: toSharedName(path),
    blocks: getOwnBlocks(file).map((block) => readBlockFacts(block, true)),
    result: omitEmptyResult(checkFile(file)),
  };
}

function readCommonFacts(path: string, file: ParsedContent) {
  const fieldGroups = getOwnFields(file);
  const characters = collectLetters(file.document?.lines.text ?? '', collectTexts(file));
  return {
    path,
    isRead: file.document !== undefined,
    references: collectReferences(fieldGroups),
    files: collectPublicFiles(fieldGroups.flatMap(({ fields }) => fields)),
    ...(characters !== '' && { characters }),
  };
}

function readBlockFacts(checkedBlock: CheckedBlock, canBeFirst: boolean): BlockFacts {
  const { block, type, id, hasInvalidId, fields } = checkedBlock;
  if (block?.hidden) return { type, id, ...(hasInvalidId && { hasInvalidId }), hidden: true, summary: {} };
  const headings = [
    ...fields.flatMap(({ markdown }) => markdown?.headings ?? []),
    ...(block ? collectAnchorTexts(block) : []),
  ];
  const summary = block && summarizeBlock(block);
  return {
    type,
    id,
    ...(hasInvalidId && { hasInvalidId }),
    ...(headings.length > 0 && { headings }),
    ...(canBeFirst && skipsHeadingLevel(checkedBlock) && { skipsLevel: true }),
    ...(summary?.list && { tags: collectFilterTags(checkedBlock.data) }),
    summary,
  };
}

/**
 * Returns whether an `h3` directly follows the block heading. If the block heading became the `h1`, the page would skip
 * the level `h2`.
 */
const skipsHeadingLevel = ({ data, hasInnerHeadings }: CheckedBlock) =>
  hasInnerHeadings && isMapping(data) && data['heading'] !== undefined;

/** Returns the filter tags of a list. */
function collectFilterTags(data: unknown): string[] {
  const tags = isMapping(data) && Array.isArray(data['tags']) ? data['tags'] : [];
  return tags.flatMap((item: unknown) =>
    isMapping(item) && typeof item['tag'] === 'string' ? [item['tag']] : [],
  );
}

/** Returns the texts in a block from which ids are created. */
function collectAnchorTexts(block: Block): string[] {
  const texts: string[] = [];
  getDefinition(block).withAnchors?.(block, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

const toSharedName = (path: string): string => path.slice('_shared/'.length).replace(/\.yaml$/, '');

/** Returns the references in fields, without duplicates. */
export function collectReferences(
  fieldGroups: readonly Pick<PlacedFields, 'fields' | 'areHidden'>[],
): Reference[] {
  const references = new Map<string, Reference>();
  for (const { fields, areHidden } of fieldGroups)
    for (const { within: _, isAutolink: _isAutolink, ...reference } of fields.flatMap(
      collectFieldReferences,
    )) {
      const storedReference: Reference = areHidden ? { ...reference, isHidden: true } : reference;
      references.set(JSON.stringify(storedReference), storedReference);
    }
  return [...references.values()];
}

/** Returns the files in `public/` that fields refer to. */
export function collectPublicFiles(fields: readonly Field[]): string[] {
  const files = new Set<string>();
  const add = (path: string) => {
    if (isFilePath(path)) files.add(path.normalize());
  };
  for (const { text, markdown } of fields) {
    add(text);
    for (const { to } of markdown?.links ?? []) add(to);
    for (const { src } of markdown?.pictures ?? []) add(src);
  }
  return [...files];
}

/** Returns a file's result, or `undefined` if the result contains no problems. */
function omitEmptyResult(result: FileResult): FileResult | undefined {
  const { diagnostics, quality, unread, notChecked } = result;
  return [diagnostics, quality, unread, notChecked].some(({ length }) => length > 0) ? result : undefined;
}
