import type { Diagnostic, InData } from '../diagnostics/diagnostic.ts';
import { withoutHash } from '../content/routes.ts';
import type { FieldMeta, ReferenceKind } from '../content/field-metadata.ts';
import type { SourceFile } from '../content/source-file.ts';
import type { PublicTime } from '../content/date-fields.ts';
import type { BlockSummary, PostList } from '../content/block-definition.ts';
import type { BlockType } from '../content/blocks/index.ts';
import { frameIds, type Page } from '../content/page.ts';
import { anchorOf } from '../markdown/plain-text.ts';
import { type Post, postOf } from './page-summary.ts';

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
  hasInvalidId?: true;
  /** The headings within its texts. */
  headings?: readonly string[];
  /** Whether headings of the third level follow its own, so that it must not be the first of a page. */
  skipsLevel?: true;
  /** The tags by which visitors filter its list. */
  tags?: readonly string[];
  /** Only of a block without errors. */
  summary?: BlockSummary;
}

/** The problems of a file. */
export interface FileResult {
  /** Of its text, its settings and its references: as many as are reported of a file. */
  diagnostics: readonly Diagnostic[];
  /** Of its wording. */
  quality: readonly Diagnostic[];
  /** What could not be read, and why. */
  unread: readonly string[];
  notChecked: readonly string[];
  /** Letters in the file that a font of the site lacks. */
  letters?: string;
  /** The problems of a page with the ids of its shared blocks, by the names of these. */
  inShared?: readonly (readonly [name: string, problem: Diagnostic<InData>])[];
}

/** A file and its facts. */
export interface FileWithFacts<Facts extends FileFacts = FileFacts> {
  source: SourceFile;
  /** A hash of all that the facts depend on. */
  key: string;
  facts: Facts;
}

/** A value that refers to something else. A link in a text is one to a `page` or an `external` one. */
export interface Reference {
  kind:
    | ReferenceKind
    /** A page that is named, but not linked. */
    | 'page-name'
    | 'text-picture'
    /** Markdown in a text that cannot be rendered. */
    | 'text-problem';
  value: string;
  minSize?: FieldMeta['minSize'];
}

/** The pages that visitors reach by these references. */
export function linksIn(references: readonly Reference[]): string[] {
  const links = new Set<string>();
  for (const { kind, value } of references) if (kind === 'page') links.add(withoutHash(value));
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
  if (blocks.some(({ hasInvalidId: idIsWrong }) => idIsWrong)) return undefined;
  const ids = new Set([...frameIds, ...blocks.flatMap(({ id }) => id ?? [])]);
  for (const heading of blocks.flatMap(({ headings = [] }) => headings)) anchorOf(heading, ids);
  return [...ids].slice(frameIds.length);
}
