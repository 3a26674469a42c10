import { expect, test } from 'vitest';
import { namedLinks, startReader, unsaid } from '../../../support/reading.ts';

const read = startReader();

test.each([
  [
    'energy-transformation',
    'energy rating company digital transformation',
    [
      'ai assessment',
      'compliance reporting',
      'client portal',
      '40% & efficiency increase',
      '3× & client capacity',
      '100% & compliance',
      'real-time analytics',
    ],
  ],
  [
    'service-visibility',
    'real-time service visibility platform for an APAC service provider',
    ['60% & faster response', '35% & cost reduction', 'multi-region coverage'],
  ],
  [
    'property-access',
    'cloud-based property access management',
    ['75% & fewer security incidents', '90% & faster access management', '100% & compliance'],
  ],
  [
    'crisis-management',
    'advanced crisis management system',
    [
      '48-hour advance warning',
      '65% & reduced business impact',
      '24/7 & monitoring',
      '80% & faster response',
    ],
  ],
])('2.13 case studies: %s has its subject, its results and its links', async (name, subject, results) => {
  const page = await read(`/case-studies/${name}`);
  expect(page.text.toLowerCase()).toContain(subject.toLowerCase());
  expect(unsaid(page, results)).toEqual([]);
  expect(page.sections.at(-1)?.links.map(({ href }) => href)).toContain('/contact');
  const back = namedLinks(page.links, /^Back to Case Studies$/);
  expect(new Set(back)).toEqual(new Set(['/insights/case-studies']));
});
