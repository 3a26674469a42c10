import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startBrowser, wake } from '../support/browser.ts';
import { openDoor } from '../support/doors.ts';
import { everyRoute } from '../support/every-route.ts';

const visit = startBrowser();

/** Marks everything that looks like a button or a field, as visitors with ordinary colours see it. Says how many there are. */
const markButtons = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isFramed = ({ backgroundColor, borderTopWidth }: CSSStyleDeclaration) => backgroundColor !== 'rgba(0, 0, 0, 0)' || parseFloat(borderTopWidth) > 0;
    const buttons = [...document.querySelectorAll('a[href], button, input:not([type=hidden], [type=checkbox]), textarea')].filter((one) => one.checkVisibility({ visibilityProperty: true }) && isFramed(getComputedStyle(one)));
    for (const button of buttons) button.setAttribute('data-test-framed', '');
    return buttons.length;
  });

/** Those marked whose frame is gone. */
const frameless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isDrawn = (style: CSSStyleDeclaration, edge: string) => style.getPropertyValue(`${edge}-style`) !== 'none' && parseFloat(style.getPropertyValue(`${edge}-width`)) > 0;
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
          const lines = ['border-top', 'border-right', 'border-bottom', 'border-left', 'outline'].map((edge) => (style.getPropertyValue(`${edge}-style`) === 'none' ? '' : `${style.getPropertyValue(`${edge}-width`)} ${style.getPropertyValue(`${edge}-color`)}`));
          return [...lines, style.textDecorationLine, style.backgroundColor].join();
        })
        .join(' | ');
    return current.flatMap((entry) => {
      if (!entry || !seen(entry)) return [];
      const others = [...document.querySelectorAll('header nav :is(a, button)')].filter((other) => other.localName === entry.localName && other.className === entry.className && other !== entry && seen(other) && !current.includes(other));
      return others.some((other) => look(other) === look(entry)) ? [entry.outerHTML.slice(0, 120)] : [];
    });
  });

test.concurrent.each(everyRoute)('in forced colours %s works, its buttons keep their frames, and the current page its mark', { timeout: 60_000 }, async (route) => {
  const { page, said } = await visit(route, { reducedMotion: 'reduce' });
  expect(await markButtons(page)).toBeGreaterThan(0);
  await page.emulateMedia({ forcedColors: 'active' });
  await wake(page);
  const onDesk = { frameless: await frameless(page), unmarked: await unmarked(page) };
  await page.setViewportSize({ width: 375, height: 800 });
  await openDoor(page, 'navigation');
  expect({ onDesk, onPhone: await unmarked(page) }).toEqual({ onDesk: { frameless: [], unmarked: [] }, onPhone: [] });
  expect(said.filter((line) => line.startsWith('error'))).toEqual([]);
  await page.context().close();
});
