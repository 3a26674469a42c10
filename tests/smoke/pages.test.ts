import { describe, expect, test } from 'vitest';
import { axeDiagnostics } from '../support/accessibility.ts';
import { visibleWords } from '../support/audit.ts';
import { finishAnimations, hydrateAll, startBrowser, startSharedPage } from '../support/browser.ts';
import { misfits } from '../support/fit.ts';
import { unfoldAll } from '../support/overlays.ts';

const shared = startSharedPage({ reducedMotion: 'reduce' });
const visit = startBrowser();
const routes = ['/', '/contact', '/visit/guide', '/log/fog'];

describe.each(routes)('%s', (route) => {
  test.each([375, 1440])(
    'has no accessibility issue, overflow or console message at %i px',
    async (width) => {
      const { page, logs } = await shared.open(route, { width });
      await hydrateAll(page);
      await finishAnimations(page);
      await unfoldAll(page);
      expect([...(await axeDiagnostics(page)), ...(await misfits(page)), ...logs]).toEqual([]);
    },
  );
});

test('without JavaScript, a page has all its text', async () => {
  const { page } = await shared.open('/visit/guide');
  await hydrateAll(page);
  await unfoldAll(page);
  const { page: scriptless } = await visit('/visit/guide', {
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
  });
  await unfoldAll(scriptless);
  const words = await visibleWords(page);
  expect(words.length).toBeGreaterThan(200);
  expect(await visibleWords(scriptless)).toEqual(words);
});
