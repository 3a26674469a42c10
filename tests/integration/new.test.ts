import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newCommand } from '../../scripts/new.ts';
import { validate } from '../../scripts/validate.ts';
import { readTree } from '../support/read-tree.ts';
import { runCommand } from '../support/run-command.ts';
import { scratchFolder, siteOnDisk } from '../support/site-on-disk.ts';

const { pages, write } = siteOnDisk();
const folder = scratchFolder();
const site = join(folder, 'our-site');
beforeEach(() => rmSync(site, { recursive: true, force: true }));

const makePage = (...args: string[]) => runCommand(newCommand, ['page', ...args, '--pages', pages]);
const read = (path: string) => readFileSync(join(pages, path), 'utf8');

test('creates a page from its recipe and prints the next steps', async () => {
  const { code, out, err } = await makePage('/jobs/head-gardener', '--recipe', 'job');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('pages/jobs/head-gardener.yaml from the recipe `job`.');
  expect(out).toContain(`npm run dev -- --pages ${pages}\`, at /jobs/head-gardener.`);
  expect(read('jobs/head-gardener.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.\.\/schema\/page/,
  );
  expect(readdirSync(join(pages, 'jobs'))).toEqual(['head-gardener.yaml']);
  expect((await runCommand(validate, ['--pages', pages])).out).toContain('no faults');
});

test('without /contact, buttons lead where the header leads, and the output says so', async () => {
  write('_site.yaml', read('_site.yaml').replace('label: Write, to: /', 'label: Write, to: /ask'));
  write('ask.yaml', 'redirect: /\n');
  const { out } = await makePage('/training', '--recipe', 'service');
  expect(out).toContain('Its buttons lead to /ask, since there is no page /contact. Check that this fits.');
  expect(read('training.yaml')).toContain('to: /ask }');
  write('contact.yaml', 'redirect: /\n');
  expect((await makePage('/care', '--recipe', 'service')).out).not.toContain('no page /contact');
  expect(read('care.yaml')).toContain('to: /contact }');
});

test('placeholders for pictures are listed with their lines', async () => {
  const { out } = await makePage('/team', '--recipe', 'team');
  const [, line] = /line (\d+) +public\/people\/second-person\.jpg/.exec(out) ?? [];
  expect(read('team.yaml').split('\n')[Number(line) - 1]).toContain(
    '#image: { src: /people/second-person.jpg',
  );
  expect(existsSync(join(pages, '../public/people'))).toBe(false);
});

test('without a recipe it uses `page`', async () => {
  expect((await makePage('about/us')).out).toContain('pages/about/us.yaml from the recipe `page`.');
});

test.each([
  ['/', 'is the address of', 'pages/index.yaml already. Nothing was written: choose another one.'],
  ['/index', 'is the address of', 'pages/index.yaml already'],
  ['/Über uns', 'lower-case letters, digits, hyphens and slashes only', 'Write `/uber-uns`.'],
  ['pages/jobs/Cook.yaml', 'lower-case letters', 'Write `/jobs/cook`.'],
  ['/_shared/hours', 'lower-case letters', 'Write `/shared/hours`.'],
  ['/../elsewhere', 'lower-case letters', 'Write `/elsewhere`.'],
  ['/!', 'lower-case letters', 'Write one like `/about/us`.'],
  ['/assets/x', 'addresses that begin with `/assets` are kept for the scripts', 'Write `/our-assets/x`.'],
])('the address %s is rejected, and nothing is written', async (address, ...parts) => {
  const before = readTree(pages);
  const { code, out, err } = await makePage(address, '--recipe', 'job');
  expect([code, out]).toEqual([2, '']);
  for (const part of [`\`${address}\``, ...parts]) expect(err).toContain(part);
  expect(readTree(pages)).toEqual(before);
});

test('an existing page is never changed', async () => {
  write('jobs.yaml', 'redirect: /\n');
  mkdirSync(join(pages, 'prices'));
  write('prices/index.yaml', 'redirect: /\n');
  for (const address of ['/jobs', '/jobs/', '/prices', '/prices/index'])
    expect((await makePage(address, '--recipe', 'job')).err).toContain('already');
  expect([read('jobs.yaml'), read('prices/index.yaml')]).toEqual(['redirect: /\n', 'redirect: /\n']);
});

test('symbolic links are not followed', async () => {
  symlinkSync(folder, join(pages, 'jobs'));
  const { code, err } = await makePage('/jobs/cook', '--recipe', 'job');
  expect([code, err]).toEqual([1, expect.stringContaining('pages/jobs is a symbolic link, not a folder.\n')]);
  expect(readdirSync(folder)).toEqual([]);
});

test('for an unknown recipe, the error suggests the nearest, and lists all', async () => {
  const { code, err } = await makePage('/work', '--recipe', 'Jobs');
  expect(code).toBe(2);
  expect(err).toContain(
    'There is no recipe `Jobs`. Did you mean `job`? The recipes are article, case-study,',
  );
  expect(existsSync(join(pages, 'work.yaml'))).toBe(false);
});

test('if npm has taken `--recipe` because `--` is missing, the error has the right command', async () => {
  const { code, err } = await makePage('/work', 'job');
  expect(code).toBe(2);
  expect(err).toBe("Unexpected argument 'job'. Write `npm run new -- page /work --recipe job`.\n");
});

test('without arguments it prints its help and the recipes', async () => {
  const { code, out } = await runCommand(newCommand, []);
  expect(code).toBe(0);
  expect(out).toContain('npm run new -- page /jobs/engineer --recipe job');
  expect(out).toMatch(/^ {2}press {7}For the press: facts, files to download, and somebody to call\.$/m);
  expect((await runCommand(newCommand, ['block'])).err).toContain(
    "Unexpected argument 'block'. Expected `page` or `site`.",
  );
});

test('a site is created in a new or empty folder, and its only diagnostics are the texts to replace', async () => {
  const { code, out } = await runCommand(newCommand, ['site', site]);
  expect(code).toBe(0);
  expect(out).toContain(`See it with \`npm run dev -- --pages ${site}/pages\`.`);
  expect(readdirSync(site).toSorted()).toEqual(['.gitignore', 'pages', 'public', 'schema']);
  const checked = await runCommand(validate, ['--pages', join(site, 'pages')]);
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('this is only an example from the recipe, and visitors take it for yours');
  expect(checked.out).toMatch(
    /^warning\[recipe-text\]: \d+ more in 7 files \(`npm run validate -- --all`\)$/m,
  );
  expect([...checked.out.matchAll(/^(?:error|warning)\[(.+?)\]/gm)].map(([, rule]) => rule)).toEqual(
    Array.from({ length: 4 }, () => 'recipe-text'),
  );
});

test.each(['a file', 'a folder with something in it', 'a link'])(
  'a site is not created in %s',
  async (what) => {
    if (what === 'a file') writeFileSync(site, 'mine');
    else if (what === 'a link') symlinkSync(pages, site);
    else {
      mkdirSync(site);
      writeFileSync(join(site, 'notes.txt'), 'mine');
    }
    const before = readTree(folder);
    const { code, err } = await runCommand(newCommand, ['site', site]);
    expect(code).toBe(2);
    expect(err).toContain('Nothing was written: name a folder that is new or empty.');
    expect(readTree(folder)).toEqual(before);
  },
);
