import type { Page } from 'playwright';

/**
 * What a screen reader is told of the controls whose names begin like this: whether what each of them opens
 * is open.
 */
export async function toldExpanded(page: Page, name: string): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter((node) => !node.ignored && String(node.name?.value ?? '').startsWith(name))
    .flatMap((node) => node.properties ?? [])
    .filter((property) => property.name === 'expanded')
    .map((property) => property.value.value);
}

/** What has the focus, as its text or its label. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim(),
  );
