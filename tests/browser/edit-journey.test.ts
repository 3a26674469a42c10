import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { newCommand } from '../../scripts/new.ts';
import { validate } from '../../scripts/validate.ts';
import { axeDiagnostics } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { editedSite } from '../support/edited-site.ts';
import { barOf, editorOf, followed, noteOf, panelOf, waitForFocus, writtenText } from '../support/editor.ts';
import { casesFolder } from '../support/fixture-site.ts';
import { gitSite } from '../support/git-site.ts';
import { runCommand } from '../support/run-command.ts';
import { scratchFolder } from '../support/site-on-disk.ts';

// The way of a page from its recipe to the reviewers, without YAML.

const visit = startBrowser();
const repository = gitSite(scratchFolder());
const site = editedSite(visit, {}, { on: repository });
const photo = readFileSync('tests/fixtures/site/public/pictures/pier-piles.jpg');

/** What a person does, with the mouse or with the keyboard alone. */
interface Hand {
  /** Presses a button, or follows a link. */
  press(control: Locator): Promise<void>;
  /** Replaces what a field holds. */
  fill(field: Locator, text: string): Promise<void>;
  /** Chooses one of some radio buttons. */
  pick(radio: Locator): Promise<void>;
  /** Chooses a block of the page. */
  choose(block: Locator): Promise<void>;
  /** Replaces every text of a page that says what to write. The file has `left` of them. */
  replaceTexts(page: Page, left: () => number): Promise<void>;
}

const mouse: Hand = {
  press: (control) => control.click(),
  async fill(field, text) {
    await field.click();
    await field.page().keyboard.press('Control+a');
    await field.page().keyboard.type(text);
  },
  pick: (radio) => radio.check(),
  async choose(block) {
    await block.scrollIntoViewIfNeeded();
    await block.click({ position: { x: 4, y: 4 } });
    await editorOf(block.page()).locator('.tab button').first().waitFor();
  },
  async replaceTexts(page) {
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
      await replace(page);
      await page.keyboard.press('Enter');
      // The texts below may move when the page follows.
      await followed(page);
    }
  },
};

/** A text is written in its place, or in a field below it. */
const openText = (page: Page) => writtenText(page).or(noteOf(page).locator('textarea'));

/** Replaces the text that is open, if it says what to write. Returns it. */
async function replace(page: Page): Promise<string> {
  const place = openText(page).first();
  await place.waitFor();
  const asked = await place.evaluate((one) =>
    one instanceof HTMLTextAreaElement ? one.value : (one.textContent ?? ''),
  );
  if (!/^Say\b/.test(asked)) return asked;
  const subject = asked
    .slice(4, 24)
    .trim()
    .replaceAll(/[^\w ]/g, '');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`About ${subject}.`);
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
  async pick(radio) {
    const page = radio.page();
    const group = page.locator(`input[name="${await radio.getAttribute('name')}"]`);
    await reach(group.and(page.getByRole('radio', { checked: true })));
    while (!(await radio.isChecked())) await page.keyboard.press('ArrowDown');
  },
  async choose(block) {
    await reach(block);
    await editorOf(block.page()).locator('.tab button').first().waitFor();
  },
  async replaceTexts(page, left) {
    await reach(page.locator('main > [data-block]').first());
    await page.keyboard.press('Enter');
    for (;;) {
      const before = left();
      const asked = await replace(page);
      await openText(page)
        .first()
        .evaluate((one) => one.setAttribute('data-replaced', ''));
      await page.keyboard.press('Tab');
      await openText(page).and(page.locator(':not([data-replaced])')).waitFor();
      if (asked.startsWith('Say')) await expect.poll(left).toBeLessThan(before);
      if (left() === 0) break;
    }
    await page.keyboard.press('Escape');
  },
};

const hands = [
  ['the mouse', mouse],
  ['the keyboard alone', keyboard],
] as const;

async function checkAxe(page: Page, include?: string[]): Promise<void> {
  expect(await axeDiagnostics(page, include)).toEqual([]);
}

/** Removes a page that is not handed in. */
const remove = (file: string) => rmSync(join(site.folder, 'pages', file));

test.each(hands)(
  'a page begins with a recipe and gets a block of the catalogue, with %s',
  async (_, hand) => {
    const { page } = await site.open('/about/us');
    await hand.press(barOf(page).getByRole('link', { name: 'Pages' }));
    await hand.press(page.getByRole('link', { name: 'New page' }));
    await page.waitForURL(/new/);
    await page.getByLabel('Title').waitFor();
    await checkAxe(page);
    await hand.pick(page.getByRole('radio', { name: /^Case study/ }));
    await hand.fill(page.getByLabel('Title'), 'Night shift');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.address}/night-shift`);
    await editorOf(page).locator('.page b').waitFor();
    await hand.choose(page.locator('main > [data-block=text]').first());
    if (hand === mouse) await editorOf(page).getByRole('button', { name: 'Insert below' }).click();
    else await page.keyboard.press('b');
    const catalogue = page.frameLocator('pagewright-editor iframe[title=Blocks]');
    await catalogue.locator('#filter:focus').waitFor();
    await page.keyboard.type('table');
    await hand.press(catalogue.getByRole('button', { name: 'Insert Table, Below the heading' }));
    await page.locator('main > [data-block=table]').waitFor();
    await checkAxe(page, ['pagewright-editor']);
    const { out, err } = await runCommand(validate, ['--pages', join(site.folder, 'pages')]);
    expect(out + err).toContain('0 errors');
    remove('night-shift.yaml');
  },
);

test.each(hands)('the texts that say what to write are replaced, with %s', async (_, hand) => {
  const pages = join(site.folder, 'pages');
  await runCommand(newCommand, ['page', '/night-shift', '--recipe', 'case-study', '--pages', pages]);
  const { page } = await site.open('/night-shift');
  // A line can ask for several texts.
  const asked = /(?<!^(?:\s*#|title|description).*)\bSay\b/gm;
  await hand.replaceTexts(page, () => site.read('night-shift.yaml').match(asked)?.length ?? 0);
  await expect.poll(() => site.read('night-shift.yaml')).not.toMatch(asked);
  remove('night-shift.yaml');
});

const template = readFileSync(join(casesFolder, 'edit-journey.yaml'), 'utf8');
const pageOf = (who: string) => template.replaceAll('{who}', who);

test.each(hands)('figures and a photo are filled in, with %s', async (_, hand) => {
  const { page } = await site.open('/night-shift', pageOf('clinic'));
  const panel = panelOf(page);
  // The figures of a chart stand in its settings.
  await hand.choose(page.locator('main > [data-block=chart]'));
  await page.keyboard.press('o');
  for (const [at, [label, value]] of [['First', '31'] as const, ['Second', '24'] as const].entries()) {
    await hand.press(panel.getByRole('button', { name: label, exact: true }));
    await hand.fill(panel.locator(`#setting-items-${at}-value`), value);
    await expect.poll(() => site.read('night-shift.yaml')).toContain(`value: ${value} }\n`);
  }
  await page.keyboard.press('Escape');
  // A photo in the opening, whose words are asked for before it is shown.
  await hand.choose(page.locator('main > [data-block=hero]'));
  await page.keyboard.press('o');
  await hand.press(panel.getByRole('button', { name: 'Add: Picture', exact: true }));
  const group = panel.getByRole('group', { name: 'Picture', exact: true });
  const upload = { name: 'Night Shift.jpg', mimeType: 'image/jpeg', buffer: photo };
  await group.locator('input[type=file]').first().setInputFiles(upload);
  await waitForFocus(group.getByRole('textbox', { name: 'What it shows' }));
  await group.getByText('needed').first().waitFor();
  await checkAxe(page, ['pagewright-editor']);
  expect(site.read('night-shift.yaml')).not.toContain('night-shift.jpg');
  await page.keyboard.type('Two people at a desk at night');
  await page.locator('main img[alt="Two people at a desk at night"]').waitFor();
  await page.keyboard.press('Escape');
  remove('night-shift.yaml');
  rmSync(join(site.folder, 'public/pictures/night-shift.jpg'));
});

test.each(hands)('a page is published, put into the menu and handed in, with %s', async (_, hand) => {
  const shift = hand === mouse ? 'day-shift' : 'night-shift';
  const file = `${shift}.yaml`;
  const { page } = await site.open(
    `/${shift}`,
    `status: draft\n${pageOf(hand === mouse ? 'clinic' : 'ward')}`,
  );
  const panel = panelOf(page);
  await hand.press(barOf(page).getByRole('button', { name: 'Settings of the page' }));
  await hand.fill(panel.getByRole('textbox', { name: 'Title' }), `How the ${shift} sleeps again`);
  await hand.pick(panel.getByRole('radio', { name: 'Live' }));
  await expect.poll(() => site.read(file)).not.toContain('status: draft');
  await hand.press(panel.getByRole('button', { name: 'Settings of the whole site' }));
  await panel.getByRole('heading', { name: 'Site' }).waitFor();
  await hand.press(panel.getByRole('button', { name: 'Add an entry' }));
  const entry = panel.locator('#setting-navigation-items li').last();
  await hand.fill(entry.getByRole('textbox', { name: 'Label' }), shift);
  await hand.fill(entry.getByRole('combobox', { name: 'Page or file' }), `/${shift}`);
  await page.keyboard.press('Enter');
  await page.locator('header').getByRole('link', { name: shift }).first().waitFor();
  await page.keyboard.press('Escape');
  // Nothing of it is left to fix, and exactly that is in the commit.
  const { out, err } = await runCommand(validate, ['--pages', join(site.folder, 'pages')]);
  expect(out + err).toContain('0 errors');
  expect(out + err).not.toMatch(new RegExp(`${shift}|_site\\.yaml`));
  await hand.press(barOf(page).getByRole('link', { name: 'Hand in' }));
  await page.getByText('Nothing to fix.').waitFor();
  await hand.press(page.getByRole('button', { name: 'Send for review' }));
  await page.getByText('Your changes are sent.').first().waitFor();
  const [branch = ''] = repository
    .atRemote('branch', '--list', '--format=%(refname:short)', 'edit/*')
    .split('\n');
  expect(repository.atRemote('show', '--format=', '--name-only', branch).split('\n')).toEqual([
    'pages/_site.yaml',
    `pages/${file}`,
  ]);
  expect(repository.git('status', '--porcelain')).toBe('');
});
