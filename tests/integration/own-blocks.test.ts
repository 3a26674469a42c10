import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../scripts/build/build-site.ts';
import { build } from '../../scripts/commands/build.ts';
import { listOwnPrograms } from '../../scripts/site/own-blocks.ts';
import { loadBundle, openRenderer } from '../../scripts/build/bundle.ts';
import { createCatalogueFile } from '../../scripts/catalogue/files.ts';
import { catalogue } from '../../scripts/commands/catalogue.ts';
import { fix } from '../../scripts/commands/fix.ts';
import { schema } from '../../scripts/commands/schema.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { readSourceHelp } from '../../scripts/editing/source-help.ts';
import { readRecipe } from '../../scripts/server/edited-site.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { reportChanges } from '../../scripts/report/site-report.ts';
import { createGitSite } from '../support/git-site.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { offerPage, createOwnBlockSite, renameGuideSetting } from '../support/own-block-site.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';

const folder = createSuiteFolder();
const [pages, out] = [join(folder, 'pages'), join(folder, 'dist')];
const write = createWriter(folder);
const files = createOwnBlockSite();
const restoreFiles = () => {
  for (const [path, text] of Object.entries(files)) write(path, text);
};
beforeEach(restoreFiles);
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const check = () => runCommand(validate, ['--pages', pages, '--format', 'line']);

test('the example block from the guide is checked, built and indexed', async () => {
  expect((await check()).out).toBe('');
  const buildResult = await runCommand(build, ['--pages', pages, '--out', out]);
  expect(buildResult).toMatchObject({ code: 0 });
  const html = read('dist/offers.html');
  expect(html).toMatch(/data-block="offer"[^]*Half the price[^]*data-copy="Copy"[^]*WINTERTIDE/);
  expect(html).toMatch(/Offers of the harbour[^]*Open every day\./);
  expect(html).toMatch(/<nav[^]*href="tel:\+44 20 7946 0000"[^]*<\/nav>/);
  expect(html).not.toContain('"header-end"');
  const [, program = ''] = /"file":"(\/assets\/own\/[^"]+)"/.exec(html) ?? [];
  expect(read(`dist${program}`)).toContain('export default (pagewright)');
  expect(Object.keys(JSON.parse(read('dist/search/words-.json')) as object)).toContain('wintertide');
});

test("a site's own blocks give the same output with and without workers, and a changed block is rendered again", async () => {
  const buildTree = async (threads?: number) => {
    await buildSite({ pages, out, env: {}, threads });
    return readTree(out);
  };
  const first = await buildTree(2);
  expect(await buildTree()).toEqual(first);
  rmSync(out, { recursive: true });
  expect(await buildTree()).toEqual(first);
  write('blocks/offer/view.tsx', files['blocks/offer/view.tsx']?.replace('{code}<', 'Code {code}<') ?? '');
  expect((await buildTree()).get('offers.html')).toMatch(/Code (?:<!-- -->)?WINTERTIDE/);
});

test("a site's own block is in the page schema, completion, the catalogue and the editor's block list", async () => {
  await runCommand(schema, ['--pages', pages]);
  expect(read('schema/page.schema.json')).toContain('The code that visitors enter at the desk.');
  const { website } = readSite(pages);
  const loadRenderer = async () =>
    openRenderer((await loadBundle()).renderer, listOwnPrograms(pages, '/own'));
  const preview =
    website && (await createCatalogueFile('/__blocks/offer', website.site, loadRenderer, pages));
  expect(preview?.text).toContain('A night for half the price');
  const list = website && (await createCatalogueFile('/__blocks', website.site, loadRenderer, pages));
  expect(list?.text).toContain('class="insert main" data-type="offer"');
  expect(readRecipe('offer', '')).toBe(files['blocks/offer/example.yaml']);
  const suggest = (addedYaml: string) => {
    const text = offerPage + addedYaml;
    const { suggestions } = readSourceHelp({ file: 'offers.yaml', text }, text.length, () => []);
    return suggestions.map(({ label }) => label);
  };
  expect(suggest('  - ')).toContain('type: offer');
  expect(suggest('  - type: offer\n    ')).toEqual(expect.arrayContaining(['code', 'terms', 'copy', 'lead']));
});

test('a page with the former name of a setting is built, and fix renames it', async () => {
  for (const [path, text] of Object.entries(renameGuideSetting())) write(path, text);
  expect(await check()).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\S*offers\.yaml:6:63: warning: `copy` is now called `button` \[renamed\]\n/),
  });
  expect(await runCommand(build, ['--pages', pages, '--out', out])).toMatchObject({ code: 0 });
  expect(read('dist/offers.html')).toContain('data-copy="Copy"');
  expect(await runCommand(fix, ['--pages', pages])).toMatchObject({ code: 0 });
  expect(read('pages/offers.yaml')).toBe(offerPage.replace('copy:', 'button:'));
  expect((await check()).out).toBe('');
});

testGoldenTexts('own-block-errors', async (input) => {
  restoreFiles();
  const [, path = '', right = '', wrong = ''] = /^(\S+): (.+) → ?(.*)$/.exec(input) ?? [];
  write(path, files[path]?.replace(right, wrong) ?? '');
  const { out } = await check();
  const errors = out.split('\n').filter((line) => line.includes(': error:'));
  const ownErrors = errors.filter((line) => !line.includes('[unknown-block]'));
  return ownErrors
    .map((line) => line.slice(line.indexOf(path)).replaceAll(relative('.', folder), '…'))
    .join('\n');
});

test("with `--skip-faulty`, pages that do not use the site's faulty block are built", async () => {
  write('blocks/offer/view.tsx', '</>');
  const skipped = await runCommand(build, ['--pages', pages, '--out', out, '--skip-faulty']);
  expect(skipped.out).toContain('2 pages built');
  expect(read('dist/index.html')).toContain('Home page');
});

test.each([
  ['blocks/offer/view.tsx', '{code}<', '{code.a.b}<', '18:2', 0],
  ['blocks/offer/view.tsx', '{...head} />', 'heading={{ a: 1 }} />', '1:1', 0],
  ['hero.tsx', '<Notice>', '{!settings.lead && undefined.a}<Notice>', '16:', 0],
  [
    'hero.tsx',
    '{...settings}',
    '{...settings} heading={settings.lead ? settings.heading : { a: 1 }}',
    '1:1',
    2,
  ],
])(
  'an error while rendering %s (%s → %s) is reported, and the other pages are built',
  async (path, right, wrong, position, threads) => {
    write(path, files[path]?.replace(right, wrong) ?? '');
    const run = (...options: string[]) => runCommand(build, ['--pages', pages, '--out', out, ...options]);
    rmSync(out, { recursive: true, force: true });
    const { diagnostics } = await buildSite({ pages, out, env: {}, threads });
    expect(diagnostics).toMatchObject([{ rule: 'own-block', file: expect.stringContaining(path) }]);
    const failed = await run();
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.err).toContain(`${path}:${position}`);
    expect(failed.err).toMatch(/this file throws an error on \/\w*: /);
    expect(failed.err).not.toContain('Internal error');
    const skipped = await run('--skip-faulty');
    expect(skipped.out).toMatch(/pages? built/);
    expect(skipped.err).toContain('offers.yaml has errors, so it was left out');
    expect(read('dist/index.html')).toContain('Home page');
  },
);

test('an error in a slot view is reported once', async () => {
  write('phone.tsx', files['phone.tsx']?.replace('{site.phone}<', '{site.a.b}<') ?? '');
  const { diagnostics } = await buildSite({ pages, out, env: {}, threads: 0 });
  expect(diagnostics).toMatchObject([
    { rule: 'own-block', file: expect.stringContaining('phone.tsx'), range: { start: { line: 6 } } },
  ]);
});

test('`catalogue` shows the error of a broken view and still renders the other blocks', async () => {
  write('blocks/offer/view.tsx', files['blocks/offer/view.tsx']?.replace('{code}<', '{code.a.b}<') ?? '');
  const written = await runCommand(catalogue, ['--pages', pages, '--out', join(folder, 'catalogue')]);
  expect(written).toMatchObject({ code: 1, err: expect.stringContaining('view.tsx:18:') });
  expect(read('catalogue/__blocks/offer/index.html')).toContain('throws an error on /__blocks/offer: ');
  expect(read('catalogue/__blocks/cta/band/index.html')).toContain('data-block="cta"');
});

test('`report` names the file whose code throws an error', async () => {
  const site = createGitSite(join(folder, 'in-git'), { remote: false, commit: false });
  for (const [path, text] of Object.entries(files)) site.write(path, text);
  site.git('add', '-A');
  site.git('commit', '-qm', 'Offers');
  site.write(
    'blocks/offer/view.tsx',
    files['blocks/offer/view.tsx']?.replace('{code}<', '{code.a.b}<') ?? '',
  );
  site.write('pages/offers.yaml', `${files['pages/offers.yaml']}  - { type: text, body: New. }\n`);
  const { diagnostics, pages } = await reportChanges({ pages: join(site.folder, 'pages'), base: 'HEAD' });
  expect(diagnostics).toMatchObject([{ rule: 'own-block', file: expect.stringContaining('view.tsx') }]);
  expect(pages).toMatchObject([{ route: '/offers' }]);
});

const config = 'pagewright.config.ts';

test('every build writes the files added by `pagewright.config.ts` and calls its functions', async () => {
  const written = join(folder, 'written.json');
  const save = `writeFileSync(${JSON.stringify(written)}, JSON.stringify([out, files]))`;
  const configWithSave = files[config]?.replace(/console.*/, save) ?? '';
  write(config, `import { writeFileSync } from 'node:fs';\n${configWithSave}`);
  for (let builds = 0; builds < 2; builds++) {
    rmSync(written, { force: true });
    await buildSite({ pages, out, env: {} });
    const expected = expect.arrayContaining(['offers.html', 'pages.json']);
    expect(JSON.parse(read('written.json'))).toEqual([out, expected]);
  }
  expect(JSON.parse(read('dist/pages.json'))).toContainEqual(
    expect.objectContaining({ route: '/offers', status: 'live' }),
  );
});

test.each([
  ['> 100', '> 1', /The title of \/[^]*pagewright\.config\.ts:7:25[^]*Nothing was built/],
  ['/pages.json', '/offers.html', /adds the file \/offers\.html, but the site already has a file/],
  ['/pages.json', '/robots.txt', /adds the file \/robots\.txt, but the site already has a file/],
  ['JSON.', 'JSON.a.', /Nothing was built: .*pagewright\.config\.ts:12:\d+ throws an error/],
  ['console', 'console.a', /The site was built in .*, but .*pagewright\.config\.ts:16:\d+ throws an error/],
])('an error in the configuration is reported (%s → %s)', async (right, wrong, message) => {
  write(config, files[config]?.replace(right, wrong) ?? '');
  const failed = await runCommand(build, ['--pages', pages, '--out', out]);
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(message) });
});

test('a site cannot use the blocks of another site', async () => {
  expect((await check()).code).toBe(0);
  write('other/pages/_site.yaml', files['pages/_site.yaml'] ?? '');
  write('other/pages/offers.yaml', files['pages/offers.yaml'] ?? '');
  const other = ['--pages', join(folder, 'other/pages'), '--format', 'line'];
  expect((await runCommand(validate, other)).out).toContain('there is no block called `offer`');
});
