import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../scripts/source/load-site.ts';

const { files, diagnostics, website } = readSite('pages');

test.each(files.map(({ file }) => file))('%s is valid', (file) => {
  expect(diagnostics.filter((diagnostic) => diagnostic.file === file).map(formatDiagnostic)).toEqual([]);
});

test('every page file became a page or a redirect', () => {
  const pages = files.filter(({ path }) => !path.startsWith('_'));
  expect((website?.pages.size ?? 0) + (website?.redirects.length ?? 0)).toBe(pages.length);
});

test.each(files.map(({ file }) => file.replaceAll('\\', '/')))('%s names its schema for editors', (file) => {
  const schema = posix.relative(
    posix.dirname(file),
    `schema/${file === 'pages/_site.yaml' ? 'site' : 'page'}.schema.json`,
  );
  expect(readFileSync(file, 'utf8').split('\n')[0]).toBe(`# yaml-language-server: $schema=${schema}`);
});
