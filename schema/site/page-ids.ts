import { createAnchor } from '../markdown/plain-text.ts';
import { reservedIds } from './page.ts';

/**
 * The ids on a page. Both the checker and the renderer use this class, so that links are checked against the ids that
 * the page actually has.
 */
export class PageIds {
  readonly #ids: Set<string>;

  /** `blockIds` are the block ids that the author wrote. */
  constructor(blockIds: readonly string[]) {
    this.#ids = new Set([...reservedIds, ...blockIds]);
  }

  /** Creates a unique id for a heading, and adds it to the page. */
  add(heading: string): string {
    return createAnchor(heading, this.#ids);
  }

  /** Returns the ids that links can lead to: those of blocks and headings, in the order in which they were added. */
  get linkable(): string[] {
    return [...this.#ids].slice(reservedIds.length);
  }
}
