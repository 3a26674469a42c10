import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { startBrowser } from '../../support/browser.ts';
import { findMisfits } from '../../support/fit.ts';
import { liveRoutes } from '../../support/routes.ts';

/** A rule for the layout of every page. */
interface Rule {
  says: string;
  widths: readonly number[];
  /** The minimum number of examples on all pages together. */
  least: number;
  /** Runs in the page. Returns a problem for each example, or an empty string for an example that follows the rule. */
  faults(width: number): string[];
}

const testedWidths = [375, 768, 1440] as const;

const rules: Rule[] = [
  {
    says: 'on a phone, key figures are in rows with the value first',
    widths: [375],
    least: 50,
    faults: () =>
      [...document.querySelectorAll('[data-block=stats] dl:not(:has(figure)) > div')].map((item) => {
        const [value, name] = [item.querySelector('[data-value]'), item.querySelector('dt')];
        const isValueFirst =
          value && name && value.getBoundingClientRect().right <= name.getBoundingClientRect().left;
        return isValueFirst && value.getClientRects().length === 1 ? '' : item.textContent;
      }),
  },
  {
    says: 'on a phone, texts with icons are in one column and have the same style',
    widths: [375],
    least: 50,
    faults: () =>
      [...document.querySelectorAll(':is([data-layout=list], [data-layout=directory]) > li')]
        .filter((item) => item.matches(':has(> svg):has(> p, > ul)'))
        .map((item) => {
          const [icon, title] = [item.querySelector('svg'), item.querySelector('h2, h3')];
          if (!icon || !title) return item.textContent;
          const box = item.getBoundingClientRect();
          const [iconBox, words] = [icon, title].map((element) => element.getBoundingClientRect());
          const isDirectory = item.matches('[data-layout=directory] > :has(> p)');
          if (isDirectory && (iconBox!.right > words!.left || box.width < 300)) return item.textContent;
          const { borderTopWidth, borderTopColor } = getComputedStyle(item);
          const { fontSize, color } = getComputedStyle(title);
          const style = [
            iconBox!.width,
            words!.left - box.left,
            fontSize,
            borderTopWidth,
            borderTopColor === color,
          ];
          return style.join(' ') === '28 44 18.03px 1px true'
            ? ''
            : `${style.join(' ')}: ${title.textContent}`;
        }),
  },
  {
    says: 'on a phone, texts in lists align with their headings',
    widths: [375],
    least: 50,
    faults: () =>
      [
        ...document.querySelectorAll(
          ':is([data-layout=list], [data-layout=directory]) > li > :is(h2, h3) + p',
        ),
      ].map((text) => {
        const heading = text.previousElementSibling?.getBoundingClientRect();
        return text.getBoundingClientRect().left === heading?.left ? '' : text.textContent;
      }),
  },
  {
    says: 'on a phone, there are no gaps between cards',
    widths: [375],
    least: 20,
    faults: () =>
      [...document.querySelectorAll('[data-block=card-grid] [data-layout=cards] > li + li')].map((card) => {
        const before = card.previousElementSibling?.getBoundingClientRect();
        return card.getBoundingClientRect().top === before?.bottom ? '' : card.textContent;
      }),
  },
  {
    says: 'on a phone, stacked buttons have the same width',
    widths: [375],
    least: 10,
    faults: () =>
      [...document.querySelectorAll('main :is(a, button) + :is(a, button)')].flatMap((button) => {
        if (getComputedStyle(button).borderTopWidth === '0px') return [];
        const [first, second] = [button.previousElementSibling ?? button, button].map((element) =>
          element.getBoundingClientRect(),
        );
        if (!first || !second || second.top < first.bottom || second.width * first.width === 0) return [];
        return Math.abs(first.width - second.width) > 1 ? button.textContent : '';
      }),
  },
  {
    says: 'on a phone, a single button is as wide as its column',
    widths: [375],
    least: 6,
    faults: () =>
      [
        ...document.querySelectorAll(
          'main :is([data-part=actions] a, form [type=submit], [data-block=pricing] li a)',
        ),
      ].flatMap((button) => {
        const column = button.closest('[data-part=actions], form, li');
        const isButton = getComputedStyle(button).borderTopWidth !== '0px' && !button.nextElementSibling;
        if (!column || !isButton || button.previousElementSibling?.matches('a, button')) return [];
        const { paddingLeft, paddingRight } = getComputedStyle(column);
        const availableWidth =
          column.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        if (availableWidth <= 0) return [];
        return availableWidth - button.getBoundingClientRect().width > 1.5 ? button.textContent : '';
      }),
  },
  {
    says: 'on a phone, no line begins with a no-break space',
    widths: [375],
    least: 100,
    faults: () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const problems: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!node.parentElement?.closest('.for-screen-readers, script, details:not([open])'))
          for (const { index } of (node.textContent ?? '').matchAll(/\u00A0/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + 1);
            const space = range.getBoundingClientRect();
            range.selectNodeContents(node.parentElement?.closest('p, td, li, dd, dt, h1, h2, h3') ?? node);
            const line = [...range.getClientRects()].filter(
              ({ top, bottom, width }) => width > 0 && top < space.bottom && bottom > space.top,
            );
            const isFirst = space.width > 0 && line.every(({ left }) => left > space.left - 1);
            problems.push(isFirst ? (node.parentElement?.textContent ?? '') : '');
          }
      return problems;
    },
  },
  {
    says: 'no page is taller than nine phone screens',
    widths: [375],
    least: liveRoutes.length,
    faults: () => {
      const { scrollHeight } = document.documentElement;
      return [scrollHeight > 9 * 812 ? `${scrollHeight} px` : ''];
    },
  },
  {
    says: 'the space above a section is the same after a line as after a band',
    widths: testedWidths,
    least: 50,
    faults: (width) =>
      [
        ...document.querySelectorAll(
          'main > [data-block]:not([data-block=hero], [data-block=contents]) + [data-block]',
        ),
      ].flatMap((section) => {
        const line = getComputedStyle(section, '::before');
        const readBackground = (element: Element | null) =>
          element && getComputedStyle(element).backgroundColor;
        const isBand = readBackground(section) !== readBackground(section.previousElementSibling);
        const heading = section.querySelector('h2');
        if (!heading || (!isBand && line.borderTopWidth === '0px')) return [];
        const { paddingTop } = getComputedStyle(section);
        const distance = Math.round(
          Number.parseFloat(paddingTop) + (isBand ? 0 : Number.parseFloat(line.marginBottom)),
        );
        const expectedDistance = { 375: 48, 768: 75, 1440: 112 }[width];
        return distance === expectedDistance ? '' : `${distance} px: ${heading.textContent}`;
      }),
  },
  {
    says: 'the space below a hero is the same as below other sections',
    widths: testedWidths,
    least: 20,
    faults: (width) => {
      const hero = document.querySelector('main > [data-block=hero]:has(h1)');
      const nextSection = hero?.nextElementSibling;
      // Allow two exceptions: logos belong to the hero, and a product screenshot overlaps the next section.
      if (!hero || !nextSection || nextSection.matches('[data-block=logo-carousel]')) return [];
      if (hero.querySelector('[data-layout=product]')) return [];
      const parts = [...hero.querySelectorAll('h1, p, a, ul > li, figcaption, img')];
      const contentBottom = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
      const distance = Math.round(hero.getBoundingClientRect().bottom - contentBottom);
      const expectedDistance = { 375: 48, 768: 75, 1440: 112 }[width] ?? 0;
      return [Math.abs(distance - expectedDistance) > 1 ? `${distance} px` : ''];
    },
  },
  {
    says: 'the headline is 1.3 times as large as headings, which are 1.2 times as large as quotations',
    widths: testedWidths,
    least: liveRoutes.length,
    faults: () => {
      const [headline = 0, heading = 0, quotation = 0] = ['main h1', 'main > * > * h2', 'blockquote'].map(
        (selector) =>
          Math.max(
            0,
            ...[...document.querySelectorAll<HTMLElement>(selector)]
              .filter((element) => element.offsetParent)
              .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
          ),
      );
      const followsRule = headline >= 1.3 * heading && (heading === 0 || heading >= 1.2 * quotation);
      return [followsRule ? '' : `${headline} px, ${heading} px and ${quotation} px`];
    },
  },
  {
    says: 'consecutive sections with the same background have a line between them',
    widths: [1440],
    least: 20,
    faults: () =>
      [...document.querySelectorAll('main > [data-tone] + [data-tone]:not([data-block=cta])')].flatMap(
        (section) => {
          const before = section.previousElementSibling;
          const heading = section.querySelector('h2');
          // No line follows a hero, a table of contents or a dark band. None precedes a section without a heading.
          if (!heading || before?.matches('[data-block=hero], [data-block=contents], [data-tone=dark]'))
            return [];
          if (section.getAttribute('data-tone') !== before?.getAttribute('data-tone')) return [];
          return getComputedStyle(section, '::before').borderTopWidth === '1px' ? '' : heading.textContent;
        },
      ),
  },
  {
    says: 'the second columns of a page are aligned',
    widths: [1440],
    least: 50,
    faults: () => {
      const parts = document.querySelectorAll(
        'main > * > [data-layout=beside] > :last-child, main > * > * > h2 + p, [data-layout=product] > :first-child > p,' +
          '[data-layout=product] [data-part=actions], [data-layout=split] > [data-part=picture], [data-layout=split] > figure',
      );
      // Skip article texts and heroes with a long word, which are aligned differently.
      return [...parts]
        .filter((part) => !part.closest('[data-block=contents] ~ *, :has(> * > * > [data-long])'))
        .map((part) => {
          const { left } = part.getBoundingClientRect();
          return left > 200 && Math.abs(left - 750) > 1 ? `${left} px: ${part.textContent}` : '';
        });
    },
  },
  {
    says: 'items in a row have similar widths and aligned parts, and no item is alone in a row of a small tablet',
    widths: [768, 1440],
    least: 50,
    faults: () =>
      [
        ...document.querySelectorAll(
          '[data-block=card-grid] ul[data-layout]:not([data-layout=rows]), [data-block=stats] dl, ol[data-layout=columns]',
        ),
      ].map((list) => {
        const rows = [
          ...Map.groupBy([...list.children], (item) => Math.round(item.getBoundingClientRect().top)).values(),
        ];
        const measureWidths = (row: readonly Element[]) =>
          row.map((item) => item.getBoundingClientRect().width);
        const isAlone = (row: readonly Element[]) =>
          row.length === 1 && Math.max(...measureWidths(row)) < 0.9 * list.getBoundingClientRect().width;
        const hasRowsOfTwo = innerWidth < 896 && rows.some((row) => row.length === 2);
        const isEven = (selector: string) =>
          rows.every((row) => {
            const tops = row.flatMap(
              (item) => item.querySelector(`:scope > ${selector}`)?.getBoundingClientRect().top ?? [],
            );
            return tops.length === 0 || Math.max(...tops) - Math.min(...tops) < 1;
          });
        const isUneven = (row: readonly Element[]) =>
          Math.max(...measureWidths(row)) > 1.7 * Math.min(...measureWidths(row)) ||
          (hasRowsOfTwo && isAlone(row));
        const followsRule =
          !rows.some(isUneven) && ['h3', 'h2', 'h3 ~ p', 'ul', 'figure', 'dt', 'dd'].every(isEven);
        return followsRule ? '' : list.textContent;
      }),
  },
  {
    says: 'rows of items below lines are 40 px apart, with small icons centred on their headings',
    widths: [1440],
    least: 20,
    faults: () =>
      [
        ...document.querySelectorAll(
          '[data-block=card-grid] ul:is([data-layout=list], [data-layout=directory])',
        ),
      ].flatMap((list) => {
        const items = [...list.children];
        const rows = [...Map.groupBy(items, (item) => item.getBoundingClientRect().top)];
        const ends = rows.map(([, row]) =>
          Math.max(...row.map((item) => item.getBoundingClientRect().bottom)),
        );
        const gaps = rows.slice(1).map(([top], index) => Math.round(top - (ends[index] ?? 0)));
        const offsets = items.flatMap((item) => {
          const [icon, heading] = [...item.children].map((part) => part.getBoundingClientRect());
          if (!icon || !heading || item.firstElementChild?.tagName !== 'svg' || icon.width > 20) return [];
          const line = Number.parseFloat(getComputedStyle(item.children[1]!).lineHeight); // the heading
          return Math.abs(icon.top + icon.height / 2 - heading.top - line / 2);
        });
        const followsRule = gaps.every((gap) => gap === 40) && offsets.every((offset) => offset <= 1);
        return followsRule ? '' : `${[...gaps, ...offsets].join(', ')} px: ${list.textContent}`;
      }),
  },
];

const visit = startBrowser();
const idlePages: Page[] = [];
/** Results by route. Each result contains the output of each rule, by rule name and window width. */
const resultsByRoute = new Map<string, Promise<Map<string, string[]>>>();
const ruleCases = testedWidths.flatMap((width) =>
  rules.filter(({ widths }) => widths.includes(width)).map((rule) => ({ width, ...rule })),
);
const toCaseName = ({ says, width }: { says: string; width: number }) => `${width} px: ${says}`;

/** Opens a page, and applies all rules at each width. */
async function applyRules(route: string): Promise<Map<string, string[]>> {
  const page = idlePages.pop() ?? (await visit('about:blank', { reducedMotion: 'reduce' })).page;
  await page.goto(new URL(route, inject('site')).href);
  const results = new Map<string, string[]>();
  for (const width of testedWidths) {
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 });
    if (width !== 768) results.set(`${width} px: the page fits`, await findMisfits(page));
    for (const ruleCase of ruleCases.filter((candidate) => candidate.width === width))
      results.set(toCaseName(ruleCase), await page.evaluate(ruleCase.faults, width));
  }
  idlePages.push(page);
  return results;
}

function applyRulesOnce(route: string): Promise<Map<string, string[]>> {
  const results = resultsByRoute.get(route) ?? applyRules(route);
  resultsByRoute.set(route, results);
  return results;
}

test.concurrent.each(liveRoutes)('the layout of %s follows all layout rules', async (route) => {
  const problems = [...(await applyRulesOnce(route))].flatMap(([name, all]) =>
    all.filter((problem) => problem !== '').map((problem) => `${name}: ${problem.slice(0, 80)}`),
  );
  expect(problems).toEqual([]);
});

test.each(ruleCases)('at $width px, there are enough examples to test that $says', async (ruleCase) => {
  const all = await Promise.all(liveRoutes.map(applyRulesOnce));
  expect(all.flatMap((results) => results.get(toCaseName(ruleCase)) ?? []).length).toBeGreaterThanOrEqual(
    ruleCase.least,
  );
});
