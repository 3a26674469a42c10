import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readHeadersFile } from '../../scripts/outputs/headers.ts';
import { followLinks, startBrowser } from '../support/browser.ts';

const visit = startBrowser();

test('ten navigations in one document log nothing to the console', async () => {
  expect(await followLinks(await visit('/'))).toEqual([]);
});

test('injected pictures, styles, scripts, frames and forms are blocked', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) =>
      refused.push(`${effectiveDirective} ${disposition}`),
    );
    const add = (name: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const other = 'https://other.example/';
    add('img', { src: other });
    add('link', { rel: 'stylesheet', href: other });
    add('style', {}, 'body { display: none }');
    add('p', { style: 'color: red' });
    add('iframe', { src: other });
    add('base', { href: other });
    void fetch(other).catch(() => undefined);
    (add('form', { action: other, method: 'post' }) as HTMLFormElement).submit(); // by its name
  });
  const refused = () =>
    // set above
    page.evaluate(() => [...new Set((window as unknown as { refused: string[] }).refused)].toSorted());
  await expect
    .poll(refused)
    .toEqual(
      [
        'base-uri',
        'connect-src',
        'form-action',
        'frame-src',
        'img-src',
        'style-src-attr',
        'style-src-elem',
      ].map((directive) => `${directive} enforce`),
    );
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('flex');
});

test('text never becomes HTML or code', async () => {
  const { page } = await visit('/contact');
  const names = await page.evaluate(async () => {
    // The debugger that starts this may evaluate text itself.
    await new Promise((resolve) => setTimeout(resolve));
    const ways = [
      () => (document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'),
      () => document.createElement('p').setAttribute('onclick', 'alert(1)'),
      () => (document.createElement('script').text = 'alert(1)'),
      () => new Function('return 1'),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('own', {}), // missing in TypeScript's types
    ];
    return ways.map((way) => {
      try {
        way();
        return 'went through';
      } catch (problem) {
        return problem instanceof Error ? problem.name : String(problem);
      }
    });
  });
  expect(names).toEqual(['TypeError', 'TypeError', 'TypeError', 'EvalError', 'TypeError']);
});

test('a page cannot be framed, and its policy has no unsafe source', async () => {
  const answer = await fetch(inject('site'));
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(
    answer.headers.get('content-security-policy') + (await answer.text()).replace(/<body>.*/s, ''),
  ).not.toMatch(/unsafe/);
});

const security = readHeadersFile(readFileSync(join(inject('out'), '_headers'), 'utf8'))[0]?.headers ?? {};

test.each([
  ['/', 200, 'text/html; charset=utf-8'],
  ['/contact', 200, 'text/html; charset=utf-8'],
  ['/contact/page.json', 200, 'application/json; charset=utf-8'],
  ['/favicon.svg', 200, 'image/svg+xml; charset=utf-8'],
  ['/share.png', 200, 'image/png'],
  ['/feed.xml', 200, 'application/atom+xml; charset=utf-8'],
  ['/sitemap.xml', 200, 'application/xml; charset=utf-8'],
  ['/llms.txt', 200, 'text/plain; charset=utf-8'],
  ['/manifest.webmanifest', 200, 'application/manifest+json; charset=utf-8'],
  ['/no/such/page', 404, 'text/html; charset=utf-8'],
  ['/assets/no-such-file.js', 404, 'text/html; charset=utf-8'],
  ['/_headers', 404, 'text/html; charset=utf-8'],
  ['/home', 301, 'text/html; charset=utf-8'],
])(
  '%s is answered with %i, all security headers and its type, and is revalidated',
  async (path, status, type) => {
    const answer = await fetch(inject('site') + path, { redirect: 'manual' });
    const headers = Object.fromEntries(answer.headers);
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject(
      Object.fromEntries(Object.entries(security).map(([name, value]) => [name.toLowerCase(), value])),
    );
    expect([headers['content-type'], headers['cache-control']]).toEqual([
      type,
      'public, max-age=0, must-revalidate',
    ]);
  },
);

test('unchanged files are not sent again, and hashed files are not requested again', async () => {
  const first = await fetch(inject('site'));
  const again = await fetch(inject('site'), {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const [script] = /\/assets\/boot-[\w-]+\.js/.exec(await first.text()) ?? [];
  expect((await fetch(inject('site') + script)).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await fetch(`${inject('site')}/speculation-rules.json`)).headers.get('cache-control')).toBe(
    'public, max-age=86400',
  );
});

test.each([
  // One page that exceeds the initial window with gzip, and one that does not.
  ['/', 'br, gzip', 'br', 'Accept-Encoding'],
  ['/', 'gzip', 'gzip', 'Accept-Encoding'],
  ['/imprint', 'br, gzip', 'gzip', 'Accept-Encoding'],
  ['/', 'identity', null, 'Accept-Encoding'],
  ['/', 'gzip;q=0, br;q=0', null, 'Accept-Encoding'],
  ['/', 'br;q=0, *', 'gzip', 'Accept-Encoding'],
  ['/share.png', 'br, gzip', null, null],
  ['SCRIPT', 'br, gzip', 'br', 'Accept-Encoding'],
  ['SCRIPT', 'gzip', 'gzip', 'Accept-Encoding'],
])('%s for a browser that takes %s is sent as %s', async (path, accepted, sent, vary) => {
  const [script = ''] =
    /\/assets\/boot-[\w-]+\.js/.exec(readFileSync(join(inject('out'), 'index.html'), 'utf8')) ?? [];
  const answer = await fetch(inject('site') + path.replace('SCRIPT', script), {
    headers: { 'Accept-Encoding': accepted },
  });
  expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([sent, vary]);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
});
