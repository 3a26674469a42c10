import { expect, test } from 'vitest';
import { check } from '../../schema/check/check.ts';
import { formatDiagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { findCalendar } from '../../scripts/outputs/calendar.ts';
import { groupByInitial } from '../../src/blocks/glossary.tsx';
import { toPageYaml, createSiteFiles } from '../support/small-site.ts';

const createEvent = (start: string, name = 'Supper') =>
  `  - type: event\n    name: ${name}\n    when: { ${start} }\n` +
  '    where: { text: "The quay, left; or right" }\n    calendar: Add it\n';

/** Checks a site whose pages contain these blocks. The keys are file names without the extension. */
function checkWebsite(pages: Record<string, string>) {
  const texts = Object.entries(pages).map(([path, events]) => [`${path}.yaml`, toPageYaml(events)] as const);
  const files = createSiteFiles('  - { type: hero, heading: Hello }\n', Object.fromEntries(texts));
  const { website, diagnostics } = check(files, { icons: new Set(), files: new Set() });
  if (!website) throw new Error(diagnostics.map(formatDiagnostic).join('\n'));
  return website;
}

test('no line of a calendar file exceeds 75 bytes or splits a character', () => {
  const name = 'Środa na północnym molo '.repeat(9).trim();
  const website = checkWebsite({ supper: createEvent('begins: 2026-07-01', name) });
  const text = findCalendar('/supper.ics', website) ?? '';
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}`);
});

test('a glossary is sorted and grouped by the rules of its language', () => {
  const words = ['Żagiel', 'zefir', 'Äther', 'anker', '12', 'Ebbe', '„Ahoi“', 'Śruba', 'sztorm', 'Ster'];
  const listGroups = (language?: string) =>
    groupByInitial(words, (word) => word, language).map(
      ([letter, groupWords]) => `${letter} ${groupWords.join(' ')}`,
    );
  const germanGroups = ['# 12', 'A „Ahoi“ anker Äther', 'E Ebbe', 'S Śruba Ster sztorm', 'Z Żagiel zefir'];
  expect(listGroups()).toEqual(germanGroups);
  expect(listGroups('de')).toEqual(germanGroups);
  expect(listGroups('pl')).toEqual([
    '# 12',
    'A „Ahoi“ anker Äther',
    'E Ebbe',
    'S Ster sztorm',
    'Ś Śruba',
    'Z zefir',
    'Ż Żagiel',
  ]);
  expect(listGroups('sv').at(-1)).toBe('Ä Äther');
});
