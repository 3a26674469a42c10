import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverageDocument, coverageFile, namedTests, readTests, sections } from '../../scripts/coverage.ts';

const tests = readTests();

test('every section of the specification has a test, and every numbered test a section', () => {
  const tested = new Set(tests.map(({ section }) => section));
  expect(sections.filter((section) => !tested.has(section))).toEqual([]);
  expect([...tested].filter((section) => !sections.includes(section))).toEqual([]);
});

test('a section has one title, and no two tests of it have the same name', () => {
  for (const section of sections) {
    const own = tests.filter((one) => one.section === section);
    expect([...new Set(own.map(({ title }) => title))], section).toHaveLength(1);
    expect(new Set(own.map(({ says }) => says)).size, section).toBe(own.length);
  }
});

test('docs/coverage.md is what `npm run coverage` writes', () => {
  expect(readFileSync(coverageFile, 'utf8')).toBe(coverageDocument(tests));
});

test('names are found behind test and behind a table, and others are left alone', () => {
  // With the sign in it, this sample is not taken for tests itself.
  const text = `
test('§2.6 the team: it is there', () => {});
test.each([['a', 1], ['b', 2]])("§9 figures: the %s isn't %i", () => {});
test.each(routes)('§2.1 routes: %s answers', () => {});
test('no number', () => {});
expect(text).toContain('24 hours');
test('§7 no title', () => {});
`.replaceAll('§', '');
  expect(namedTests([['a.test.ts', text]]).map(({ section, title, says }) => [section, title, says])).toEqual(
    [
      ['2.6', 'the team', 'it is there'],
      ['9', 'figures', "the … isn't …"],
      ['2.1', 'routes', '… answers'],
    ],
  );
});
