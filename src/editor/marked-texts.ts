import type { Leaf } from '../../schema/markdown/leaves.ts';
import type { Path } from '../../schema/base/data.ts';

/** Whose text it is: of this page, of a block on several pages, of another page, or of all pages. */
export type Owner = 'page' | 'shared' | 'other' | 'site';

/** Where a text stands in the files of a site. */
export interface TextPlace {
  /** The path in the pages folder. */
  file: string;
  path: Path;
  /** The text as the file has it, or the built-in word that is its default. */
  source: string;
  kind: 'plain' | 'inline' | 'long';
  /** What the setting is called. */
  label: string;
  owner: Owner;
  /** The part of a long text that is written as a whole. */
  leaf?: Leaf;
  /** The file does not have it: the text is a built-in word. */
  isDefault?: true;
  /** The route of another page. */
  route?: string;
  /** The number of pages with this block. */
  users?: number;
}

/** A text that no file has: why, and the setting that it follows from. */
export interface NoPlace {
  why: 'date' | 'list' | 'generated' | 'built-in' | 'faulty';
  file?: string;
  path?: Path;
}

export type TextOrigin = TextPlace | NoPlace;

/** A block of the page in its file. */
export interface EditedBlock {
  file: string;
  path: Path;
  label: string;
  /** Its data in the file, which every operation on it states. */
  data: unknown;
  /** The number of pages with this block, if it is shared. */
  users?: number;
}

/** The texts of a page, and where each stands. */
export interface MarkedTexts {
  /** The body of the page, with the number of its origin before each text. */
  html: string;
  origins: readonly TextOrigin[];
  /** The texts of each block in its file, for what carries no number. */
  texts: readonly (readonly TextPlace[])[];
  /** The blocks of the page; null for what its file does not have. */
  blocks: readonly (EditedBlock | null)[];
  /** What the page is to visitors, such as "Live" or "Draft". */
  status: string;
  /** The values of variables, by their name. */
  variables: Readonly<Record<string, string>>;
  /** The texts of the files, by path: the base of every operation. */
  files: Readonly<Record<string, string>>;
}
