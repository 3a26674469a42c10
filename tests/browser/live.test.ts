import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { dev } from '../../scripts/commands/dev.ts';
import { startBrowser } from '../support/browser.ts';
import { startEditedSite } from '../support/edited-site.ts';
import { toPageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const heroBlock = (heading: string) => `  - type: hero\n    heading: ${heading}\n`;
const faqBlock = (question = 'Does it rain?') =>
  `  - type: faq\n    heading: Questions\n    items: [{ question: "${question}", answer: "It does." }]\n`;
const textBlock = (text: string) => `  - type: text\n    heading: Words\n    body: |\n      ${text}\n`;
const formBlock =
  '  - type: form\n    id: message\n    heading: Write\n    fields:\n' +
  '      - { name: email, label: E-mail, kind: email, required: true, autocomplete: email }\n' +
  '      - { name: words, label: Words, kind: long-text, rows: 5 }\n' +
  '    submit: { label: Send, sending: Sending, function: send-contact-email }\n' +
  '    success: It is here.\n    failure: It is not here.\n';

const site = startEditedSite(visit, { 'pages/index.yaml': toPageYaml(heroBlock('Home')) }, { command: dev });
const { write, read, folder } = site;
const deleteFile = (path: string) => rmSync(join(folder, path));

/** Opens a page, and counts how often it is reloaded. */
async function openPage(
  path: string,
  yaml?: string,
): Promise<{ page: Page; logs: string[]; loads: () => number }> {
  const opened = await site.open(path, yaml);
  let loads = 0;
  opened.page.on('load', () => loads++);
  return { ...opened, loads: () => loads };
}

/** Opens a page whose script loads only when `load` is called. */
async function openBeforeScripts(path: string): Promise<{ page: Page; load: () => void }> {
  let load = () => {};
  const released = new Promise<void>((resolve) => (load = resolve));
  const options = { reducedMotion: 'reduce' } as const;
  const { page } = await visit(site.address + path, options, (opened) =>
    opened.route('**/src/client/live.tsx*', async (route) => {
      await released;
      await route.continue();
    }),
  );
  return { page, load };
}

const locateDiagnostic = (page: Page) => page.locator('pagewright-fault');

test('a saved change appears without a reload and keeps scroll position, open questions, entered text and caret', async () => {
  const path = '/typed';
  const content = heroBlock('Typed') + textBlock('One.') + faqBlock() + formBlock;
  const { page, loads } = await openPage(path, toPageYaml(content));
  await page.getByText('Does it rain?', { exact: true }).click();
  const field = page.getByLabel('Words');
  await field.fill('What I typed');
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 5));
  const readState = () =>
    page.evaluate(() => {
      const { activeElement, scrollingElement } = document;
      const area = activeElement instanceof HTMLTextAreaElement ? activeElement : undefined;
      return [
        area?.value,
        area?.selectionStart,
        area?.selectionEnd,
        document.querySelector('details')?.open,
        scrollingElement?.scrollTop,
      ];
    });
  const before = await readState();
  expect(before).toMatchObject(['What I typed', 3, 5, true, expect.any(Number)]);
  expect(before[4]).toBeGreaterThan(0);
  write(`pages${path}.yaml`, toPageYaml(heroBlock('Typed') + textBlock('Two.') + faqBlock() + formBlock));
  await page.getByText('Two.').waitFor();
  expect(await readState()).toEqual(before);
  // An open question stays open even if its own text changes.
  write(
    `pages${path}.yaml`,
    toPageYaml(heroBlock('Typed') + textBlock('Two.') + faqBlock('Does it snow?') + formBlock),
  );
  await page.getByText('Does it snow?').waitFor();
  expect(await readState()).toEqual(before);
  // Blocks keep their state when they move.
  write(
    `pages${path}.yaml`,
    toPageYaml(heroBlock('Typed') + formBlock + faqBlock('Does it snow?') + textBlock('Three.')),
  );
  await page.getByText('Three.').waitFor();
  expect((await readState()).slice(0, 4)).toEqual(before.slice(0, 4));
  expect(
    await page
      .locator('main > section')
      .evaluateAll((elements) => elements.map((element) => element.dataset['block'])),
  ).toEqual(['hero', 'form', 'faq', 'text']);
  write(`pages${path}.yaml`, toPageYaml(heroBlock('Typed in') + formBlock));
  await expect.poll(() => page.title()).toBe('Typed in | Example');
  expect(loads()).toBe(0);
});

test('entered text, opened questions, clicks and the scroll position from before hydration are kept', async () => {
  const choiceFields =
    '      - { name: day, label: Day, kind: select, placeholder: Choose, options: [Monday, Tuesday] }\n' +
    '      - { name: file, label: File, kind: file, accept: [pdf] }\n' +
    '      - { name: yes, label: I agree, kind: checkbox }\n';
  const content = toPageYaml(
    heroBlock('Early') +
      faqBlock() +
      textBlock('One.') +
      formBlock.replace('    submit', `${choiceFields}    submit`),
  );
  write('pages/early.yaml', content);
  const { page, load } = await openBeforeScripts('/early');
  await page.getByText('Does it rain?', { exact: true }).click();
  await page.getByLabel('Day').selectOption('Tuesday');
  await page.getByLabel('I agree').check();
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await page.getByLabel('E-mail').fill('no address');
  await page.getByLabel('Words').fill('What I typed');
  await page.getByLabel('Words').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 5));
  const readState = () =>
    page.evaluate(() => {
      const [words, email, day] = document.querySelectorAll<HTMLInputElement>(
        'textarea, [name=email], select',
      );
      return {
        values: [words, email, day].map((element) => element?.value),
        files: document.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]?.name,
        agrees: document.querySelector<HTMLInputElement>('[type=checkbox]')?.checked,
        open: document.querySelector('details')?.open,
        focus: document.activeElement?.localName,
        caret: document.querySelector('textarea')?.selectionStart,
        scroll: Math.round(document.documentElement.scrollTop),
      };
    });
  const before = await readState();
  expect(before).toMatchObject({ agrees: true, open: true, focus: 'textarea', files: 'a.pdf', caret: 3 });
  expect(before.scroll).toBeGreaterThan(0);
  await page.locator('main').evaluate((main) => main.firstElementChild?.setAttribute('data-prerendered', ''));
  load();
  await page.locator('html[data-awake]').waitFor();
  await expect.poll(() => page.locator('[data-prerendered]').count()).toBe(0);
  expect(await readState()).toEqual(before);
});

test('a click on the submit button before hydration validates the form', async () => {
  write('pages/clicked.yaml', toPageYaml(heroBlock('Clicked') + formBlock));
  const { page, load } = await openBeforeScripts('/clicked');
  await page.getByLabel('E-mail').fill('no address');
  await page.getByRole('button', { name: 'Send' }).click();
  load();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('no address');
});

test('an invalid block shows its diagnostic in place, and clicking the fix applies it', async () => {
  const validYaml = toPageYaml(heroBlock('Faulty') + textBlock('One.') + faqBlock());
  const { page, loads } = await openPage('/faulty', validYaml);
  await page.getByText('Does it rain?', { exact: true }).click();
  write('pages/faulty.yaml', validYaml.replace('One.', 'Two.').replace('    items', '    itms'));
  await locateDiagnostic(page).getByText('did you mean `items`?').waitFor();
  // Other blocks are updated, and the invalid block keeps its last valid state.
  await page.getByText('Two.').waitFor();
  expect(await page.locator('main details').evaluate((details: HTMLDetailsElement) => details.open)).toBe(
    true,
  );
  expect(await page.locator('[data-faulty]').getAttribute('data-block')).toBe('faq');
  await page.locator('pagewright-faults summary', { hasText: '1 problem to fix' }).waitFor();
  await locateDiagnostic(page)
    .getByRole('button', { name: /^Fix: / })
    .click();
  await expect.poll(() => locateDiagnostic(page).count()).toBe(0);
  expect(read('faulty.yaml')).toBe(validYaml.replace('One.', 'Two.'));
  expect(await page.locator('main details').evaluate((details: HTMLDetailsElement) => details.open)).toBe(
    true,
  );
  // A block that has never been valid shows only its diagnostic.
  write('pages/faulty.yaml', `${validYaml}  - type: stats\n`);
  await locateDiagnostic(page).getByText('stats').first().waitFor();
  expect(await page.locator('[data-faulty]').innerText()).toBe('');
  expect(loads()).toBe(0);
  // A reload shows the same result.
  await page.reload();
  await locateDiagnostic(page).getByText('stats').first().waitFor();
  await page.getByText('Does it rain?', { exact: true }).waitFor();
  deleteFile('pages/faulty.yaml');
});

test('page diagnostics are shown above the page, which stays visible if its file is invalid, moved or deleted', async () => {
  const validYaml = toPageYaml(heroBlock('Steady'));
  const { page, loads } = await openPage('/steady', validYaml);
  write('pages/steady.yaml', validYaml.replace('title: ', 'titel: '));
  await locateDiagnostic(page).getByText('titel').first().waitFor();
  write('pages/steady.yaml', 'title: [');
  await locateDiagnostic(page).getByText('title: [').first().waitFor();
  await page.getByRole('heading', { name: 'Steady' }).waitFor();
  write('pages/steady.yaml', validYaml);
  await expect.poll(() => locateDiagnostic(page).count()).toBe(0);
  renameSync(join(folder, 'pages/steady.yaml'), join(folder, 'pages/Not Steady.yaml'));
  await page.getByText('The file for /steady was deleted.').waitFor();
  await page.getByRole('heading', { name: 'Steady' }).waitFor();
  await page.locator('pagewright-faults', { hasText: 'Not Steady.yaml' }).waitFor();
  renameSync(join(folder, 'pages/Not Steady.yaml'), join(folder, 'pages/steady.yaml'));
  await expect.poll(() => page.getByText('The file for /steady was deleted.').count()).toBe(0);
  write('pages/steady.yaml', `status: draft\n${validYaml}`);
  await page.getByText('Visitors cannot open this page.').waitFor();
  write('pages/steady.yaml', `publish: 2099-12-01\n${validYaml}`);
  await page.getByText('From 1 Dec', { exact: true }).waitFor();
  write('pages/steady.yaml', `expire: 2020-12-01\n${validYaml}`);
  await page.getByText('Expired', { exact: true }).waitFor();
  deleteFile('pages/steady.yaml');
  await page.getByText('The file for /steady was deleted.').waitFor();
  expect(loads()).toBe(0);
  const missing = await openPage('/nowhere');
  await missing.page.getByText('The site has no file for /nowhere.').waitFor();
  await missing.page.getByRole('heading', { name: 'Not here' }).waitFor();
  write('pages/nowhere.yaml', toPageYaml(heroBlock('Somewhere')));
  await missing.page.getByRole('heading', { name: 'Somewhere' }).waitFor();
  expect(missing.loads()).toBe(0);
  deleteFile('pages/nowhere.yaml');
});

test('changes to site settings, shared blocks and pictures appear without a reload', async () => {
  const svg = (width: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10" viewBox="0 0 ${width} 10"/>`;
  write('public/a.svg', svg(10));
  write('pages/_shared/call.yaml', 'type: cta\nheading: Call us\nactions: [{ label: Go, to: / }]\n');
  const media = '  - { type: media, items: [{ src: /a.svg, alt: A square }] }\n';
  const { page, loads } = await openPage(
    '/shared',
    toPageYaml(`${heroBlock('Shared')}  - use: call\n${media}`),
  );
  write('pages/_shared/call.yaml', 'type: cta\nheading: Call them\nactions: [{ label: Go, to: / }]\n');
  await page.getByRole('heading', { name: 'Call them' }).waitFor();
  const readRatio = () =>
    page
      .getByAltText('A square')
      .evaluate((element: HTMLImageElement) => element.naturalWidth / element.naturalHeight);
  await expect.poll(readRatio).toBe(1);
  write('public/a.svg', svg(30));
  await expect.poll(readRatio).toBe(3);
  const changedMenu = siteYaml.replace('label: Home, to: /', 'label: Harbour, to: /');
  write('pages/_site.yaml', changedMenu);
  await page.locator('header').getByRole('link', { name: 'Harbour', exact: true }).waitFor();
  const readCorners = () =>
    page.getByRole('link', { name: 'Go' }).evaluate((element) => getComputedStyle(element).borderRadius);
  const before = await readCorners();
  write('pages/_site.yaml', `${changedMenu}theme: { corners: round }\n`);
  await expect.poll(readCorners).not.toBe(before);
  write('pages/_site.yaml', 'company: [');
  await page.locator('pagewright-faults', { hasText: '_site.yaml:1' }).waitFor();
  await page.getByRole('heading', { name: 'Call them' }).waitFor();
  write('pages/_site.yaml', siteYaml);
  await page.locator('header').getByRole('link', { name: 'Home', exact: true }).waitFor();
  expect(loads()).toBe(0);
});

test('after client-side navigation, changes to the new page appear, and the bar links to each diagnostic', async () => {
  write('pages/second.yaml', toPageYaml(heroBlock('Second')));
  const { page, loads } = await openPage(
    '/first',
    toPageYaml(`${heroBlock('First')}    actions: [{ label: On, to: /second }]\n`),
  );
  await page.getByRole('link', { name: 'On' }).click();
  await page.getByRole('heading', { name: 'Second' }).waitFor();
  write('pages/second.yaml', toPageYaml(heroBlock('Second page')));
  await page.getByRole('heading', { name: 'Second page' }).waitFor();
  write('pages/first.yaml', toPageYaml(heroBlock('First one')));
  await page.goBack();
  await page.getByRole('heading', { name: 'First one' }).waitFor();
  expect(loads()).toBe(0);
  write('pages/second.yaml', toPageYaml(`${heroBlock('Second page')}    leed: A slip\n`));
  const bar = page.locator('pagewright-faults');
  await bar.locator('summary', { hasText: 'to fix' }).click();
  await bar.locator('li', { hasText: 'leed' }).getByRole('link', { name: 'Show' }).click();
  await expect
    .poll(() =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.includes('leed')),
    )
    .toBe(true);
  deleteFile('pages/second.yaml');
});

test('a form validates answers while the site is being edited', async () => {
  const { page, logs } = await openPage('/form', toPageYaml(heroBlock('Form') + formBlock));
  await page.getByLabel('E-mail').fill('no address');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  expect(logs.filter((line) => line.startsWith('error'))).toEqual([]);
});

test('pages without errors are served while another page has errors', async () => {
  // Request the page without a browser, because a browser would reload it when the file changes.
  const fetchStatus = async (path: string) => (await fetch(`${site.address}${path}`)).status;
  write('pages/other.yaml', 'title: [');
  await expect.poll(() => fetchStatus('/other')).toBe(500);
  expect(await fetchStatus('/')).toBe(200);
  deleteFile('pages/other.yaml');
});

/** Locates the bar with all diagnostics. */
const locateDiagnosticBar = (page: Page) => page.locator('pagewright-faults details');

test("a bar on every page lists all the site's diagnostics, and the page keeps its content", async () => {
  write('pages/second.yaml', toPageYaml(heroBlock('Second page')));
  await expect.poll(async () => (await fetch(`${site.address}/second`)).status).toBe(200);
  const { page } = await site.open('/second');
  await page.getByRole('heading', { name: 'Second page' }).waitFor();
  const invalidFiles = [
    ['_site.yaml', siteYaml.replace('email: ', 'e-mail: '), /e-mail/],
    ['_site.yaml', siteYaml.replace('company: Example\n', ''), /company/],
    ['_site.yaml', 'company: [', /_site\.yaml:1/],
    ['_site.yaml', siteYaml.replace('language: en', 'language: nowhere-land-1'), /language|nowhere/],
    ['_shared/note.yaml', 'type: cta\nheadin: Call\nactions: [{ label: Go, to: / }]\n', /headin/],
    ['_shared/note.yaml', 'type: nothing\n', /nothing/],
    ['_shared/note.yaml', 'type: cta\nheading: Call\nactions: [{ label: Go, to: /nowhere }]\n', /nowhere/],
    ['other.yaml', toPageYaml(heroBlock('Other')).replace('heading', 'headin'), /headin/],
    ['second.yaml', toPageYaml(heroBlock('Second page')).replace('heading:', 'headng:'), /headng/],
    ['second.yaml', 'title: [', /second\.yaml:1/],
  ] as const;
  for (const [path, text, message] of invalidFiles) {
    write(`pages/${path}`, text);
    await locateDiagnosticBar(page)
      .filter({ hasText: path })
      .filter({ hasText: message })
      .filter({ hasText: 'to fix' })
      .waitFor({ state: 'attached' });
    await page.getByRole('heading', { name: 'Second page' }).waitFor();
    const summary = locateDiagnosticBar(page).locator('summary', { hasText: /^\d+ problems? to fix/ });
    await summary.waitFor();
    if (!(await locateDiagnosticBar(page).evaluate((details) => details.hasAttribute('open'))))
      await summary.click();
    await locateDiagnosticBar(page)
      .getByRole('button', { name: new RegExp(`${path}:\\d+:\\d+`) })
      .first()
      .waitFor();
    if (path === 'second.yaml') write(`pages/${path}`, toPageYaml(heroBlock('Second page')));
    else if (path === '_site.yaml') write(`pages/${path}`, siteYaml);
    else deleteFile(`pages/${path}`);
    await expect.poll(() => locateDiagnosticBar(page).filter({ hasText: 'to fix' }).count()).toBe(0);
  }
});

test('clicking a safe fix applies it immediately; a suggested fix asks for confirmation first', async () => {
  const safeFixYaml = toPageYaml(heroBlock('Fix me')).replace('  - type', '\u00A0 - type');
  const guessYaml = `${toPageYaml(heroBlock('Fix me'))}    leed: A guess\n`;
  write('pages/fixed.yaml', safeFixYaml);
  const { page } = await site.open('/fixed');
  const clickFix = () =>
    page
      .locator('main pagewright-fault')
      .getByRole('button', { name: /^Fix: / })
      .first()
      .click();
  await clickFix();
  await page.getByRole('heading', { name: 'Fix me' }).waitFor();
  await expect.poll(() => read('fixed.yaml')).toBe(toPageYaml(heroBlock('Fix me')));
  write('pages/fixed.yaml', guessYaml);
  await locateDiagnosticBar(page).filter({ hasText: 'leed' }).waitFor();
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await clickFix();
  expect(questions).toEqual([expect.stringContaining('This is a guess: ')]);
  expect(read('fixed.yaml')).toBe(guessYaml);
  page.once('dialog', (dialog) => void dialog.accept());
  await clickFix();
  await expect.poll(() => read('fixed.yaml')).toBe(guessYaml.replace('leed', 'lead'));
  // Look only in `main`, because the diagnostics bar contains the same text.
  await page.locator('main').getByText('A guess').waitFor();
  await expect.poll(() => locateDiagnosticBar(page).filter({ hasText: 'leed' }).count()).toBe(0);
  // For a mistyped address, authors can choose the page with the most similar one.
  const action = (to: string) => `    actions: [{ label: Go, to: "${to}" }]\n`;
  write('pages/fixed.yaml', toPageYaml(heroBlock('Fix me')) + action('/fiexd#top'));
  await locateDiagnosticBar(page).filter({ hasText: '/fiexd' }).waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page
    .locator('main pagewright-fault')
    .getByRole('button', { name: 'Fix: change /fiexd#top to /fixed#top' })
    .click();
  await expect.poll(() => read('fixed.yaml')).toContain(action('/fixed#top').replaceAll('"', ''));
  deleteFile('pages/fixed.yaml');
});
