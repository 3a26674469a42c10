import type { Diagnostic, DiagnosticInit, DiagnosticWithoutPath } from '../diagnostics/diagnostic.ts';
import { withoutHash } from '../base/routes.ts';
import type { FieldMeta, ReferenceKind } from '../fields/field-metadata.ts';
import type { SourceFile } from '../fields/source-file.ts';
import type { PublicTime } from '../fields/date-fields.ts';
import type { BlockSummary, PostList } from '../blocks/block-definition.ts';
import type { BlockType } from '../blocks/index.ts';
import type { Page } from '../site/page.ts';
import { PageIds } from '../site/page-ids.ts';
import { type Post, postOf } from './page-summary.ts';

/**
 * Facts about a file that checks of the whole site need. Serializable, for the cache. They depend only on the
 * text of the file and the variables of `_site.yaml`.
 */
export interface FileFacts {
  /** Path in the pages folder. */
  path: string;
  /** `false` if the file is unreadable. Then the lists below are empty. */
  isRead: boolean;
  blocks: readonly BlockFacts[];
  /** Without duplicates. */
  references: readonly Reference[];
  /** The files of `public/` that it names. */
  files: readonly string[];
  /** The non-ASCII characters of its texts, for the coverage of fonts. */
  characters?: string;
  /** The problems that do not depend on other files, if any. */
  result?: FileResult;
}

export interface PageFacts extends FileFacts {
  route: string;
  draft?: true;
  unlisted?: true;
  time?: PublicTime;
  /** The target, if the page is a redirect. */
  redirect?: string;
  /** Only if `settings` are missing. */
  title?: string;
  description?: string;
  /** Set if the settings are valid and all blocks are readable. */
  settings?: Omit<Page, 'path' | 'blocks'>;
  /** Whether unreadable parts may contain further ids. */
  hasUnknownIds?: true;
}

export interface SharedFacts extends FileFacts {
  name: string;
}

export interface BlockFacts {
  /** The name of a shared block. */
  use?: string;
  type?: BlockType;
  id?: string;
  hasInvalidId?: true;
  /** Whether visitors do not see it. Then it has no headings, and its summary is empty. */
  hidden?: true;
  /** The headings in its texts, and other texts that have an id. */
  headings?: readonly string[];
  /** Whether its heading is followed by `h3`, so that it cannot be the `h1` of the page. */
  skipsLevel?: true;
  /** The tags for filtering its list. */
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
  /** Unreadable parts, and why. */
  unread: readonly string[];
  notChecked: readonly string[];
  /** Characters that a custom font lacks. */
  letters?: string;
  /** Problems of shared blocks on this page, by the name of the block. Their paths start at the block. */
  inShared?: readonly (readonly [name: string, problem: DiagnosticInit])[];
}

export interface FileWithFacts<Facts extends FileFacts = FileFacts> {
  source: SourceFile;
  /** A hash of all that the facts depend on: the text, and the variables of `_site.yaml`. */
  key: string;
  facts: Facts;
}

/** A value that refers to something else. Links in texts are of the kind `page` or `external`. */
export interface Reference {
  kind:
    | ReferenceKind
    /** A page that is mentioned, but not linked. */
    | 'page-name'
    | 'text-picture'
    /** Markdown that cannot be rendered. */
    | 'text-problem';
  value: string;
  minSize?: FieldMeta['minSize'];
  /** Of a link that is the whole value of a setting. */
  setting?: LinkSetting;
  /** Whether it is in a hidden block. */
  isHidden?: true;
  /** What is wrong with Markdown. */
  problem?: DiagnosticWithoutPath;
  /** The address of a frame of HTML. */
  frame?: string;
}

/** The setting that holds a link. */
export interface LinkSetting {
  key: string;
  /** Whether `to` and `href` are settings of the same group. */
  hasTo?: true;
  hasHref?: true;
}

/** The routes of linked pages. */
export function linksIn(references: readonly Reference[]): string[] {
  const links = new Set<string>();
  for (const { kind, value } of references) if (kind === 'page') links.add(withoutHash(value));
  return [...links];
}

/** The valid lists of a file. */
export const listsOf = ({ blocks }: Pick<FileFacts, 'blocks'>): PostList[] =>
  blocks.flatMap(({ summary }) => summary?.list ?? []);

/** The post of a page, if lists can show it. */
export function postFacts({ route: path, redirect, settings, blocks }: PageFacts): Post | undefined {
  if (redirect !== undefined) return undefined;
  const ownBlocks = blocks.filter(({ use }) => use === undefined);
  const summaries = ownBlocks.flatMap(({ summary }) => summary ?? []);
  if (settings && summaries.length === ownBlocks.length) return postOf({ ...settings, path }, summaries);
  // Invalid content may change the kind of the page, and invalid settings its tags and author.
  const { tags = [], author } = settings ?? {};
  const isOfUnknownWords = settings === undefined && { hasUnknownWords: true as const };
  return { path, title: '', isLive: false, isUncertain: true, ...isOfUnknownWords, kinds: [], tags, author };
}

/** The ids of blocks and headings, in order. `undefined` if one is invalid. */
export function idsOf(blocks: readonly BlockFacts[]): string[] | undefined {
  if (blocks.some(({ hasInvalidId }) => hasInvalidId)) return undefined;
  const ids = new PageIds(blocks.flatMap(({ id, hidden }) => (hidden ? [] : (id ?? []))));
  for (const heading of blocks.flatMap(({ headings = [] }) => headings)) ids.add(heading);
  return ids.linkable;
}
