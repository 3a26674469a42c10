import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { waitForLiveForm, readStoredMessages } from '../support/forms.ts';
import { readFetchedPaths } from '../support/requests.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const site = serveTestSite('proof-of-work');

async function fillQuestion(
  path: string,
  name: string,
  options: BrowserContextOptions = {},
  blocked = '**/no-such-file',
) {
  const visited = await visit(site.address + path, { reducedMotion: 'reduce', ...options }, (page) =>
    page.route(blocked, (route) => route.abort()),
  );
  const { page } = visited;
  await page.locator('[name=name]').fill(name);
  // The answers contain characters that a form submission encodes differently from JavaScript.
  await page.locator('[name=message]').fill('Who is\n“there”?');
  for (const box of await page.locator('[name=needs]').all()) await box.check();
  return visited;
}
const submitByEnter = (page: Page) => page.locator('[name=name]').press('Enter');
const waitForSuccess = (page: Page) => page.getByText('Your question is on the desk.').waitFor();
const rejectionText = 'Many messages came from your connection.';

const readStoredNames = async () => (await readStoredMessages(site.data)).map(({ name }) => name);

test('a form sends a proof of work; without a proof, only a few messages are accepted', async () => {
  const plainNames = ['Plain', 'Simple'];
  for (const name of plainNames) {
    const { page } = await fillQuestion('/desk', name, { javaScriptEnabled: false });
    await submitByEnter(page);
    await waitForSuccess(page);
  }
  // With a proof, more messages are accepted than without one.
  for (const name of ['Ada', 'Bea']) {
    const { page, logs } = await fillQuestion('/desk', name);
    await waitForLiveForm(page);
    await submitByEnter(page);
    await waitForSuccess(page);
    expect(logs).toEqual([]);
  }
  const acceptedNames = [...plainNames, 'Ada', 'Bea'];
  expect(await readStoredNames()).toEqual(acceptedNames);

  const { page } = await fillQuestion('/desk', 'Plain again', { javaScriptEnabled: false });
  await submitByEnter(page);
  await page.getByText(rejectionText).waitFor();
  expect(await page.locator('[name=name]').inputValue()).toBe('Plain again');
  const forgedProof = await fillQuestion('/desk', 'Forged');
  await forgedProof.page.route('**/functions/v1/**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/proof=\w+/, 'proof=00000000'),
    }),
  );
  await submitByEnter(forgedProof.page);
  await forgedProof.page.getByText(rejectionText).waitFor();
  expect(await forgedProof.page.locator('[name=name]').inputValue()).toBe('Forged');
  // If the script that computes the proof is blocked, the message is sent without a proof.
  const withoutProof = await fillQuestion('/desk', 'Without', {}, '**/assets/solve-puzzle-*');
  await submitByEnter(withoutProof.page);
  await withoutProof.page.getByText(rejectionText).waitFor();
  expect(await readStoredNames()).toEqual(acceptedNames);
});

test('browsers send a proof of work even if a form does not require one', async () => {
  // The limit for messages without a proof has been reached, so the next message needs a proof.
  const { page } = await fillQuestion('/', 'Eva');
  await waitForLiveForm(page);
  await submitByEnter(page);
  await waitForSuccess(page);
  const files = (await readFetchedPaths(page)).filter((file) => file.includes('solve-puzzle'));
  expect(files).toHaveLength(1);
});
