import { expect, test } from 'vitest';
import { problemsInDisplays } from '../support/audit.ts';
import { finishAnimations, hydrateAll, startSharedPage } from '../support/browser.ts';
import { unfoldAll } from '../support/overlays.ts';
import { unsampled } from '../support/sampled.ts';

// A page of each kind that companies usually have, in YAML only.

const shared = startSharedPage({ reducedMotion: 'reduce' });
const kinds = {
  'an event with an agenda and a registration': '/visit/regatta',
  'a job': '/visit/pilot',
  'prices with a matrix of the plans, and a comparison of four': '/visit/prices',
  'a case study with six photos and a film': '/visit/new-pier',
  'a press page with downloads': '/visit/press',
  partners: '/visit/partners',
  'a glossary of sixty words': '/visit/words',
  'a gallery of photos': '/visit/pictures',
  'a text in two columns with code': '/visit/guide',
  'a landing page without navigation': '/visit/winter',
  'posts, on the first page of their archive': '/log/archive',
  'posts, on the second page': '/log/archive/page/2',
  'posts, on the third page': '/log/archive/page/3',
};
const holds: Partial<Record<string, [selector: string, least: number]>> = {
  '/visit/regatta': ['[data-block=agenda] time, [data-block=form] input', 8],
  '/visit/prices': ['#harbours thead th', 4],
  '/visit/new-pier': ['main picture > source', 6],
  '/visit/press': ['main a[download]', 3],
  '/visit/words': ['[data-block=glossary] dt', 60],
  '/visit/pictures': ['[data-block=gallery] img', 10],
  '/visit/guide': ['[data-block=columns] pre code', 1],
};
test.each(Object.entries(kinds))('%s passes the audit on a phone and a desktop', async (_kind, path) => {
  const { page, logs } = await shared.open(path);
  await hydrateAll(page);
  await finishAnimations(page);
  await unfoldAll(page);
  const [selector, least] = holds[path] ?? ['main h1', 1];
  expect(await page.locator(selector).count()).toBeGreaterThanOrEqual(least);
  // In a full run, routes.test.ts audits every page.
  const problems = unsampled ? [] : await problemsInDisplays(page);
  expect([...problems, ...logs].join('\n')).toBe('');
});
