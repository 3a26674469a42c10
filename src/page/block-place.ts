import type { Block } from '../../schema/blocks/index.ts';
import type { Place } from '../design/block-place.ts';
import { loadedComponent as componentOf } from './components.ts';

/** Whether a block begins with a heading: its own, or an eyebrow in the place of one. */
export function isHeaded(block: Block): boolean {
  const { heading, eyebrow } = block as { heading?: unknown; eyebrow?: unknown }; // some blocks have neither
  return (heading ?? eyebrow) !== undefined;
}

/** The first block's heading is the page's one h1; headings inside a block are below the block's own. */
export function placeOf(block: Block, number: number): Place {
  const first = number === 0;
  return { number, first, heading: first ? 'h1' : 'h2', inner: isHeaded(block) ? 'h3' : 'h2', componentOf };
}
