import { createAnchor } from '../markdown/plain-text.ts';
import { reservedIds } from './page.ts';

/** The ids on a page. The checker and the renderer share this class, so that checked links have the right targets. */
export class PageIds {
  readonly #ids: Set<string>;

  /** `blockIds` are the ids that authors wrote. */
  constructor(blockIds: readonly string[]) {
    this.#ids = new Set([...reservedIds, ...blockIds]);
  }

  /** Creates the id of a heading, and adds it. */
  add(heading: string): string {
    return createAnchor(heading, this.#ids);
  }

  /** Returns the ids that links can lead to, in order. */
  get linkable(): string[] {
    return [...this.#ids].slice(reservedIds.length);
  }
}
