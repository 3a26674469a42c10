import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fix as fixCommand } from '../../../scripts/fix.ts';
import { runCommand } from '../../support/run-command.ts';
import { pageYaml, siteYaml } from '../../support/small-site.ts';
import { scratchFolder } from '../../support/site-on-disk.ts';

const folder = scratchFolder();

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, '_site.yaml'), siteYaml);
});

const blocks =
  "  - { type: heroo,heading: 'Harbour Office' }   # first\n" +
  "  - type: hero\n    headin: A: B\n    layout: 'wied'\n";
const page = `# A note for authors\r\n${pageYaml(blocks).replaceAll('\n', '\r\n')}\r\n`;
const guessed = page
  .replace('heroo', 'hero')
  .replace('headin:', 'heading:')
  .replace('A: B', '"A: B"')
  .replace('wied', 'wide');

function write(path: string, content: string | Buffer): string {
  writeFileSync(join(folder, path), content);
  return join(folder, path);
}

const fix = (...args: string[]) => runCommand(fixCommand, ['--pages', folder, ...args]);

test('makes the safe fixes, with --suggested the others, and changes nothing else', async () => {
  const file = write('index.yaml', page);
  const first = await fix();
  expect(readFileSync(file, 'utf8')).toBe(guessed.replace('hero,', 'heroo,').replace('wide', 'wied'));
  expect(first).toMatchObject({ code: 1, out: '', err: expect.stringContaining('2 fixes in 1 file.') });
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

test('--dry-run prints the diff only', async () => {
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
    err: expect.stringContaining('names no file'),
  });
});

test('leaves a file alone that is not saved as UTF-8', async () => {
  const file = write('index.yaml', Buffer.from(page.replace('Office', 'Caf\u00E9'), 'latin1'));
  const before = readFileSync(file);
  expect(await fix('--suggested')).toMatchObject({
    code: 1,
    err: expect.stringContaining('not saved as UTF-8'),
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('replaces a file as a whole, with its mode, and leaves it unchanged if that fails', async () => {
  const file = write('index.yaml', page);
  chmodSync(file, 0o640);
  mkdirSync(join(folder, `.index.yaml.${process.pid}`)); // the temporary file
  expect((await fix()).code).not.toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(page);
  rmSync(join(folder, `.index.yaml.${process.pid}`), { recursive: true });
  await fix();
  expect(readFileSync(file, 'utf8')).not.toBe(page);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).toSorted()).toEqual(['_site.yaml', 'index.yaml']);
});
