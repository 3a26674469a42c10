import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import type { Reason } from '../../schema/fields/form-rules.ts';
import { problemMessage } from '../../schema/fields/form-messages.ts';
import { axeDiagnostics } from '../support/accessibility.ts';
import { problemsInDisplays } from '../support/audit.ts';
import { buildAndServe, type BuiltSite } from '../support/site-on-disk.ts';
import { startBrowser } from '../support/browser.ts';
import { casesFolder, otherPages } from '../support/fixture-site.ts';
import {
  focusedField,
  formIsLive,
  postInvalid,
  storedMessages,
  submitButton,
  withoutScript,
} from '../support/forms.ts';

const visit = startBrowser();

/** A form with nearly every kind of field, in `form-kinds.yaml`. */
interface Kinds {
  site: 'fixture' | 'other';
  path: string;
  language: string;
  success: string;
  keys: (string | string[])[];
  name: string;
  group: string;
  stored: { form: string; other: Record<string, string> };
}
// The file has this structure.
const forms = parse(readFileSync(join(casesFolder, 'form-kinds.yaml'), 'utf8')) as Kinds[];

let german: BuiltSite;
beforeAll(async () => {
  german = await buildAndServe(otherPages, mkdtempSync(join(tmpdir(), 'pagewright-')));
  return german.remove;
});
const siteOf = ({ site }: Kinds) =>
  site === 'fixture' ? { address: inject('site'), data: inject('data') } : german;

/** Fills in and sends the whole form with the keyboard. */
async function fillByKeyboard(page: Page, { keys, name }: Kinds): Promise<void> {
  await page.locator(`form [name=${name}]`).focus();
  for (const one of keys) {
    const isDate = one === 'date';
    if (typeof one === 'string' && !isDate) await page.keyboard.type(one);
    else for (const key of isDate ? '06152027' : one) await page.keyboard.press(key);
    // A date field has three parts and a button.
    for (let part = 0; part < (isDate ? 2 : 1); part++) await page.keyboard.press('Tab');
  }
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
}

/** Returns whether a field is invalid for assistive technology, and its error message. */
const descriptionOf = (page: Page, name: string) =>
  page.locator(`[data-field=${name}]`).evaluate((frame) => {
    const described = frame.matches('fieldset') ? frame : frame.querySelector('[aria-describedby]');
    const ids = described?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return [
      frame.querySelector('[aria-invalid=true]') !== null || frame.matches('[aria-invalid=true]'),
      document.getElementById(ids.find((id) => id.endsWith('_fault')) ?? '')?.textContent ?? '',
    ];
  });

describe.each(forms.map((form) => [form.language, form] as const))('in %s', (_language, form) => {
  const say = (reason: Reason) => problemMessage({ reason }, form.language);
  const stored = async () =>
    (await storedMessages(siteOf(form).data)).filter((message) => message['form'] === form.stored.form);

  test.each([
    ['in the browser', 'no-such-file'],
    ['on the server only', 'validation'],
  ])(
    'submitting by keyboard reports missing answers %s, and the completed form is sent',
    async (_who, blocked) => {
      // Both ways produce the same markup, so axe runs only once.
      const faults = (page: Page) => (blocked === 'validation' ? [] : axeDiagnostics(page));
      const { page } = await visit(
        siteOf(form).address + form.path,
        { reducedMotion: 'reduce' },
        withoutScript(blocked),
      );
      await page.locator(`form [name=${form.name}]`).focus();
      await formIsLive(page);
      const before = (await stored()).length;
      await fillByKeyboard(page, form);
      await expect.poll(() => descriptionOf(page, form.name)).toEqual([true, say('required')]);
      expect(await descriptionOf(page, form.group)).toEqual([true, say('chooseSome')]);
      await expect.poll(() => focusedField(page)).toBe(form.name);
      expect(await faults(page)).toEqual([]);
      expect(await stored()).toHaveLength(before);

      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('Ada');
      await page.locator(`form [name=${form.group}]`).first().focus();
      await page.keyboard.press('Space');
      await expect.poll(() => descriptionOf(page, form.group)).toEqual([false, '']);
      await submitButton(page).focus();
      await page.keyboard.press('Enter');
      await page.getByText(form.success).waitFor();
      expect((await stored()).at(-1)).toMatchObject(form.stored);
      expect(await faults(page)).toEqual([]);
    },
  );

  test('without script, the answer page reports the problem of each field and keeps the answers', async () => {
    const { page } = await visit(siteOf(form).address + form.path, { javaScriptEnabled: false });
    const before = (await stored()).length;
    await fillByKeyboard(page, form);
    await page.waitForURL('**/functions/v1/**');
    expect(await descriptionOf(page, form.name)).toEqual([true, say('required')]);
    expect(await descriptionOf(page, form.group)).toEqual([true, say('chooseSome')]);
    const typed = await page
      .locator('form[action]')
      .evaluate((element: HTMLFormElement) => [...new FormData(element).keys()]);
    const others = Object.keys(form.stored.other).filter((name) => name !== form.group);
    expect(typed).toEqual(expect.arrayContaining(['email', ...others]));
    expect(await stored()).toHaveLength(before);

    await page.locator(`[name=${form.name}]`).fill('Ada');
    await page.locator(`[name=${form.group}]`).first().check();
    await submitButton(page).click();
    await page.getByText(form.success).waitFor();
    expect((await stored()).at(-1)).toMatchObject(form.stored);
  });
});

test('the page and its answer page pass axe', async () => {
  // Without scripts, the browser posts the form.
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' }, withoutScript('*'));
  expect(await problemsInDisplays(page)).toEqual([]);
  await postInvalid(page);
  expect(await problemsInDisplays(page)).toEqual([]);
});

test('selected options and ticked boxes survive a reload', async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  const chosen = () =>
    page.locator('form[action]').evaluate((element: HTMLFormElement) => {
      const form = new FormData(element);
      return ['pier', 'tide', 'needs', 'pilot', 'agreed'].map((name) => form.getAll(name));
    });
  await page.locator('[name=name]').focus();
  await formIsLive(page);
  await page.locator('form[data-prepared]').waitFor();
  await page.locator('[name=pier]').selectOption('South pier');
  for (const box of ['tide', 'pilot', 'agreed']) await page.locator(`[name=${box}]`).first().check();
  for (const number of [0, 2]) await page.locator('[name=needs]').nth(number).check();
  const all = [['South pier'], ['the morning tide'], ['Water, fresh', 'Fuel'], ['yes'], ['yes']];
  expect(await chosen()).toEqual(all);
  await page.reload();
  await page.mouse.move(200, 5);
  await page.mouse.move(210, 5);
  await expect.poll(chosen).toEqual(all);
});

test("an answer that does not match a pattern shows the author's message", async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  await page.locator('[name=mark]').fill('bow');
  await formIsLive(page);
  await submitButton(page).click();
  const sentence = 'Two capital letters and up to four digits, like SQ 114.';
  await expect.poll(() => descriptionOf(page, 'mark')).toEqual([true, sentence]);
  // The description is there before any input.
  expect(await page.locator('#berth-mark_help').textContent()).toBe(sentence);
});
