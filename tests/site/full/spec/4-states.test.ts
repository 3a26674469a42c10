import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser, hydrate } from '../../../support/browser.ts';

const visit = startBrowser();
const buttons = [
  ['/ai-offerings', 'Talk to Us'],
  ['/contact', 'Schedule a Free Consultation'],
  ['/ai-automation', 'Start Your Automation Journey'],
  ['/ai-automation', 'Get Started Today'],
] as const;
const locateDialog = (page: Page) => page.getByRole('dialog');
/** Opens the consultation dialog by clicking the button with the given name. */
async function openDialog(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await button.click();
  await locateDialog(page).waitFor();
}

test.each(buttons)(
  '§4 states, §7 calls: on %s, the button %s opens the consultation dialog, which logs input and sends nothing',
  async (path, name) => {
    const { page, logs } = await visit(path, { reducedMotion: 'reduce' });
    const dialog = locateDialog(page);
    expect(await dialog.count()).toBe(0);
    await openDialog(page, name);
    expect(await page.getByRole('dialog', { name: /consultation/i }).count()).toBe(1);
    expect(await dialog.evaluate((element) => element.matches(':modal:focus-within'))).toBe(true);
    const answers = {
      'Full Name': 'Ada Byron',
      Email: 'ada@example.org',
      Company: 'Engines Ltd',
      'Project Details': 'Pumps that whisper',
    };
    for (const [label, text] of Object.entries(answers)) await dialog.getByLabel(label).fill(text);
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(`${request.method()} ${request.url().replace(inject('site'), '')}`),
    );
    await dialog.locator('button[type=submit]').click();
    await expect
      .poll(() => Object.values(answers).filter((text) => !logs.join('\n').includes(text)))
      .toEqual([]);
    expect(logs).toHaveLength(1);
    // Ignore scripts and pictures, which may still be loading.
    const ownFiles = /^GET \/(assets|brand|pictures|people|logos)\/[\w/.-]+$/;
    expect(requests.filter((request) => !ownFiles.test(request))).toEqual([]);
  },
);

test('§4 states: the consultation dialog is at most 500px wide and 90vh high, even on a low screen', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await openDialog(page, 'Schedule a Free Consultation');
  const dialog = locateDialog(page);
  for (const [width, height] of [
    [1280, 800],
    [375, 500],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(
      await dialog.evaluate((element) => [
        getComputedStyle(element).maxWidth,
        getComputedStyle(element).maxHeight,
      ]),
    ).toEqual(['500px', `${0.9 * height}px`]);
    const box = await dialog.boundingBox();
    if (!box) throw new Error('The dialog is missing.');
    expect(box.width).toBeLessThanOrEqual(Math.min(500, width));
    expect(box.height).toBeLessThanOrEqual(0.9 * height + 1);
    const submit = dialog.locator('button[type=submit]');
    await submit.scrollIntoViewIfNeeded();
    const submitBox = await submit.boundingBox();
    expect(
      (submitBox?.y ?? height) + (submitBox?.height ?? 0),
      'the submit button can be reached',
    ).toBeLessThanOrEqual(height);
  }
});

test('§4 states: the page behind the consultation dialog does not scroll', async () => {
  const { page } = await visit('/ai-offerings', { reducedMotion: 'reduce' });
  const readScroll = () => page.evaluate(() => scrollY);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 50);
  await expect.poll(readScroll).toBe(50);
  await openDialog(page, 'Talk to Us');
  const start = await readScroll();
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 300);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
  expect(await readScroll()).toBe(start);
  await page.keyboard.press('Escape');
  await locateDialog(page).waitFor({ state: 'hidden' });
  await page.mouse.wheel(0, 300);
  await expect.poll(readScroll).toBe(start + 300);
});

test.each(['/products', '/products/chatbots', '/'])(
  '§4 states: with reduced motion, nothing on %s moves while the visitor scrolls',
  async (path) => {
    const { page } = await visit(path, { reducedMotion: 'reduce' });
    await hydrate(page);
    await page.waitForLoadState('networkidle');
    const movements = await page.evaluate(async () => {
      const movingElements: string[] = [];
      for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
        scrollTo(0, y);
        for (let frame = 0; frame < 4; frame++) {
          await new Promise(requestAnimationFrame);
          movingElements.push(
            ...document
              .getAnimations()
              .map(
                (animation) => `${y}: ${(animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 60)}`,
              ),
          );
        }
      }
      return movingElements;
    });
    expect(movements).toEqual([]);
  },
);

test('§4 states: nothing on the first screen is animated', async () => {
  const { page } = await visit('/products', { reducedMotion: 'no-preference' });
  await hydrate(page);
  await page.waitForLoadState('networkidle');
  expect(
    await page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => (animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 60)),
    ),
  ).toEqual([]);
});
