import { expect, test } from 'vitest';
import { countsAbout, sectionAbout, startReader, unsaid } from '../../../support/reading.ts';

const read = startReader();

test.each([
  ['telecom', ['10 Gbps+|10Gbps+ & peak speed', 'under 1 ms|under 1ms|<1ms|< 1ms|< 1 ms & latency'], []],
  [
    'wellbeing',
    ['98% & patient satisfaction', '40% & cost reduction'],
    ['services', 'key features', 'use cases'],
  ],
  ['industrial-automation', ['75% & efficiency gain', '50% & cost reduction'], ['services', 'technologies']],
])('2.11 industry pages: %s has its figures, sections and buttons', async (name, figures, subjects) => {
  const page = await read(`/industries/${name}`);
  expect(unsaid(page, figures)).toEqual([]);
  expect(countsAbout(page, /\bsolutions\b/i)[0]).toBeGreaterThan(2);
  for (const subject of subjects)
    expect(sectionAbout(page, new RegExp(`\\b${subject}\\b`, 'i')).items.length, subject).toBeGreaterThan(2);
  expect(page.sections[0]?.links.length).toBeGreaterThan(0);
  expect(page.sections.at(-1)?.links.map(({ href }) => href)).toContain('/contact');
});

test.each([
  ['telecom', /\bservices\b/i, 3],
  ['telecom', /\bfocus areas\b/i, 4],
  ['industrial-automation', /\bapplications\b/i, 6],
])('2.11 industry pages: %s has its items about %s', async (name, subject, count) => {
  expect(countsAbout(await read(`/industries/${name}`), subject)).toContain(count);
});
