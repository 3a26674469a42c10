import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import type { Reason } from '../../schema/fields/form-rules.ts';
import { toProblemMessage } from '../../schema/fields/form-messages.ts';
import { findAxeDiagnostics } from '../support/accessibility.ts';
import { findDisplayProblems } from '../support/audit.ts';
import { buildAndServe, type BuiltSite } from '../support/site-on-disk.ts';
import { startBrowser } from '../support/browser.ts';
import { casesFolder, otherPages } from '../support/fixture-site.ts';
import {
  readFocusedField,
  waitForLiveForm,
  postInvalid,
  readStoredMessages,
  locateSubmitButton,
  blockScripts,
} from '../support/forms.ts';

const visit = startBrowser();

/** A case in `form-kinds.yaml`: a form with nearly every kind of field, in one language. */
interface FormCase {
  site: 'fixture' | 'other';
  path: string;
  language: string;
  success: string;
  keys: (string | string[])[];
  name: string;
  group: string;
  stored: { form: string; other: Record<string, string> };
}
// `FormCase` describes an item of the list in `form-kinds.yaml`.
const formCases = parse(readFileSync(join(casesFolder, 'form-kinds.yaml'), 'utf8')) as FormCase[];

let germanSite: BuiltSite;
beforeAll(async () => {
  germanSite = await buildAndServe(otherPages, mkdtempSync(join(tmpdir(), 'pagewright-')));
  return germanSite.remove;
});
const findSite = ({ site }: FormCase) =>
  site === 'fixture' ? { address: inject('site'), data: inject('data') } : germanSite;

/** Fills in and sends the whole form with the keyboard. */
async function fillByKeyboard(page: Page, { keys, name }: FormCase): Promise<void> {
  await page.locator(`form [name=${name}]`).focus();
  for (const keyOrText of keys) {
    const isDate = keyOrText === 'date';
    if (typeof keyOrText === 'string' && !isDate) await page.keyboard.type(keyOrText);
    else for (const key of isDate ? '06152027' : keyOrText) await page.keyboard.press(key);
    // Typing the date leaves the focus on its last part. The first Tab moves to the button of the field, the second
    // leaves the field.
    for (let part = 0; part < (isDate ? 2 : 1); part++) await page.keyboard.press('Tab');
  }
  await locateSubmitButton(page).focus();
  await page.keyboard.press('Enter');
}

/** Returns whether a field is marked as invalid for assistive technology, and its error message. */
const readError = (page: Page, name: string) =>
  page.locator(`[data-field=${name}]`).evaluate((frame) => {
    const describedElement = frame.matches('fieldset') ? frame : frame.querySelector('[aria-describedby]');
    const ids = describedElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return [
      frame.querySelector('[aria-invalid=true]') !== null || frame.matches('[aria-invalid=true]'),
      document.getElementById(ids.find((id) => id.endsWith('_fault')) ?? '')?.textContent ?? '',
    ];
  });

describe.each(formCases.map((form) => [form.language, form] as const))('in %s', (_language, form) => {
  const toMessage = (reason: Reason) => toProblemMessage({ reason }, form.language);
  const findStoredMessages = async () =>
    (await readStoredMessages(findSite(form).data)).filter((message) => message['form'] === form.stored.form);

  test.each([
    ['in the browser', 'no-such-file'],
    ['on the server only', 'validation'],
  ])(
    'submitting with the keyboard reports missing answers %s, and the completed form is sent',
    async (_where, blocked) => {
      // Validation by JavaScript and on the server produces the same markup, so axe runs only once.
      const findAxeProblems = (page: Page) => (blocked === 'validation' ? [] : findAxeDiagnostics(page));
      const { page } = await visit(
        findSite(form).address + form.path,
        { reducedMotion: 'reduce' },
        blockScripts(blocked),
      );
      await page.locator(`form [name=${form.name}]`).focus();
      await waitForLiveForm(page);
      const before = (await findStoredMessages()).length;
      await fillByKeyboard(page, form);
      await expect.poll(() => readError(page, form.name)).toEqual([true, toMessage('required')]);
      expect(await readError(page, form.group)).toEqual([true, toMessage('chooseSome')]);
      await expect.poll(() => readFocusedField(page)).toBe(form.name);
      expect(await findAxeProblems(page)).toEqual([]);
      expect(await findStoredMessages()).toHaveLength(before);

      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('Ada');
      await page.locator(`form [name=${form.group}]`).first().focus();
      await page.keyboard.press('Space');
      await expect.poll(() => readError(page, form.group)).toEqual([false, '']);
      await locateSubmitButton(page).focus();
      await page.keyboard.press('Enter');
      await page.getByText(form.success).waitFor();
      expect((await findStoredMessages()).at(-1)).toMatchObject(form.stored);
      expect(await findAxeProblems(page)).toEqual([]);
    },
  );

  test('without JavaScript, the response page reports the problem of each field and keeps the answers', async () => {
    const { page } = await visit(findSite(form).address + form.path, { javaScriptEnabled: false });
    const before = (await findStoredMessages()).length;
    await fillByKeyboard(page, form);
    await page.waitForURL('**/functions/v1/**');
    expect(await readError(page, form.name)).toEqual([true, toMessage('required')]);
    expect(await readError(page, form.group)).toEqual([true, toMessage('chooseSome')]);
    const filledNames = await page
      .locator('form[action]')
      .evaluate((element: HTMLFormElement) => [...new FormData(element).keys()]);
    const otherFields = Object.keys(form.stored.other).filter((name) => name !== form.group);
    expect(filledNames).toEqual(expect.arrayContaining(['email', ...otherFields]));
    expect(await findStoredMessages()).toHaveLength(before);

    await page.locator(`[name=${form.name}]`).fill('Ada');
    await page.locator(`[name=${form.group}]`).first().check();
    await locateSubmitButton(page).click();
    await page.getByText(form.success).waitFor();
    expect((await findStoredMessages()).at(-1)).toMatchObject(form.stored);
  });
});

test('the form and its response page pass axe', async () => {
  // Without JavaScript, the browser submits the form and shows the response page.
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' }, blockScripts('*'));
  expect(await findDisplayProblems(page)).toEqual([]);
  await postInvalid(page);
  expect(await findDisplayProblems(page)).toEqual([]);
});

test('selected options and ticked checkboxes survive a reload', async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  const readChoices = () =>
    page.locator('form[action]').evaluate((element: HTMLFormElement) => {
      const form = new FormData(element);
      return ['pier', 'tide', 'needs', 'pilot', 'agreed'].map((name) => form.getAll(name));
    });
  await page.locator('[name=name]').focus();
  await waitForLiveForm(page);
  await page.locator('form[data-prepared]').waitFor();
  await page.locator('[name=pier]').selectOption('South pier');
  for (const box of ['tide', 'pilot', 'agreed']) await page.locator(`[name=${box}]`).first().check();
  for (const number of [0, 2]) await page.locator('[name=needs]').nth(number).check();
  const expectedChoices = [['South pier'], ['the morning tide'], ['Water, fresh', 'Fuel'], ['yes'], ['yes']];
  expect(await readChoices()).toEqual(expectedChoices);
  await page.reload();
  await page.mouse.move(200, 5);
  await page.mouse.move(210, 5);
  await expect.poll(readChoices).toEqual(expectedChoices);
});

test("an answer that does not match its pattern shows the author's message", async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  await page.locator('[name=mark]').fill('bow');
  await waitForLiveForm(page);
  await locateSubmitButton(page).click();
  const patternMessage = 'Two capital letters and up to four digits, like SQ 114.';
  await expect.poll(() => readError(page, 'mark')).toEqual([true, patternMessage]);
  // The help text of the field, visible before any input, is the same message.
  expect(await page.locator('#berth-mark_help').textContent()).toBe(patternMessage);
});
