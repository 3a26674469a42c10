import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/pages/read-site.ts';
import { outlineLetters } from '../../scripts/pictures/svg-text-to-paths.ts';
import { changedByMinifying } from '../support/same-pixels.ts';
import { weakPairs } from '../support/weak-pairs.ts';

test('everything can be read on every tone in both schemes', () => {
  const accent = readSite('pages').website?.site.theme.accent;
  expect(accent && weakPairs(accent)).toEqual([]);
});

const pictures = globSync('public/**/*.svg');

test('all drawings look the same when they are tidy', () => {
  expect(pictures.length).toBeGreaterThan(20);
  expect(changedByMinifying(pictures)).toEqual([]);
});

test('no drawing depends on the fonts of a device', () => {
  for (const file of pictures)
    expect(outlineLetters(readFileSync(file, 'utf8')), file).not.toContain('<text');
});
