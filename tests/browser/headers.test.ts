import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { parseHeadersFile } from '../../scripts/outputs/headers.ts';
import { followLinks, startBrowser } from '../support/browser.ts';
import { testGoldenTexts } from '../support/golden.ts';

const visit = startBrowser();

test('ten client-side navigations in a row log nothing to the console', async () => {
  expect(await followLinks(await visit('/'))).toEqual([]);
});

test('injected images, styles, scripts, frames and forms are blocked', async () => {
  const { page } = await visit('/contact', { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) =>
      refused.push(`${effectiveDirective} ${disposition}`),
    );
    const append = (name: string, attributes: Record<string, string>, text = '') => {
      const element = document.createElement(name);
      for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const otherSite = 'https://other.example/';
    append('img', { src: otherSite });
    append('link', { rel: 'stylesheet', href: otherSite });
    append('style', {}, 'body { display: none }');
    append('p', { style: 'color: red' });
    append('iframe', { src: otherSite });
    append('base', { href: otherSite });
    void fetch(otherSite).catch(() => undefined);
    (append('form', { action: otherSite, method: 'post' }) as HTMLFormElement).submit(); // `append` has created a form
  });
  const refused = () =>
    // the page has this property
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

test('text from page files never becomes HTML or code', async () => {
  const { page } = await visit('/contact');
  const errorNames = await page.evaluate(async () => {
    // Run in a new task, because code run directly by the debugger may evaluate text.
    await new Promise((resolve) => setTimeout(resolve));
    const attempts = [
      () => (document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>'),
      () => document.createElement('p').setAttribute('onclick', 'alert(1)'),
      () => (document.createElement('script').text = 'alert(1)'),
      () => new Function('return 1'),
      () =>
        (
          window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
        ).trustedTypes.createPolicy('own', {}), // missing in TypeScript's types
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'not blocked';
      } catch (error) {
        return error instanceof Error ? error.name : String(error);
      }
    });
  });
  expect(errorNames).toEqual(['TypeError', 'TypeError', 'TypeError', 'EvalError', 'TypeError']);
});

test('a page cannot be framed, and its security policy allows no unsafe source', async () => {
  const response = await fetch(inject('site'));
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(
    response.headers.get('content-security-policy') + (await response.text()).replace(/<body>.*/s, ''),
  ).not.toMatch(/unsafe/);
});

const securityHeaders =
  parseHeadersFile(readFileSync(join(inject('out'), '_headers'), 'utf8'))[0]?.headers ?? {};
const [bootScript = ''] =
  /\/assets\/boot-[\w-]+\.js/.exec(readFileSync(join(inject('out'), 'index.html'), 'utf8')) ?? [];

testGoldenTexts('responses', async (input) => {
  const [path = '', encodings] = input.split(' ← ');
  const response = await fetch(inject('site') + path.replace('SCRIPT', bootScript), {
    redirect: 'manual',
    headers: { 'Accept-Encoding': encodings ?? 'identity' },
  });
  const readHeader = (name: string) => response.headers.get(name);
  if (encodings !== undefined) {
    if ((await response.arrayBuffer()).byteLength < 1000) return 'next to nothing';
    const varyHeader = readHeader('vary');
    return (
      (readHeader('content-encoding') ?? 'none') + (varyHeader === null ? '' : `, varies by ${varyHeader}`)
    );
  }
  const missingHeaders = Object.entries(securityHeaders).filter(
    ([name, value]) => readHeader(name) !== value,
  );
  const safety =
    missingHeaders.length === 0 ? 'secure' : `without ${missingHeaders.map(([name]) => name).join(', ')}`;
  return [response.status, readHeader('content-type'), safety, readHeader('cache-control')].join(', ');
});

test('the server does not send unchanged files again', async () => {
  const first = await fetch(inject('site'));
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
  expect((await fetch(inject('site'), { headers })).status).toBe(304);
});
