import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { replaceAtomic } from '../../scripts/system/files.ts';

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'about.yaml');
  writeFileSync(file, 'before');
  return { folder, file };
}

test('a file is replaced as a whole, with its rights, and through a link', () => {
  const { folder, file } = newFile();
  chmodSync(file, 0o640);
  const link = join(folder, 'link.yaml');
  symlinkSync(file, link);
  replaceAtomic(link, 'after');
  expect(readFileSync(file, 'utf8')).toBe('after');
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['about.yaml', 'link.yaml']);
});

test('where the new text cannot be written, the old one is untouched', () => {
  const { folder, file } = newFile();
  mkdirSync(join(folder, `.about.yaml.${process.pid}`));
  expect(() => replaceAtomic(file, 'after')).toThrow('EISDIR');
  expect(readFileSync(file, 'utf8')).toBe('before');
});
