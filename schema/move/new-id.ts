import { type BlockFacts, collectAnchorIds } from '../check/facts.ts';
import { getOwnBlocks } from '../check/read-file.ts';
import type { SiteFiles, SiteGraph } from '../check/site-graph.ts';
import { name } from '../fields/fields.ts';
import { reservedIds } from '../site/page.ts';
import { removeHash } from '../base/routes.ts';
import { suggestName } from '../diagnostics/similar-names.ts';
import type { Path } from '../base/data.ts';
import { MoveRefused } from './move-refused.ts';

/** A change to a block id. */
export interface IdChange {
  route: string;
  oldId: string;
  newId: string;
  /** The file that contains the block, as a path in the pages folder. */
  file: string;
  /** The path of the setting `id` in the data of the file. */
  path: Path;
  /**
   * The new ids by old ids, for the route of each page that shows the block. Heading ids may also change, so that all
   * ids stay unique.
   */
  anchors: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Returns the change that gives a block a new id. Throws `MoveRefused` if the block cannot have this id. */
export function planIdChange(
  from: string,
  to: string,
  { files, graph }: { files: SiteFiles; graph: SiteGraph },
): IdChange {
  const [route, oldId = ''] = [removeHash(from), from.slice(from.indexOf('#') + 1)];
  const [page] = graph.pagesAt(route);
  const file = files.pages.find(({ facts }) => facts === page);
  const target = graph.redirectTarget(route);
  if (target !== undefined)
    throw new MoveRefused(
      route,
      `redirects to \`${target}\``,
      target.startsWith('/') ? `Use \`${removeHash(target)}#${oldId}\`.` : '',
    );
  if (!page || !file) {
    const routes = files.pages.flatMap(({ facts }) => (facts.redirect === undefined ? [facts.route] : []));
    throw new MoveRefused(route, 'is not a page with blocks', formatSuggestion(route, routes));
  }
  if (!to.includes('#') || removeHash(to) !== route)
    throw new MoveRefused(
      to,
      'is not an address on the same page',
      `Write the new id after the same address: \`${route}#new-id\`.`,
    );
  const newId = to.slice(to.indexOf('#') + 1);
  const matchingBlocks = page.blocks.filter((block) => getBlockId(block, graph) === oldId);
  const [matchingBlock] = matchingBlocks;
  if (!matchingBlock) {
    const ids = graph.idsAt(route) ?? [];
    throw ids.includes(oldId)
      ? new MoveRefused(
          from,
          'is the address of a heading, and is generated from its text',
          'Change the text of the heading instead. The checker then reports links to the old address.',
        )
      : new MoveRefused(
          from,
          `is not the address of a block: no block on \`${route}\` has the id \`${oldId}\``,
          formatSuggestion(oldId, ids),
        );
  }
  if (matchingBlocks.length > 1)
    throw new MoveRefused(from, 'is the address of two blocks', 'Give one of them another `id` first.');
  const pages = matchingBlock.use === undefined ? [page] : graph.findUsers(matchingBlock.use);
  assertUsableId(newId, to, pages, graph);
  const anchors = new Map(
    pages.map(({ route, blocks }) => [route, diffIds(graph.resolveBlocks(blocks), oldId, newId)] as const),
  );
  const commonFields = { route, oldId, newId, anchors };
  if (matchingBlock.use !== undefined)
    return { ...commonFields, file: graph.sharedFile(matchingBlock.use)?.source.path ?? '', path: ['id'] };
  const block = getOwnBlocks(files.parsed.page(file)).find(({ id }) => id === oldId);
  return { ...commonFields, file: file.source.path, path: block?.toDocumentPath(['id']) ?? [] };
}

const getBlockId = ({ use, id }: BlockFacts, graph: SiteGraph) =>
  use === undefined ? id : graph.sharedFacts(use)?.blocks[0]?.id;

function assertUsableId(
  id: string,
  address: string,
  pages: readonly { route: string }[],
  graph: SiteGraph,
): void {
  const advice = 'Choose another id.';
  if (!name.safeParse(id).success)
    throw new MoveRefused(
      address,
      `cannot be the address of a block: an id ${name.safeParse(id).error?.issues[0]?.message ?? ''}`,
      advice,
    );
  if (reservedIds.includes(id))
    throw new MoveRefused(address, 'has an id that is reserved for another part of the page', advice);
  if (graph.dialogForms.has(id))
    throw new MoveRefused(address, 'has an id that a form in a dialog already uses', advice);
  const pageWithId = pages.find(({ route }) => graph.idsAt(route)?.includes(id));
  if (pageWithId)
    throw new MoveRefused(
      `${pageWithId.route}#${id}`,
      'is already the address of a block or a heading',
      advice,
    );
}

/** Returns the ids of blocks and headings that change when a block gets a new id: new ids by old ids. */
function diffIds(blocks: readonly BlockFacts[], oldId: string, newId: string): Map<string, string> {
  const before = collectAnchorIds(blocks);
  const after = collectAnchorIds(
    blocks.map((block) => (block.id === oldId ? { ...block, id: newId } : block)),
  );
  if (!before || !after) return new Map([[oldId, newId]]);
  return new Map(
    before.flatMap((id, index) => (after[index] === id ? [] : [[id, after[index] ?? id] as const])),
  );
}

function formatSuggestion(input: string, names: Iterable<string>): string {
  const suggestion = suggestName(input, [...names]);
  return suggestion === undefined ? '' : `Did you mean \`${suggestion}\`?`;
}
