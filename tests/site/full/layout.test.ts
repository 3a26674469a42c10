import { existsSync } from 'node:fs';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { axeDiagnostics, loadAxe } from '../../support/accessibility.ts';
import { finishAnimations, hydrate, startBrowser } from '../../support/browser.ts';
import { everyRoute } from '../../support/routes.ts';

const visit = startBrowser();

test.each(['/services', '/products', '/#methodology'])(
  'the texts of the steps on %s align in each row, below names and times',
  async (route) => {
    const { page } = await visit(route, { reducedMotion: 'reduce' });
    for (const width of [900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const steps = await page.locator('ol[data-layout=columns] > li').evaluateAll((all) =>
        all.map((step) => {
          const [name, text] = [...step.children].map((part) => part.getBoundingClientRect());
          return {
            row: step.getBoundingClientRect().top,
            text: text?.top ?? 0,
            clear: (text?.top ?? 0) - (name?.bottom ?? 0),
          };
        }),
      );
      expect(Math.min(...steps.map(({ clear }) => clear))).toBeGreaterThanOrEqual(8);
      const rows = Map.groupBy(steps, ({ row }) => row);
      expect([...rows.values()].map((row) => new Set(row.map(({ text }) => text)).size)).toEqual(
        [...rows.values()].map(() => 1),
      );
    }
  },
);

const phone = { viewport: { width: 375, height: 812 }, reducedMotion: 'reduce' } as const;

test('the menu fits a phone, and its button reads Close while it is open, without script', async () => {
  const { page } = await visit('/', { ...phone, javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Menu' }).click();
  const close = page.getByRole('button', { name: 'Close' });
  await close.waitFor();
  const menu = page.locator('header nav:popover-open');
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  // The page behind it is dark, and the header is not.
  const behind = await menu.evaluate((one) => {
    const { backgroundColor, top } = getComputedStyle(one, '::backdrop');
    return [backgroundColor, Number.parseFloat(top) - one.getBoundingClientRect().top];
  });
  expect(behind).toEqual(['rgba(0, 0, 0, 0.6)', 0]);
  await close.click();
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Menu' }).waitFor();
});

test('the menu of a phone marks the group whose overview is open', async () => {
  const { page } = await visit('/services', phone);
  await page.getByRole('button', { name: 'Menu' }).click();
  const marked = await page
    .locator('header summary')
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).textDecorationLine === 'underline')
        .map(({ textContent }) => textContent),
    );
  expect(marked).toEqual(['Services']);
});

test('an open menu dims the page below the header', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.locator('header button[popovertarget]').filter({ visible: true }).first().click();
  const [color, top] = await page.locator('header div:popover-open').evaluate((menu) => {
    const { backgroundColor, top } = getComputedStyle(menu, '::backdrop');
    return [backgroundColor, Number.parseFloat(top) - menu.getBoundingClientRect().top];
  });
  expect(color).not.toBe('rgba(0, 0, 0, 0)');
  expect(top).toBe(0);
});

test('steps and tables of a large window have the columns of what stands above or below them', async () => {
  const { page } = await visit('/products/semp', {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const leftsOf = async (selector: string) => [
    ...new Set(
      await page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left))),
    ),
  ];
  const steps = await leftsOf('#flow li');
  expect(steps).toHaveLength(4);
  expect(await leftsOf('#capabilities li')).toEqual(steps);
  await page.goto(new URL('/price-list', page.url()).href);
  const fixed = await leftsOf('#fixed th, #fixed td');
  expect(fixed).toHaveLength(3);
  expect(await leftsOf('#day-rates th, #day-rates td')).toEqual(fixed);
  expect(await leftsOf('#products th, #products td')).toEqual(fixed);
});

test('the home page is at most nine and a half screens tall, with the links of its footer in two columns', async () => {
  const { page } = await visit('/', phone);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(
    9.5 * phone.viewport.height,
  );
  const links = await page
    .locator('footer h2 + ul a')
    // What toJSON of it gives.
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON() as DOMRect));
  expect(new Set(links.map(({ left }) => Math.round(left))).size).toBe(2);
  expect(Math.min(...links.map(({ height }) => height))).toBeGreaterThanOrEqual(44);
});

test.each([
  [375, 2, 2],
  [768, 2, 2],
  [1440, 5, 4],
])('in a window of %i px, names with icons fill rows of %i or %i', async (width, ofTen, ofTwelve) => {
  const { page } = await visit('/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const rowsOf = async (route: string) => {
    await page.goto(new URL(route, page.url()).href);
    const tops = await page
      .locator('#industries li')
      .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().top)));
    return [...Map.groupBy(tops, (top) => top).values()].map(({ length }) => length);
  };
  expect(await rowsOf('/products/rfwm')).toEqual(Array.from({ length: 10 / ofTen }, () => ofTen));
  expect(await rowsOf('/products/asset-intelligence')).toEqual(
    Array.from({ length: 12 / ofTwelve }, () => ofTwelve),
  );
});

test('a phone shows a directory with sentences in one column', async () => {
  const { page } = await visit('/products/chatbots', phone);
  const directories = await page
    .locator('[data-layout=directory]')
    .evaluateAll((lists) =>
      lists.map((list) => new Set([...list.children].map((one) => one.getBoundingClientRect().left)).size),
    );
  // Capabilities, short texts beside icons, use cases, and technology.
  expect(directories).toEqual([1, 1, 1, 1]);
});

test('a phone shows numbers in rows with the value first, and icons with texts in one column, on every page', async () => {
  const { page } = await visit('/', phone);
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const other = await page.evaluate(() => {
      const isBefore = (one: Element | null, two: Element | null) =>
        one && two && one.getBoundingClientRect().right <= two.getBoundingClientRect().left;
      const figures = [...document.querySelectorAll('[data-block=stats] dl:not(:has(figure)) > div')].filter(
        (item) =>
          !isBefore(item.querySelector('[data-value]'), item.querySelector('dt')) ||
          (item.querySelector('[data-value]')?.getClientRects().length ?? 0) > 1,
      );
      const icons = [...document.querySelectorAll('[data-layout=directory] > li:has(> svg):has(> p)')].filter(
        (item) =>
          !isBefore(item.querySelector('svg'), item.querySelector('h2, h3')) ||
          item.getBoundingClientRect().width < 300,
      );
      return [...figures, ...icons].map((item) => item.textContent);
    });
    found.push(...other.map((text) => `${route}: ${text}`));
  }
  expect(found).toEqual([]);
});

/** Whether an edge of any of these elements is not at that of the element before it. */
const areApart = (elements: Locator, own: 'left' | 'top', previous: 'left' | 'bottom'): Promise<boolean> =>
  elements.evaluateAll(
    (all, [edge, other]) =>
      all.some(
        (one) =>
          one.getBoundingClientRect()[edge] !== one.previousElementSibling?.getBoundingClientRect()[other],
      ),
    [own, previous] as const,
  );

test('on a phone, lists with icons have one look, texts begin below their headings, and cards are the parts of one box', async () => {
  const { page } = await visit('/', phone);
  const looks = new Set<string>();
  const indented: string[] = [];
  const apart: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const found = await page
      .locator(':is([data-layout=list], [data-layout=directory]) > li:has(> svg):has(> p, > ul)')
      .evaluateAll((items) =>
        items.map((item) => {
          const [icon, title] = [item.querySelector('svg'), item.querySelector('h2, h3')];
          const { borderTopWidth, borderTopColor } = getComputedStyle(item);
          return [
            icon?.getBoundingClientRect().width,
            (title?.getBoundingClientRect().left ?? 0) - item.getBoundingClientRect().left,
            title && getComputedStyle(title).fontSize,
            borderTopWidth,
            title && borderTopColor === getComputedStyle(title).color,
          ].join(' ');
        }),
      );
    for (const look of found) looks.add(look);
    const texts = page.locator(':is([data-layout=list], [data-layout=directory]) > li > :is(h2, h3) + p');
    if (await areApart(texts, 'left', 'left')) indented.push(route);
    const cards = page.locator('[data-columns][data-layout=cards] > li + li');
    if (await areApart(cards, 'top', 'bottom')) apart.push(route);
  }
  expect([...looks]).toHaveLength(1);
  expect(indented).toEqual([]);
  expect(apart).toEqual([]);
});

test('on a phone, the items of directories have as much room above their words as below', async () => {
  const { page } = await visit('/products/rfwm', phone);
  const rooms = await page.locator('[data-sentences] > li + li').evaluateAll((items) =>
    items.map((item) => {
      const before = item.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      const title = item.querySelector('h2, h3')?.getBoundingClientRect().top ?? 0;
      const { top } = item.getBoundingClientRect();
      return { below: top - before, above: title - top };
    }),
  );
  expect(rooms.length).toBeGreaterThan(5);
  // The line belongs to the room above.
  expect(rooms.filter(({ below, above }) => Math.abs(above - below) > 2)).toEqual([]);
});

test.each([375, 768, 1440])(
  'in a window of %i px, a section after a line is as far from it as from a band',
  async (width) => {
    const { page } = await visit('/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const distances = new Set<number>();
    for (const route of everyRoute) {
      await page.goto(new URL(route, page.url()).href);
      const found = await page
        .locator('main > [data-block]:not([data-block=hero], [data-block=contents]) + [data-block]')
        .evaluateAll((sections) =>
          sections.flatMap((section) => {
            const line = getComputedStyle(section, '::before');
            const ground = (one: Element | null) => one && getComputedStyle(one).backgroundColor;
            const isBand = ground(section) !== ground(section.previousElementSibling);
            const heading = section.querySelector('h2');
            if (!heading || (!isBand && line.borderTopWidth === '0px')) return [];
            const { paddingTop } = getComputedStyle(section);
            return [
              Math.round(Number.parseFloat(paddingTop) + (isBand ? 0 : Number.parseFloat(line.marginBottom))),
            ];
          }),
        );
      for (const distance of found) distances.add(distance);
    }
    expect([...distances]).toHaveLength(1);
  },
);

test.each([700, 768, 900, 1440])(
  'in a window of %i px, three facts of a hero stand in the columns of the numbers below, and rows of numbers 48 px apart',
  async (width) => {
    const { page } = await visit('/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const columns = await page
      .locator('[data-block=hero] ul:has(strong), [data-block=stats] dl')
      .evaluateAll((lists) =>
        lists.map((list) =>
          [...new Set([...list.children].map((one) => one.getBoundingClientRect().left))].map(Math.round),
        ),
      );
    expect(columns).toHaveLength(3);
    expect(columns[0]).toHaveLength(3);
    expect(new Set(columns.map((row) => row.join(' '))).size).toBe(1);
    const [bottom, top] = await page
      .locator('#solutions dl > div')
      .evaluateAll((all) => [
        Math.max(...all.slice(0, 3).map((one) => one.getBoundingClientRect().bottom)),
        Math.min(...all.slice(3).map((one) => one.getBoundingClientRect().top)),
      ]);
    expect((top ?? 0) - (bottom ?? 0)).toBeGreaterThanOrEqual(48);
  },
);

test('a quote stands beside its heading in a large window, and below it in a small one', async () => {
  const { page } = await visit('/industries/telecom', { viewport: { width: 1440, height: 900 } });
  const places = () =>
    page
      .locator('[data-block=quotes] :is(h2, blockquote)')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
  const [heading = 0, quote = 0] = await places();
  expect(quote - heading).toBeGreaterThan(600);
  await page.setViewportSize({ width: 768, height: 1024 });
  const [above = 0, below = 0] = await places();
  expect(below - above).toBeLessThan(50);
});

test('up to six steps with up to 500 letters in all stand in rows on every page', async () => {
  const { page } = await visit('/');
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const others = await page.locator('[data-block=timeline] ol').evaluateAll((lists) =>
      lists.filter((list) => {
        const letters = [...list.querySelectorAll(':scope > li > p')]
          .map((text) => text.textContent)
          .join('');
        const inRows = list.getAttribute('data-layout') === 'columns';
        return inRows !== (list.children.length < 7 && letters.length <= 500);
      }),
    );
    if (others.length > 0) found.push(route);
  }
  expect(found).toEqual([]);
});

test('numbers with long values among them are all above their texts on a phone', async () => {
  const { page } = await visit('/', phone);
  const places = await page.locator('#solutions dl > div').evaluateAll((all) =>
    all.map((one) => {
      const [name, value] = [one.querySelector('dt'), one.querySelector(':scope > dd:last-child')].map(
        (part) => part?.getBoundingClientRect(),
      );
      return value?.left === name?.left && (value?.top ?? 0) < (name?.top ?? 0);
    }),
  );
  expect(places).toEqual(Array(6).fill(true));
});

test('on a phone each cell of a table with sentences has a line, with the name of its column before it', async () => {
  const { page } = await visit('/price-list', phone);
  const lines = await page.locator('#fixed tbody td').evaluateAll((cells) =>
    cells.map((cell) => {
      const [name, text] = [...cell.children].map((part) => part.getBoundingClientRect());
      return { width: cell.getBoundingClientRect().width, gap: (text?.left ?? 0) - (name?.right ?? 0) };
    }),
  );
  expect(lines).toHaveLength(14);
  expect(Math.min(...lines.map(({ width }) => width))).toBeGreaterThan(300);
  expect(Math.min(...lines.map(({ gap }) => gap))).toBeGreaterThanOrEqual(0);
});

test('the heads of two columns stand above their values in every window', async () => {
  const { page } = await visit('/accessibility', phone);
  const head = page.locator('[data-block=pairs] thead');
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await head.innerText()).trim().split(/\s+/).join(' ')).toBe('If you… this site…');
    const [above, below] = await Promise.all(
      [head, page.locator('[data-block=pairs] tbody')].map((part) => part.boundingBox()),
    );
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? Infinity) + (above?.height ?? 0) - 1);
  }
});

test('a quote stands beside its heading in a large window, and its person below it', async () => {
  const { page } = await visit('/case-studies/crisis-management', { viewport: { width: 1440, height: 900 } });
  const [heading = 0, quote = 0, person = 0] = await page
    .locator('[data-block=quotes] :is(h2, blockquote, figcaption)')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
  expect(quote - heading).toBeGreaterThan(600);
  expect(person).toBe(quote);
});

test('buttons below each other on a phone are equally wide, on every page', async () => {
  const { page } = await visit('/', phone);
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const uneven = await page.locator('main :is(a, button) + :is(a, button)').evaluateAll((all) =>
      all.flatMap((one) => {
        const [first, second] = [one.previousElementSibling ?? one, one].map((part) =>
          part.getBoundingClientRect(),
        );
        const apart = first && second && second.top >= first.bottom && second.width * first.width > 0;
        const isButton = getComputedStyle(one).borderTopWidth !== '0px';
        return apart && isButton && Math.abs(first.width - second.width) > 1 ? [one.textContent] : [];
      }),
    );
    if (uneven.length > 0) found.push(`${route}: ${uneven.join(', ')}`);
  }
  expect(found).toEqual([]);
});

test('a single button on a phone is as wide as its column, on every page', async () => {
  const { page } = await visit('/', phone);
  const found: string[] = [];
  let count = 0;
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const missing = await page
      .locator('main :is([data-part=actions] a, form [type=submit], [data-block=pricing] li a)')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const column = one.closest('[data-part=actions], form, li');
          const isButton = getComputedStyle(one).borderTopWidth !== '0px' && !one.nextElementSibling;
          if (!column || !isButton || one.previousElementSibling?.matches('a, button')) return [];
          const { paddingLeft, paddingRight } = getComputedStyle(column);
          const room = column.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return room > 0 ? [Math.round(room - one.getBoundingClientRect().width)] : [];
        }),
      );
    count += missing.length;
    if (missing.some((pixels) => pixels > 1)) found.push(`${route}: ${missing.join(', ')} px`);
  }
  expect(found).toEqual([]);
  expect(count).toBeGreaterThan(5);
});

test.each(['/'])(
  'on %s the contact is above the questions on a phone, with the portrait next to the name, and next to the questions on a desktop',
  async (route) => {
    const { page } = await visit(route, phone);
    const faq = page.locator('[data-block=faq]');
    const places = async () => {
      const [portrait, name, questions] = await Promise.all(
        [faq.locator('figure img'), faq.locator('figure strong'), faq.locator('details').first()].map(
          (part) => part.boundingBox(),
        ),
      );
      if (!portrait || !name || !questions) throw new Error('something is missing');
      return { portrait, name, questions };
    };
    const narrow = await places();
    expect(narrow.name.x).toBeGreaterThan(narrow.portrait.x + narrow.portrait.width);
    expect(narrow.questions.y).toBeGreaterThan(narrow.portrait.y + narrow.portrait.height);
    await page.setViewportSize({ width: 1440, height: 900 });
    const wide = await places();
    const [left, right] = [wide.portrait, wide.questions].toSorted((one, other) => one.x - other.x);
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  },
);

test('in forced colours the selected category differs from the others', async () => {
  const { page } = await visit('/insights/blogs', { forcedColors: 'active' });
  const grounds = () =>
    page
      .locator('fieldset label')
      .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  const [all, ...others] = await grounds();
  expect(new Set(others).size).toBe(1);
  expect(others).not.toContain(all);
  await page.locator('fieldset label').nth(2).click();
  expect((await grounds()).map((ground) => ground === all)).toEqual(
    (await grounds()).map((_, index) => index === 2),
  );
});

test('in forced colours the switches of scheme, menu and motion stand out in both schemes', async () => {
  const { page } = await visit('/', { forcedColors: 'active' });
  await hydrate(page);
  const switches = [page.locator('[data-switches=scheme] svg'), page.getByText('Stop all motion')];
  for (const one of switches) await one.waitFor();
  await page.setViewportSize({ width: 375, height: 800 });
  switches.push(page.locator('[popovertarget=navigation] [data-glyph=menu]'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    for (const one of switches) {
      const [ink, filling] = await one.evaluate((element) => [
        element instanceof SVGElement ? getComputedStyle(element).stroke : getComputedStyle(element).color,
        getComputedStyle(element).backgroundColor,
      ]);
      // Chromium forces transparent colours to the background colour, still transparent.
      expect(filling === ground || filling?.endsWith(', 0)'), `${String(one)} on ${filling}`).toBe(true);
      expect(ink, String(one)).not.toBe(ground);
    }
  }
});

test('the switch of what moves is usable in both schemes', async () => {
  // On the first screen, nothing scrolls smoothly and no section fades in.
  const viewport = { width: 1440, height: 8000 };
  const { page } = await visit('/', { reducedMotion: 'no-preference', viewport });
  await hydrate(page);
  await page.getByLabel('Stop all motion').check();
  await finishAnimations(page);
  await loadAxe(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeDiagnostics(page), colorScheme).toEqual([]);
  }
});

test('the changing headline has enough contrast at any moment', async () => {
  const { page } = await visit('/', { reducedMotion: 'no-preference' });
  await loadAxe(page);
  for (const time of [0, 2750, 2850, 2999, 3001, 5750, 8950]) {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
    }, time);
    expect(await axeDiagnostics(page, ['h1']), `after ${time} ms`).toEqual([]);
  }
});

test('the first screen of the home page says what is sold and shows facts and clients, and its words stand still', async () => {
  const { page } = await visit('/', {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'no-preference',
  });
  const bottoms = () =>
    page
      .locator(
        '[data-block=hero] p, [data-block=hero] a, [data-block=hero] ul li, .swiper li:first-child img',
      )
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().bottom)));
  const first = await bottoms();
  expect(Math.max(...first)).toBeLessThanOrEqual(900);
  expect(first.length).toBeGreaterThan(7);
  for (const time of [2_850, 3_100, 6_100]) {
    await page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
    }, time);
    expect(await bottoms(), `after ${time} ms`).toEqual(first);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const actions = await page
    .locator('[data-block=hero] h1, [data-block=hero] [data-part=actions] a')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().bottom));
  expect(Math.max(...actions.slice(0, 3))).toBeLessThan(844);
});

test('no line of a page begins with a space that holds words together, on a phone', async () => {
  const { page } = await visit('/', phone);
  let spaces = 0;
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const begun = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: (string | undefined)[] = [];
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
            found.push(isFirst ? (node.parentElement?.textContent ?? '') : undefined);
          }
      return found;
    });
    spaces += begun.length;
    expect(
      begun.filter((text) => text !== undefined),
      route,
    ).toEqual([]);
  }
  expect(spaces).toBeGreaterThan(100);
});

test('no page is taller than nine screens of a phone', async () => {
  const { page } = await visit('/', phone);
  const tall: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > 9 * phone.viewport.height) tall.push(`${route}: ${height} px`);
  }
  expect(tall).toEqual([]);
});

test('people are at most 96 px wide on every page with portraits', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 } });
  for (const route of [
    '/',
    '/about/team-culture',
    '/services/managed-services',
    '/insights/blogs/one-question',
  ]) {
    await page.goto(new URL(route, page.url()).href);
    const widths = await page
      .locator('main img[src*="/people/"]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(widths.length, route).toBeGreaterThan(0);
    expect(Math.max(...widths), route).toBeLessThanOrEqual(96);
  }
});

test('cards, numbers and steps have two columns or more in a window of 768 px', async () => {
  const { page } = await visit('/', { viewport: { width: 768, height: 1024 } });
  for (const route of ['/', '/services', '/insights/triad', '/industries/telecom']) {
    await page.goto(new URL(route, page.url()).href);
    const single = await page
      .locator(
        ':is([data-block=card-grid] ul, [data-block=stats] dl, ol)[data-layout=cards], ol[data-layout=columns], dl',
      )
      .evaluateAll((lists) =>
        lists.flatMap((list) => {
          const [one, two] = [...list.children].map((item) => item.getBoundingClientRect().top);
          return two === undefined || one === two ? [] : list.textContent.slice(0, 60);
        }),
      );
    expect(single, route).toEqual([]);
  }
});

test.each([
  'lost-line',
  'friday-demo',
  'minutes-with-patient',
  'early-warning',
  'mast-to-van',
  'two-days-earlier',
  'four-problems',
  'stay-and-run',
  'handed-steps',
  'third-time',
  'same-three',
  'fortnight-releases',
  'grip-changes',
  'report-first',
  'six-regions',
])('no page shows the drawing %s', (name) => {
  expect(existsSync(`public/pictures/${name}.svg`)).toBe(false);
});

test('an offer names its unit on one line, and no large quotation ends with a short one', async () => {
  const { page } = await visit('/services/managed-services', { viewport: { width: 1440, height: 900 } });
  const lines = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const widths = Map.groupBy([...range.getClientRects()], ({ top }) => Math.round(top));
        return [...widths.values()].map((row) => row.reduce((sum, { width }) => sum + width, 0));
      }),
    );
  expect(
    (await lines('[data-price] span, [data-block=pricing] strong + span')).map((one) => one.length),
  ).toEqual([1, 1, 1]);
  for (const route of ['/products', '/case-studies/claims-reading', '/services/managed-services']) {
    await page.goto(new URL(route, page.url()).href);
    const [quotation = []] = await lines('blockquote p');
    expect(quotation.length, route).toBeGreaterThan(1);
    expect(quotation.at(-1) ?? 0, route).toBeGreaterThan(0.6 * Math.max(...quotation));
  }
});

test.each(['/insights/execution-models'])(
  'the arrows of links on %s follow the last word, also of two lines',
  async (route) => {
    const { page } = await visit(route, phone);
    const links = await page.locator('main a:has(> [data-glyph=arrow])').evaluateAll((all) =>
      all.map((link) => {
        const words = document.createRange();
        words.selectNodeContents(link.firstChild ?? link);
        const lines = [...words.getClientRects()];
        const [last, arrow] = [lines.at(-1), link.lastElementChild?.getBoundingClientRect()];
        if (!last || !arrow) throw new Error('something is missing');
        return {
          lines: lines.length,
          gap: arrow.left - last.right,
          drop: Math.abs(arrow.top + arrow.bottom - last.top - last.bottom) / 2,
        };
      }),
    );
    expect(Math.max(...links.map(({ lines }) => lines))).toBe(2);
    for (const { gap, drop } of links) {
      expect(gap).toBeGreaterThanOrEqual(0);
      expect(gap).toBeLessThan(10);
      expect(drop).toBeLessThan(4);
    }
  },
);

test.each(['/ai-automation', '/genai', '/products/rfwm', '/insights/execution-models'])(
  'five steps or numbers on %s share three columns on a tablet',
  async (route) => {
    const { page } = await visit(route, {
      viewport: { width: 768, height: 1024 },
      reducedMotion: 'reduce',
    });
    const lists = await page
      .locator('main :is(ol[data-layout=columns], dl):has(> :nth-child(5):last-child)')
      .evaluateAll((all) =>
        all.map((list) => new Set([...list.children].map((one) => one.getBoundingClientRect().left)).size),
      );
    expect(lists.length).toBeGreaterThan(0);
    expect(new Set(lists)).toEqual(new Set([3]));
  },
);

test.each([
  [375, 48],
  [768, 75],
  [1440, 112],
])('in a window of %i px, the section after a hero begins %i px below it', async (width, usual) => {
  const { page } = await visit('/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const distances = await page.evaluate(() => {
      const hero = document.querySelector('main > [data-block=hero]:has(h1)');
      const next = hero?.nextElementSibling;
      // Logos belong to the hero. The screen of a product stands on the next ground.
      if (!hero || !next || next.matches('[data-block=logo-carousel]')) return [];
      if (hero.querySelector('[data-layout=product]')) return [];
      const parts = [...hero.querySelectorAll('h1, p, a, ul > li, figcaption, img')];
      const end = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
      return [Math.round(hero.getBoundingClientRect().bottom - end)];
    });
    for (const distance of distances)
      if (Math.abs(distance - usual) > 1) found.push(`${route}: ${distance} px`);
  }
  expect(found).toEqual([]);
});

test('questions stand on a ground of their own, between sections on another', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 } });
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const same = await page.evaluate(() =>
      [...document.querySelectorAll('main > [data-block=faq]')].filter((faq) =>
        [faq.previousElementSibling, faq.nextElementSibling].some(
          (other) =>
            other?.getAttribute('data-tone') === faq.getAttribute('data-tone') &&
            !other?.matches('[data-block=cta]'),
        ),
      ),
    );
    if (same.length > 0) found.push(route);
  }
  expect(found).toEqual([]);
});

test.each([375, 768, 1440])(
  'in a window of %i px, the headline of a page is 1.3 times as large as its headings, and those 1.2 times as its quotations',
  async (width) => {
    const { page } = await visit('/', { viewport: { width, height: 900 } });
    const found: string[] = [];
    for (const route of everyRoute) {
      await page.goto(new URL(route, page.url()).href);
      const [headline = 0, heading = 0, quotation = 0] = await page.evaluate(() =>
        ['main h1', 'main > * > * h2', 'blockquote'].map((selector) =>
          Math.max(
            0,
            ...[...document.querySelectorAll<HTMLElement>(selector)]
              .filter((one) => one.offsetParent)
              .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
          ),
        ),
      );
      if (headline < 1.3 * heading) found.push(`${route}: ${headline} px and ${heading} px`);
      if (heading > 0 && heading < 1.2 * quotation) found.push(`${route}: ${quotation} px`);
    }
    expect(found).toEqual([]);
  },
);

test('sections in a row on one ground have a line between them', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 } });
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const without = await page.evaluate(() =>
      [...document.querySelectorAll('main > [data-tone] + [data-tone]:not([data-block=cta])')]
        .filter((section) => {
          const before = section.previousElementSibling;
          // A hero and the contents belong to what is next, what has no heading to what is above it, and a band of
          // the dark ground is one statement.
          if (!section.querySelector('h2')) return false;
          if (before?.matches('[data-block=hero], [data-block=contents], [data-tone=dark]')) return false;
          if (section.getAttribute('data-tone') !== before?.getAttribute('data-tone')) return false;
          return getComputedStyle(section, '::before').borderTopWidth !== '1px';
        })
        .map((section) => section.querySelector('h2')?.textContent ?? section.id),
    );
    found.push(...without.map((heading) => `${route}: ${heading}`));
  }
  expect(found).toEqual([]);
});

test('the second columns of a page begin on one line', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const others = await page.evaluate(() => {
      const parts = document.querySelectorAll(
        'main > * > [data-layout=beside] > :last-child, main > * > * > h2 + p, [data-layout=product] > :first-child > p,' +
          '[data-layout=product] [data-part=actions], [data-layout=split] > [data-part=picture], [data-layout=split] > figure',
      );
      // The text of an article has its own line, and so has a hero with a long word.
      return [...parts]
        .filter((part) => !part.closest('[data-block=contents] ~ *, :has(> * > * > [data-long])'))
        .map((part) => [part.getBoundingClientRect().left, part.textContent] as const)
        .filter(([left]) => left > 200 && Math.abs(left - 750) > 1)
        .map(([left, text]) => `${Math.round(left)} px: ${text.slice(0, 40)}`);
    });
    found.push(...others.map((other) => `${route}: ${other}`));
  }
  expect(found).toEqual([]);
});

test.each([768, 1440])(
  'in a window of %i px, items in a row have about one width, on a small tablet none is alone beside a gap, and parts have one height',
  async (width) => {
    const { page } = await visit('/', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const route of everyRoute) {
      await page.goto(new URL(route, page.url()).href);
      const uneven = await page
        .locator('ul[data-columns]:not([data-layout=rows]), [data-block=stats] dl, ol[data-layout=columns]')
        .evaluateAll((lists) =>
          lists
            .filter((list) => {
              const rows = Map.groupBy([...list.children], (item) =>
                Math.round(item.getBoundingClientRect().top),
              );
              const widthsOf = (row: readonly Element[]) =>
                row.map((item) => item.getBoundingClientRect().width);
              const isAlone = (row: readonly Element[]) =>
                row.length === 1 && Math.max(...widthsOf(row)) < 0.9 * list.getBoundingClientRect().width;
              const areOfTwo = innerWidth < 896 && [...rows.values()].some((row) => row.length === 2);
              const isEven = (selector: string) =>
                [...rows.values()].every((row) => {
                  const tops = row
                    .map((item) => item.querySelector(`:scope > ${selector}`)?.getBoundingClientRect().top)
                    .filter((top) => top !== undefined);
                  return tops.length === 0 || Math.max(...tops) - Math.min(...tops) < 1;
                });
              return (
                [...rows.values()].some(
                  (row) =>
                    Math.max(...widthsOf(row)) > 1.7 * Math.min(...widthsOf(row)) ||
                    (areOfTwo && isAlone(row)),
                ) || !['h3', 'h2', 'h3 ~ p', 'ul', 'figure', 'dt', 'dd'].every(isEven)
              );
            })
            .map((list) => list.textContent.slice(0, 60)),
        );
      found.push(...uneven.map((text) => `${route}: ${text}`));
    }
    expect(found).toEqual([]);
  },
);

test('rows of items below lines are 40 px apart, with small icons in the middle of their headings', async () => {
  const { page } = await visit('/', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const others = await page
      .locator('ul[data-columns]:is([data-layout=list], [data-layout=directory])')
      .evaluateAll((lists) =>
        lists.flatMap((list) => {
          const items = [...list.children];
          const rows = Map.groupBy(items, (item) => item.getBoundingClientRect().top);
          const ends = [...rows.values()].map((row) =>
            Math.max(...row.map((item) => item.getBoundingClientRect().bottom)),
          );
          const gaps = [...rows.keys()].slice(1).map((top, at) => Math.round(top - (ends[at] ?? 0)));
          const icons = items.flatMap((item) => {
            const [icon, heading] = [...item.children].map((part) => part.getBoundingClientRect());
            if (!icon || !heading || item.firstElementChild?.tagName !== 'svg' || icon.width > 20) return [];
            const line = Number.parseFloat(getComputedStyle(item.children[1] as Element).lineHeight);
            return Math.abs(icon.top + icon.height / 2 - heading.top - line / 2);
          });
          return [...gaps.filter((gap) => gap !== 40), ...icons.filter((offset) => offset > 1)].map(
            (one) => `${one} px in ${list.textContent.slice(0, 40)}`,
          );
        }),
      );
    found.push(...others.map((other) => `${route}: ${other}`));
  }
  expect(found).toEqual([]);
});

test('counted groups with margins have the width of a phone', async () => {
  const { page } = await visit('/', phone);
  const shares: number[] = [];
  for (const route of everyRoute) {
    await page.goto(new URL(route, page.url()).href);
    const found = await page.locator('[data-inset] [data-groups=field]').evaluateAll((all) =>
      all.map((groups) => {
        const boxes = [...groups.querySelectorAll('svg')]
          .map((one) => one.getBoundingClientRect())
          .filter(({ width }) => width > 0);
        const from = Math.min(...boxes.map(({ left }) => left));
        return (Math.max(...boxes.map(({ right }) => right)) - from) / groups.getBoundingClientRect().width;
      }),
    );
    shares.push(...found);
  }
  expect(shares.length).toBeGreaterThan(2);
  expect(Math.min(...shares)).toBeGreaterThan(0.85);
});

test('in rows of two posts, the picture of the first has the width of the posts below', async () => {
  const { page } = await visit('/insights/blogs', { viewport: { width: 768, height: 1024 } });
  const posts = page.locator('main li:has(time)');
  const rightOf = (one: Element) => Math.round(one.getBoundingClientRect().right);
  const picture = await posts.first().locator('div').first().evaluate(rightOf);
  expect(picture).toBe(await posts.nth(1).evaluate(rightOf));
  expect(await posts.first().evaluate(rightOf)).toBe(await posts.nth(2).evaluate(rightOf));
});

const drawingOfNextPost = async (width: number) => {
  const { page } = await visit('/insights/blogs/one-question', { viewport: { width, height: 900 } });
  const link = page.locator('[data-block=next-article]');
  const [drawing, title] = [await link.locator('img').boundingBox(), await link.locator('a').boundingBox()];
  return { left: drawing?.x ?? 0, right: (drawing?.x ?? 0) + (drawing?.width ?? 0), title: title?.x ?? 0 };
};

test.each([900, 1440])(
  'in a window of %i px, the drawing of the next post ends beside its title',
  async (width) => {
    const { left, right, title } = await drawingOfNextPost(width);
    expect(right - left).toBeGreaterThan(350);
    expect(title - right).toBeGreaterThan(0);
    expect(title - right).toBeLessThan(80);
  },
);

test('in a window of 768 px, the drawing of the next post begins where its title does', async () => {
  const { left, title } = await drawingOfNextPost(768);
  expect(left).toBeCloseTo(title, 0);
});
