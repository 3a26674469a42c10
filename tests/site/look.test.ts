import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/source/load-site.ts';
import { themedSvg } from '../../scripts/assets/svg.ts';
import { changedByOptimizing } from '../support/same-pixels.ts';
import { weakPairs } from '../support/weak-pairs.ts';

test('every tone has enough contrast in both schemes', () => {
  const accent = readSite('pages').website?.site.theme.accent;
  expect(accent && weakPairs(accent)).toEqual([]);
});

const pictures = globSync('public/**/*.svg');

test('optimizing keeps the pixels of every SVG, and adds no bytes', async () => {
  expect(pictures.length).toBeGreaterThan(20);
  expect(await changedByOptimizing(pictures)).toEqual([]);
});

test('no drawing depends on the fonts of a device', () => {
  for (const file of globSync('public/pictures/*.svg'))
    expect(themedSvg(readFileSync(file, 'utf8')), file).not.toContain('<text');
});
