import { type Block, getDefinition } from '../blocks/index.ts';

/**
 * Changes the tone of the last block if the section above it has the same tone. Otherwise, the two would look like a
 * single section.
 */
export function avoidSameToneAtEnd(blocks: readonly Block[]): Block[] {
  const lastBlock = blocks.at(-1);
  const previousBlock = blocks.at(-2);
  if (
    !lastBlock ||
    previousBlock?.tone !== lastBlock.tone ||
    !getDefinition(lastBlock).needsContrastAbove?.(lastBlock)
  )
    return [...blocks];
  return [...blocks.slice(0, -1), { ...lastBlock, tone: lastBlock.tone === 'plain' ? 'tinted' : 'plain' }];
}
