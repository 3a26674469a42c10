import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../schema/check/check.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { createExampleAssets, createExampleFiles } from '../../schema/check/example-site.ts';
import { readSite } from '../../scripts/site/load-site.ts';
import { isFullRun } from '../support/sample.ts';
import { errorPageYaml, toPageYaml, createSiteFiles, siteYaml } from '../support/small-site.ts';
import { createTestFolder, createWriter } from '../support/site-on-disk.ts';

// Hostile files try to stop the checker, or to make it read or publish other files.

/**
 * The number of problems, which is greater than the 100 that are reported at most. Quick runs use fewer, because
 * checking a thousand is slow.
 */
const problemCount = isFullRun ? 1000 : 120;
const hero = '- type: hero\n  heading: Hello\n';
const repeatToLength = (text: string, count: number) =>
  text.repeat(Math.ceil(count / text.length)).slice(0, count);
const checkHomePage = (text: string) =>
  check(createExampleFiles({ 'index.yaml': text }), createExampleAssets({})).diagnostics.map((diagnostic) =>
    formatDiagnostic(diagnostic).replace(/^pages\/index\.yaml:/, ''),
  );

test('a file of ten million characters is reported and not parsed', () => {
  expect(checkHomePage(repeatToLength('a: b\n', 10_000_000))).toEqual([
    '1:1: error: this file has 10,000,000 characters, but a page can have at most 100,000 [too-large]',
  ]);
});

test.each([
  ['brackets', `${hero}  lead: ${'['.repeat(10_000)}`, '6:51'],
  ['braces', `${hero}  lead: ${'{a: '.repeat(10_000)}`, '6:171'],
  ['dashes', `${'- '.repeat(10_000)}a`, '4:3'],
  ['keys', Array.from({ length: 400 }, (_, step) => `${' '.repeat(step)}a:\n`).join(''), '41:41'],
])('deep nesting of %s is reported once', (_what, text, position) => {
  expect(checkHomePage(text)).toEqual([
    `${position}: error: the groups in this file are nested more than 40 levels deep [too-deep]`,
  ]);
});

test('`__proto__` is rejected as a setting and does not change `Object.prototype`', () => {
  expect(checkHomePage(`${hero}  __proto__: { polluted: yes }\n`)).toEqual([
    '6:5: error: there is no setting called `__proto__` [unknown-key]',
  ]);
  expect('polluted' in {}).toBe(false);
});

test.each([
  ['[our prices](/nowhere)', 'no page of this site has the address `/nowhere` [dead-link]'],
  ['[our prices](javascript:alert%281%29)', 'an address must not start with `javascript:` [unsafe-link]'],
  ['[our prices](data:text/html,x)', 'an address must not start with `data:` [unsafe-link]'],
  ['Our <b>prices</b>', 'a text cannot contain HTML such as `<b>` [raw-html]'],
  ['Our **prices', 'visitors will see this `**`, because it has no matching mark [text-marks]'],
  ['Our &#x202E;prices', 'a text cannot contain `&#x202E;`, the invisible character `U+202E` [unseen-sign]'],
])('text from a variable is checked where it is used: %s', (promo, message) => {
  const site = `${siteYaml}variables: { promo: ${JSON.stringify(promo)} }\n`;
  for (const lead of ['lead: "{{promo}}"', 'lead: "See {{ promo }}."']) {
    const files = createSiteFiles(`  - type: hero\n    heading: Hello\n    ${lead}\n`, {
      '_site.yaml': site,
    });
    const { diagnostics } = check(files, { icons: new Set(), files: new Set() });
    expect(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic).replace(/^.*: error: /, ''))).toEqual(
      [message],
    );
    expect(diagnostics[0]).toMatchObject({ file: 'pages/index.yaml', range: { start: { line: 6 } } });
  }
});

test('an alias that expands a billion times is reported and never expanded', () => {
  const names = 'abcdefghi'.split('');
  const bomb = names
    .map(
      (name, index) =>
        `${name}: &${name} [${repeatToLength(index === 0 ? 'x, ' : `*${names[index - 1]}, `, 27)}]`,
    )
    .join('\n');
  const reported = checkHomePage(bomb).filter((line) => line.endsWith('[yaml-reference]'));
  expect(reported).toEqual([
    ...'abcdefgh'
      .split('')
      .map(
        (name, index) =>
          `${index + 1}:4: error: a file cannot use \`&${name}\` to name a part and repeat it ` +
          '[yaml-reference]',
      ),
    '9:4: error: YAML reads `&i` as an instruction [yaml-reference]',
  ]);
});

test('at most a hundred problems in a file are reported, with a note about the rest', () => {
  const { diagnostics, notChecked } = check(
    createExampleFiles({ 'index.yaml': '- type: heroo\n'.repeat(problemCount) }),
    createExampleAssets({}),
  );
  expect(diagnostics.length).toBe(100);
  expect(notChecked).toContain('the rest of pages/index.yaml, because it already has 100 problems');
});

test('at most a hundred unknown settings are reported', () => {
  const unknownSettings = Array.from({ length: problemCount }, (_, index) => `  k${index}: x\n`).join('');
  const lines = checkHomePage(`- type: hero\n  headin: Hello\n${unknownSettings}  laed:\n`);
  expect(lines.length).toBe(100);
  expect(lines.every((line) => line.endsWith('[unknown-key]'))).toBe(true);
});

test('text with many Markdown marks does not overflow the stack', () => {
  expect(
    checkHomePage(`${hero}  lead: "${'**a** [b](/enquiries) '.repeat(isFullRun ? 2700 : 700)}"\n`),
  ).toEqual([]);
});

test.each([
  ['quotes', `${'>'.repeat(30_000)} hi`],
  ['lists', `${'- '.repeat(30_000)}hi`],
  ['indented lists', Array.from({ length: 60 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n')],
  ['pictures', `${'!['.repeat(30_000)}](/a.png)`],
  ['emphasis', `${'*a _b '.repeat(300)}x${' b_ a*'.repeat(300)}`],
  ['strong text', `${'*'.repeat(30_000)}a${'*'.repeat(30_000)}`],
  ['asterisks without spaces', `${'*a'.repeat(20_000)}${'b*'.repeat(20_000)}`],
])('excessive nesting of %s is reported once, within the deadline', (_, body) => {
  const indentedBody = body.replaceAll(/^/gm, '      ');
  const lines = checkHomePage(`${hero}- type: text\n  body: |\n${indentedBody.slice(2)}\n`);
  expect(lines.map((line) => /\[[\w-]+\]$/.exec(line)?.[0])).toEqual(['[too-deep]']);
});

test('long rows of asterisks, dashes and underscores do not count as nesting', () => {
  const lines = ['*'.repeat(2000), '-'.repeat(2000), '_'.repeat(2000), '* '.repeat(300)];
  const body = lines.map((line) => `    ${line.trim()}\n\n`).join('    a\n\n');
  expect(checkHomePage(`${hero}- type: text\n  body: |\n${body}`)).toEqual([]);
});

test('oversized pages and symbolic links out of the pages folder are reported and not read', () => {
  const folder = createTestFolder();
  const write = createWriter(folder);
  write('elsewhere/secret.yaml', 'title: The secret of the other folder\n');
  write('pages/_site.yaml', siteYaml);
  write('pages/404.yaml', errorPageYaml);
  write('pages/index.yaml', toPageYaml('  - type: hero\n    heading: Hello\n  - use: secret\n'));
  write('pages/endless.yaml', repeatToLength('a: b\n', 10_000_000));
  mkdirSync(join(folder, 'pages/_shared'));
  symlinkSync('../elsewhere/secret.yaml', join(folder, 'pages/linked.yaml'));
  symlinkSync('../elsewhere', join(folder, 'pages/folder'));
  symlinkSync('../../elsewhere/secret.yaml', join(folder, 'pages/_shared/secret.yaml'));
  symlinkSync('.', join(folder, 'pages/circle'));
  const site = readSite(join(folder, 'pages'));
  const link = 'this is a link to another file, so its content is not read';
  expect(
    site.diagnostics.map(
      ({ file, message, rule }) => `${file.replace(/^.*?pages\//, '')}: ${message} [${rule}]`,
    ),
  ).toEqual([
    `_shared/secret.yaml: ${link} [linked-file]`,
    `circle: ${link} [linked-file]`,
    'endless.yaml: this file is too large to be read; a page can have at most 100,000 characters [too-large]',
    `folder: ${link} [linked-file]`,
    `linked.yaml: ${link} [linked-file]`,
  ]);
  const json = JSON.stringify(site, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
  expect(json).not.toContain('secret of the other folder');
  expect(site.files.sources.every(({ text }) => text.length < 1000)).toBe(true);
});
