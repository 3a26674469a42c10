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
 * The facts about a file that checks of the whole site need. Serializable, for the cache. They only depend on
 * the text of the file and the variables of `_site.yaml`.
 */
export interface FileFacts {
  /** Relative to the pages folder. */
  path: string;
  /** `false` if the file is unreadable. Then the lists below are empty. */
  isRead: boolean;
  blocks: readonly BlockFacts[];
  /** Without duplicates. */
  references: readonly Reference[];
  /** The files of `public/` that it refers to. */
  files: readonly string[];
  /** The non-ASCII characters of its texts, for the coverage of fonts. */
  characters?: string;
  /** The problems that do not depend on other files, if there are any. */
  result?: FileResult;
}

export interface PageFacts extends FileFacts {
  route: string;
  draft?: true;
  unlisted?: true;
  time?: PublicTime;
  /** The target, if the page is a redirect. */
  redirect?: string;
  /** Only set if `settings` is missing. */
  title?: string;
  description?: string;
  /** Set if the settings are valid and all blocks are readable. */
  settings?: Omit<Page, 'path' | 'blocks'>;
  /** Whether unreadable parts of the file may contain more ids. */
  hasUnknownIds?: true;
}

export interface SharedFacts extends FileFacts {
  name: string;
}

export interface BlockFacts {
  /** The name of the shared block, if it is one. */
  use?: string;
  type?: BlockType;
  id?: string;
  hasInvalidId?: true;
  /** Whether it is hidden from visitors. If so, it has no headings, and its summary is empty. */
  hidden?: true;
  /** The headings in its texts and other texts that get an id. */
  headings?: readonly string[];
  /** Whether its heading is followed by an `h3`, so that it cannot be the `h1` of the page. */
  skipsLevel?: true;
  /** The tags by which visitors can filter its list. */
  tags?: readonly string[];
  /** Set if the block is valid. */
  summary?: BlockSummary;
}

/** The problems of a file. */
export interface FileResult {
  /** Problems of syntax, settings and references, up to the limit per file. */
  diagnostics: readonly Diagnostic[];
  /** Problems of wording. */
  quality: readonly Diagnostic[];
  /** Unreadable parts, each with the reason. */
  unread: readonly string[];
  /** Parts that were not checked, each with the reason. */
  notChecked: readonly string[];
  /** Characters that a custom font lacks. */
  letters?: string;
  /** Problems of shared blocks on this page, by the name of the block. Their paths start at the block. */
  inShared?: readonly (readonly [name: string, problem: DiagnosticInit])[];
}

export interface FileWithFacts<Facts extends FileFacts = FileFacts> {
  source: SourceFile;
  /** A hash of everything that the facts depend on: the text, and the variables of `_site.yaml`. */
  key: string;
  facts: Facts;
}

/** A value that refers to something else. Links in texts are of the kind `page` or `external`. */
export interface Reference {
  kind:
    | ReferenceKind
    /** A page that is mentioned but not linked. */
    | 'page-name'
    | 'text-picture'
    /** Markdown that cannot be rendered. */
    | 'text-problem';
  value: string;
  minSize?: FieldMeta['minSize'];
  /** The setting whose whole value is the link. */
  setting?: LinkSetting;
  /** Whether it is in a hidden block. */
  isHidden?: true;
  /** The problem in Markdown. */
  problem?: DiagnosticWithoutPath;
  /** The address of an HTML frame. */
  frame?: string;
}

/** A setting whose value is a link. */
export interface LinkSetting {
  key: string;
  /** Whether its group also accepts `to` or `href`. */
  hasTo?: true;
  hasHref?: true;
}

/** Returns the routes of linked pages. */
export function collectLinks(references: readonly Reference[]): string[] {
  const links = new Set<string>();
  for (const { kind, value } of references) if (kind === 'page') links.add(removeHash(value));
  return [...links];
}

/** Returns the valid lists of a file. */
export const collectLists = ({ blocks }: Pick<FileFacts, 'blocks'>): PostList[] =>
  blocks.flatMap(({ summary }) => summary?.list ?? []);

/** Returns the post of a page, if lists can show it. */
export function toPost({ route: path, redirect, settings, blocks }: PageFacts): Post | undefined {
  if (redirect !== undefined) return undefined;
  const ownBlocks = blocks.filter(({ use }) => use === undefined);
  const summaries = ownBlocks.flatMap(({ summary }) => summary ?? []);
  if (settings && summaries.length === ownBlocks.length) return createPost({ ...settings, path }, summaries);
  // Invalid content may change the kind of the page, and invalid settings its tags and author.
  const { tags = [], author } = settings ?? {};
  const unknownWordsFlag = settings === undefined && { hasUnknownWords: true as const };
  return { path, title: '', isLive: false, isUncertain: true, ...unknownWordsFlag, kinds: [], tags, author };
}

/** Returns the ids of blocks and headings in order, or `undefined` if one of them is invalid. */
export function collectAnchorIds(blocks: readonly BlockFacts[]): string[] | undefined {
  if (blocks.some(({ hasInvalidId }) => hasInvalidId)) return undefined;
  const ids = new PageIds(blocks.flatMap(({ id, hidden }) => (hidden ? [] : (id ?? []))));
  for (const heading of blocks.flatMap(({ headings = [] }) => headings)) ids.add(heading);
  return ids.linkable;
}
