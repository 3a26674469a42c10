import { namesOr } from '../base/wording.ts';
import { isBlockType } from '../blocks/index.ts';
import { smallTypes } from '../blocks/small-blocks.ts';

/** What to do about a block, or a list of blocks, among settings with which only small ones fit. */
export function misplacedBlock(key: string, allowed: readonly string[]): string | undefined {
  if (!smallTypes.every((type) => allowed.includes(type))) return undefined;
  if (key === 'blocks')
    return `write each small block under its own name, without \`type\`: ${namesOr(smallTypes)}`;
  const fitting = `in here only ${namesOr(smallTypes, 'and')} fit`;
  return isBlockType(key)
    ? `let the \`${key}\` block stand by itself among the \`blocks\` of the page; ${fitting}`
    : undefined;
}
