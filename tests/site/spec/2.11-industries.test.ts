import { expect, test } from 'vitest';
import { countsAbout, sectionAbout, startReader, unsaid } from '../../support/reading.ts';

const read = startReader();

test.each([
  [
    '/industries/telecom',
    [
      [/10 ?Gbps\+/, 'peak speed'],
      [/(under|<) ?1 ?ms/i, 'latency'],
    ],
    { services: 3, 'focus areas': 4 },
  ],
  [
    '/industries/wellbeing',
    [
      ['98%', 'patient satisfaction'],
      ['40%', 'cost reduction'],
    ],
    {},
  ],
  [
    '/industries/industrial-automation',
    [
      ['75%', 'efficiency gain'],
      ['50%', 'cost reduction'],
    ],
    { applications: 6 },
  ],
] as [string, (string | RegExp)[][], Record<string, number>][])(
  '2.11 industry pages: %s has its solutions, its figures and its numbers of things',
  async (path, figures, counts) => {
    const page = await read(path);
    expect(unsaid(page, figures)).toEqual([]);
    expect(countsAbout(page, /\bsolutions\b/i)[0]).toBeGreaterThan(2);
    for (const [subject, count] of Object.entries(counts))
      expect(countsAbout(page, new RegExp(`\\b${subject}\\b`, 'i')), subject).toContain(count);
  },
);

test.each([
  ['/industries/wellbeing', ['services', 'key features', 'use cases']],
  ['/industries/industrial-automation', ['services', 'technologies']],
])('2.11 industry pages: %s has sections for %s', async (path, subjects) => {
  const page = await read(path);
  for (const subject of subjects)
    expect(sectionAbout(page, new RegExp(`\\b${subject}\\b`, 'i')).items.length, subject).toBeGreaterThan(2);
});

test.each(['/industries/telecom', '/industries/wellbeing', '/industries/industrial-automation'])(
  '2.11 industry pages: the buttons of %s lead somewhere',
  async (path) => {
    const { sections } = await read(path);
    const [hero, last] = [sections[0], sections.at(-1)];
    expect(hero?.links.length).toBeGreaterThan(0);
    expect(last?.links.map(({ href }) => href)).toContain('/contact');
  },
);
