import { expect, test } from 'vitest';
import { startBrowser, hydrate } from '../../support/browser.ts';
import { startReader } from '../../support/reading.ts';
import { routes } from '../../support/routes.ts';

const visit = startBrowser();
const read = startReader();

/** GET requests for the application's own files. */
const ownFiles = /^GET \/(assets|brand|pictures|people|logos)\/[\w/.-]+$/;

test('7 calls: a message goes to send-contact-email with the anonymous key and four fields', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await hydrate(page);
  const form = page.locator('main > section form');
  const message = { name: 'Ada', email: 'ada@example.org', company: '', message: 'Pumps' };
  for (const [name, text] of Object.entries(message)) await form.locator(`[name=${name}]`).fill(text);
  await page.locator('[data-block=form][data-live]').waitFor();
  await page.route('**/functions/v1/**', (route) => route.fulfill({ json: { success: true } }));
  const called = page.waitForRequest('**/functions/v1/**');
  await form.locator('button[type=submit]').click();
  const request = await called;
  expect([request.method(), new URL(request.url()).pathname, request.postDataJSON()]).toEqual([
    'POST',
    '/functions/v1/send-contact-email',
    message,
  ]);
  expect(request.headers()['apikey']).toMatch(/\S/);
});

test.each([
  ['/ai-offerings', 'Talk to Us'],
  ['/contact', 'Schedule a Free Consultation'],
  ['/ai-automation', 'Start Your Automation Journey'],
])('7 calls: the consultation dialog on %s logs what was written and sends nothing', async (path, button) => {
  const { page, logs } = await visit(path, { reducedMotion: 'reduce' });
  const requests: string[] = [];
  await page.getByRole('button', { name: button }).first().click();
  const form = page.locator('dialog form:has(textarea)');
  const answers = {
    'Full Name': 'Ada Byron',
    Email: 'ada@example.org',
    Company: 'Engines Ltd',
    'Project Details': 'Pumps that whisper',
  };
  for (const [label, text] of Object.entries(answers)) await form.getByLabel(label).fill(text);
  page.on('request', (request) =>
    requests.push(`${request.method()} ${new URL(request.url()).pathname}${new URL(request.url()).search}`),
  );
  await form.locator('button[type=submit]').click();
  await expect
    .poll(() => Object.values(answers).filter((text) => !logs.join('\n').includes(text)))
    .toEqual([]);
  expect(logs).toHaveLength(1);
  expect(requests.filter((request) => !ownFiles.test(request))).toEqual([]);
});

test('7 calls: demo and expert buttons are links to the contact page, or open the dialog', async () => {
  const names = /^(schedule|request|book) a demo|^talk to an expert/i;
  let found = 0;
  for (const path of routes) {
    const { sections, links } = await read(path);
    const demos = links.filter(({ text }) => names.test(text));
    found += demos.length;
    expect(
      demos.filter(({ href }) => href !== '/contact'),
      path,
    ).toEqual([]);
    expect(
      sections.flatMap(({ buttons }) => buttons).filter((text) => names.test(text)),
      path,
    ).toEqual([]);
  }
  expect(found).toBeGreaterThan(8);
});
