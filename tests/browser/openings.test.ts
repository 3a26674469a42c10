import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contrast } from '../../schema/content/colors.ts';
import { axeDiagnostics, loadAxe } from '../support/accessibility.ts';
import { startBrowser } from '../support/browser.ts';
import { misfits, setTextSize } from '../support/fit.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { siteYaml } from '../support/small-site.ts';

const visit = startBrowser();

const long = 'Donaudampfschifffahrtsgesellschaftskapitän';
const words = {
  short: { heading: 'Know the wind', lead: 'It blows.' },
  german: {
    heading: 'Rechtsschutzversicherungsgesellschaften beschleunigen Genehmigungsverfahren',
    lead: `Für ${long}, Sachbearbeiterinnen und alle, die auf eine Kraftfahrzeug-Haftpflichtversicherungsauskunft warten.`,
  },
  bare: { heading: `${long} und Hottentottenstottertrottelmutter`, lead: '' },
  many: {
    heading: 'Every job, from the first call of a customer to the report that somebody signs',
    lead: 'A',
  },
};
const own: Record<string, string> = {
  statement: 'facts: [{ text: "**From** £1,900 a system and month" }, { text: Under 15 minutes }]',
  case: 'client: { name: North Pier }\n    numbers: [{ value: "12.400 Vorgänge", label: vorher }, { value: 1.260, label: nachher }]',
  product:
    'tone: tinted\n    picture: { src: /pictures/screen.svg, alt: A screen with rows, text: A screen of eight rows on a Tuesday }',
  scene:
    'tone: dark\n    picture: { src: /pictures/white.png, alt: A white picture, text: All of it is white }',
  article: 'byline: { title: Forecaster, readTime: 4 minutes }',
  split: '',
};
const figure =
  'figure: { kind: counted, items: [{ label: Vorgänge ohne Kollegen, value: 5734, mark: true }, { label: Vorgänge bei Menschen, value: 3666 }], text: One square is one question. }';
const layouts = Object.keys(own);
const texts = Object.keys(words) as (keyof typeof words)[];
const figureIn = new Set(['statement many', 'case short', 'article many', 'split short', 'scene many']);
const articles = new Set(['article', 'case']);

function pageOf(layout: string, text: keyof typeof words, actions: number, language = ''): string {
  const { heading, lead } = words[text];
  const links = Array.from(
    { length: actions },
    (_, at) => `{ label: ${at === 1 ? long : `Way ${at}`}, to: / }`,
  );
  return `title: ${layout} ${text} ${language.replace(':', '').trim()}
description: A page with ${layout} ${text} words, to be measured in many windows${language.replace('language:', ',').trimEnd()}.
${articles.has(layout) ? 'kind: article\npublished: 2026-03-03\nauthor: Mara Fairlead\n' : ''}${language}blocks:
  - type: hero
    layout: ${layout}
    eyebrow: Kraftfahrzeugversicherungsrecht
    heading: ${heading}
    ${lead && `lead: ${lead}`}
    actions: [${links.join(', ')}]
    ${own[layout]}
    ${figureIn.has(`${layout} ${text}`) ? figure : ''}
  - type: text
    heading: Below
    body: This stands below.
  - type: cta
    layout: figure
    heading: ${heading}
    actions: [{ label: ${long}, to: / }]
    ${figure}
  - type: cta
    layout: steps
    heading: ${heading}
    steps: ["**${long}** schreibt.", "**Wir** antworten."]
    actions: [{ label: ${long}, to: / }]
  - type: cta
    layout: person
    heading: ${heading}
    person: { name: ${long}, email: buchhaltung.und.rechnungswesen.abteilung@wirtschaftspruefung.example, phone: +44 20 7946 0001, note: Antwortet sofort }
    actions: [{ label: ${long}, to: / }]
`;
}

const site = servedSite(async ({ write, pictures }) => {
  mkdirSync(pictures, { recursive: true });
  copyFileSync('tests/fixtures/site/public/pictures/stations.svg', join(pictures, 'screen.svg'));
  await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#ffffff' } })
    .png()
    .toFile(join(pictures, 'white.png'));
  write('_site.yaml', siteYaml);
  layouts.forEach((layout) =>
    texts.forEach((text, at) => write(`${layout}/${text}.yaml`, pageOf(layout, text, [1, 4, 0, 2][at] ?? 0))),
  );
  for (const layout of layouts) write(`${layout}/rtl.yaml`, pageOf(layout, 'german', 3, 'language: ar\n'));
  write('index.yaml', pageOf('statement', 'many', 2).replaceAll(' many', ' first'));
  const few = pageOf('case', 'short', 1).replaceAll(' short', ' few');
  write(
    'wide-label.yaml',
    pageOf('case', 'short', 1)
      .replaceAll(' short', ' wide')
      .replace(
        /numbers: .*/,
        'numbers: [{ value: 96, label: security incidents of the first year }, { value: 24, label: in 2025 }]',
      ),
  );
  write('few.yaml', few.replace('value: 5734', 'value: 96').replace('value: 3666', 'value: 24'));
  write(
    'handful.yaml',
    `title: Handful\ndescription: A page that ends with few squares.\nblocks:
  - type: hero
    heading: Handful
  - type: cta
    layout: figure
    heading: Next
    figure: { kind: counted, items: [{ label: had a sign, value: 10, mark: true }, { label: had none, value: 2 }] }
    actions: [{ label: Write, to: / }]
`,
  );
});

const routes = layouts.flatMap((layout) => [...texts, 'rtl'].map((text) => `/${layout}/${text}`));

test.each([320, 375, 768, 900, 1024, 1440, 1920])(
  'openings and ends of all layouts fit a window of %i px, with long words, from right to left and at 200 %',
  async (width) => {
    const { page } = await visit(`${site.address}/`, {
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    });
    const found: string[] = [];
    for (const route of routes) {
      await page.goto(site.address + route);
      // header.test.ts measures the header.
      await page.evaluate(() => document.querySelector('header')?.remove());
      for (const pixels of [16, 32]) {
        await setTextSize(page, pixels);
        found.push(
          ...(await misfits(page))
            .filter((one) => !one.startsWith('the header'))
            .map((one) => `${route} at ${pixels} px: ${one}`),
        );
      }
    }
    expect(found).toEqual([]);
  },
);

test('short headings are as large as their layout says, and long words smaller', async () => {
  const { page } = await visit(`${site.address}/`, { viewport: { width: 1440, height: 900 } });
  const sizeOf = async (route: string) => {
    await page.goto(site.address + route);
    return page.locator('h1').evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize));
  };
  expect(await sizeOf('/statement/short')).toBeCloseTo(116, 0);
  expect(await sizeOf('/article/short')).toBeCloseTo(84, 0);
  expect(await sizeOf('/scene/short')).toBeCloseTo(80, 0);
  expect(await sizeOf('/product/short')).toBeCloseTo(64, 0);
  expect(await sizeOf('/statement/german')).toBeLessThan(60);
});

test.each([320, 375, 768, 1440])(
  'in a window of %i px, the arrow of a case is in the middle between its numbers',
  async (width) => {
    const { page } = await visit(`${site.address}/wide-label`, { viewport: { width, height: 800 } });
    const parts = page.locator('[data-layout=case] :is([data-value], [data-value] + p, svg)');
    const boxes = await parts.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return (one instanceof SVGElement ? one : range).getBoundingClientRect().toJSON();
      }),
    );
    const [first, label, arrow, second, other] = boxes;
    expect(boxes).toHaveLength(5);
    expect(label.width).toBeGreaterThan(first.width);
    expect(Math.abs(arrow.left - first.right - (second.left - arrow.right))).toBeLessThan(16);
    expect(label.top).toBeCloseTo(other.top, 0);
  },
);

test('a handful of squares stands together beside the words of a closing band', async () => {
  const { page } = await visit(`${site.address}/handful`, { viewport: { width: 768, height: 900 } });
  const boxes = await page
    .locator('[data-block=cta] [data-group] svg')
    .evaluateAll((all) =>
      all.filter((one) => one.clientWidth > 0).map((one) => one.getBoundingClientRect().toJSON() as DOMRect),
    );
  expect(boxes).toHaveLength(2);
  const [ten, two] = boxes;
  // Ten signs of at most 72 px, in no more than four rows.
  expect(ten?.height).toBeLessThanOrEqual(4 * 72);
  expect((two?.left ?? 0) - (ten?.right ?? 0)).toBeLessThan(100);
});

test('few squares begin and end with the page, as their words do, and many with the window', async () => {
  const { page } = await visit(`${site.address}/few`, { viewport: { width: 1440, height: 900 } });
  const squares = (name: string) =>
    page.locator(`[data-block=${name}] [data-group]`).evaluateAll((groups) =>
      groups.map((group) => {
        const words = document.createRange();
        words.selectNodeContents(group.querySelector('strong')!.parentElement!); // every group has words
        const drawn = [...group.querySelectorAll('svg')].find((one) => one.clientWidth > 0);
        return [words, drawn].map((part) => part?.getBoundingClientRect().toJSON() as DOMRect);
      }),
    );
  const [before, after] = await squares('hero');
  expect(before?.map(({ left }) => left)).toEqual([120, 120]);
  expect(after?.map(({ right }) => right)).toEqual([1320, 1320]);
  const [many] = await squares('cta');
  expect(many?.map(({ left }) => left)).toEqual([120, 0]);
});

test('the figure of a split opening stands beside its words, and below them on a phone', async () => {
  const { page } = await visit(`${site.address}/split/short`, { viewport: { width: 1440, height: 900 } });
  const places = async () => {
    const [words, figure] = await Promise.all(
      ['h1', 'figure'].map((part) => page.locator(`[data-block=hero] ${part}`).first().boundingBox()),
    );
    if (!words || !figure) throw new Error('something is missing');
    return { words, figure };
  };
  const wide = await places();
  expect(wide.figure.x).toBeGreaterThan(wide.words.x + wide.words.width);
  expect(wide.figure.y).toBeLessThan(wide.words.y + wide.words.height);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await places();
  expect(narrow.figure.x).toBe(narrow.words.x);
  expect(narrow.figure.y).toBeGreaterThan(narrow.words.y + narrow.words.height);
});

test('the screen of a product crosses the edge of its band by 150 px, and a phone shows a part of it', async () => {
  const { page } = await visit(`${site.address}/product/short`, { viewport: { width: 1440, height: 900 } });
  const places = () =>
    page.evaluate(() => {
      const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return {
        band: of('[data-block=hero]')?.bottom ?? 0,
        screen: of('[data-block=hero] img')?.bottom ?? 0,
        width: of('[data-block=hero] img')?.width ?? 0,
        below: of('[data-block=text] h2')?.top ?? 0,
        fit: getComputedStyle(document.querySelector('[data-block=hero] img') ?? document.body).objectFit,
      };
    });
  const wide = await places();
  expect(wide.screen - wide.band).toBeGreaterThan(140);
  expect(wide.screen - wide.band).toBeLessThan(160);
  expect(wide.width).toBeGreaterThan(1090);
  expect(wide.below).toBeGreaterThan(wide.screen + 40);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await places();
  expect(narrow.fit).toBe('cover');
  expect(narrow.below).toBeGreaterThan(narrow.screen);
  await page.emulateMedia({ media: 'print' });
  const printed = await places();
  expect(printed.screen).toBeLessThanOrEqual(printed.band + 1);
});

/** The lightest and the darkest color of a picture, as `#rrggbb`. */
async function colorsIn(picture: Buffer): Promise<string[]> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colors = new Set<string>();
  for (let at = 0; at < data.length; at += 3)
    colors.add(`#${[0, 1, 2].map((part) => (data[at + part] ?? 0).toString(16).padStart(2, '0')).join('')}`);
  return [...colors];
}

test('the header stands on the picture of a scene, and its words have contrast on a white one', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await visit(`${site.address}/scene/short`, {
      viewport: { width: 1440, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const [header, picture] = await Promise.all(
      ['header', '[data-block=hero] img'].map((part) => page.locator(part).boundingBox()),
    );
    expect(picture?.y).toBe(header?.y);
    const ink = await page
      .locator('header nav a')
      .first()
      .evaluate((link) => getComputedStyle(link).color);
    const [red = 0, green = 0, blue = 0] = (ink.match(/\d+/g) ?? []).map(Number);
    const word = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    // Beside the words.
    const ground = await page.screenshot({ clip: { x: 0, y: 4, width: 100, height: 40 } });
    for (const one of await colorsIn(ground)) expect(contrast(word, one), one).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(['light', 'dark'] as const)(
  'openings and ends have no accessibility problem in %s',
  async (colorScheme) => {
    const { page } = await visit(`${site.address}/`, { colorScheme, reducedMotion: 'reduce' });
    for (const layout of layouts) {
      await page.goto(`${site.address}/${layout}/many`);
      await loadAxe(page);
      expect(await axeDiagnostics(page), layout).toEqual([]);
    }
  },
);
