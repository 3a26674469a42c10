import type { Page } from 'playwright';
import { messages } from '../../scripts/messages.ts';
import { runCommand } from './run-command.ts';

/** The first field with a name in a form that is sent. */
export const field = (page: Page, name: string) => page.locator(`form[action] [name=${name}]`).first();

export const submitButton = (page: Page) => page.locator('form[action] [type=submit]');

/** The problem that is shown at a field. */
export const problemAt = (page: Page, name: string) =>
  page.locator(`form[action] [data-field=${name}] [id$=fault]`);

/** Fills in fields by name. */
export async function fillFields(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(answers)) await field(page, name).fill(text);
}

/** Waits until the form is hydrated. */
export const formIsLive = (page: Page) => page.locator('[data-block=form][data-live]').waitFor();

/** The messages in a data folder, as `npm run messages` lists them. */
export async function storedMessages(data: string): Promise<Record<string, unknown>[]> {
  const { out } = await runCommand(messages, ['--data', data, '--json']);
  return JSON.parse(out) as Record<string, unknown>[];
}
