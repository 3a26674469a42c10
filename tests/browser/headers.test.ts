import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readHeadersFile } from '../../scripts/outputs/headers.ts';
import { startBrowser } from '../support/browser.ts';
import { loggedOnTheWay } from '../support/console.ts';

const visit = startBrowser();

test('ten pages that are come to by links in one document log nothing on the console', async () => {
  expect(await loggedOnTheWay(await visit('/'))).toEqual([]);
});

test('pictures, styles, scripts, frames and forms that somebody else brings into a page come to nothing', async () => {
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
    // Set above.
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

test('text does not become HTML or code by any way', async () => {
  const { page } = await visit('/contact');
  const names = await page.evaluate(async () => {
    // The debugger, which begins this, may run text as code itself.
    await new Promise((resolve) => setTimeout(resolve));
    const ways = [
      () => (document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'),
      () => document.createElement('p').setAttribute('onclick', 'alert(1)'),
      () => (document.createElement('script').text = 'alert(1)'),
      () => new Function('return 1'),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('own', {}), // not in the compiler's list yet
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

test('a page cannot be framed, and its policy says nothing unsafe', async () => {
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
  '%s is answered with %i, all security headers, its type, and is asked for again each time',
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

test('what has not changed is not sent again, and hashed files are not even asked for', async () => {
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
  // A page that gzip leaves too long for one go, and one that it does not.
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
