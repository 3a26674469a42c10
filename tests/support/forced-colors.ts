import type { Page } from 'playwright';
import { openOverlay } from './overlays.ts';

/** Marks the controls that have a visible border or background while forced colours are off. */
const markBorderedControls = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const hasBorder = ({ backgroundColor, borderTopWidth }: CSSStyleDeclaration) =>
      backgroundColor !== 'rgba(0, 0, 0, 0)' || parseFloat(borderTopWidth) > 0;
    const controls = document.querySelectorAll(
      'a[href], button, input:not([type=hidden], [type=checkbox], [type=range]), textarea',
    );
    for (const control of controls)
      if (
        control.checkVisibility({ visibilityProperty: true }) &&
        // Ignore the skip link, which is above the window.
        control.getBoundingClientRect().bottom > 0 &&
        hasBorder(getComputedStyle(control))
      )
        control.setAttribute('data-test-framed', '');
  });

/** Returns the marked controls that have no border in forced colours. */
const findUnborderedControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasLine = (style: CSSStyleDeclaration, edge: string) =>
      style.getPropertyValue(`${edge}-style`) !== 'none' &&
      parseFloat(style.getPropertyValue(`${edge}-width`)) > 0;
    const marked = [...document.querySelectorAll('[data-test-framed]')];
    // On a phone, the page may show no bordered controls while its menu is closed.
    if (marked.length === 0 && innerWidth >= 1024) return ['no control of the page has a border'];
    return marked
      .filter((control) => {
        const style = getComputedStyle(control);
        return !['border-top', 'border-bottom', 'outline'].some((edge) => hasLine(style, edge));
      })
      .map((control) => `no border: ${control.outerHTML.slice(0, 120)}`);
  });

/** Returns the current navigation items, or their menu buttons, that look the same as the other items. */
const findUnmarkedItems = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element | null) =>
      element?.checkVisibility({ visibilityProperty: true }) ?? false;
    const currentItems = [...document.querySelectorAll('header nav [aria-current=page]')].map((item) => {
      if (isShown(item)) return item;
      const menu = item.closest('[popover]');
      return menu && document.querySelector(`[popovertarget="${menu.id}"]`);
    });
    /** Returns the borders and backgrounds of an element and its pseudo-elements in forced colours, as text. */
    const describeStyle = (element: Element) =>
      [undefined, '::before', '::after']
        .map((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          if (pseudo && style.content === 'none') return '';
          const edges = ['border-top', 'border-right', 'border-bottom', 'border-left', 'outline'];
          const lines = edges.map((edge) =>
            style.getPropertyValue(`${edge}-style`) === 'none'
              ? ''
              : `${style.getPropertyValue(`${edge}-width`)} ${style.getPropertyValue(`${edge}-color`)}`,
          );
          return [...lines, style.textDecorationLine, style.backgroundColor].join();
        })
        .join(' | ');
    return currentItems.flatMap((item) => {
      if (!item || !isShown(item)) return [];
      const others = [...document.querySelectorAll('header nav :is(a, button)')].filter(
        (other) =>
          other.localName === item.localName &&
          other.className === item.className &&
          isShown(other) &&
          // On each page in a folder, the folder's index page is also marked as current, so do not compare with it.
          !other.hasAttribute('aria-current') &&
          !currentItems.includes(other),
      );
      return others.some((other) => describeStyle(other) === describeStyle(item))
        ? [`the current page is not marked: ${item.outerHTML.slice(0, 120)}`]
        : [];
    });
  });

/**
 * Returns controls that lose their border in forced colours, and current navigation items that are no longer marked.
 */
export async function findForcedColorProblems(page: Page): Promise<string[]> {
  await markBorderedControls(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const isMenuClosed = await page.locator('[popovertarget=navigation]').isVisible();
  if (isMenuClosed) await openOverlay(page, 'navigation');
  const problems = [...(await findUnborderedControls(page)), ...(await findUnmarkedItems(page))];
  if (isMenuClosed) await page.keyboard.press('Escape');
  await page.emulateMedia({ forcedColors: 'none' });
  return problems;
}
