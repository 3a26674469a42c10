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
  /** The texts that lead somewhere, or name or describe something. */
  fields: readonly Field[];
  /** All texts. */
  texts(): readonly Field[];
  /** Whether headings of a level below its own stand in it. */
  hasInnerHeadings: boolean;
  /** The path in the document of a path in the block. */
  place(path: Path): Path;
  /** Whether it is the block of a file in `_shared/`. */
  shared: boolean;
  data: unknown;
}
