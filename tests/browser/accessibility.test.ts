import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../support/axe.ts';
import { startBrowser, wake } from '../support/browser.ts';
import { unfoldAll, withEachDoorOpen } from '../support/doors.ts';
import { everyRoute } from '../support/every-route.ts';

const visit = startBrowser();
const schemes = ['light', 'dark'] as const;
const widths = [375, 1280];

/** What axe says of every state of the page, by the state. With a menu or dialog open, `parts` of the page are looked at, or all of it. */
async function diagnosticsByState(
  page: Page,
  parts: (id: string) => string[] | undefined,
): Promise<{ diagnostics: Record<string, string[]>; doors: string[] }> {
  const diagnostics: Record<string, string[]> = {};
  const doors: string[] = [];
  const look = async (state: string, where?: string[]) => {
    const found = await axeDiagnostics(page, where);
    if (found.length > 0) diagnostics[state] = found;
  };
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await look(`${colorScheme}, ${width} px`);
      doors.push(
        ...(await withEachDoorOpen(page, (id) => look(`${colorScheme}, ${width} px, ${id} open`, parts(id)))),
      );
    }
  }
  if ((await unfoldAll(page)) === 0) return { diagnostics, doors };
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await look(`${colorScheme}, answers open`, ['main']);
  }
  return { diagnostics, doors };
}

test.concurrent.each(everyRoute)(
  'nothing on %s is out of reach: on a phone and on a desk, in both schemes, with each menu, dialog and answer open',
  { timeout: 120_000 },
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    await loadAxe(page);
    const { diagnostics, doors } = await diagnosticsByState(page, (id) => ['header', `#${id}`]);
    expect(diagnostics).toEqual({});
    // A phone has one menu and a desk several: a test that opened none would prove less than it says.
    expect(doors.length, doors.join()).toBeGreaterThanOrEqual(2 * (1 + 4));
    await page.context().close();
  },
);

test.each(['/', '/contact'])(
  'a menu or dialog that is open puts nothing else on %s out of reach',
  { timeout: 120_000 },
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    await loadAxe(page);
    expect((await diagnosticsByState(page, () => undefined)).diagnostics).toEqual({});
  },
);

test.each(schemes)('the switches of what moves are in reach in the %s scheme', async (colorScheme) => {
  const { page } = await visit('/', { colorScheme, reducedMotion: 'no-preference' });
  await wake(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Stop the logos' }).click();
  await page.getByRole('button', { name: 'Let the logos pass' }).waitFor();
  // A fade under way would be judged by a colour that nobody is meant to read.
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.cancel()));
  await loadAxe(page);
  expect(await axeDiagnostics(page)).toEqual([]);
});

test('no moment of the headline that changes is taken for faint text', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  await loadAxe(page);
  for (const time of [0, 2750, 2850, 2999, 3001, 5750, 8950]) {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
    }, time);
    expect(await axeDiagnostics(page, ['h1']), `after ${time} ms`).toEqual([]);
  }
});

test('the dialog opens, checks and closes without scripts', async () => {
  const { page } = await visit('/contact', { javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Schedule a Free Consultation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await dialog.count()).toBe(0);
});
