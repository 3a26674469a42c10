import type { Block } from '../../schema/content/blocks/index.ts';

/** The layouts of `cta` that have a ground of their own. */
const ownGround: readonly string[] = ['steps', 'card'];

/** Gives the end of a page another ground than the section above it, of which it would seem to be a part. */
export function withClosingGround(blocks: readonly Block[]): Block[] {
  const closing = blocks.at(-1);
  const above = blocks.at(-2);
  if (closing?.type !== 'cta' || ownGround.includes(closing.layout) || above?.tone !== closing.tone)
    return [...blocks];
  return [...blocks.slice(0, -1), { ...closing, tone: closing.tone === 'plain' ? 'tinted' : 'plain' }];
}
