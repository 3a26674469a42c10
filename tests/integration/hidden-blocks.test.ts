import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { check } from '../../schema/checker/check.ts';
import { exampleAssets } from '../../schema/checker/example-site.ts';
import { buildSite } from '../../scripts/build/build-site.ts';
import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { readTree } from '../support/read-tree.ts';
import { pageYaml, siteFiles } from '../support/small-site.ts';
import { siteOnDisk, temporaryFolder } from '../support/site-on-disk.ts';

/** Changes the blocks of all pages to which no link leads, except the first ones. Returns the types of these. */
function changeBlocks(pages: string, change: (blocks: YAMLMap[], at: number) => void): Set<unknown> {
  const types = new Set<unknown>();
  for (const path of globSync('**/*.yaml', { cwd: pages, exclude: ['_*'] })) {
    const file = join(pages, path);
    const document = parseDocument(readFileSync(file, 'utf8'));
    const list = document.get('blocks');
    if (!isSeq(list)) continue;
    const blocks = list.items.filter((item) => isMap(item));
    for (let at = blocks.length - 1; at > 0; at -= 1) {
      const block = blocks[at];
      // A link leads to a heading of the last block of this page.
      if (!block || block.has('id') || String(block).includes('## Where zero is')) continue;
      types.add(block.get('type') ?? 'use');
      change(blocks, at);
    }
    list.items = blocks;
    writeFileSync(file, document.toString());
  }
  return types;
}

test('a build with hidden blocks is the build without them', async () => {
  const build = async (change: Parameters<typeof changeBlocks>[1]) => {
    const folder = temporaryFolder();
    cpSync(fixtureFolder, folder, { recursive: true });
    const pages = join(folder, 'pages');
    const types = changeBlocks(pages, change);
    await buildSite(pages, join(folder, 'dist'));
    return { types, files: readTree(join(folder, 'dist')) };
  };
  const without = await build((blocks, at) => blocks.splice(at, 1));
  const hidden = await build((blocks, at) => blocks[at]?.set('hidden', true));
  expect(hidden.types.size).toBeGreaterThan(20);
  expect(without.files.size).toBeGreaterThan(100);
  expect([...hidden.files.keys()]).toEqual([...without.files.keys()]);
  const isOther = ([path, text]: [string, string]) => without.files.get(path) !== text;
  expect([...hidden.files].filter(isOther).map(([path]) => path)).toEqual([]);
});

const hero = '  - type: hero\n    heading: Home\n    actions: [{ label: See tides, scrollTo: tides }]\n';
const tides = '  - type: text\n    id: tides\n    hidden: true\n    heading: Tides\n    body: High at six.\n';
const messagesOf = (blocks: string, more?: Record<string, string>) =>
  filterErrors(check(siteFiles(blocks, more), exampleAssets({})).diagnostics).map(({ message }) => message);

test('a link to a hidden block is reported, also to a shared one', () => {
  const message = 'the block of `/` with the id `tides` is hidden';
  expect(messagesOf(hero + tides)).toEqual([message]);
  const shared = {
    '_shared/tides.yaml': tides.replaceAll(/^ {4}| {2}- /gm, '').replace('hidden: true\n', ''),
  };
  expect(messagesOf(`${hero}  - use: tides\n`, shared)).toEqual([]);
  expect(messagesOf(`${hero}  - use: tides\n    hidden: true\n`, shared)).toEqual([message]);
});

test('blocks that are hidden together may link to each other', () => {
  const ebb =
    '  - type: cta\n    hidden: true\n    heading: Ebb\n    actions: [{ label: See tides, scrollTo: tides }]\n';
  const plain = hero.replace(/ {4}actions.*\n/, '');
  expect(messagesOf(plain + ebb + tides)).toEqual([]);
  expect(messagesOf(plain + ebb.replace('    hidden: true\n', '') + tides)).toHaveLength(1);
});

test('a hidden block is checked like others, and leaves its id to another one', () => {
  const shown = tides.replace('    hidden: true\n', '');
  expect(messagesOf(hero + tides + shown)).toEqual([]);
  expect(messagesOf(hero + shown + tides.replace('body:', 'boddy:').replace('tides', 'ebb'))).toEqual([
    expect.stringContaining('`boddy`'),
  ]);
});

const small = siteOnDisk();

test.each([
  ['a hidden block', '  - { type: text, hidden: true, body: High at six. }\n'],
  ['an alert that is over', '  - { type: alert, heading: Closed, until: 2020-01-01 }\n'],
])('a page with only %s is built with its title', async (_what, blocks) => {
  small.write('tides.yaml', pageYaml(blocks));
  await buildSite(small.pages, small.out);
  expect(readFileSync(join(small.out, 'tides.html'), 'utf8')).toMatch(/<h1[^>]*>Test page<\/h1>/);
});
