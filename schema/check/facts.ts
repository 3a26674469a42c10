import type { Diagnostic, DiagnosticInit, DiagnosticWithoutPath } from '../diagnostics/diagnostic.ts';
import { removeHash } from '../base/routes.ts';
import type { FieldMeta, ReferenceKind } from '../fields/field-metadata.ts';
import type { SourceFile } from '../fields/source-file.ts';
import type { PublicTime } from '../fields/date-fields.ts';
import type { BlockSummary, PostList } from '../blocks/block-definition.ts';
import type { BlockType } from '../blocks/index.ts';
import type { Page } from '../site/page.ts';
import { PageIds } from '../site/page-ids.ts';
import { type Post, createPost } from './page-summary.ts';

/**
 * The facts about a file that site checks need. They are serializable for the cache, and depend only on the file
 * content and the variables in `_site.yaml`.
 */
export interface FileFacts {
  /** Path relative to the pages folder. */
  path: string;
  /** Whether the file is readable. If not, all lists in the facts are empty. */
  isRead: boolean;
  blocks: readonly BlockFacts[];
  /** The references in the file, without duplicates. */
  references: readonly Reference[];
  /** The files in `public/` that this file refers to. */
  files: readonly string[];
  /** The non-ASCII characters in the file's texts, used to check whether the fonts cover them. */
  characters?: string;
  /** The problems that do not depend on other files. Not set if there are no such problems. */
  result?: FileResult;
}

export interface PageFacts extends FileFacts {
  route: string;
  draft?: true;
  unlisted?: true;
  time?: PublicTime;
  /** The redirect target, if the page is a redirect. */
  redirect?: string;
  /** The page title. Set only if `settings` is missing. */
  title?: string;
  description?: string;
  /** The page settings. Set if they are valid and all blocks are readable. */
  settings?: Omit<Page, 'path' | 'blocks'>;
  /** Whether unreadable parts of the file may contain more ids. */
  hasUnknownIds?: true;
}

export interface SharedFacts extends FileFacts {
  name: string;
}

export interface BlockFacts {
  /** The name of the shared block, if the item refers to one. */
  use?: string;
  type?: BlockType;
  id?: string;
  hasInvalidId?: true;
  /** Whether the block is hidden from visitors. If so, `headings` is not set, and `summary` is empty. */
  hidden?: true;
  /** The texts from which ids are created, such as the headings in Markdown. */
  headings?: readonly string[];
  /**
   * Whether an `h3` directly follows the block heading. If so, the block heading cannot become the `h1` of the page.
   */
  skipsLevel?: true;
  /** The tags that visitors can filter the block's list by. */
  tags?: readonly string[];
  /** The block summary. Set if the block is valid. */
  summary?: BlockSummary;
}

/** The problems in a file. */
export interface FileResult {
  /** Problems with syntax, settings and references, up to the limit per file. */
  diagnostics: readonly Diagnostic[];
  /** Problems with the quality of the content, such as unclear link texts or skipped heading levels. */
  quality: readonly Diagnostic[];
  /** Descriptions of the unreadable parts, each with the reason. */
  unread: readonly string[];
  /** Descriptions of the parts that were not checked, each with the reason. */
  notChecked: readonly string[];
  /** Characters that a custom font lacks. */
  letters?: string;
  /** Problems in shared blocks on this page, each with the block name. Paths are relative to the block. */
  inShared?: readonly (readonly [name: string, problem: DiagnosticInit])[];
}

export interface FileWithFacts<Facts extends FileFacts = FileFacts> {
  source: SourceFile;
  /** A hash of everything that the facts are computed from: the file content, and the variables in `_site.yaml`. */
  key: string;
  facts: Facts;
}

/** A reference to a page, file or other target. Links in texts have the kind `page` or `external`. */
export interface Reference {
  kind:
    | ReferenceKind
    /** A setting that names a page without a link to it. */
    | 'page-name'
    | 'text-picture'
    /** A problem in Markdown instead of a reference, so there is no target. */
    | 'text-problem';
  value: string;
  minSize?: FieldMeta['minSize'];
  /** The setting, if its entire value is the link. */
  setting?: LinkSetting;
  /** Whether the reference is in a hidden block. */
  isHidden?: true;
  /** The problem, for the kind `text-problem`. */
  problem?: DiagnosticWithoutPath;
  /** The address of an `<iframe>` in the Markdown. */
  frame?: string;
}

/** A setting whose value is a link. */
export interface LinkSetting {
  key: string;
  /** Whether the setting's group also accepts `to` or `href`. */
  hasTo?: true;
  hasHref?: true;
}

/** Returns the routes of linked pages. */
export function collectLinks(references: readonly Reference[]): string[] {
  const links = new Set<string>();
  for (const { kind, value } of references) if (kind === 'page') links.add(removeHash(value));
  return [...links];
}

/** Returns the valid lists in a file. */
export const collectLists = ({ blocks }: Pick<FileFacts, 'blocks'>): PostList[] =>
  blocks.flatMap(({ summary }) => summary?.list ?? []);

/** Returns the post for a page, or `undefined` if lists cannot show the page. */
export function toPost({ route: path, redirect, settings, blocks }: PageFacts): Post | undefined {
  if (redirect !== undefined) return undefined;
  const ownBlocks = blocks.filter(({ use }) => use === undefined);
  const summaries = ownBlocks.flatMap(({ summary }) => summary ?? []);
  if (settings && summaries.length === ownBlocks.length) return createPost({ ...settings, path }, summaries);
  // If blocks are invalid, the kind of the page is uncertain. If settings are invalid, so are its tags and author.
  const { tags = [], author } = settings ?? {};
  const unknownWordsFlag = settings === undefined && { hasUnknownWords: true as const };
  return { path, title: '', isLive: false, isUncertain: true, ...unknownWordsFlag, kinds: [], tags, author };
}

/** Returns the ids of blocks and headings in page order, or `undefined` if an id is invalid. */
export function collectAnchorIds(blocks: readonly BlockFacts[]): string[] | undefined {
  if (blocks.some(({ hasInvalidId }) => hasInvalidId)) return undefined;
  const ids = new PageIds(blocks.flatMap(({ id, hidden }) => (hidden ? [] : (id ?? []))));
  for (const heading of blocks.flatMap(({ headings = [] }) => headings)) ids.add(heading);
  return ids.linkable;
}
