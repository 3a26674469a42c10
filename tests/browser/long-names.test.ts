import { expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();
const site = servedSite(({ write }) => {
  const company = 'company: Brotherhood of the Outer Lighthouses';
  write('_site.yaml', `${siteYaml.replace('company: Example', company)}theme: { headings: serif }\n`);
  const logos = Array.from({ length: 6 }, (_, at) => `{ name: Mark ${at}, src: /mark.svg }`).join(', ');
  write('../public/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 176 48"/>');
  write(
    'index.yaml',
    pageYaml(
      '  - type: hero\n    heading: Hello there\n' +
        `  - { type: logo-carousel, heading: Who sails with us, items: [${logos}] }\n` +
        '  - type: card-grid\n    layout: rows\n    heading: What we do\n    items:\n' +
        '      - { heading: Lamps, text: All night., action: { label: More on lamps, to: / } }\n' +
        '      - { heading: Horns, text: In fog. }\n' +
        '  - { type: cta, eyebrow: One more thing, heading: Write to us, actions: [{ label: Write, to: / }] }\n',
    ),
  );
});

test('a long name wraps into two lines in the header of a phone', async () => {
  const { page } = await visit(site.address, { viewport: { width: 375, height: 812 } });
  const header = await page.getByRole('banner').boundingBox();
  const name = await page.getByRole('banner').getByText('Brotherhood').boundingBox();
  expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  expect(name?.height).toBeLessThan(64);
});

test('rows align with and without an action, and headings have the same distance to logos as to other content', async () => {
  const { page } = await visit(site.address, { viewport: { width: 1440, height: 900 } });
  const middle = async (text: string) => {
    const box = await page.getByText(text, { exact: true }).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middle('Lamps')) - (await middle('All night.')))).toBeLessThan(3);
  expect(Math.abs((await middle('Horns')) - (await middle('In fog.')))).toBeLessThan(3);
  const below = async (heading: string, what: string) => {
    const [above, box] = [
      await page.getByRole('heading', { name: heading }).boundingBox(),
      await page.locator(what).first().boundingBox(),
    ];
    return (box?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
  };
  const ofLogos = await below('Who sails with us', '[data-block=logo-carousel] .swiper');
  expect(Math.abs(ofLogos - (await below('What we do', '[data-layout=rows]')))).toBeLessThan(2);
});
