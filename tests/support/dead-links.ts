import type { Page } from 'playwright';

const known = new Map<string, Promise<number>>();

/** The status that an address is answered with; it is asked for once. */
function statusOf(address: string): Promise<number> {
  const status = known.get(address) ?? fetch(address, { method: 'HEAD' }).then((answer) => answer.status);
  known.set(address, status);
  return status;
}

/**
 * What the page links, shows or loads of its own site and is not there, and links to places that it does not
 * have.
 */
export async function deadLinks(page: Page): Promise<string[]> {
  const { addresses, anchors } = await page.evaluate(() => ({
    addresses: [...document.querySelectorAll('[href^="/"], [src^="/"], [poster^="/"]')].map(
      (element) => ['href', 'poster', 'src'].map((name) => element.getAttribute(name)).find(Boolean) ?? '',
    ),
    anchors: [...document.querySelectorAll('a[href^="#"]')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((anchor) => !document.getElementById(anchor.slice(1))),
  }));
  const paths = [...new Set(addresses.map((address) => address.replace(/#.*/, '')))];
  if (paths.length <= 10) return [`the page links only ${paths.length} addresses`];
  const { origin } = new URL(page.url());
  const answers = await Promise.all(
    paths.map(async (path) => [path, await statusOf(origin + path)] as const),
  );
  return [
    ...answers
      .filter(([, status]) => status !== 200)
      .map(([path, status]) => `${path} is answered with ${status}`),
    ...anchors.map((anchor) => `${anchor} is no place of the page`),
  ];
}
