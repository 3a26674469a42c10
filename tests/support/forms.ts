import type { Page, Request } from 'playwright';
import { vi } from 'vitest';
import { messages } from '../../scripts/commands/messages.ts';
import { hydrate } from './browser.ts';
import { runCommand } from './run-command.ts';

/** The first field with that name in a form that is sent to the backend. */
export const field = (page: Page, name: string) => page.locator(`form[action] [name=${name}]`).first();

export const submitButton = (page: Page) => page.locator('form[action] [type=submit]');

/** The error message of a field. */
export const problemAt = (page: Page, name: string) =>
  page.locator(`form[action] [data-field=${name}] [id$=fault]`);

/** Fills in fields by name. */
export async function fillFields(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(answers)) await field(page, name).fill(text);
}

/** Moves the pointer, and waits until the form is hydrated. Without a sign of a visitor it would take seconds. */
export async function formIsLive(page: Page): Promise<void> {
  await hydrate(page);
  await page.locator('[data-block=form][data-live]').waitFor();
}

/** The messages in a data folder, as `npm run messages` lists them. */
export async function storedMessages(data: string): Promise<Record<string, unknown>[]> {
  const { out } = await runCommand(messages, ['--data', data, '--json']);
  return JSON.parse(out) as Record<string, unknown>[];
}

/** Unanswered requests by page. */
const pending = new WeakMap<Page, Set<Request>>();

/** Installs a fake clock, so that tests do not wait for the page's timers. */
export async function withClock(page: Page): Promise<void> {
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  await page.clock.install();
}

/** Advances the fake clock second by second until a condition holds, but not during a request. */
export const advanceUntil = (page: Page, isTrue: () => Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(
    async () => {
      if (pending.get(page)?.size === 0) await page.clock.fastForward(1000);
      return isTrue();
    },
    { timeout: 30_000 },
  );

/** Takes the network away, and waits until the page knows: requests fail a moment earlier. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  // Not in the page, whose clock may be a fake.
  await vi.waitUntil(() => page.evaluate(() => !navigator.onLine), { timeout: 30_000 });
}

/** Posts a form as browsers do without script, past their validation, and waits for the answer page. */
export async function postInvalid(page: Page): Promise<void> {
  await page.locator('form[action]').evaluate((form) => {
    // Fields may be named like its methods.
    HTMLFormElement.prototype.submit.call(form);
  });
  await page.waitForURL('**/functions/v1/**');
}

/** Lets no script with a name be loaded; `*` stands for all. */
export const withoutScript =
  (name: string) =>
  (page: Page): Promise<unknown> =>
    page.route(`**/assets/${name === '*' ? '' : `${name}-`}*.js`, (route) => route.abort());

/** The name of the focused field, otherwise the text of what is focused. */
export const focusedField = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
