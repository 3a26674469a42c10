import { expect, test } from 'vitest';
import { namedLinks, startReader } from '../../../support/reading.ts';

const read = startReader();

test('2.5 company about: it opens with an introduction', async () => {
  const { sections } = await read('/about/company');
  expect(sections[0]?.text).toMatch(/.{200,}/);
});

test('2.5 company about: there are four achievements', async () => {
  const { sections } = await read('/about/company');
  // In the HTML a number comes after its name.
  const achievements = [
    /^professionals .+ 50\+$/,
    /^global reach .+ 14$/,
    /^recognition .+ 2$/,
    /^client satisfaction .+ 99%$/,
  ];
  expect(
    sections.map(({ items }) =>
      items.map(({ text }) => achievements.find((words) => words.test(text.toLowerCase()))),
    ),
  ).toContainEqual(achievements);
});

test('2.5 company about: mission and vision are stated', async () => {
  const { text } = await read('/about/company');
  expect(text).toMatch(/\bMission [A-Z][^.]{30,}\./);
  expect(text).toMatch(/\bVision [A-Z][^.]{30,}\./);
});

test('2.5 company about: Get Started Today leads to the contact page', async () => {
  const { links } = await read('/about/company');
  expect(namedLinks(links, 'Get Started Today')).toEqual(['/contact']);
});
