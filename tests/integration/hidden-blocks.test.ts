import { expect, test } from 'vitest';
import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { readSite } from '../../scripts/site/load-site.ts';
import { fixturePages } from '../support/fixture-site.ts';
import { openBuiltRenderer, renderSite } from '../support/render-site.ts';

const { files, assets } = readSite(fixturePages);

/**
 * Applies `change` to all blocks of the fixture site except link targets and the first block of each page. Returns the
 * new file contents, and the types of the changed blocks.
 */
function changeBlocks(change: (blocks: YAMLMap[], index: number) => void): {
  texts: Record<string, string>;
  types: Set<unknown>;
} {
  const types = new Set<unknown>();
  const texts = files.sources.map(({ path, text }): [string, string] => {
    const document = parseDocument(text);
    const list = path.startsWith('_') ? undefined : document.get('blocks');
    if (!isSeq(list)) return [path, text];
    const blocks = list.items.filter((item) => isMap(item));
    for (let index = blocks.length - 1; index > 0; index -= 1) {
      const block = blocks[index];
      // Skip link targets: blocks with an `id`, and the block with this heading.
      if (!block || block.has('id') || String(block).includes('## Where zero is')) continue;
      types.add(block.get('type') ?? 'use');
      change(blocks, index);
    }
    list.items = blocks;
    return [path, document.toString()];
  });
  return { texts: Object.fromEntries(texts), types };
}

test('a site with hidden blocks has the same output as the site without these blocks', async () => {
  const withoutHidden = changeBlocks((blocks, index) => blocks.splice(index, 1));
  const withHidden = changeBlocks((blocks, index) => blocks[index]?.set('hidden', true));
  expect(withHidden.types.size).toBeGreaterThan(20);
  const renderer = await openBuiltRenderer();
  const [expected, actual] = await Promise.all(
    [withoutHidden, withHidden].map(({ texts }) => renderSite(texts, { assets, renderer })),
  );
  expect(expected?.files.size).toBeGreaterThan(100);
  expect([...(actual?.files.keys() ?? [])]).toEqual([...(expected?.files.keys() ?? [])]);
  const isDifferent = ([path, text]: [string, string]) => expected?.files.get(path) !== text;
  expect([...(actual?.files ?? [])].filter(isDifferent).map(([path]) => path)).toEqual([]);
});
