import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import type { Reason } from '../../schema/content/form-rules.ts';
import { problemMessage } from '../../schema/content/form-messages.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { problemsInDisplays } from '../support/audit.ts';
import { buildAndServe } from '../support/site-on-disk.ts';
import { startBrowser } from '../support/browser.ts';
import { otherPages } from '../support/fixture-site.ts';
import { formIsLive, postInvalid, storedMessages, submitButton } from '../support/forms.ts';

const visit = startBrowser();

/** A form with nearly every kind of field, in one of two languages. */
interface Kinds {
  /** The site's address, and the folder of its messages. */
  at(): { site: string; data: string };
  path: string;
  language: string;
  success: string;
  /** The keys for each field in order: a list of keys, or an empty list to skip the field. */
  keys: readonly (string | readonly string[])[];
  /** The fields left blank: a name, and a group of boxes. */
  name: string;
  group: string;
  stored: Record<string, unknown>;
}

const german = { site: '', data: '' };
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const { address, data, remove } = await buildAndServe(otherPages, folder);
  Object.assign(german, { site: address, data });
  return remove;
});

const day = ['0', '6', '1', '5', '2', '0', '2', '7'];
const forms: Kinds[] = [
  {
    at: () => ({ site: inject('site'), data: inject('data') }),
    path: '/services/reserve',
    language: 'en-GB',
    success: 'A place is kept for you.',
    // Tab skips the last box of the group.
    keys: [
      ['Space'],
      'ada@example.org',
      [],
      [],
      'SQ 114',
      '3',
      '7.5',
      day,
      ['ArrowDown'],
      ['ArrowDown'],
      [],
      [],
      [],
      ['Space'],
      [],
      // The consent text contains a link.
      ['Space', 'Tab'],
    ],
    name: 'name',
    group: 'needs',
    stored: {
      name: 'Ada',
      email: 'ada@example.org',
      form: '/services/reserve/berth',
      language: 'en-GB',
      other: {
        mark: 'SQ 114',
        crew: '3',
        length: '7.5',
        day: '2027-06-15',
        pier: 'North pier',
        tide: 'the evening tide',
        needs: 'Water, fresh',
        pilot: 'yes',
        agreed: 'The desk may keep them for 30\u00A0days. How we keep them',
        office: 'North Pier',
      },
    },
  },
  {
    at: () => german,
    path: '/feiern',
    language: 'de',
    success: 'Ihre Anfrage liegt am Ofen.',
    keys: [['Space'], 'ada@example.org', '20', day, ['ArrowDown'], ['ArrowDown'], [], [], [], ['Space']],
    name: 'name',
    group: 'brote',
    stored: {
      name: 'Ada',
      email: 'ada@example.org',
      form: '/feiern/feier',
      language: 'de',
      other: {
        gaeste: '20',
        tag: '2027-06-15',
        anlass: 'Hochzeit',
        abholung: 'mit dem Rad',
        brote: 'Roggen',
        laden: 'Ofengasse',
        hinweis: 'Die Backstube darf sie bis zur Feier behalten.',
      },
    },
  },
];

/** Fills in and sends the whole form by keyboard. */
async function fillByKeyboard(page: Page, { keys, name }: Kinds): Promise<void> {
  await page.locator(`form [name=${name}]`).focus();
  for (const one of keys) {
    if (typeof one === 'string') await page.keyboard.type(one);
    else for (const key of one) await page.keyboard.press(key);
    // A date has three parts and a button.
    const parts = one === day ? 2 : 1;
    for (let part = 0; part < parts; part++) await page.keyboard.press('Tab');
  }
  await submitButton(page).focus();
  await page.keyboard.press('Enter');
}

/** The description of a field for assistive technology. */
const descriptionOf = (page: Page, name: string) =>
  page.locator(`[data-field=${name}]`).evaluate((frame) => {
    const described = frame.matches('fieldset') ? frame : frame.querySelector('[aria-describedby]');
    const ids = described?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return [
      frame.querySelector('[aria-invalid=true]') !== null || frame.matches('[aria-invalid=true]'),
      document.getElementById(ids.find((id) => id.endsWith('_fault')) ?? '')?.textContent ?? '',
    ];
  });

const messagesIn = async (data: string, form: unknown) =>
  (await storedMessages(data)).filter((message) => message['form'] === form);

describe.each(forms.map((form) => [form.language, form] as const))('in %s', (_language, form) => {
  const say = (reason: Reason) => problemMessage({ reason }, form.language);

  test.each([
    ['the rules in the browser', '**/no-such-file'],
    ['the function alone', '**/assets/validation-*.js'],
  ])(
    'a form filled in by keyboard has its missing answers reported by %s, and is sent',
    async (_who, blocked) => {
      const { site, data } = form.at();
      const { page } = await visit(site + form.path, { reducedMotion: 'reduce' }, (page) =>
        page.route(blocked, (route) => route.abort()),
      );
      await page.locator(`form [name=${form.name}]`).focus();
      await formIsLive(page);
      const before = (await messagesIn(data, form.stored['form'])).length;
      await fillByKeyboard(page, form);
      await expect.poll(() => descriptionOf(page, form.name)).toEqual([true, say('required')]);
      expect(await descriptionOf(page, form.group)).toEqual([true, say('chooseSome')]);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
      await expect.poll(focused).toBe(form.name);
      await loadAxe(page);
      expect(await axeDiagnostics(page)).toEqual([]);
      expect(await messagesIn(data, form.stored['form'])).toHaveLength(before);

      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('Ada');
      await page.locator(`form [name=${form.group}]`).first().focus();
      await page.keyboard.press('Space');
      await expect.poll(() => descriptionOf(page, form.group)).toEqual([false, '']);
      await submitButton(page).focus();
      await page.keyboard.press('Enter');
      await page.getByText(form.success).waitFor();
      expect((await messagesIn(data, form.stored['form'])).at(-1)).toMatchObject(form.stored);
      expect(await axeDiagnostics(page)).toEqual([]);
    },
  );

  test('without script, the answer page reports the problem of each field and keeps the answers', async () => {
    const { site, data } = form.at();
    const { page } = await visit(site + form.path, { javaScriptEnabled: false });
    const before = (await messagesIn(data, form.stored['form'])).length;
    await fillByKeyboard(page, form);
    await page.waitForURL('**/functions/v1/**');
    expect(await descriptionOf(page, form.name)).toEqual([true, say('required')]);
    expect(await descriptionOf(page, form.group)).toEqual([true, say('chooseSome')]);
    const typed = await page
      .locator('form[action]')
      .evaluate((element) =>
        Object.fromEntries(
          [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, value]),
        ),
      );
    const others = Object.keys(form.stored['other'] as object).filter((name) => name !== form.group);
    expect(Object.keys(typed)).toEqual(expect.arrayContaining(['email', ...others]));
    expect(await messagesIn(data, form.stored['form'])).toHaveLength(before);

    await page.locator(`[name=${form.name}]`).fill('Ada');
    await page.locator(`[name=${form.group}]`).first().check();
    await submitButton(page).click();
    await page.getByText(form.success).waitFor();
    const stored = (await messagesIn(data, form.stored['form'])).at(-1);
    expect(stored).toMatchObject(form.stored);
  });
});

test('the page and its answer pass the audit', async () => {
  // Without scripts, the browser posts the form.
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' }, (page) =>
    page.route('**/assets/*.js', (route) => route.abort()),
  );
  expect(await problemsInDisplays(page)).toEqual([]);
  await postInvalid(page);
  expect(await problemsInDisplays(page)).toEqual([]);
});

test('choices and ticks survive a reload', async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  const chosen = () =>
    page.locator('form[action]').evaluate((element) => {
      const form = new FormData(element as HTMLFormElement);
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

test('an answer that does not match a pattern gets the message of the author', async () => {
  const { page } = await visit('/services/reserve', { reducedMotion: 'reduce' });
  await page.locator('[name=mark]').fill('bow');
  await formIsLive(page);
  await submitButton(page).click();
  const sentence = 'Two capital letters and up to four digits, like SQ 114.';
  await expect.poll(() => descriptionOf(page, 'mark')).toEqual([true, sentence]);
  // The description is there before any input.
  expect(await page.locator('#berth-mark_help').textContent()).toBe(sentence);
});
