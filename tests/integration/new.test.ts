import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newCommand } from '../../scripts/commands/new.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { parseFiles, testGoldenTexts } from '../support/golden.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { describeChangedFiles, readSiteFiles, toRelativePaths, writeCase } from '../support/site-changes.ts';
import { errorPageYaml, toPageYaml, siteYaml } from '../support/small-site.ts';
import { createSuiteFolder, createSiteOnDisk } from '../support/site-on-disk.ts';

const { folder: parentFolder, pages } = createSiteOnDisk();
const folder = createSuiteFolder();
const site = join(folder, 'our-site');
beforeEach(() => rmSync(site, { recursive: true, force: true }));

const smallSite = {
  'pages/_site.yaml': siteYaml,
  'pages/404.yaml': errorPageYaml,
  'pages/index.yaml': toPageYaml('  - type: hero\n    heading: Home page\n'),
};

const createPage = (...args: string[]) => runCommand(newCommand, ['page', ...args, '--pages', pages]);

// Each case has a page address, options and additional files of a small site. The command output follows, then the
// summary of a check of the site with the new page, and the files that were written.
testGoldenTexts('page-recipes', async (input) => {
  const root = join(parentFolder, 'site');
  const [command = ''] = input.split(/^@ /m, 1);
  rmSync(root, { recursive: true });
  writeCase(root, { ...smallSite, ...parseFiles(input) });
  const before = readSiteFiles(root);
  const [address = '', ...options] = command.trimEnd().split(/ --/);
  const { code, out, err } = await createPage(
    address,
    ...options.flatMap((option) => `--${option}`.split(' ')),
  );
  const after = readSiteFiles(root);
  const checked = code === 0 ? (await runCommand(validate, ['--pages', pages])).out : '';
  const texts = [
    ...(code === 0 ? [] : [`exit code ${code}`]),
    (err + out).trimEnd(),
    ...checked
      .replace(/ \(\d+ ms\)/, '')
      .trimEnd()
      .split('\n\n')
      .slice(-1),
    ...describeChangedFiles(before, after),
  ];
  return toRelativePaths(texts.filter((text) => text !== '').join('\n'), root);
});

test('new does not follow symbolic links', async () => {
  symlinkSync(folder, join(pages, 'jobs'));
  const { code, err } = await createPage('/jobs/cook', '--recipe', 'job');
  expect([code, err]).toEqual([1, expect.stringContaining('pages/jobs is a symbolic link, not a folder.\n')]);
  expect(readdirSync(folder)).toEqual([]);
});

test('if npm consumed `--recipe` because `--` is missing, the error shows the right command', async () => {
  const { code, err } = await createPage('/work', 'job');
  expect(code).toBe(2);
  expect(err).toBe("Unexpected argument 'job'. Write `npm run new -- page /work --recipe job`.\n");
});

test('new prints its help without arguments, and the expected usage for invalid arguments', async () => {
  const help = await runCommand(newCommand, ['--help']);
  expect(await runCommand(newCommand, [])).toEqual(help);
  expect((await runCommand(newCommand, ['block'])).err).toContain(
    "Unexpected argument 'block'. Expected `page` or `site`.",
  );
});

test('a site is created in a new or empty folder, and its only diagnostics are for placeholder text', async () => {
  const { code, out } = await runCommand(newCommand, ['site', site]);
  expect(code).toBe(0);
  expect(out).toContain(`View it with \`npm run dev -- --pages ${site}/pages\`.`);
  expect(readdirSync(site).toSorted()).toEqual(['.gitignore', 'AGENTS.md', 'pages', 'public', 'schema']);
  const checked = await runCommand(validate, ['--pages', join(site, 'pages')]);
  expect(checked.code).toBe(0);
  expect(checked.out).toMatch(
    /^warning\[unfinished-text\]: \d+ more in 7 files \(`npm run validate -- --all`\)$/m,
  );
  expect([...checked.out.matchAll(/^(?:error|warning)\[(.+?)\]/gm)].map(([, rule]) => rule)).toEqual(
    Array.from({ length: 4 }, () => 'unfinished-text'),
  );
});

test.each(['a file', 'a folder that is not empty', 'a link'])(
  'a site is not created in %s',
  async (target) => {
    if (target === 'a file') writeFileSync(site, 'mine');
    else if (target === 'a link') symlinkSync(pages, site);
    else {
      mkdirSync(site);
      writeFileSync(join(site, 'notes.txt'), 'mine');
    }
    const before = readTree(folder);
    const { code, err } = await runCommand(newCommand, ['site', site]);
    expect(code).toBe(2);
    expect(err).toContain('Nothing was written. Choose a new or empty folder.');
    expect(readTree(folder)).toEqual(before);
  },
);
