import { type Block, definitionOf } from '../../schema/content/blocks/index.ts';

/** Gives the end of a page another ground than the section above it, of which it would seem to be a part. */
export function avoidSameToneAtEnd(blocks: readonly Block[]): Block[] {
  const closing = blocks.at(-1);
  const above = blocks.at(-2);
  if (!closing || above?.tone !== closing.tone || !definitionOf(closing).needsContrastAbove?.(closing))
    return [...blocks];
  return [...blocks.slice(0, -1), { ...closing, tone: closing.tone === 'plain' ? 'tinted' : 'plain' }];
}
