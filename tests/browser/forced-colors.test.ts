import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, wake } from '../support/browser.ts';
import { openDoor } from '../support/doors.ts';
import { everyRoute } from '../support/every-route.ts';

const visit = startBrowser();

/** Marks everything that looks like a button or a field, as visitors with ordinary colours see it; what waits above the window is not seen. Says how many there are. */
const markButtons = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isFramed = ({ backgroundColor, borderTopWidth }: CSSStyleDeclaration) =>
      backgroundColor !== 'rgba(0, 0, 0, 0)' || parseFloat(borderTopWidth) > 0;
    const buttons = [
      ...document.querySelectorAll('a[href], button, input:not([type=hidden], [type=checkbox]), textarea'),
    ].filter(
      (one) =>
        one.checkVisibility({ visibilityProperty: true }) &&
        one.getBoundingClientRect().bottom > 0 &&
        isFramed(getComputedStyle(one)),
    );
    for (const button of buttons) button.setAttribute('data-test-framed', '');
    return buttons.length;
  });

/** Those marked whose frame is gone. */
const frameless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isDrawn = (style: CSSStyleDeclaration, edge: string) =>
      style.getPropertyValue(`${edge}-style`) !== 'none' &&
      parseFloat(style.getPropertyValue(`${edge}-width`)) > 0;
    return [...document.querySelectorAll('[data-test-framed]')]
      .filter((button) => {
        const style = getComputedStyle(button);
        return !['border-top', 'border-bottom', 'outline'].some((edge) => isDrawn(style, edge));
      })
      .map((button) => button.outerHTML.slice(0, 120));
  });

/** Entries of the navigation that stand for the current page, or for the menu that holds it, and that nothing tells from the others. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = (element: Element | null) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const current = [...document.querySelectorAll('header nav [aria-current=page]')].map((entry) => {
      if (seen(entry)) return entry;
      const menu = entry.closest('[popover]');
      return menu && document.querySelector(`[popovertarget="${menu.id}"]`);
    });
    /** The lines and weights that forced colours leave to an element and to what stands before and after it. */
    const look = (element: Element) =>
      [undefined, '::before', '::after']
        .map((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          if (pseudo && style.content === 'none') return '';
          const lines = ['border-top', 'border-right', 'border-bottom', 'border-left', 'outline'].map(
            (edge) =>
              style.getPropertyValue(`${edge}-style`) === 'none'
                ? ''
                : `${style.getPropertyValue(`${edge}-width`)} ${style.getPropertyValue(`${edge}-color`)}`,
          );
          return [...lines, style.textDecorationLine, style.backgroundColor].join();
        })
        .join(' | ');
    return current.flatMap((entry) => {
      if (!entry || !seen(entry)) return [];
      const others = [...document.querySelectorAll('header nav :is(a, button)')].filter(
        (other) =>
          other.localName === entry.localName &&
          other.className === entry.className &&
          other !== entry &&
          seen(other) &&
          !current.includes(other),
      );
      return others.some((other) => look(other) === look(entry)) ? [entry.outerHTML.slice(0, 120)] : [];
    });
  });

test.concurrent.each(everyRoute)(
  'in forced colours %s works, its buttons keep their frames, and the current page its mark',
  { timeout: 60_000 },
  async (route) => {
    const { page, said } = await visit(route, { reducedMotion: 'reduce' });
    expect(await markButtons(page)).toBeGreaterThan(0);
    await page.emulateMedia({ forcedColors: 'active' });
    await wake(page);
    const onDesk = { frameless: await frameless(page), unmarked: await unmarked(page) };
    await page.setViewportSize({ width: 375, height: 800 });
    await openDoor(page, 'navigation');
    expect({ onDesk, onPhone: await unmarked(page) }).toEqual({
      onDesk: { frameless: [], unmarked: [] },
      onPhone: [],
    });
    expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
    await page.context().close();
  },
);

test('in forced colours the chosen category differs from the others', async () => {
  const { page } = await visit('/insights/blogs', { forcedColors: 'active' });
  const grounds = () =>
    page
      .locator('fieldset label')
      .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  const [all, ...others] = await grounds();
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(all);
  await page.locator('fieldset label').nth(2).click();
  expect((await grounds()).map((ground) => ground === all)).toEqual(
    (await grounds()).map((_, index) => index === 2),
  );
});

test.each(['light', 'dark'] as const)(
  'in forced colours the switches of scheme, menu, headline and logos stand out from a %s ground',
  async (colorScheme) => {
    const { page } = await visit('/', { forcedColors: 'active', colorScheme });
    await wake(page);
    await page.locator('[data-block=logo-carousel]').scrollIntoViewIfNeeded();
    const switches = [
      page.locator('[data-switches=scheme] svg'),
      page.getByRole('button', { name: 'Stop the logos' }).locator('svg'),
      page.getByText('Hold the headline still'),
    ];
    for (const one of switches) await one.waitFor();
    await page.setViewportSize({ width: 375, height: 800 });
    switches.push(page.locator('[popovertarget=navigation] [data-glyph=menu]'));
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const one of switches) {
      const [ink, filling] = await one.evaluate((element) => [
        element instanceof SVGElement ? getComputedStyle(element).stroke : getComputedStyle(element).color,
        getComputedStyle(element).backgroundColor,
      ]);
      // Chromium forces what is clear to the ground's colour, still clear.
      expect(filling === ground || filling?.endsWith(', 0)'), `${String(one)} on ${filling}`).toBe(true);
      expect(ink, String(one)).not.toBe(ground);
    }
  },
);
