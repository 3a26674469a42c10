import { expect, test } from 'vitest';
import { startReader } from '../../../support/reading.ts';
import { routes } from '../../../support/routes.ts';

const read = startReader();

test('7 calls: demo and expert buttons are links to the contact page, or open the dialog', async () => {
  const names = /^(schedule|request|book) a demo|^talk to an expert/i;
  let found = 0;
  for (const path of routes) {
    const { sections, links } = await read(path);
    const demos = links.filter(({ text }) => names.test(text));
    found += demos.length;
    expect(
      demos.filter(({ href }) => href !== '/contact'),
      path,
    ).toEqual([]);
    expect(
      sections.flatMap(({ buttons }) => buttons).filter((text) => names.test(text)),
      path,
    ).toEqual([]);
  }
  expect(found).toBeGreaterThan(8);
});
