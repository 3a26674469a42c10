import { type Block, definitionOf } from '../blocks/index.ts';

/** Toggles the tone of the last block if the section above has the same tone: they would look like one section. */
export function avoidSameToneAtEnd(blocks: readonly Block[]): Block[] {
  const closing = blocks.at(-1);
  const above = blocks.at(-2);
  if (!closing || above?.tone !== closing.tone || !definitionOf(closing).needsContrastAbove?.(closing))
    return [...blocks];
  return [...blocks.slice(0, -1), { ...closing, tone: closing.tone === 'plain' ? 'tinted' : 'plain' }];
}
