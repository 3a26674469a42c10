import { expect, test } from 'vitest';
import { hydrate, startBrowser, type Visit } from '../support/browser.ts';
import { formIsLive, storedMessages, submitButton } from '../support/forms.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

// A site whose pages, ids, tags, variables, shared blocks, dialogs, terms and fields are called as what every
// JavaScript object has.

const visit = startBrowser();
const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'];

const article = (title: string, tag: string, day: number) =>
  pageYaml(`  - type: hero\n    heading: ${title}\n`).replace(
    'blocks:',
    `kind: article\nauthor: ${tag}\npublished: 2026-03-0${day}\ntags: [${tag}]\nblocks:`,
  );

const site = servedSite(({ write }) => {
  const dialog =
    'dialogs:\n  constructor:\n    form: { type: form, id: ask, heading: Ask us here, fields: [{ name: valueof, label: C }], ' +
    'submit: { label: D, none: true } }\n';
  write(
    '_site.yaml',
    `${siteYaml.replace('navigation:', 'navigation:\n  search: true')}variables: { constructor: the builders }\n${dialog}`,
  );
  write(
    'index.yaml',
    pageYaml(
      '  - type: hero\n    heading: Home page\n    lead: We are {{constructor}}.\n' +
        '    actions: [{ label: Part, to: /constructor#constructor }, { label: Ask, dialog: constructor }]\n' +
        '  - use: constructor\n' +
        `  - type: glossary\n    heading: Words\n    items:\n${names.map((name) => `      - { term: ${name}, text: What it means. }\n`).join('')}` +
        '  - { type: posts, heading: All posts, from: /constructor }\n',
    ),
  );
  write(
    '_shared/constructor.yaml',
    'type: stats\nheading: Shared figures\nitems: [{ value: 2, label: days }]\n',
  );
  write(
    'constructor.yaml',
    pageYaml(
      '  - type: hero\n    heading: Our builders\n  - type: text\n    id: constructor\n    heading: A part\n    body: |\n      ## toString\n\n      See [home](/).\n' +
        '  - type: form\n    id: valueof\n    heading: Write to us\n' +
        '    fields:\n      - { name: name, label: Name }\n      - { name: email, label: Mail, kind: email }\n      - { name: message, label: Text, kind: long-text }\n      - { name: constructor, label: Builder }\n      - { name: tostring, label: String }\n' +
        '    submit: { label: Send, function: send-contact-email }\n',
    ),
  );
  for (const [at, name] of names.entries())
    write(`constructor/post-${at}.yaml`, article(`Post number ${at}`, name, at + 1));
  write(
    'constructor/list.yaml',
    pageYaml(
      '  - type: hero\n    heading: The list\n  - { type: posts, heading: By tag, from: /constructor, by: tag }\n',
    ),
  );
  write(
    'valueof.yaml',
    pageYaml(
      `  - type: hero\n    heading: Filtered\n  - type: posts\n    heading: Filter\n    from: /constructor\n    tags: [${names.map((name) => `{ tag: ${name} }`).join(', ')}]\n`,
    ),
  );
});

const open = async (path: string): Promise<Visit> => {
  const found = await visit(`${site.address}${path}`);
  expect(found.status).toBe(200);
  return found;
};

test('links, anchors, variables, shared blocks, terms and dialogs work', async () => {
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

test('each tag has its page, and the filter its button', async () => {
  const { page, logs } = await open('/constructor/list');
  const links = page.locator('[data-block=posts] a');
  const found = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(new Set(found).size).toBe(names.length);
  for (const path of found) await open(path);
  const filtered = await open('/valueof');
  await hydrate(filtered.page);
  for (const [at, name] of names.entries()) {
    await filtered.page.locator('[data-block=posts]').getByText(name, { exact: true }).first().click();
    const shown = filtered.page.locator('[data-block=posts] h3').filter({ visible: true });
    await expect.poll(() => shown.allInnerTexts()).toEqual([`Post number ${at}`]);
  }
  expect([...logs, ...filtered.logs]).toEqual([]);
});

test('the search finds them', async () => {
  const { page, logs } = await open('/');
  await hydrate(page);
  await page.getByRole('button', { name: 'Search' }).first().click();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('constructor');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  expect(logs).toEqual([]);
});

test('a form with such fields is sent, and its answers are read', async () => {
  const { page } = await open('/constructor');
  await formIsLive(page);
  const answers = {
    name: 'Ada',
    email: 'ada@example.org',
    message: 'Hello there',
    constructor: 'Bea',
    tostring: 'Cy',
  };
  for (const [name, answer] of Object.entries(answers))
    await page.locator(`form[action] [name="${name}"]`).fill(answer);
  await submitButton(page).click();
  await page.locator('[data-status=success]').filter({ visible: true }).waitFor();
  const [message] = await storedMessages(site.data);
  expect(JSON.stringify(message)).toContain('"constructor":"Bea"');
  expect(JSON.stringify(message)).toContain('"tostring":"Cy"');
});
