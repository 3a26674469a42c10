import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contrast } from '../../schema/fields/colors.ts';
import { resolveTheme } from '../../schema/site/theme-presets.ts';
import { presetNames } from '../../schema/site/theme-settings.ts';
import { findAxeDiagnostics, findColorDiagnostics, toHex } from '../support/accessibility.ts';
import { measureBoxesByName } from '../support/boxes.ts';
import { finishAnimations, startSharedPage } from '../support/browser.ts';
import { findMisfits, setTextSize } from '../support/fit.ts';
import { casesFolder, copyLanguageSite } from '../support/fixture-site.ts';
import { isFullRun } from '../support/sample.ts';
import { buildAndServe, type BuiltSite } from '../support/site-on-disk.ts';

const shared = startSharedPage({ reducedMotion: 'reduce', bypassCSP: true });
const allRoutes = [
  '/',
  '/besuch',
  '/stelle',
  '/berichte',
  '/berichte/alle',
  '/berichte/nebel',
  '/berichte/spiegel',
  '/404',
  '/karten',
];

/** Three additional menu items, so that the menu of the site has six items. */
const longMenuItems = [
  '{ label: Veröffentlichungen, to: /berichte/alle }',
  '{ label: Stellenangebote, to: /stelle }',
  '{ label: Nebelbeobachtung, to: /berichte/nebel }',
]
  .map((item) => `\n    - ${item}`)
  .join('');

describe.each(presetNames)('the preset %s', (preset) => {
  const presetIndex = presetNames.indexOf(preset);
  // Presets alternate between routes and widths, so that all are covered. The home page, where most problems occur, is
  // tested with every preset.
  const routes = allRoutes.filter((_, index) => isFullRun || index === 0 || (index + presetIndex) % 2 === 0);
  const hasTwoRows = ['centred', 'masthead'].includes(resolveTheme({ preset }).header);
  const { folder, pages } = copyLanguageSite('de');
  let site: BuiltSite;
  beforeAll(async () => {
    const file = join(pages, '_site.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace('theme: { fonts: figtree }', `theme: { preset: ${preset} }`)
        .replace('label: Start, to: / }', `label: Willkommen, to: / }${longMenuItems}`),
    );
    cpSync(join(casesFolder, 'presets'), pages, { recursive: true });
    site = await buildAndServe(pages, folder);
    return site.remove;
  });

  describe.each(routes)('%s', (route) => {
    const isSampled = (index: number) =>
      isFullRun || (index + presetIndex + allRoutes.indexOf(route) / 2) % 2 < 1;
    const widths = [320, ...[375, 768, 1024, 1120, 1280, 1920].filter((_, index) => isSampled(index)), 1440];

    beforeAll(async () => {
      const { page } = await shared.open(site.address + route);
      await page.evaluate(() => document.fonts.ready);
    });

    test('fits all windows and large text', async () => {
      const { page } = await shared.show({});
      const problems: string[] = [];
      const collectMisfits = async (situation: string) => {
        for (const misfit of await findMisfits(page))
          // In presets with two header rows, the name is above the navigation.
          if (!hasTwoRows || !misfit.endsWith('is in another row')) problems.push(`${situation}: ${misfit}`);
      };
      for (const width of widths) {
        await shared.show({ width });
        await collectMisfits(`${width} px`);
      }
      await shared.show({ width: 375 });
      await setTextSize(page, 32);
      await collectMisfits('375 px at 200 %');
      await setTextSize(page, 16);
      expect(problems).toEqual([]);
    });

    test('passes axe in light and dark schemes', async () => {
      const { page } = await shared.show({});
      await finishAnimations(page);
      for (const scheme of ['light', 'dark']) {
        await page.evaluate((name) => (document.documentElement.dataset['scheme'] = name), scheme);
        const findProblems = scheme === 'light' ? findAxeDiagnostics : findColorDiagnostics;
        expect(await findProblems(page), scheme).toEqual([]);
        for (const { name, border, background } of await page.evaluate(readFieldBorders))
          expect(
            contrast(toHex(border), toHex(background)),
            `the border of ${name}, ${scheme}`,
          ).toBeGreaterThanOrEqual(3);
      }
    });
  });

  test('the heading of a case study does not overlap its lead, and pictures of tiles stay within their list', async () => {
    const { page } = await shared.open(`${site.address}/karten`);
    await page.evaluate(() => document.fonts.ready);
    for (const width of [375, 768, 1440]) {
      await shared.show({ width });
      const { title, lead, list, first, last } = await measureBoxesByName(page, {
        title: 'h1',
        lead: '[data-part=title] + p',
        list: '[data-block=card-grid] ul',
        first: 'li img',
        last: 'li:last-child img',
      });
      expect(lead.left >= title.right || lead.top >= title.bottom + 8, `${width} px`).toBe(true);
      expect([first.left >= list.left - 1, last.right <= list.right + 1]).toEqual([true, true]);
    }
  });

  test('key figures are more than 32 px below the band above, and the play button has an outline', async () => {
    const { page } = await shared.open(`${site.address}/karten`);
    for (const width of [375, 1440]) {
      await shared.show({ width });
      const { band, figures } = await measureBoxesByName(page, {
        band: 'section:has(> * > [data-layout=steps])',
        figures: 'section:has(> * > [data-layout=steps]) + * [data-value]',
      });
      expect(figures.top - band.bottom, `${width} px`).toBeGreaterThan(32);
    }
    const button = page.getByRole('button', { name: 'Film' });
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await button.evaluate((element) => getComputedStyle(element).boxShadow)).toContain(
      `${background} 0px 0px 0px 2px`,
    );
  });
});

/** Runs in the page. Returns the border colour of each field, and the background on either side of the border. */
function readFieldBorders(): { name: string; border: string; background: string }[] {
  const findBackground = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? findBackground(element.parentElement) : backgroundColor;
  };
  const fields = document.querySelectorAll('main :is(input:not([type=range]), textarea, select)');
  return [...fields]
    .filter((field) => field.checkVisibility() && getComputedStyle(field).borderTopWidth !== '0px')
    .filter(
      (field) => getComputedStyle(field).appearance === 'none' || field.matches('textarea, [type=text]'),
    )
    .flatMap((field) => {
      const border = getComputedStyle(field).borderTopColor;
      const name = field.getAttribute('name') ?? field.localName;
      return [findBackground(field), findBackground(field.parentElement)].map((background) => ({
        name,
        border,
        background,
      }));
    });
}
