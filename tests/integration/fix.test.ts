import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fix as fixCommand } from '../../scripts/commands/fix.ts';
import { validate as validateCommand } from '../../scripts/commands/validate.ts';
import { runCommand } from '../support/run-command.ts';
import { toPageYaml } from '../support/small-site.ts';
import { createSiteOnDisk } from '../support/site-on-disk.ts';

const { pages: folder, write } = createSiteOnDisk();

const blocks =
  "  - { type: heroo,heading: 'Harbour Office' }   # first\n" +
  "  - type: hero\n    headin: A: B\n    layout: 'wied'\n";
const page = `# A note for authors\r\n${toPageYaml(blocks).replaceAll('\n', '\r\n')}\r\n`;
const fixedPage = page
  .replace('heroo', 'hero')
  .replace('headin:', 'heading:')
  .replace('A: B', '"A: B"')
  .replace('wied', 'wide');

const runFix = (...args: string[]) => runCommand(fixCommand, ['--pages', folder, ...args]);

test('fix applies only safe fixes, and with --suggested all fixes', async () => {
  const file = write('index.yaml', page);
  const first = await runFix();
  expect(readFileSync(file, 'utf8')).toBe(fixedPage.replace('hero,', 'heroo,').replace('wide', 'wied'));
  expect(first).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/2 fixes in 1 file\.\n$/) });
  expect(first.err).toContain('error[unknown-block]');
  expect(await runFix('--suggested')).toMatchObject({
    code: 0,
    err: expect.stringContaining('2 fixes in 1 file.'),
  });
  expect(readFileSync(file, 'utf8')).toBe(fixedPage);
  expect(await runFix('--suggested')).toMatchObject({
    code: 0,
    err: expect.stringContaining('0 fixes in 0 files.'),
  });
  expect(readFileSync(file, 'utf8')).toBe(fixedPage);
});

test('fix --dry-run only prints the diff', async () => {
  const file = write('index.yaml', page.replaceAll('\r', ''));
  const { out, err } = await runFix('--dry-run', '--suggested');
  expect(readFileSync(file, 'utf8')).toBe(page.replaceAll('\r', ''));
  expect(out.slice(out.indexOf('@@'))).toBe(
    [
      '@@ -2,8 +2,8 @@',
      ' title: Test page',
      ' description: Test page, a page that is there for a test and says so at some length.',
      ' blocks:',
      "-  - { type: heroo,heading: 'Harbour Office' }   # first",
      "+  - { type: hero,heading: 'Harbour Office' }   # first",
      '   - type: hero',
      '-    headin: A: B',
      "-    layout: 'wied'",
      '+    heading: "A: B"',
      "+    layout: 'wide'",
      ' ',
      '',
    ].join('\n'),
  );
  expect(err).toContain('not written');
});

test('fix changes only the given files', async () => {
  const [file, otherFile] = [
    write('index.yaml', page),
    write('about.yaml', page.replace('Test page', 'About us')),
  ];
  await runFix(otherFile);
  expect(readFileSync(file, 'utf8')).toBe(page);
  expect(readFileSync(otherFile, 'utf8')).toContain('heading: "A: B"');
  expect(await runFix(join(folder, 'nowhere.yaml'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('matches no file'),
  });
});

test('fix does not change a file that is not UTF-8', async () => {
  const file = write('index.yaml', Buffer.from(page.replace('Office', 'Caf\u00E9'), 'latin1'));
  const before = readFileSync(file);
  expect(await runFix('--suggested')).toMatchObject({
    code: 1,
    err: expect.stringContaining('not saved as UTF-8'),
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('fix replaces files atomically, keeps their mode, and changes nothing if writing fails', async () => {
  const file = write('index.yaml', page);
  chmodSync(file, 0o640);
  mkdirSync(join(folder, `.index.yaml.${process.pid}`)); // a folder in place of the temporary file makes writing fail
  expect((await runFix()).code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(page);
  rmSync(join(folder, `.index.yaml.${process.pid}`), { recursive: true });
  await runFix();
  expect(readFileSync(file, 'utf8')).not.toBe(page);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).toSorted()).toEqual(['404.yaml', '_site.yaml', 'index.yaml']);
});

const pageWithPicture = (src: string) =>
  toPageYaml(`  - { type: media, heading: Crew, items: [{ src: ${src}, alt: Six on a pier }] }\n`);

test.each([
  ['no problems', {}],
  ['no home page', { 'index.yaml': undefined, '404.yaml': undefined }],
  ['an unknown setting', { 'index.yaml': toPageYaml('  - { type: hero, headin: A, colour: b }\n') }],
  ['an invalid photo', { 'index.yaml': pageWithPicture('/a.jpg'), '../public/a.jpg': 'no photo' }],
  ['an unused photo', { '../public/b.png': 'no photo' }],
  ['an SVG with a script', { '../public/c.svg': '<svg viewBox="0 0 9 9"><script>a()</script></svg>' }],
  ['a missing picture', { 'index.yaml': pageWithPicture('/nowhere.jpg') }],
  ['a file that is not a page', { '_old.yaml': 'a' }],
  ['a page with invalid YAML', { 'index.yaml': 'title: "A\nblocks:\n' }],
  ['no site settings', { '_site.yaml': undefined, 'index.yaml': pageWithPicture('/nowhere.jpg') }],
] as [string, Record<string, string | undefined>][])(
  'fix and validate report the same diagnostics for a site with %s',
  async (_what, files) => {
    for (const [path, text] of Object.entries(files))
      if (text === undefined) rmSync(join(folder, path));
      else write(path, text);
    const fixed = await runFix();
    const validation = await runCommand(validateCommand, ['--pages', folder, '--format', 'pretty']);
    expect(fixed.code).toBe(validation.code);
    const findHeadlines = (text: string) => text.match(/^(?:error|warning)\[.*/gm) ?? [];
    expect(findHeadlines(fixed.err)).toEqual(findHeadlines(validation.out));
  },
);
