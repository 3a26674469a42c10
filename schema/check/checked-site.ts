import type { Path } from '../base/path.ts';
import type { Block, BlockType } from '../blocks/index.ts';
import type { YamlDocument } from '../document/read-document.ts';
import type { Field } from '../validate/collect-fields.ts';

/** A block at its place in a file, whether it can be rendered or not. */
export interface CheckedBlock {
  block?: Block;
  type?: BlockType;
  id?: string;
  /** Whether there is an `id` that cannot be one: what links to it may be right. */
  idIsWrong: boolean;
  document: YamlDocument;
  /** Where the block stands in its document. */
  at: Path;
  fields: readonly Field[];
  /** The path in the document of a path in the block. */
  place(path: Path): Path;
  /** Whether it is the block of a file in `_shared/`. */
  shared: boolean;
  data: unknown;
}

/** A page file whose settings and blocks were validated. */
export interface CheckedPage {
  address: string;
  document: YamlDocument;
  title?: string;
  description?: string;
  draft: boolean;
  /** Whether it has come since the last commit, where that is known. */
  isNew?: boolean;
  blocks: readonly CheckedBlock[];
}

export interface CheckedRedirect {
  address: string;
  to: string;
  draft: boolean;
  document: YamlDocument;
}

/** What the rules between pages check. */
export interface CheckedSite {
  pages: readonly CheckedPage[];
  redirects: readonly CheckedRedirect[];
  /** The fields of `_site.yaml`. */
  siteFields: readonly Field[];
  siteDocument?: YamlDocument;
  shared: ReadonlyMap<string, CheckedBlock | undefined>;
  /** The shared blocks that some page uses. */
  used: ReadonlySet<string>;
}
