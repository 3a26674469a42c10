import { expect, test } from 'vitest';
import { hydrate, startBrowser } from '../support/browser.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml } from '../support/small-site.ts';

const visit = startBrowser();
const headings = ['Über uns', 'Ångström', 'Việt Nam', 'プログラム', 'Čeština', 'Plain'];
const anchors = ['über-uns', 'ångström', 'việt-nam', 'プログラム', 'čeština', 'plain'];

const site = servedSite(({ write }) => {
  const body = headings.map((heading) => `      ## ${heading}\n\n${'      Some words.\n\n'.repeat(40)}`);
  write(
    'index.yaml',
    pageYaml(
      `  - { type: hero, heading: Home, actions: [{ label: Read on, to: /more }] }\n  - type: text\n    body: |\n${body.join('')}`,
    ),
  );
  write(
    'more.yaml',
    pageYaml(`  - type: hero\n    heading: More words\n    lead: 'Back [home](/#${anchors[0]}).'\n`),
  );
});

const forms = {
  composed: (anchor: string) => anchor,
  'with marks apart': (anchor: string) => anchor.normalize('NFD'),
  'encoded with marks apart': (anchor: string) => encodeURIComponent(anchor.normalize('NFD')),
};

test.each(anchors.flatMap((anchor) => Object.keys(forms).map((form) => [anchor, form] as const)))(
  'a link from elsewhere to #%s leads there, %s',
  async (anchor, form) => {
    const written = forms[form as keyof typeof forms](anchor); // a key from above
    const { page, logs } = await visit(`${site.address}/#${written}`);
    const top = () =>
      page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top ?? -1, anchor);
    await expect.poll(top).toBeLessThan(300);
    expect(await top()).toBeGreaterThanOrEqual(0);
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
    expect(logs).toEqual([]);
  },
);

test.each(['#nowhere', '#%', '#%zz', '#%C3', '#', '#a"b', '#über%'])(
  '%s leads nowhere, in silence',
  async (hash) => {
    const { page, logs } = await visit(`${site.address}/${hash}`);
    await hydrate(page);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(logs).toEqual([]);
  },
);
