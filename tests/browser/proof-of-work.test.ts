import type { BrowserContextOptions, Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { formIsLive, storedMessages } from '../support/forms.ts';
import { fetchedPaths } from '../support/requests.ts';
import { servedSite } from '../support/site-on-disk.ts';

const visit = startBrowser();
const site = servedSite('proof-of-work');

async function ask(
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
  // With characters that a form post encodes differently.
  await page.locator('[name=message]').fill('Who is\n“there”?');
  for (const box of await page.locator('[name=needs]').all()) await box.check();
  return visited;
}
const press = (page: Page) => page.locator('[name=name]').press('Enter');
const isTaken = (page: Page) => page.getByText('Your question is on the desk.').waitFor();
const tooMany = 'Many messages came from your connection.';

const names = async () => (await storedMessages(site.data)).map(({ name }) => name);

test('sends a proof of work; without one, only a few messages are accepted', async () => {
  const plain = ['Plain', 'Simple'];
  for (const name of plain) {
    const { page } = await ask('/desk', name, { javaScriptEnabled: false });
    await press(page);
    await isTaken(page);
  }
  // Send more messages than are accepted without a proof.
  for (const name of ['Ada', 'Bea']) {
    const { page, logs } = await ask('/desk', name);
    await formIsLive(page);
    await press(page);
    await isTaken(page);
    expect(logs).toEqual([]);
  }
  const all = [...plain, 'Ada', 'Bea'];
  expect(await names()).toEqual(all);

  const { page } = await ask('/desk', 'Plain again', { javaScriptEnabled: false });
  await press(page);
  await page.getByText(tooMany).waitFor();
  expect(await page.locator('[name=name]').inputValue()).toBe('Plain again');
  const forged = await ask('/desk', 'Forged');
  await forged.page.route('**/functions/v1/**', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/proof=\w+/, 'proof=00000000'),
    }),
  );
  await press(forged.page);
  await forged.page.getByText(tooMany).waitFor();
  expect(await forged.page.locator('[name=name]').inputValue()).toBe('Forged');
  // Without the script, the message is sent without a proof.
  const without = await ask('/desk', 'Without', {}, '**/assets/solve-puzzle-*');
  await press(without.page);
  await without.page.getByText(tooMany).waitFor();
  expect(await names()).toEqual(all);
});

test('a form that requires no proof still gets one from browsers', async () => {
  // By now, no messages are accepted without a proof.
  const { page } = await ask('/', 'Eva');
  await formIsLive(page);
  await press(page);
  await isTaken(page);
  const files = (await fetchedPaths(page)).filter((file) => file.includes('solve-puzzle'));
  expect(files).toHaveLength(1);
});
