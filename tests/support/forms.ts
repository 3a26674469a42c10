import type { Page, Request } from 'playwright';
import { vi } from 'vitest';
import { messages } from '../../scripts/commands/messages.ts';
import { hydrate } from './browser.ts';
import { runCommand } from './run-command.ts';

/** Returns the first field with a name in a form that sends to the backend. */
export const locateField = (page: Page, name: string) => page.locator(`form[action] [name=${name}]`).first();

export const locateSubmitButton = (page: Page) => page.locator('form[action] [type=submit]');

/** Returns the error message of a field. */
export const locateFieldError = (page: Page, name: string) =>
  page.locator(`form[action] [data-field=${name}] [id$=fault]`);

/** Fills in fields by name. */
export async function fillFields(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(answers)) await locateField(page, name).fill(text);
}

/** Moves the pointer and waits until the form is hydrated. Without input, hydration starts seconds later. */
export async function waitForLiveForm(page: Page): Promise<void> {
  await hydrate(page);
  await page.locator('[data-block=form][data-live]').waitFor();
}

/** Returns the messages in a data folder, as listed by `npm run messages`. */
export async function readStoredMessages(data: string): Promise<Record<string, unknown>[]> {
  const { out } = await runCommand(messages, ['--data', data, '--json']);
  return JSON.parse(out) as Record<string, unknown>[];
}

/** Pending requests by page. */
const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Installs a fake clock, so that tests do not wait for the page's timers. */
export async function installClock(page: Page): Promise<void> {
  const requests = new Set<Request>();
  pendingRequests.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  await page.clock.install();
}

/** Advances the fake clock second by second until a condition is true, but not during requests. */
export const advanceUntil = (page: Page, condition: () => Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      if (pendingRequests.get(page)?.size === 0) await page.clock.fastForward(1000);
      return condition();
    },
    { timeout: 30_000 },
  );

/** Goes offline and waits until the page has noticed. Requests fail a moment earlier. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  // Wait outside the page, because its clock may be fake.
  await vi.waitUntil(() => page.evaluate(() => !navigator.onLine), { timeout: 30_000 });
}

/** Posts a form like a browser without script, without validation, and waits for the response page. */
export async function postInvalid(page: Page): Promise<void> {
  await page.locator('form[action]').evaluate((form) => {
    // A field may have the same name as a method of the form.
    HTMLFormElement.prototype.submit.call(form);
  });
  await page.waitForURL('**/functions/v1/**');
}

/** Creates a function that blocks scripts with a name, or all scripts for `*`. */
export const blockScripts =
  (name: string) =>
  (page: Page): Promise<unknown> =>
    page.route(`**/assets/${name === '*' ? '' : `${name}-`}*.js`, (route) => route.abort());

/** Returns the name of the focused field, or the text of another focused element. */
export const readFocusedField = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
