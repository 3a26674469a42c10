import { expect, test } from 'vitest';
import { expandedStates } from '../../../support/accessibility.ts';
import { startBrowser, hydrate } from '../../../support/browser.ts';
import { namedLinks, sectionAbout, startReader, unsaid } from '../../../support/reading.ts';

const visit = startBrowser();
const read = startReader();
const path = '/about/team-culture';

test('2.6 team and culture: the sections stand in their order', async () => {
  const { sections, header } = await read(path);
  const company = header[0]?.text ?? 'no company';
  const wanted = [
    /Our Team & Culture/,
    /technology-agnostic/i,
    /Leadership team/,
    /Advisory team/,
    /Testimonials/,
    new RegExp(`${company}.*journey|journey.*${company}`),
    /Join Our Amazing Team/,
  ];
  const places = wanted.map((words) =>
    sections.findIndex(({ head, text }) => words.test(words.ignoreCase ? text : head)),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(new Set(places).size).toBe(wanted.length);
});

test('2.6 team and culture: the culture is simple solutions and no favourite technology', async () => {
  const claims = ['simple & complex problems', 'technology-agnostic mindset'];
  expect(unsaid(await read(path), claims)).toEqual([]);
});

test.each([
  ['Leadership team', 6],
  ['Advisory team', 3],
])(
  '2.6 team and culture: the %s has %i cards with image, name, title, description and biography',
  async (heading, count) => {
    const { items } = sectionAbout(await read(path), new RegExp(heading));
    expect(items).toHaveLength(count);
    for (const { heading: name, images, text } of items) {
      expect(name).toMatch(/\S+ \S+/);
      expect(images, name).toHaveLength(1);
      const [before = '', after = ''] = text.split('More....');
      expect(before.replace(name, ''), 'title and description').toMatch(/.{60,}/);
      expect(after, 'biography').toMatch(/.{150,}/);
    }
  },
);

test('2.6 team and culture: only leaders have core competencies', async () => {
  const page = await read(path);
  for (const { heading, text, points } of sectionAbout(page, /Leadership team/).items) {
    expect(text, heading).toContain('Core Competencies');
    expect(points.length, heading).toBeGreaterThan(1);
  }
  expect(sectionAbout(page, /Advisory team/).text).not.toContain('Core Competencies');
});

test('2.6 team and culture: profiles open in a new tab, which cannot reach back', async () => {
  const page = await read(path);
  const profiles = [/Leadership team/, /Advisory team/]
    .flatMap((heading) => sectionAbout(page, heading).items)
    .map(({ links }) => links.filter(({ href }) => href.startsWith('https:')));
  expect(profiles.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
  for (const link of profiles.flat())
    expect([link.target, link.rel.split(' ')]).toEqual(['_blank', expect.arrayContaining(['noopener'])]);
});

test.each([
  ['before hydration', false, true],
  ['after hydration', true, true],
  ['without JavaScript', false, false],
])(
  '2.6 team and culture: More.... expands and collapses the biography, announces it, and works by keyboard, %s',
  async (_when, isHydrated, javaScriptEnabled) => {
    const { page } = await visit(path, { javaScriptEnabled, reducedMotion: 'reduce' });
    if (isHydrated) await hydrate(page);
    const leader = page
      .locator('main > section', { hasText: 'Leadership team' })
      .last()
      .getByRole('listitem')
      .filter({ hasText: 'More....' })
      .first();
    const competencies = leader.getByText('Core Competencies');
    const more = leader.getByText('More....');
    const state = async () => [await competencies.isVisible(), (await expandedStates(page, 'More....'))[0]];
    expect(await state()).toEqual([false, false]);
    await more.click();
    await competencies.waitFor();
    expect(await state()).toEqual([true, true]);
    await more.click();
    await competencies.waitFor({ state: 'hidden' });
    expect(await state()).toEqual([false, false]);
    await leader.locator('summary, button').first().focus();
    for (const [key, open] of [
      ['Enter', true],
      ['Space', false],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => competencies.isVisible()).toBe(open);
    }
  },
);

test('2.6 team and culture: six testimonials have a quote, a name and a title', async () => {
  const { items } = sectionAbout(await read(path), /Testimonials/);
  expect(items).toHaveLength(6);
  for (const { heading, text } of items) {
    expect(heading).toMatch(/^\S+ \S+/);
    expect(text).toMatch(/“.{40,}”/);
    expect(text.replace(heading, '').replace(/“.*”/, ''), 'title').toMatch(/\w{4,}/);
  }
});

test('2.6 team and culture: the journeys of 6 team members come with their quote and their films', async () => {
  const { text, items, head } = sectionAbout(await read(path), /journey/);
  expect(text).toMatch(/journeys of 6 team members/i);
  expect(head).toMatch(/attitude and attributes matter more than qualification/i);
  expect(items.map(({ images }) => images.length)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('2.6 team and culture: the page ends with an invitation to join', async () => {
  const { sections } = await read(path);
  const last = sections.at(-1);
  expect(last?.head).toContain('Join Our Amazing Team');
  expect(namedLinks(last?.links ?? [], 'View Open Positions')).toEqual(['/about/careers']);
});
