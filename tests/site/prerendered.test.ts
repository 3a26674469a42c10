import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const get = (path: string) => fetch(inject('site') + path, { redirect: 'manual' });

test.each([
  [
    '/',
    [
      'Human-centered AI solutions for enterprise transformation',
      'Automate operations',
      'Accelerate delivery',
      'Transform outcomes',
      "Let's Talk",
      'Explore Solutions',
      'TRIAD Framework',
      'OutcomeLab',
      'Rapid Prototyping',
      'MVP Development',
      'Agile &amp; DevOps',
      'Customer Success',
    ],
  ],
  [
    '/contact',
    [
      'Get in Touch',
      'within 24 hours',
      'Mon–Fri, 9AM–6PM IST',
      'MVPs take 8–12\u00a0weeks',
      '6–12\u00a0months',
      'Schedule a Free Consultation',
      'Tell us about your project...',
    ],
  ],
])('%s answers 200 with its text in the HTML', async (path, texts) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  const html = (await answer.text()).replaceAll('&#x27;', "'");
  for (const text of texts) expect(html).toContain(text);
});

test('the home page has its title and description', async () => {
  const html = await (await get('/')).text();
  expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toMatch(/AI Transformation Solutions \| \w+$/);
  expect(/<meta name="description"[^>]* content="([^"]{50,})"/.exec(html)).not.toBeNull();
  expect(/<link rel="canonical" href="(https:\/\/[^"]+\/)"/.exec(html)).not.toBeNull();
});

test.each(['/nope', '/contact/nope', '/assets/nope.js', '/%2e%2e/package.json', '/..%2fpackage.json'])(
  '%s is answered with the 404 page',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    for (const text of ['404', 'Oops! Page not found', 'Return to Home']) expect(html).toContain(text);
  },
);

test('a redirect page redirects', async () => {
  const answer = await get('/home');
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/']);
});

test('no document has style attributes, and no initial state hides content', () => {
  const html = readFileSync(join(inject('out'), 'index.html'), 'utf8');
  expect(html).not.toContain(' style="');
});
