import type { Page, Request } from 'playwright';
import { vi } from 'vitest';
import { messages } from '../../scripts/commands/messages.ts';
import { hydrate } from './browser.ts';
import { runCommand } from './run-command.ts';

/** Locates the first field with a name, in a form that sends its answers to the backend. */
export const locateField = (page: Page, name: string) => page.locator(`form[action] [name=${name}]`).first();

export const locateSubmitButton = (page: Page) => page.locator('form[action] [type=submit]');

/** Locates the error message of a field. */
export const locateFieldError = (page: Page, name: string) =>
  page.locator(`form[action] [data-field=${name}] [id$=fault]`);

/** Fills in the fields with the given answers, by field name. */
export async function fillFields(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(answers)) await locateField(page, name).fill(text);
}

/** Moves the pointer and waits until the form is hydrated. Without this input, hydration would start seconds later. */
export async function waitForLiveForm(page: Page): Promise<void> {
  await hydrate(page);
  await page.locator('[data-block=form][data-live]').waitFor();
}

/** Returns the messages in a data folder, as `npm run messages` lists them. */
export async function readStoredMessages(data: string): Promise<Record<string, unknown>[]> {
  const { out } = await runCommand(messages, ['--data', data, '--json']);
  return JSON.parse(out) as Record<string, unknown>[];
}

/** The requests without a response so far, by page. */
const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Installs a fake clock in the page, so that tests do not wait for the page's timers. */
export async function installClock(page: Page): Promise<void> {
  const requests = new Set<Request>();
  pendingRequests.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  await page.clock.install();
}

/**
 * Advances the fake clock second by second until the condition is
 * true. The clock does not advance while requests are pending.
 */
export const advanceUntil = (page: Page, condition: () => Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      if (pendingRequests.get(page)?.size === 0) await page.clock.fastForward(1000);
      return condition();
    },
    { timeout: 30_000 },
  );

/** Goes offline, and waits until the page has noticed. Requests fail slightly earlier. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  // Do not wait inside the page, because its clock may be fake.
  await vi.waitUntil(() => page.evaluate(() => !navigator.onLine), { timeout: 30_000 });
}

/** Submits a form without validation, as a browser without JavaScript does, and waits for the response page. */
export async function postInvalid(page: Page): Promise<void> {
  await page.locator('form[action]').evaluate((form) => {
    // Call the method from the prototype, because a field with the same name would hide it.
    HTMLFormElement.prototype.submit.call(form);
  });
  await page.waitForURL('**/functions/v1/**');
}

/** Creates a function that blocks the scripts with a name, or all scripts if the name is `*`. */
export const blockScripts =
  (name: string) =>
  (page: Page): Promise<unknown> =>
    page.route(`**/assets/${name === '*' ? '' : `${name}-`}*.js`, (route) => route.abort());

/** Returns the name of the focused field, or the text of the focused element if it is not a field. */
export const readFocusedField = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
