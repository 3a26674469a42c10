import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { edit } from '../../scripts/edit.ts';
import { validate } from '../../scripts/validate.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { gitSite } from '../support/git-site.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

const visit = startBrowser();
const photo = readFileSync('tests/fixtures/site/public/pictures/pier-piles.jpg');
const written = (page: Page) => page.locator('[data-pagewright-writing]');
const editor = (page: Page) => page.locator('pagewright-editor');
const panel = (page: Page) => page.locator('pagewright-editor .panel');

/** What a person does, with the mouse or with the keyboard alone. */
interface Hand {
  /** Presses a button, or follows a link. */
  press(control: Locator): Promise<void>;
  /** Replaces what a field holds. */
  fill(field: Locator, text: string): Promise<void>;
  /** Chooses a block of the page. */
  choose(page: Page, block: Locator): Promise<void>;
  /** Replaces every text of a page that says what to write. The file has `left` of them. */
  replaceTexts(page: Page, textFor: (asked: string) => string, left: () => number): Promise<void>;
}

const mouse: Hand = {
  press: (control) => control.click(),
  async fill(field, text) {
    await field.click();
    await field.page().keyboard.press('Control+a');
    await field.page().keyboard.type(text);
  },
  async choose(page, block) {
    await block.scrollIntoViewIfNeeded();
    await block.click({ position: { x: 4, y: 4 } });
    await editor(page).locator('.tab button').first().waitFor();
  },
  async replaceTexts(page, textFor) {
    for (;;) {
      const point = await page.evaluate(() => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT); // every page has one
        while (texts.nextNode()) {
          const node = texts.currentNode as Text; // as asked for
          if (!/^[\s“]*Say\b/.test(node.data) || !node.parentElement?.checkVisibility()) continue;
          node.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
          const range = document.createRange();
          range.selectNodeContents(node);
          const [{ left, top, height } = new DOMRect()] = range.getClientRects();
          const point = { x: left + 3, y: top + height / 2 };
          // A text for screen readers is seen elsewhere, too.
          if (node.parentElement.contains(document.elementFromPoint(point.x, point.y))) return point;
        }
        return undefined;
      });
      if (!point) return;
      await page.mouse.click(point.x, point.y);
      await replace(page, textFor);
      await page.keyboard.press('Enter');
      // The texts below may move when the page follows.
      await expect.poll(() => page.locator('[data-pagewright-copy]').count()).toBe(0);
    }
  },
};

/** Replaces the text that is open, if it says what to write. Returns it. */
async function replace(page: Page, textFor: (asked: string) => string): Promise<string> {
  // A text is written in its place, or in a field below it.
  const place = written(page).or(editor(page).locator('.note textarea'));
  await place.first().waitFor();
  const asked = await place
    .first()
    .evaluate((one) => (one instanceof HTMLTextAreaElement ? one.value : (one.textContent ?? '')));
  if (!/^Say\b/.test(asked)) return asked;
  await page.keyboard.press('Control+a');
  await page.keyboard.type(textFor(asked));
  return asked;
}

/** Tab reaches everything. */
async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await target.first().waitFor();
  const isThere = () =>
    target.first().evaluate((one) => {
      const root = one.getRootNode() as Document | ShadowRoot; // that of an element
      return root.activeElement === one;
    });
  for (let presses = 0; !(await isThere()); presses++) {
    expect(presses, String(target)).toBeLessThan(250);
    await page.keyboard.press('Tab');
  }
}

const keyboard: Hand = {
  async press(control) {
    await reach(control);
    await control.page().keyboard.press('Enter');
  },
  async fill(field, text) {
    await reach(field);
    await field.page().keyboard.press('Control+a');
    await field.page().keyboard.type(text);
  },
  async choose(page, block) {
    await reach(block);
    await editor(page).locator('.tab button').first().waitFor();
  },
  async replaceTexts(page, textFor, left) {
    await reach(page.locator('main > [data-block]').first());
    await page.keyboard.press('Enter');
    const place = written(page).or(editor(page).locator('.note textarea'));
    for (;;) {
      const before = left();
      const asked = await replace(page, textFor);
      await place.first().evaluate((one) => one.setAttribute('data-replaced', ''));
      await page.keyboard.press('Tab');
      await place.and(page.locator(':not([data-replaced])')).waitFor();
      if (asked.startsWith('Say')) await expect.poll(left).toBeLessThan(before);
      if (left() === 0) break;
    }
    await page.keyboard.press('Escape');
  },
};

test.each([
  ['the mouse', mouse],
  ['the keyboard alone', keyboard],
])(
  'a case study is begun, illustrated, put into the menu and handed in without YAML, with %s',
  async (_, hand) => {
    const site = gitSite(temporaryFolder());
    const server = startCommand(edit, ['--pages', join(site.folder, 'pages'), '--port', '0'], {
      ...site.env,
      BROWSER: 'none',
    });
    const address = await server.says(/http:\/\/127\.0\.0\.1:\d+/);
    onTestFinished(() => void server.stop());
    const { page } = await visit(`${address}/`, { reducedMotion: 'reduce' });
    const checkAxe = async (include?: string[]) => {
      await loadAxe(page);
      expect(await axeDiagnostics(page, include)).toEqual([]);
    };
    const file = 'pages/night-shift.yaml';

    await hand.press(editor(page).getByRole('link', { name: 'Pages' }));
    await hand.press(page.getByRole('link', { name: 'New page' }));
    await page.waitForURL(/new/);
    await page.getByLabel('Title').waitFor();
    await checkAxe();
    const recipe = page.getByRole('radio', { name: /^Case study/ });
    if (hand === mouse) await recipe.check();
    else {
      await reach(page.getByRole('radio', { checked: true }));
      while (!(await recipe.isChecked())) await page.keyboard.press('ArrowDown');
    }
    await hand.fill(page.getByLabel('Title'), 'Night shift');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/night-shift`);
    await page.locator('html[data-awake][data-editing]').waitFor();
    await editor(page).locator('.page b').waitFor();

    // Three blocks of the catalogue.
    for (const [name, type] of [
      ['Table, Below the heading', 'table'],
      ['Chart, Below the heading', 'chart'],
      ['Quotes, Single', 'quotes'],
    ] as const) {
      await hand.choose(page, page.locator('main > [data-block=text]').first());
      if (hand === mouse) await editor(page).getByRole('button', { name: 'Insert below' }).click();
      else await page.keyboard.press('b');
      const catalogue = page.frameLocator('pagewright-editor iframe[title=Blocks]');
      await catalogue.locator('#filter:focus').waitFor();
      await page.keyboard.type(type);
      const before = await page.locator(`main > [data-block=${type}]`).count();
      await hand.press(catalogue.getByRole('button', { name: `Insert ${name}` }));
      await expect.poll(() => page.locator(`main > [data-block=${type}]`).count()).toBe(before + 1);
    }
    await checkAxe(['pagewright-editor']);

    // A line can ask for several texts.
    const askedFor = /(?<!^(?:\s*#|title|description).*)\bSay\b/gm;
    await hand.replaceTexts(
      page,
      (asked) =>
        `About ${asked
          .slice(4, 24)
          .trim()
          .replaceAll(/[^\w ]/g, '')}.`,
      () => site.read(file).match(askedFor)?.length ?? 0,
    );
    await expect.poll(() => site.read(file)).not.toMatch(askedFor);

    // The figures of a chart stand in its settings.
    await hand.choose(page, page.locator('main > [data-block=chart]'));
    await page.keyboard.press('o');
    for (const [at, value] of ['31', '24', '12'].entries()) {
      await hand.press(
        panel(page)
          .getByRole('button', { name: /^About what the (first|second|third) bar/ })
          .nth(at),
      );
      await hand.fill(panel(page).locator(`#setting-items-${at}-value`), value);
      await expect.poll(() => site.read(file)).toContain(`value: ${value}\n`);
    }
    await page.keyboard.press('Escape');

    // A photo in the opening, whose words are asked for before it is shown.
    await hand.choose(page, page.locator('main > [data-block=hero]'));
    await page.keyboard.press('o');
    await hand.press(panel(page).getByRole('button', { name: 'Add: Picture', exact: true }));
    const group = panel(page).getByRole('group', { name: 'Picture', exact: true });
    const upload = { name: 'Night Shift.jpg', mimeType: 'image/jpeg', buffer: photo };
    await group.locator('input[type=file]').first().setInputFiles(upload);
    const alt = group.getByRole('textbox', { name: 'What it shows' });
    await expect.poll(() => alt.evaluate((one: HTMLElement) => one.matches(':focus'))).toBe(true);
    await group.getByText('needed').first().waitFor();
    await checkAxe(['pagewright-editor']);
    expect(site.read(file)).not.toContain('night-shift.jpg');
    await page.keyboard.type('Two people at a desk at night');
    await page.locator('main img[alt="Two people at a desk at night"]').waitFor();
    await page.keyboard.press('Escape');

    // The page is published, and stands in the menu.
    await hand.press(editor(page).getByRole('button', { name: 'Settings of the page' }));
    await hand.fill(panel(page).getByRole('textbox', { name: 'Title' }), 'How the night shift sleeps again');
    await hand.fill(
      panel(page).getByRole('textbox', { name: 'Description' }),
      'A clinic with forty beds let its night shift sleep again, by counting which alarms mean something.',
    );
    const live = panel(page).getByRole('radio', { name: 'Live' });
    if (hand === mouse) await live.check();
    else {
      await reach(panel(page).getByRole('radio', { name: 'Draft' }));
      while (!(await live.isChecked())) await page.keyboard.press('ArrowDown');
    }
    await expect.poll(() => site.read(file)).not.toContain('status: draft');
    await hand.press(panel(page).getByRole('button', { name: 'Settings of the whole site' }));
    await panel(page).getByRole('heading', { name: 'Site' }).waitFor();
    await checkAxe(['pagewright-editor']);
    await hand.press(panel(page).getByRole('button', { name: 'Add an entry' }));
    const entry = panel(page).locator('#setting-navigation-items li').last();
    await hand.fill(entry.getByRole('textbox', { name: 'Label' }), 'Night shift');
    await hand.fill(entry.getByRole('combobox', { name: 'Page or file' }), '/night-shift');
    await page.keyboard.press('Enter');
    await page.locator('header').getByRole('link', { name: 'Night shift' }).first().waitFor();
    await page.keyboard.press('Escape');

    // Nothing of it is left to fix, and exactly that is in the commit.
    const { out, err } = await runCommand(validate, ['--pages', join(site.folder, 'pages')]);
    expect(out + err).toContain('0 errors');
    expect(out + err).not.toMatch(/night-shift|_site\.yaml/);
    await hand.press(editor(page).getByRole('link', { name: 'Hand in' }));
    await page.locator('#plan').filter({ hasText: 'In the repository' }).waitFor();
    await checkAxe();
    await page.getByText('Nothing to fix.').waitFor();
    await hand.press(page.getByRole('button', { name: 'Send for review' }));
    await page.getByText('Your changes are sent.').first().waitFor();
    const [branch = ''] = site
      .atRemote('branch', '--list', '--format=%(refname:short)', 'edit/*')
      .split('\n');
    expect(site.atRemote('show', '--format=', '--name-only', branch).split('\n')).toEqual([
      'pages/_site.yaml',
      file,
      'public/pictures/night-shift.jpg',
    ]);
    expect(site.git('status', '--porcelain')).toBe('');
    await server.stop();
  },
);
