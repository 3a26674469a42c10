import { frameIds } from '../base/frame-ids.ts';
import { anchorOf } from '../text/anchors.ts';
import type { PagePlace, SharedFacts } from './facts.ts';

/** The ids of blocks and headings on a page, its shared blocks included; nothing where one is not certain. */
export function namedIds(
  names: NonNullable<PagePlace['names']>,
  shared: (name: string) => SharedFacts | undefined,
): string[] | undefined {
  const blocks = names.map((one) => ('use' in one ? shared(one.use) : one));
  if (blocks.some((block) => block && 'idIsWrong' in block && block.idIsWrong)) return undefined;
  const ids = new Set([...frameIds, ...blocks.flatMap((block) => block?.id ?? [])]);
  for (const heading of blocks.flatMap((block) => block?.headings ?? [])) anchorOf(heading, ids);
  return [...ids].slice(frameIds.length);
}
