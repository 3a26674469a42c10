import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { focused } from '../../support/accessibility.ts';
import { startBrowser, hydrate } from '../../support/browser.ts';

const visit = startBrowser();
const buttons = [
  ['/ai-offerings', 'Talk to Us'],
  ['/contact', 'Schedule a Free Consultation'],
  ['/ai-automation', 'Start Your Automation Journey'],
  ['/ai-automation', 'Get Started Today'],
] as const;
const dialogOf = (page: Page) => page.getByRole('dialog');
const focusIsInside = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('dialog, [role=dialog]') !== null);

/** Opens the dialog with the button of that name. Returns what had the focus before. */
async function open(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await button.click();
  await dialogOf(page).waitFor();
}

test.each(buttons)(
  '4 states: on %s the button %s opens the consultation dialog, with a name and the focus inside',
  async (path, name) => {
    const { page } = await visit(path, { reducedMotion: 'reduce' });
    expect(await dialogOf(page).count()).toBe(0);
    await open(page, name);
    expect(await dialogOf(page).count()).toBe(1);
    expect(await page.getByRole('dialog', { name: /consultation/i }).count()).toBe(1);
    expect(await focusIsInside(page)).toBe(true);
    expect(await dialogOf(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  },
);

test.each([
  ['before hydration', false],
  ['after hydration', true],
])(
  '4 states: Escape and a button close the consultation dialog, which traps and restores the focus, %s',
  async (_when, awake) => {
    const { page } = await visit('/ai-offerings', { reducedMotion: 'reduce' });
    if (awake) await hydrate(page);
    await open(page, 'Talk to Us');
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn++) {
      await page.keyboard.press('Tab');
      // After its last control, the focus may move to the browser's controls.
      seen.add(
        await page.evaluate(() =>
          document.activeElement === document.body
            ? 'the browser'
            : document.activeElement?.closest('dialog')
              ? 'the dialog'
              : (document.activeElement?.outerHTML ?? ''),
        ),
      );
    }
    expect([...seen].filter((place) => place !== 'the browser')).toEqual(['the dialog']);
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Talk to Us');
    await open(page, 'Talk to Us');
    await dialogOf(page).getByRole('button', { name: 'Close' }).click();
    await dialogOf(page).waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Talk to Us');
  },
);

test('4 states: the consultation dialog is at most 500px wide and 90vh high, on a low phone too', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await open(page, 'Schedule a Free Consultation');
  const dialog = dialogOf(page);
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
    if (!box) throw new Error('no dialog');
    expect(box.width).toBeLessThanOrEqual(Math.min(500, width));
    expect(box.height).toBeLessThanOrEqual(0.9 * height + 1);
    const submit = dialog.locator('button[type=submit]');
    await submit.scrollIntoViewIfNeeded();
    const reached = await submit.boundingBox();
    expect(
      (reached?.y ?? height) + (reached?.height ?? 0),
      'the last button can be reached',
    ).toBeLessThanOrEqual(height);
  }
});

test('4 states: the page behind the consultation dialog does not scroll', async () => {
  const { page } = await visit('/ai-offerings', { reducedMotion: 'reduce' });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 50);
  await expect.poll(scrolled).toBe(50);
  await open(page, 'Talk to Us');
  const start = await scrolled();
  await page.mouse.move(20, 400);
  await page.mouse.wheel(0, 300);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  });
  expect(await scrolled()).toBe(start);
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'hidden' });
  await page.mouse.wheel(0, 300);
  await expect.poll(scrolled).toBe(start + 300);
});

test('4 states: the navigation bar is full at the top, also after coming back to it', async () => {
  const { page } = await visit('/genai', { reducedMotion: 'reduce' });
  const height = async () => (await page.locator('header > div').boundingBox())?.height;
  const full = await height();
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(height).not.toBe(full);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(height).toBe(full);
});

test.each(['/products', '/products/chatbots', '/'])(
  '4 states: with reduced motion nothing on %s moves, wherever the visitor scrolls',
  async (path) => {
    const { page } = await visit(path, { reducedMotion: 'reduce' });
    await hydrate(page);
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(async () => {
      const seen: string[] = [];
      for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
        scrollTo(0, y);
        for (let frame = 0; frame < 4; frame++) {
          await new Promise(requestAnimationFrame);
          seen.push(
            ...document
              .getAnimations()
              .map(
                (animation) => `${y}: ${(animation.effect as KeyframeEffect).target?.outerHTML.slice(0, 60)}`,
              ),
          );
        }
      }
      return seen;
    });
    expect(moved).toEqual([]);
  },
);

test('4 states: what is seen first never moves', async () => {
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

test('4 states: the contact form is idle, sending, and then tells of success with its fields cleared', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await hydrate(page);
  const form = page.locator('main > section form');
  const states: [string, boolean, string][] = [];
  const button = form.locator('button[type=submit]');
  const note = async () =>
    states.push([
      await button.innerText(),
      await button.isDisabled(),
      await form.getByRole('status').innerText(),
    ]);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/functions/v1/**', async (route) => {
    await held;
    await route.fulfill({ json: { success: true } });
  });
  for (const name of ['name', 'message']) await form.locator(`[name=${name}]`).fill('Pumps');
  await form.locator('[name=email]').fill('ada@example.org');
  await page.locator('[data-block=form][data-live]').waitFor();
  await note();
  await button.click();
  await form.getByRole('button', { name: 'Sending...' }).waitFor();
  await note();
  release();
  await form.getByText('Message sent successfully!').waitFor();
  await note();
  expect(states).toEqual([
    ['Send Message', false, ''],
    ['Sending...', true, 'Sending...'],
    ['Send Message', false, "Message sent successfully! We'll get back to you within 24 hours."],
  ]);
  expect(await form.locator('[name=message]').inputValue()).toBe('');
});
