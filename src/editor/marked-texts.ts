import type { Leaf } from '../../schema/markdown/leaves.ts';
import type { Path } from '../../schema/base/data.ts';

/** The owner of a text: this page, a shared block, another page, or the whole site. */
export type Owner = 'page' | 'shared' | 'other' | 'site';

/** The place of a text in the site's files. */
export interface TextPlace {
  /** The path in the pages folder. */
  file: string;
  path: Path;
  /** The text in the file, or the built-in word if the file has none. */
  source: string;
  kind: 'plain' | 'inline' | 'long';
  /** The label of the setting. */
  label: string;
  owner: Owner;
  /** The part of a long text that is edited, such as a paragraph. Without it, the whole text is edited. */
  leaf?: Leaf;
  /** Whether the text is a built-in word, which no file contains. */
  isDefault?: true;
  /** The route of the other page, if `owner` is `other`. */
  route?: string;
  /** The number of pages that use the shared block with this text. */
  users?: number;
}

/** The origin of a text that no file contains: why it cannot be edited, and the setting that it is generated from. */
export interface MissingPlace {
  why: 'date' | 'list' | 'generated' | 'built-in' | 'faulty';
  file?: string;
  path?: Path;
}

export type TextOrigin = TextPlace | MissingPlace;

/** A block of the page, and its place in a file. */
export interface EditedBlock {
  file: string;
  path: Path;
  label: string;
  /** The data of the block in the file. Every operation on the block includes the data, to detect conflicts. */
  data: unknown;
  /** The number of pages that use this block, if it is shared. */
  users?: number;
}

/** The texts of a page, and what the editor needs to know about them. */
export interface MarkedTexts {
  /** The HTML of the page's body. The index of its origin precedes each text. */
  html: string;
  origins: readonly TextOrigin[];
  /** The texts of each block in its file. Used to find the origin of text that has no index in `html`. */
  texts: readonly (readonly TextPlace[])[];
  /** The blocks of the page; null for blocks that its file does not contain. */
  blocks: readonly (EditedBlock | null)[];
  /** The status of the page for visitors, such as "Live" or "Draft". */
  status: string;
  /** Whether no page has this route. */
  isMissing: boolean;
  /** The values of the site's variables, by name. */
  variables: Readonly<Record<string, string>>;
  /** File contents by path. Operations use them as their base. */
  files: Readonly<Record<string, string>>;
}
