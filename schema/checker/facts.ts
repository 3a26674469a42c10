import { withoutHash, routeOf } from '../content/routes.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { PublicTime } from '../content/date-fields.ts';
import type { BlockType } from '../content/blocks/index.ts';
import { frameIds, type Page } from '../content/page.ts';
import { anchorOf } from '../markdown/plain-text.ts';
import type { Field } from './collect-fields.ts';
import type { CheckedBlock, ParsedFile, ParsedPage, ParsedSharedBlock } from './read-file.ts';
import { type BlockSummary, type Post, postOf, type PostList, summarizeBlock } from './page-summary.ts';
import { headingOrder } from './page-quality.ts';
import { referencesIn } from './references.ts';
import { type FileResult, ownResult } from './check-file.ts';
import { charactersOf } from './font-coverage.ts';
import { listTags } from './list-rules.ts';

/**
 * All that a file says to the rest of its site. Plain data, which depends on nothing but the text of the file
 * and the variables of `_site.yaml`.
 */
export interface FileFacts {
  /** The path of the file in the pages folder. */
  path: string;
  /** Whether the file could be parsed. If not, the lists below are empty. */
  isRead: boolean;
  /** The blocks of a page in their order, or the block of a file in `_shared/`. */
  blocks: readonly BlockFacts[];
  /** Each reference once. */
  references: readonly Reference[];
  /** The files of `public/` that the file names anywhere. */
  files: readonly string[];
  /** The letters beyond ASCII in its texts, each once: for the coverage of fonts. */
  characters?: string;
  /** The problems that the file has by itself, if any. */
  result?: FileResult;
}

export interface PageFacts extends FileFacts {
  route: string;
  draft?: true;
  /** Whether it is kept out of lists. */
  unlisted?: true;
  /** From when and until when visitors can open it. */
  time?: PublicTime;
  /** Where a page that is only a redirect leads. */
  redirect?: string;
  /** As they are written, if its settings are not valid. */
  title?: string;
  description?: string;
  /** The valid settings of a page whose blocks are all blocks. */
  settings?: Omit<Page, 'path' | 'blocks'>;
  /** Whether it may have other ids than those of its blocks, because a part of it could not be read. */
  hasUnknownIds?: true;
}

export interface SharedFacts extends FileFacts {
  /** The name by which pages use the file. */
  name: string;
}

export interface BlockFacts {
  /** The name of a shared block that is used here. */
  use?: string;
  type?: BlockType;
  id?: string;
  idIsWrong?: true;
  /** The headings within its texts. */
  headings?: readonly string[];
  /** Whether headings of the third level follow its own, so that it must not be the first of a page. */
  skipsLevel?: true;
  /** The tags by which visitors filter its list. */
  tags?: readonly string[];
  /** Only of a block without errors. */
  summary?: BlockSummary;
}

/** Something in a file that refers to another thing, by kind. */
export interface Reference {
  kind:
    | 'page'
    /** A page that is named, but not linked. */
    | 'page-name'
    | 'outside'
    | 'block'
    | 'dialog'
    | 'icon'
    | 'picture'
    | 'video'
    | 'subtitles'
    | 'font'
    | 'embed'
    | 'text-link'
    | 'text-picture'
    /** Markdown in a text that cannot be rendered. */
    | 'text-problem';
  value: string;
  /** Of a picture: how wide and high it must be at least. */
  minSize?: readonly [width: number, height: number];
}

/** Whether an entry of a page is a block of its own, and not a shared one. */
export const isOwnBlock = <Entry extends object>(entry: Entry): entry is Exclude<Entry, { use: string }> =>
  !('use' in entry);

export function pageFacts(source: SourceFile, file: ParsedPage): PageFacts {
  const { path } = source;
  const route = routeOf(path);
  const { document, draft, unlisted, time, redirect, title, description, entries, choices, settings } = file;
  const own = entries.filter(isOwnBlock);
  const blocks = entries.map((entry) =>
    'use' in entry ? { use: entry.use } : blockFacts(entry, entry === own[0]),
  );
  // Only of a page that others present, or may present with an event in a shared block.
  if (
    settings &&
    !settings.kind &&
    !settings.tags &&
    blocks.every(({ use, type }) => !use && type !== 'event')
  )
    for (const { summary } of blocks) delete summary?.opening;
  const hasUnknownIds = !document || document.leftOut.length > 0 || own.some(({ idIsWrong }) => idIsWrong);
  const fields = [...own.flatMap((block) => block.fields), ...(choices?.fields ?? [])];
  return {
    ...fileFacts(path, file, own, fields),
    route,
    ...(draft && { draft }),
    ...(unlisted && { unlisted }),
    time,
    redirect,
    ...(settings ? { settings } : { title, description }),
    ...(hasUnknownIds && { hasUnknownIds }),
    ...(redirect !== undefined && { references: [{ kind: 'page', value: redirect }] }),
    blocks,
    result: withoutEmpty(ownResult(file, own, route)),
  };
}

export function sharedFacts({ path }: SourceFile, file: ParsedSharedBlock): SharedFacts {
  const own = file.block ? [file.block] : [];
  return {
    ...fileFacts(path, file, own, file.block?.fields ?? []),
    name: sharedName(path),
    blocks: own.map((block) => blockFacts(block, true)),
    result: withoutEmpty(ownResult(file, own)),
  };
}

function fileFacts(
  path: string,
  file: ParsedFile & Pick<ParsedPage, 'title'>,
  own: readonly CheckedBlock[],
  fields: readonly Field[],
) {
  const characters = charactersOf(file, own);
  return {
    path,
    isRead: file.document !== undefined,
    references: referencesOf(fields),
    files: filesIn(fields),
    ...(characters !== '' && { characters }),
  };
}

function blockFacts(checked: CheckedBlock, mayBeFirst: boolean): BlockFacts {
  const { block, type, id, idIsWrong, fields } = checked;
  const headings = fields.flatMap(({ markdown }) => markdown?.headings ?? []);
  const summary = block && summarizeBlock(block);
  return {
    type,
    id,
    ...(idIsWrong && { idIsWrong }),
    ...(headings.length > 0 && { headings }),
    ...(mayBeFirst && headingOrder(checked).length > 0 && { skipsLevel: true }),
    ...(summary?.list && { tags: listTags(checked.data).map(([, tag]) => tag) }),
    summary,
  };
}

/** The name by which pages use a file of `_shared/`. */
const sharedName = (path: string): string => path.slice('_shared/'.length).replace(/\.yaml$/, '');

/** All references of fields, each once. */
export function referencesOf(fields: readonly Field[]): Reference[] {
  const references = new Map<string, Reference>();
  for (const field of fields)
    for (const { kind, value, minSize } of referencesIn(field))
      references.set(`${kind} ${value}`, { kind, value, ...(minSize && { minSize }) });
  return [...references.values()];
}

/** The files of `public/` that fields name. */
export function filesIn(fields: readonly Field[]): string[] {
  const files = new Set<string>();
  const add = (address: string) => {
    if (/^\/.*\.\w+$/.test(address)) files.add(address.normalize());
  };
  for (const { text, markdown } of fields) {
    add(text);
    for (const { to } of markdown?.links ?? []) add(to);
    for (const { src } of markdown?.pictures ?? []) add(src);
  }
  return [...files];
}

/** The pages that visitors reach by these references. */
export function linksIn(references: readonly Reference[]): string[] {
  const links = new Set<string>();
  for (const { kind, value } of references)
    if (kind === 'page' || kind === 'text-link') links.add(withoutHash(value));
  return [...links];
}

/** The lists of a file that have no errors. */
export const listsOf = ({ blocks }: Pick<FileFacts, 'blocks'>): PostList[] =>
  blocks.flatMap(({ summary }) => summary?.list ?? []);

/** What lists can show of a page; `undefined` where none can. */
export function postFacts({ route: path, redirect, settings, blocks }: PageFacts): Post | undefined {
  if (redirect !== undefined) return undefined;
  const own = blocks.filter(({ use }) => use === undefined);
  const summaries = own.flatMap(({ summary }) => summary ?? []);
  if (settings && summaries.length === own.length) return postOf({ ...settings, path }, summaries);
  // Where something is wrong, a page may say another thing.
  return { path, title: '', isLive: false, isUncertain: true, kinds: [], tags: [] };
}

/** The ids of blocks and headings on a page, in their order; `undefined` where one is not certain. */
export function idsOf(blocks: readonly BlockFacts[]): string[] | undefined {
  if (blocks.some(({ idIsWrong }) => idIsWrong)) return undefined;
  const ids = new Set([...frameIds, ...blocks.flatMap(({ id }) => id ?? [])]);
  for (const heading of blocks.flatMap(({ headings = [] }) => headings)) anchorOf(heading, ids);
  return [...ids].slice(frameIds.length);
}

/** `undefined` for a file without problems, as most are. */
function withoutEmpty(result: FileResult): FileResult | undefined {
  const { diagnostics, quality, unreadableFile, notChecked } = result;
  return [diagnostics, quality, unreadableFile, notChecked].some(({ length }) => length > 0)
    ? result
    : undefined;
}
