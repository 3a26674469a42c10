import {
  type BlockFacts,
  type FileResult,
  type PageFacts,
  type Reference,
  type SharedFacts,
} from './facts.ts';
import { type Block, definitionOf } from '../blocks/index.ts';
import { isFilePath } from '../fields/file-types.ts';
import { routeOf } from '../base/routes.ts';
import type { SourceFile } from '../fields/source-file.ts';
import { isMapping } from '../base/data.ts';
import type { Field } from './collect-fields.ts';
import {
  type CheckedBlock,
  ownFields,
  type ParsedPage,
  type ParsedSharedBlock,
  type PlacedFields,
  ownBlocks,
  type ParsedContent,
} from './read-file.ts';
import { summarizeBlock } from './page-summary.ts';
import { referencesIn } from './references.ts';
import { checkFile, writtenTexts } from './check-file.ts';
import { lettersIn } from './font-coverage.ts';

/** Collects the facts of a page. */
export function pageFacts(source: SourceFile, file: ParsedPage): PageFacts {
  const { path } = source;
  const route = routeOf(path);
  const { document, draft, unlisted, time, redirect, title, description, entries, settings } = file;
  const inFile = ownBlocks(file);
  const first = inFile.find(({ block }) => !block?.hidden);
  const blocks = entries.map((entry) =>
    'use' in entry
      ? { use: entry.use, ...(entry.hidden && { hidden: true as const }) }
      : blockFacts(entry, entry === first),
  );
  // Only pages in lists need a preview. An event in a shared block can put a page in a list.
  if (
    settings &&
    !settings.kind &&
    !settings.tags &&
    blocks.every(({ use, summary }) => !use && !summary?.events)
  )
    for (const { summary } of blocks) delete summary?.opening;
  const hasUnknownIds =
    !document || document.leftOut.length > 0 || inFile.some(({ hasInvalidId }) => hasInvalidId);
  return {
    ...fileFacts(path, file),
    route,
    ...(draft && { draft }),
    ...(unlisted && { unlisted }),
    time,
    redirect,
    ...(settings ? { settings } : { title, description }),
    ...(hasUnknownIds && { hasUnknownIds }),
    blocks,
    result: withoutEmpty(checkFile(file, route)),
  };
}

/** Collects the facts of a shared block. */
export function sharedFacts({ path }: SourceFile, file: ParsedSharedBlock): SharedFacts {
  return {
    ...fileFacts(path, file),
    name: sharedName(path),
    blocks: ownBlocks(file).map((block) => blockFacts(block, true)),
    result: withoutEmpty(checkFile(file)),
  };
}

function fileFacts(path: string, file: ParsedContent) {
  const placed = ownFields(file);
  const characters = lettersIn(file.document?.lines.text ?? '', writtenTexts(file));
  return {
    path,
    isRead: file.document !== undefined,
    references: referencesOf(placed),
    files: publicFilesInFields(placed.flatMap(({ fields }) => fields)),
    ...(characters !== '' && { characters }),
  };
}

function blockFacts(checked: CheckedBlock, mayBeFirst: boolean): BlockFacts {
  const { block, type, id, hasInvalidId, fields } = checked;
  if (block?.hidden) return { type, id, ...(hasInvalidId && { hasInvalidId }), hidden: true, summary: {} };
  const headings = [
    ...fields.flatMap(({ markdown }) => markdown?.headings ?? []),
    ...(block ? anchorTexts(block) : []),
  ];
  const summary = block && summarizeBlock(block);
  return {
    type,
    id,
    ...(hasInvalidId && { hasInvalidId }),
    ...(headings.length > 0 && { headings }),
    ...(mayBeFirst && skipsLevel(checked) && { skipsLevel: true }),
    ...(summary?.list && { tags: filterTags(checked.data) }),
    summary,
  };
}

/** Returns whether a heading that may become the `h1` is directly followed by `h3`. */
const skipsLevel = ({ data, hasInnerHeadings }: CheckedBlock) =>
  hasInnerHeadings && isMapping(data) && data['heading'] !== undefined;

/** Returns the tags by which visitors can filter a list. */
function filterTags(data: unknown): string[] {
  const tags = isMapping(data) && Array.isArray(data['tags']) ? data['tags'] : [];
  return tags.flatMap((one: unknown) =>
    isMapping(one) && typeof one['tag'] === 'string' ? [one['tag']] : [],
  );
}

/** Returns the texts from which a block creates ids. */
function anchorTexts(block: Block): string[] {
  const texts: string[] = [];
  definitionOf(block).withAnchors?.(block, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

const sharedName = (path: string): string => path.slice('_shared/'.length).replace(/\.yaml$/, '');

/** Returns the references of fields, without duplicates. */
export function referencesOf(placed: readonly Pick<PlacedFields, 'fields' | 'areHidden'>[]): Reference[] {
  const references = new Map<string, Reference>();
  for (const { fields, areHidden } of placed)
    for (const { within: _, isAutolink: _isAutolink, ...reference } of fields.flatMap(referencesIn)) {
      const one: Reference = areHidden ? { ...reference, isHidden: true } : reference;
      references.set(JSON.stringify(one), one);
    }
  return [...references.values()];
}

/** Returns the files of `public/` that fields refer to. */
export function publicFilesInFields(fields: readonly Field[]): string[] {
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

/** Returns the result, or `undefined` if there are no problems. */
function withoutEmpty(result: FileResult): FileResult | undefined {
  const { diagnostics, quality, unread, notChecked } = result;
  return [diagnostics, quality, unread, notChecked].some(({ length }) => length > 0) ? result : undefined;
}
