import { expect, test } from 'vitest';
import { sectionAbout, startReader, unsaid } from '../../../support/reading.ts';

const read = startReader();

test('2.8 contact: the page opens with its heading and has the form', async () => {
  const { h1, sections } = await read('/contact');
  expect(h1).toEqual(['Get in Touch']);
  expect(sections.filter(({ buttons }) => buttons.includes('Send Message'))).toHaveLength(1);
});

test('2.8 contact: cards name the e-mail address and the telephone number with their response times', async () => {
  const page = await read('/contact');
  const { items } = sectionAbout(page, /directly|contact/i);
  const [email] = items.filter(({ links }) => links.some(({ href }) => href.startsWith('mailto:')));
  const [phone] = items.filter(({ links }) => links.some(({ href }) => href.startsWith('tel:')));
  expect(email?.text).toMatch(/within 24 hours/i);
  expect(phone?.text).toMatch(/Mon[–-]Fri, 9AM[–-]6PM IST/);
  for (const scheme of ['mailto:', 'tel:'])
    expect(page.links.map(({ href }) => href)).toContain(
      page.footer.find(({ href }) => href.startsWith(scheme))?.href,
    );
});

test('2.8 contact: four questions are answered', async () => {
  const page = await read('/contact');
  const questions = page.sections
    .flatMap(({ items }) => items)
    .filter(({ heading }) => heading.endsWith('?'));
  const subjects = [
    /how long.*project|project.*duration/i,
    /ongoing support/i,
    /existing tech stack/i,
    /industries/i,
  ];
  expect(questions).toHaveLength(4);
  expect(questions.map(({ heading }) => subjects.findIndex((subject) => subject.test(heading)))).toEqual([
    0, 1, 2, 3,
  ]);
  expect(unsaid(page, ['MVPs & 8-12 weeks & enterprise platforms & 6-12 months'])).toEqual([]);
});

test('2.8 contact: a free consultation can be scheduled', async () => {
  const { sections } = await read('/contact');
  expect(sections.at(-1)?.buttons).toContain('Schedule a Free Consultation');
});
