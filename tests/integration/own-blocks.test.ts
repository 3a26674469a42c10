import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { build } from '../../scripts/commands/build.ts';
import { ownPrograms } from '../../scripts/site/own-blocks.ts';
import { bundle, openRenderer } from '../../scripts/build/bundle.ts';
import { catalogueFile } from '../../scripts/catalogue/files.ts';
import { schema } from '../../scripts/commands/schema.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { ownBlockSite } from '../support/own-block-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { scratchFolder, writerIn } from '../support/site-on-disk.ts';

const folder = scratchFolder();
const [pages, out] = [join(folder, 'pages'), join(folder, 'dist')];
const write = writerIn(folder);
const files = ownBlockSite();
beforeEach(() => {
  for (const [path, text] of Object.entries(files)) write(path, text);
});
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const check = () => runCommand(validate, ['--pages', pages, '--format', 'line']);

test('checks, builds and indexes the block of the guide', async () => {
  expect((await check()).out).toBe('');
  const built = await runCommand(build, ['--pages', pages, '--out', out]);
  expect(built).toMatchObject({ code: 0 });
  const html = read('dist/offers.html');
  expect(html).toMatch(/data-block="offer"[^]*Half the price[^]*data-copy="Copy"[^]*WINTERTIDE/);
  expect(html).toMatch(/Offers of the harbour[^]*Open every day\./);
  const [, program = ''] = /"file":"(\/assets\/own\/[^"]+)"/.exec(html) ?? [];
  expect(read(`dist${program}`)).toContain('export default (pagewright)');
  expect(Object.keys(JSON.parse(read('dist/search/words-.json')) as object)).toContain('wintertide');
});

test('builds the same with and without workers, and again when the block changes', async () => {
  const built = async (threads?: number) => {
    await buildSite({ pages, out, env: {}, threads });
    return readTree(out);
  };
  const first = await built(2);
  expect(await built()).toEqual(first);
  rmSync(out, { recursive: true });
  expect(await built()).toEqual(first);
  write('blocks/offer/view.tsx', files['blocks/offer/view.tsx']?.replace('{code}<', 'Code {code}<') ?? '');
  expect((await built()).get('offers.html')).toMatch(/Code (?:<!-- -->)?WINTERTIDE/);
});

test('adds the block to the page schema and the catalogue', async () => {
  await runCommand(schema, ['--pages', pages]);
  expect(read('schema/page.schema.json')).toContain('The code that visitors enter at the desk.');
  const { website } = readSite(pages);
  const renderer = async () => openRenderer((await bundle()).renderer, ownPrograms(pages, '/own'));
  const shown = website && (await catalogueFile('/__blocks/offer', website.site, renderer));
  expect(shown?.text).toContain('A night for half the price');
});

test.each([
  ['blocks/offer/view.tsx', '</Code>', '</Cod>', '19:9: error: this file cannot be compiled: Expected'],
  [
    'blocks/offer/view.tsx',
    "'pagewright/ui'",
    "'pagewright/ux'",
    '2:88: error: this file cannot be compiled',
  ],
  ['blocks/offer/view.tsx', 'export default', 'export', '1:1: error: this file has no default export'],
  ['blocks/offer/client.ts', 'export default', 'export', '1:1: error: this file has no default export'],
  [
    'blocks/offer/schema.ts',
    'described(text',
    'described(txt',
    '5:19: error: this file throws an error: txt',
  ],
  ['blocks/offer/schema.ts', 'inlineText,', 'shortText,', '6:20: error: this file throws an error'],
  ['blocks/offer/schema.ts', 'defineBlock({', 'String({', '1:1: error: the default export is not a block'],
  ['blocks/offer/schema.ts', "('offer'", "('hero'", '1:1: error: the schema is named after another'],
  [
    'blocks/offer/schema.ts',
    '...sectionSettings,',
    '',
    '1:1: error: the schema lacks the required setting `id`',
  ],
  ['blocks/offer/example.yaml', 'code: SPRING', 'cod: SPRING', '6:1: error: an `offer` block has no setting'],
  ['hero.tsx', 'views/hero', 'views/heroes', '1:1: error: there is no built-in block `heroes`'],
  ['pagewright.config.ts', 'hero:', 'her:', '3:45: error: there is no built-in block `her`'],
  ['pagewright.config.ts', './hero', './hera', '3:45: error: there is no file ./hera.tsx'],
  ['pagewright.config.ts', 'components', 'parts', '3:31: error: the setting `parts` is not valid'],
])('reports an error in %s (%s → %s) at its line', async (path, right, wrong, message) => {
  write(path, files[path]?.replace(right, wrong) ?? '');
  const { code, out } = await check();
  expect(code).toBe(1);
  const own = out
    .split('\n')
    .filter((line) => line.includes(': error:') && !line.includes('[unknown-block]'));
  expect(own).toEqual([expect.stringContaining(`${path}:${message}`)]);
});

test('builds pages without a faulty block, and names the view that throws an error', async () => {
  write('blocks/offer/view.tsx', '</>');
  const skipped = await runCommand(build, ['--pages', pages, '--out', out, '--skip-faulty']);
  expect(skipped.out).toContain('2 pages built');
  expect(read('dist/index.html')).toContain('Home page');
  write('blocks/offer/view.tsx', files['blocks/offer/view.tsx']?.replace('{code}<', '{code.a.b}<') ?? '');
  const failed = await runCommand(build, ['--pages', pages, '--out', out]);
  expect(failed.err).toContain('blocks/offer/view.tsx:18:2');
});

test('keeps the blocks of one site from another', async () => {
  expect((await check()).code).toBe(0);
  write('other/pages/_site.yaml', files['pages/_site.yaml'] ?? '');
  write('other/pages/offers.yaml', files['pages/offers.yaml'] ?? '');
  const other = ['--pages', join(folder, 'other/pages'), '--format', 'line'];
  expect((await runCommand(validate, other)).out).toContain('there is no block called `offer`');
});
