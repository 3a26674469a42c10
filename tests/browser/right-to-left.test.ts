import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { startBrowser } from '../support/browser.ts';
import { fixtureFolder } from '../support/fixture-site.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml, siteYaml } from '../support/small-site.ts';

const visit = startBrowser();

/** Numbers with what is written around them. */
const measures = [
  '2.4 m',
  '10 kg',
  '+120',
  '-5',
  '-5 °C',
  '99.9 %',
  '6–12 kn',
  '1,200 km/h',
  '€ 40',
  '40 €',
  '$1.50',
  '3 × 4 m',
  '≈ 7 t',
  '5+',
  '< 3 h',
  'A4',
  'IP67',
  '2026-10-02',
  '18:30 UTC',
  '1/2 inch',
  '**2.4 m**',
  '+44 1632 960',
];

const blocks = `  - type: hero
    layout: split
    heading: نبني لكم أنظمة تعمل.
    lead: نساعد الشركات منذ عام 2009. اتصلوا على +44 1632 960 100 اليوم.
    actions: [{ label: اتصل بنا, to: /he }, { label: اقرأ المزيد, to: /en }]
  - type: timeline
    heading: كيف نعمل
    items:
      - { heading: أولا, text: نستمع إليكم., when: اليوم }
      - { heading: ثانيا, text: نخطط معكم., when: غدا }
      - { heading: ثالثا, text: نبني., when: بعد غد }
  - type: card-grid
    heading: خدماتنا
    items:
      - { heading: الأول, text: نص قصير., action: { label: اقرأ عنه هنا, to: /en } }
  - type: stats
    items: [{ value: +120, label: عميلا }, { value: 99.9%, label: نسبة }]
  - type: text
    body: |
      ## العنوان

      نص عادي مع \`npm run build\` في وسطه.

      - أولا
      - ثانيا

      > قول مأثور.
  - type: chart
    heading: التحذيرات أسرع
    kind: before-after
    unit: دقيقة
    items: [{ label: الرصيف, before: 31, after: 12 }]
  - type: cta
    layout: figure
    heading: اتصل بنا
    actions: [{ label: اتصل, to: /he }]
    figure: { kind: bars, unit: kn, items: [{ label: الرصيف, value: 31 }, { label: المنارة, value: 24 }] }
  - type: table
    heading: الأسعار
    columns: [{ heading: شهري }, { heading: سنوي }]
    items: [{ heading: الأساس, cells: [10, 100] }, { heading: المتقدم, cells: [20, 200] }]
  - type: text
    id: measures
    body: |
      ## المقاسات

      | القياس | القيمة | ملاحظة |
      | --- | --- | ---: |
${measures.map((one) => `      | طول | ${one} | ${one} |\n`).join('')}
  - type: table
    id: sizes
    heading: المقاسات
    columns: [{ heading: 6–12 kn }, { heading: طول }]
    items:
${measures.map((one, at) => `      - { heading: ${at} m, cells: ["${one}", قصير] }\n`).join('')}  - type: pairs
    id: pairs
    heading: المقاسات
    columns: { first: القياس, second: القيمة }
    items:
${measures.map((one, at) => `      - { heading: ${at} kg, text: "${one}" }\n`).join('')}`;
const titled = (title: string, page: string) =>
  page
    .replace(/^title: .*/m, `title: ${title}`)
    .replace(
      /^description: .*/m,
      `description: ${title}، وهي صفحة للتجربة تقول ذلك بما يكفي من الكلمات هنا.`,
    );

const site = servedSite(({ write }) => {
  write(
    '_site.yaml',
    siteYaml
      .replace('language: en', 'language: ar')
      .replace('navigation:\n', 'theme: { fonts: system }\nnavigation:\n') +
      'address: [Example Company, 1 Example Street]\n',
  );
  write('index.yaml', titled('صفحة للتجربة', pageYaml(blocks)));
  const hebrew = '  - { type: hero, heading: שלום לכם., lead: אנחנו בונים מערכות. }\n';
  write('he.yaml', `language: he\n${titled('שלום לכולם', pageYaml(hebrew))}`);
  write(
    'en.yaml',
    `language: en\n${pageYaml('  - { type: hero, heading: In English., lead: One sentence. }\n')}`,
  );
  write('404.yaml', titled('لا شيء هنا', pageYaml('  - { type: hero, heading: لا شيء هنا }\n')));
});

/** The edges of the lines of an element, and of the box that it stands in. */
const edgesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const lines = range.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      return { left: lines.left - box.left, right: box.right - lines.right, window: innerWidth - box.right };
    });

/** Where a part of a text stands. */
const placeOf = (page: Page, selector: string, part: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, part) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.lastIndexOf(part) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }
      throw new Error(`No ${part}`);
    }, part);

describe.each([390, 1440])('a page in Arabic, %d px wide', (width) => {
  const open = () => visit(`${site.address}/`, { viewport: { width, height: 800 } });

  test('begins at the right, and ends its sentences at the left', async () => {
    const { page } = await open();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    for (const selector of ['h1', '[data-block=hero] p', '[data-block=timeline] h2', '[data-block=text] p'])
      expect(Math.abs((await edgesOf(page, selector)).right), selector).toBeLessThan(2);
    const [stop, word] = [await placeOf(page, 'h1', '.'), await placeOf(page, 'h1', 'تعمل')];
    expect(stop.right).toBeLessThanOrEqual(word.left + 1);
  });

  test('mirrors its arrows, numbers, marks and columns', async () => {
    const { page } = await open();
    const scale = await page
      .locator('[data-glyph=arrow]')
      .first()
      .evaluate((glyph) => getComputedStyle(glyph).scale);
    expect(scale).toBe('-1 1');
    const heading = await page.locator('[data-block=timeline] li h3').first().boundingBox();
    const step = await page.locator('[data-block=timeline] li').first().boundingBox();
    if (!heading || !step) throw new Error('Nothing there');
    // The number of a step stands at the right of its name.
    expect(step.x + step.width - (heading.x + heading.width)).toBeGreaterThan(width > 1000 ? -1 : 30);
    const cells = await page.locator('[data-block=table] tbody tr').first().locator('td').all();
    const [first, second] = await Promise.all(cells.map((cell) => cell.boundingBox()));
    expect(first?.x).toBeGreaterThan(second?.x ?? Infinity);
    const [logo, menu] = await Promise.all(
      ['header a[href="/"]', width > 1000 ? 'header nav li:last-of-type' : 'header button'].map((one) =>
        page.locator(one).first().boundingBox(),
      ),
    );
    expect(logo?.x).toBeGreaterThan(menu?.x ?? Infinity);
  });

  test('keeps the words of a closing’s figure away from the edge of the window', async () => {
    const { page } = await open();
    for (const label of await page.locator('[data-block=cta] [data-label]').all()) {
      const box = await label.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return innerWidth - range.getBoundingClientRect().right;
      });
      expect(box).toBeGreaterThan(18);
    }
  });

  test('keeps code, numbers of telephones and key figures in their order', async () => {
    const { page } = await open();
    const before = async (selector: string, first: string, second: string) => {
      const [one, other] = [await placeOf(page, selector, first), await placeOf(page, selector, second)];
      expect(one.left, `${selector} ${first}`).toBeLessThan(other.left);
    };
    await before('[data-block=hero] p:has-text("+44")', '+44', '960');
    await before('[data-block=hero] p:has-text("+44")', '1632', '100');
    await before('[data-block=text] code', 'npm', 'build');
    await before('[data-block=stats] [data-value]', '+', '120');
    await before('footer address p:has-text("Street")', '1', 'Street');
    const change = page.locator('[data-block=chart] [data-end]').first();
    const sign = /[-−]/.exec((await change.textContent()) ?? '')?.[0] ?? '';
    await before('[data-block=chart] [data-end]', sign, '61');
    // At the end of its row, which is on the left.
    expect(Math.abs((await edgesOf(page, '[data-block=chart] [data-end]')).left)).toBeLessThan(2);
  });

  test('has numbers and units in cells in their order, aligned as the words in other cells', async () => {
    const { page } = await open();
    const faults = await page.evaluate(() => {
      const found: string[] = [];
      let cells = 0;
      const texts = document.querySelectorAll(
        ':is(#measures, #sizes, #pairs) :is(th, td:not(:has(p, > span)), td > span, td > p)',
      );
      for (const cell of texts) {
        const text = cell.textContent ?? '';
        if (!cell.checkVisibility() || text.trim() === '' || /\p{Script=Arabic}/u.test(text)) continue;
        cells++;
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        const signs: DOMRect[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          for (const at of (node.textContent ?? '').split('').keys()) {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            signs.push(range.getBoundingClientRect());
          }
        const shown = signs.filter(({ width }) => width > 0);
        const isBefore = ({ left, top }: DOMRect, last: DOMRect | undefined) =>
          last !== undefined && Math.abs(top - last.top) < 4 && left < last.left;
        if (shown.some((sign, at) => isBefore(sign, shown[at - 1]))) found.push(`order of ${text}`);
        const block = cell.closest('p, th, td') ?? cell;
        const edge =
          block.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(block).paddingRight);
        if (Math.abs(edge - Math.max(...shown.map(({ right }) => right))) > 1.5)
          found.push(`place of ${text}`);
      }
      return { found, cells };
    });
    expect(faults.found).toEqual([]);
    expect(faults.cells).toBeGreaterThan(60);
  });

  test('may lead to pages of another direction', async () => {
    const { page } = await open();
    await page.locator('a[href="/en"]').first().click();
    await page.waitForURL('**/en');
    await page.locator('html[lang=en]').waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBeNull();
    expect(await page.locator('header[lang=ar][dir=rtl]').count()).toBe(1);
    expect(Math.abs((await edgesOf(page, 'h1')).left)).toBeLessThan(2);
    await page.goBack();
    await page.locator('html[lang=ar][dir=rtl]').waitFor();
    await page.goto(`${site.address}/he`);
    expect(await page.locator('html[lang=he][dir=rtl]').count()).toBe(1);
    expect(Math.abs((await edgesOf(page, 'h1')).right)).toBeLessThan(2);
  });
});

test.each(['ar', 'he', 'fa', 'ur', 'ps', 'ckb', 'dv', 'yi', 'ug', 'sd', 'pa-Arab', 'ku-Arab'])(
  'the document in %s is written from right to left',
  async (language) => {
    const { htmlDocument, htmlText } = await import('../../scripts/outputs/documents.ts');
    const start = `<html lang="${language}" dir="rtl">`;
    expect(htmlText(htmlDocument({ language }, { head: '', body: '' }))).toContain(start);
  },
);

// Every block, with English words: the layout is that of a page in Arabic.
const mirrored = servedSite((here) => {
  cpSync(fixtureFolder, join(here.folder, 'site'), { recursive: true });
  const file = join(here.pages, '_site.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^language: .*/m, 'language: ar'));
});

test.each([320, 390, 1440])(
  'from right to left, no block is wider than a window of %d px',
  async (width) => {
    const { page } = await visit(`${mirrored.address}/`, { viewport: { width, height: 800 } });
    const wide: string[] = [];
    for (const route of globSync('**/page.json', { cwd: mirrored.out }).map(
      (file) => `/${file.replace(/\/?page\.json$/, '')}`,
    )) {
      await page.goto(mirrored.address + route);
      const over = await page.evaluate(
        () =>
          Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) -
          document.documentElement.clientWidth,
      );
      if (over > 0) wide.push(`${route}: ${over} px`);
    }
    expect(wide).toEqual([]);
  },
  300_000,
);
