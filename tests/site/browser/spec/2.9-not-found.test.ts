import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../../support/browser.ts';
import { namedLinks, startReader } from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();

test('2.9 not-found page, 8 errors: it says 404, what happened, and the way home', async () => {
  const { status, text, links } = await read('/no/such/page');
  expect(status).toBe(404);
  expect(text).toMatch(/\b404\b.*Oops! Page not found/);
  expect(namedLinks(links, /^Return to Home$/)).toEqual(['/']);
});

test('2.9 not-found page: the attempted path is logged, and nowhere else than here', async () => {
  const { page, logs } = await visit('/about/nobody');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
  await hydrate(page);
  await expect
    .poll(() => logs.filter((line) => line.startsWith('info')).join('\n'))
    .toContain('/about/nobody');
  expect(requests.filter((request) => !/^GET \S+\/(assets|brand|pictures)\/[\w/.-]+$/.test(request))).toEqual(
    [],
  );
});
