import { expect, test } from 'vitest';
import { check } from '../../../schema/checker/check.ts';
import { pageYaml, siteFiles, siteYaml } from '../../support/small-site.ts';

const diagnosticsWhereHomeCovers = (covers: string) =>
  check(
    siteFiles('  - { type: hero, heading: Hello }', {
      '_site.yaml': siteYaml.replace('{ label: Home, to: / }', `{ label: Home, to: /, covers: [${covers}] }`),
      'offers.yaml': pageYaml('  - type: hero\n    heading: Offers\n'),
    }),
    { icons: new Set(), pictures: new Set() },
  ).diagnostics;

test('a page that an entry covers must be there', () => {
  const [diagnostic] = diagnosticsWhereHomeCovers('/offer');
  const line = siteYaml.split('\n').findIndex((text) => text.includes('items:')) + 1;
  expect(diagnostic).toMatchObject({
    rule: 'dead-link',
    file: 'pages/_site.yaml',
    message: 'no page of this site has the address `/offer`',
    range: { start: { line } },
  });
  expect(diagnostic?.fix?.edits.map(({ newText }) => newText)).toEqual(['/offers']);
});

test('an entry covers a page as a whole', () => {
  expect(diagnosticsWhereHomeCovers('/offers#prices').map(({ message }) => message)).toEqual([
    'item 1 of `covers` must be the address of a whole page, like `/about/us`',
  ]);
});

test('to cover a page is no link to it', () => {
  expect(diagnosticsWhereHomeCovers('/offers').map(({ rule, file }) => `${rule} ${file}`)).toEqual([
    'unlinked-page pages/offers.yaml',
  ]);
});
