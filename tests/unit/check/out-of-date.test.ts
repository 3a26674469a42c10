import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { blockTypes } from '../../../schema/blocks/index.ts';
import { formatDiagnostic } from '../../../schema/diagnostics/diagnostic.ts';
import { readSite } from '../../../scripts/site/load-site.ts';
import { checkExample } from '../../support/example-checks.ts';
import { copyLanguageSite, fixturePages } from '../../support/fixture-site.ts';

// `tests/golden/fixes` tests the diagnostics about outdated pages.

test('no block example expires before 2030', () => {
  const examples = blockTypes.map((type) => readFileSync(`schema/blocks/${type}/example.yaml`, 'utf8'));
  const blocks = examples.map((text) => `- ${text.trim().replaceAll('\n', '\n  ')}\n`).join('');
  const { diagnostics } = checkExample(blocks, new Date('2030-01-01'));
  expect(diagnostics.filter(({ rule }) => rule === 'out-of-date' || rule === 'past-day')).toEqual([]);
});

test.each(['en', 'de', 'pl'] as const)(
  'no date on the fixture site in %s expires before 2060',
  (language) => {
    vi.stubEnv('SOURCE_DATE_EPOCH', String(Date.parse('2060-01-01') / 1000));
    const pages = language === 'en' ? fixturePages : copyLanguageSite(language).pages;
    const siteDiagnostics = readSite(pages).diagnostics;
    vi.unstubAllEnvs();
    // The sites in other languages contain all pictures of the fixture site, including pictures that they do not use.
    expect(siteDiagnostics.filter(({ rule }) => rule !== 'unused-picture').map(formatDiagnostic)).toEqual([]);
  },
);
