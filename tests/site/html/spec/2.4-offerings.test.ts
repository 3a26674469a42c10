import { expect, test } from 'vitest';
import { listsAbout, namedLinks, sectionAbout, startReader } from '../../../support/reading.ts';

const read = startReader();

test('2.4 AI offerings: the hero says what the page is about and what to do', async () => {
  const { h1, sections } = await read('/ai-offerings');
  expect(h1).toEqual(['Where Human-Centered Design Meets AI-led Transformation']);
  expect(namedLinks(sections[0]?.links ?? [], 'Explore Solutions')).toEqual(['/contact']);
  expect(sections[0]?.buttons).toContain('Talk to Us');
});

test('2.4 AI offerings: consulting has four stages in order', async () => {
  expect(listsAbout(await read('/ai-offerings'), /consulting/i)).toContainEqual([
    'discover',
    'design',
    'develop',
    'deploy',
  ]);
});

test('2.4 AI offerings: there are four business areas', async () => {
  expect(listsAbout(await read('/ai-offerings'), /business areas/i)).toEqual([
    ['customer experience', 'growth', 'business operations', 'technology integrations'],
  ]);
});

test('2.4 AI offerings: the methodology is the one of the home page', async () => {
  const methodology = /^methodology /;
  expect(sectionAbout(await read('/ai-offerings'), methodology)).toEqual(
    sectionAbout(await read('/'), methodology),
  );
});

test('2.4 AI offerings: there is a strip of logos', async () => {
  const { sections } = await read('/ai-offerings');
  const strip = sections.find(
    ({ items }) => items.length > 0 && items.every(({ text, images }) => text === '' && images.length === 1),
  );
  expect(strip?.items.length).toBeGreaterThan(5);
});
