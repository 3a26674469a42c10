import { expect, test } from 'vitest';
import { countsAbout, listsAbout, namedLinks, sectionAbout, startReader } from '../../../support/reading.ts';

const read = startReader();
const steps = [
  'triad framework',
  'outcomelab',
  'rapid prototyping',
  'mvp development',
  'agile & devops',
  'customer success',
];

test('2.3 home: the title ends with its words and the company, and there is a description', async () => {
  const { title, description, header } = await read('/');
  const company = header[0]?.text;
  expect(title.endsWith(`AI Transformation Solutions | ${company}`)).toBe(true);
  expect(description).toMatch(/.{50,}/);
});

test('2.3 home: the headline has its three phrases in order', async () => {
  const { h1 } = await read('/');
  expect(h1).toEqual(['Automate operations, Accelerate delivery, Transform outcomes']);
});

test('2.3 home: the hero leads to the contact page, to the products, and down', async () => {
  const { sections } = await read('/');
  const [hero, next] = sections;
  expect(namedLinks(hero?.links ?? [], "Let's Talk")).toEqual(['/contact']);
  expect(namedLinks(hero?.links ?? [], 'Explore Solutions')).toEqual(['/products']);
  expect(hero?.links.map(({ href }) => href)).toContain(`#${next?.id}`);
});

test('2.3 home: the carousel has 12 logos, each with a name', async () => {
  const { sections } = await read('/');
  const logos = sections
    .flatMap(({ items }) => items)
    .filter(({ text, images }) => text === '' && images.length === 1);
  expect(logos).toHaveLength(12);
  expect(new Set(logos.map(({ heading }) => heading)).size).toBe(12);
});

test('2.3 home: there are six AI solutions and three advantages', async () => {
  const page = await read('/');
  expect(countsAbout(page, /AI solutions/)).toContain(6);
  expect(countsAbout(page, /advantages/)).toEqual([3]);
});

test('2.3 home: three service blocks lead to the offerings, the products and consulting', async () => {
  const page = await read('/');
  const { items } = sectionAbout(page, /^services /);
  expect(items.map(({ links }) => links.map(({ href }) => href))).toEqual([
    ['/ai-offerings'],
    ['/products'],
    ['/services/consulting-design'],
  ]);
});

test('2.3 home: the methodology has its six steps in order', async () => {
  expect(listsAbout(await read('/'), /methodology|how we work/i)).toContainEqual(steps);
});
