import { expect, test } from 'vitest';
import { measureBox } from '../support/boxes.ts';
import { hydrate, startSharedPage } from '../support/browser.ts';
import { serveTestSite } from '../support/site-on-disk.ts';
import { toPageYaml } from '../support/small-site.ts';

const shared = startSharedPage();
const headings = ['Über uns', 'Ångström', 'Việt Nam', 'プログラム', 'Čeština', 'Plain'];
const anchors = ['über-uns', 'ångström', 'việt-nam', 'プログラム', 'čeština', 'plain'];

const site = serveTestSite(({ write }) => {
  const body = headings.map((heading) => `      ## ${heading}\n\n${'      Some words.\n\n'.repeat(40)}`);
  write(
    'index.yaml',
    toPageYaml(`  - { type: hero, heading: Home }\n  - type: text\n    body: |\n${body.join('')}`),
  );
});

let visitCount = 0;
/** Opens a different URL for each visit, because browsers do not reload a page if only the hash changes. */
const open = (hash: string) => shared.open(`${site.address}/?${visitCount++}${hash}`);

const encodings = {
  composed: (anchor: string) => anchor,
  decomposed: (anchor: string) => anchor.normalize('NFD'),
  'decomposed and percent-encoded': (anchor: string) => encodeURIComponent(anchor.normalize('NFD')),
};

test.each(
  anchors.flatMap((anchor) =>
    Object.entries(encodings).map(([encoding, write]) => [anchor, encoding, write] as const),
  ),
)('a link from another page to #%s scrolls to its target (%s)', async (anchor, _encoding, write) => {
  const { page } = await shared.show({});
  const historyLength = await page.evaluate(() => history.length);
  const { logs } = await open(`#${write(anchor)}`);
  const top = async () => (await measureBox(page.locator(`[id="${anchor}"]`))).top;
  await expect.poll(top).toBeLessThan(300);
  expect(await top()).toBeGreaterThanOrEqual(0);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(historyLength + 1);
  expect(logs).toEqual([]);
});

test.each(['#nowhere', '#%', '#%zz', '#%C3', '#', '#a"b', '#über%'])(
  'an unknown or invalid anchor, such as %s, does not scroll the page and logs no error',
  async (hash) => {
    const { page, logs } = await open(hash);
    await hydrate(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(logs).toEqual([]);
  },
);
