import { describe, expect, test } from 'vitest';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { readVisibleWords } from '../support/audit.ts';
import { finishAnimations, hydrateAll, startBrowser, startSharedPage } from '../support/browser.ts';
import { findMisfits } from '../support/fit.ts';
import { openAllDetails } from '../support/overlays.ts';

const shared = startSharedPage({ reducedMotion: 'reduce' });
const visit = startBrowser();
const routes = ['/', '/contact', '/visit/guide', '/log/fog'];

describe.each(routes)('%s', (route) => {
  test.each([375, 1440])(
    'has no accessibility problem, overflow or console message at %i px',
    async (width) => {
      const { page, logs } = await shared.open(route, { width });
      await hydrateAll(page);
      await finishAnimations(page);
      await openAllDetails(page);
      expect([...(await findAxeDiagnostics(page)), ...(await findMisfits(page)), ...logs]).toEqual([]);
    },
  );
});

test('without JavaScript, a page has all its text', async () => {
  const { page } = await shared.open('/visit/guide');
  await hydrateAll(page);
  await openAllDetails(page);
  const { page: scriptlessPage } = await visit('/visit/guide', {
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
  });
  await openAllDetails(scriptlessPage);
  const words = await readVisibleWords(page);
  expect(words.length).toBeGreaterThan(200);
  expect(await readVisibleWords(scriptlessPage)).toEqual(words);
});
