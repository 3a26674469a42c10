import { expect, test } from 'vitest';
import { hydrate, startBrowser, type Visit } from '../support/browser.ts';
import { waitForLiveForm, readStoredMessages, locateSubmitButton } from '../support/forms.ts';
import { serveTestSite } from '../support/site-on-disk.ts';

// The pages, ids, tags, variables, shared blocks, dialogs, terms and fields of this site have the names of properties
// that every JavaScript object inherits.

const visit = startBrowser();
const site = serveTestSite('inherited-names');
const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];

const open = async (path: string): Promise<Visit> => {
  const pageVisit = await visit(`${site.address}${path}`);
  expect(pageVisit.status).toBe(200);
  return pageVisit;
};

test('links, anchors, variables, shared blocks, terms and dialogs can have names such as `constructor`', async () => {
  const { page, logs } = await open('/');
  await hydrate(page);
  expect(await page.locator('main').innerText()).toMatch(/We are the builders\.[^]*Shared figures/);
  const terms = (await page.locator('[data-block=glossary] dt').allInnerTexts()).map((term) => term.trim());
  expect(terms.toSorted()).toEqual(names.toSorted());
  await page
    .getByRole('button', { name: 'Ask' })
    .or(page.getByRole('link', { name: 'Ask' }))
    .first()
    .click();
  await page.getByRole('heading', { name: 'Ask us here' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Part' }).click();
  await page.waitForURL('**/constructor#constructor');
  await page.getByRole('heading', { name: 'A part' }).waitFor();
  expect(await page.locator('[id=constructor]').count()).toBe(1);
  expect(await page.locator('[id=tostring]').innerText()).toBe('toString');
  expect(logs).toEqual([]);
});

test('each tag named like an inherited property has a page and a filter button', async () => {
  const { page, logs } = await open('/constructor/list');
  const links = page.locator('[data-block=posts] a');
  const found = await links.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('href') ?? ''),
  );
  expect(new Set(found).size).toBe(names.length);
  for (const path of found) await open(path);
  const filterPage = await open('/valueof');
  await hydrate(filterPage.page);
  for (const [index, name] of names.entries()) {
    await filterPage.page.locator('[data-block=posts]').getByText(name, { exact: true }).first().click();
    const shownPosts = filterPage.page.locator('[data-block=posts] h3').filter({ visible: true });
    await expect.poll(() => shownPosts.allInnerTexts()).toEqual([`Post number ${index}`]);
  }
  expect([...logs, ...filterPage.logs]).toEqual([]);
});

test('the search finds pages named like inherited properties', async () => {
  const { page, logs } = await open('/');
  await hydrate(page);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('constructor');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  expect(logs).toEqual([]);
});

test('a form whose fields are named like inherited properties is sent, and its answers can be read', async () => {
  const { page } = await open('/constructor');
  await waitForLiveForm(page);
  const answers = {
    name: 'Ada',
    email: 'ada@example.org',
    message: 'Hello there',
    constructor: 'Bea',
    tostring: 'Cy',
  };
  for (const [name, answer] of Object.entries(answers))
    await page.locator(`form[action] [name="${name}"]`).fill(answer);
  await locateSubmitButton(page).click();
  await page.locator('[data-status=success]').filter({ visible: true }).waitFor();
  const [message] = await readStoredMessages(site.data);
  expect(JSON.stringify(message)).toContain('"constructor":"Bea"');
  expect(JSON.stringify(message)).toContain('"tostring":"Cy"');
});
