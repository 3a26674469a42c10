import { expect, test } from 'vitest';
import { startBrowser } from '../../../support/browser.ts';
import { startReader } from '../../../support/reading.ts';
import { routes } from '../../../support/routes.ts';

const visit = startBrowser();
const read = startReader();

test('6 roles and permissions: no page asks who the visitor is', async () => {
  for (const path of routes) {
    const { links, header, footer, sections } = await read(path);
    const controls = [...links, ...header, ...footer]
      .map(({ text }) => text)
      .concat(sections.flatMap(({ buttons }) => buttons));
    expect(controls.length).toBeGreaterThan(10);
    expect(
      controls.filter((text) => /\b(sign|log) ?(in|up|out)\b|\bregister\b|\bmy account\b/i.test(text)),
      path,
    ).toEqual([]);
  }
});

test('6 roles and permissions: no page sets a cookie or keeps anything about the visitor', async () => {
  const { page } = await visit('/contact');
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.locator('input[type=password]').count()).toBe(0);
});

test('6 roles and permissions: the chatbot’s answers are said to depend on the role', async () => {
  const page = await read('/products/chatbots');
  expect(page.text).toMatch(/supervisor/i);
  expect(page.text).toMatch(/field agent/i);
  expect(page.text).toMatch(/customer/i);
  expect(page.text).toMatch(/sensitive|restricted|confidential/i);
  expect(page.text).toMatch(/authori[sz]ed|allowed to see|may see/i);
});
