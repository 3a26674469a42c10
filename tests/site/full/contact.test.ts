import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { serveSite } from '../../../scripts/server/static-server.ts';
import { startBrowser } from '../../support/browser.ts';
import { fillFields, waitForLiveForm } from '../../support/forms.ts';

const visit = startBrowser();
const failureText = 'Failed to send message. Please try again or contact us directly.';
const answers = {
  name: 'Ines Tidewater',
  email: 'ines@tidewater.example',
  company: 'Tidewater & Sons',
  message: 'Our pumps "talk" <too much>.\nCan they be quieter?',
};

const readInput = (page: Page) =>
  page
    .locator('#message form')
    .evaluate((form) =>
      Object.fromEntries(
        [...new FormData(form as HTMLFormElement)]
          .filter(([name]) => !['form', 'your-website'].includes(name))
          .map(([name, value]) => [name, String(value).replaceAll('\r\n', '\n')]),
      ),
    );

test('if nothing can be stored, the form says so with and without JavaScript and keeps the input', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  // Create a file in place of the data folder, so that no message can be stored.
  writeFileSync(join(folder, 'data'), '');
  const server = await serveSite({
    out: inject('out'),
    data: join(folder, 'data'),
    cache: join(folder, 'cache'),
    port: 0,
    host: '127.0.0.1',
  });
  const problems: unknown[] = [];
  const { error: originalError } = console;
  console.error = (problem) => problems.push(problem);
  try {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await visit('/', { javaScriptEnabled });
      await page.goto(`${server.address}/contact`);
      await fillFields(page, answers);
      if (javaScriptEnabled) await waitForLiveForm(page);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText(failureText).waitFor();
      expect(await readInput(page), `scripts: ${javaScriptEnabled}`).toEqual(answers);
    }
  } finally {
    console.error = originalError;
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  expect(problems.length).toBe(2);
});
