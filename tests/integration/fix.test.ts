import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fix as fixCommand } from '../../scripts/commands/fix.ts';
import { validate as validateCommand } from '../../scripts/commands/validate.ts';
import { runCommand } from '../support/run-command.ts';
import { pageYaml } from '../support/small-site.ts';
import { siteOnDisk } from '../support/site-on-disk.ts';

const { pages: folder, write } = siteOnDisk();

const blocks =
  "  - { type: heroo,heading: 'Harbour Office' }   # first\n" +
  "  - type: hero\n    headin: A: B\n    layout: 'wied'\n";
const page = `# A note for authors\r\n${pageYaml(blocks).replaceAll('\n', '\r\n')}\r\n`;
const guessed = page
  .replace('heroo', 'hero')
  .replace('headin:', 'heading:')
  .replace('A: B', '"A: B"')
  .replace('wied', 'wide');

const fix = (...args: string[]) => runCommand(fixCommand, ['--pages', folder, ...args]);

test('applies safe fixes, with --suggested the others, and changes nothing else', async () => {
  const file = write('index.yaml', page);
  const first = await fix();
  expect(readFileSync(file, 'utf8')).toBe(guessed.replace('hero,', 'heroo,').replace('wide', 'wied'));
  expect(first).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/2 fixes in 1 file\.\n$/) });
  expect(first.err).toContain('error[unknown-block]');
  expect(await fix('--suggested')).toMatchObject({
    code: 0,
    err: expect.stringContaining('2 fixes in 1 file.'),
  });
  expect(readFileSync(file, 'utf8')).toBe(guessed);
  expect(await fix('--suggested')).toMatchObject({
    code: 0,
    err: expect.stringContaining('0 fixes in 0 files.'),
  });
  expect(readFileSync(file, 'utf8')).toBe(guessed);
});

test('--dry-run only prints the diff', async () => {
  const file = write('index.yaml', page.replaceAll('\r', ''));
  const { out, err } = await fix('--dry-run', '--suggested');
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

test('changes only the given files', async () => {
  const [file, other] = [
    write('index.yaml', page),
    write('about.yaml', page.replace('Test page', 'About us')),
  ];
  await fix(other);
  expect(readFileSync(file, 'utf8')).toBe(page);
  expect(readFileSync(other, 'utf8')).toContain('heading: "A: B"');
  expect(await fix(join(folder, 'nowhere.yaml'))).toMatchObject({
    code: 2,
    err: expect.stringContaining('matches no file'),
  });
});

test('does not change a file that is not UTF-8', async () => {
  const file = write('index.yaml', Buffer.from(page.replace('Office', 'Caf\u00E9'), 'latin1'));
  const before = readFileSync(file);
  expect(await fix('--suggested')).toMatchObject({
    code: 1,
    err: expect.stringContaining('not saved as UTF-8'),
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('replaces files atomically and keeps their mode, and changes nothing if that fails', async () => {
  const file = write('index.yaml', page);
  chmodSync(file, 0o640);
  mkdirSync(join(folder, `.index.yaml.${process.pid}`)); // blocks the temporary file
  expect((await fix()).code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(page);
  rmSync(join(folder, `.index.yaml.${process.pid}`), { recursive: true });
  await fix();
  expect(readFileSync(file, 'utf8')).not.toBe(page);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).toSorted()).toEqual(['404.yaml', '_site.yaml', 'index.yaml']);
});

const showing = (src: string) =>
  pageYaml(`  - { type: media, heading: Crew, items: [{ src: ${src}, alt: Six on a pier }] }\n`);

test.each([
  ['no problems', {}],
  ['no home page', { 'index.yaml': undefined, '404.yaml': undefined }],
  ['an unknown setting', { 'index.yaml': pageYaml('  - { type: hero, headin: A, colour: b }\n') }],
  ['an invalid photo', { 'index.yaml': showing('/a.jpg'), '../public/a.jpg': 'no photo' }],
  ['an unused photo', { '../public/b.png': 'no photo' }],
  ['an SVG with a script', { '../public/c.svg': '<svg viewBox="0 0 9 9"><script>a()</script></svg>' }],
  ['a missing picture', { 'index.yaml': showing('/nowhere.jpg') }],
  ['a file that is not a page', { '_old.yaml': 'a' }],
  ['a page with invalid YAML', { 'index.yaml': 'title: "A\nblocks:\n' }],
  ['no site settings', { '_site.yaml': undefined, 'index.yaml': showing('/nowhere.jpg') }],
] as [string, Record<string, string | undefined>][])(
  'reports the same as validate for a site with %s',
  async (_what, files) => {
    for (const [path, text] of Object.entries(files))
      if (text === undefined) rmSync(join(folder, path));
      else write(path, text);
    const fixed = await fix();
    const validated = await runCommand(validateCommand, ['--pages', folder, '--format', 'pretty']);
    expect(fixed.code).toBe(validated.code);
    const told = (text: string) => text.match(/^(?:error|warning)\[.*/gm) ?? [];
    expect(told(fixed.err)).toEqual(told(validated.out));
  },
);
