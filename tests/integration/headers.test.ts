import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contentTypes } from '../../scripts/system/content-types.ts';
import { hashScripts, hashStyles, stylePolicy } from '../../scripts/outputs/csp.ts';
import { formatHeadersFile, parseHeadersFile, createHeaderRules } from '../../scripts/outputs/headers.ts';
import { formatNginxConfig } from '../../scripts/outputs/host-files.ts';
import { buildCachedFixture } from '../support/built-site.ts';

const out = await buildCachedFixture();
const noBackend = { address: '', anonymousKey: '' };
const backend = { address: 'https://project.example.org', anonymousKey: 'anonymous' };
const read = (file: string) => readFileSync(join(out, file), 'utf8');
const findDocuments = () => globSync('**/*.html', { cwd: out });
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns the directives of a content security policy by name. */
const parseDirectives = (header = '') =>
  Object.fromEntries(
    header.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]),
  );
const readGlobalHeaders = (backend = noBackend, scripts: string[] = []) =>
  createHeaderRules(backend, scripts).find(({ path }) => path === '/*')?.headers ?? {};
const readPolicy = (backend = noBackend, scripts: string[] = []) =>
  parseDirectives(readGlobalHeaders(backend, scripts)['Content-Security-Policy']);

test('the security policy covers every kind of request except styles, and allows nothing unsafe', () => {
  const kinds = [
    'script-src',
    'style-src-attr',
    'img-src',
    'font-src',
    'media-src',
    'manifest-src',
    'connect-src',
    'form-action',
    'frame-src',
    'worker-src',
    'object-src',
    'base-uri',
    'frame-ancestors',
  ];
  const directives = readPolicy();
  expect(Object.keys(directives)).toEqual([...kinds, 'require-trusted-types-for', 'trusted-types']);
  expect([...new Set(kinds.flatMap((kind) => directives[kind]))].toSorted()).toEqual(["'none'", "'self'"]);
  expect(directives).toMatchObject({
    'style-src-attr': ["'none'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  });
});

test('pages can connect and send forms only to their own site and a configured project', () => {
  const changedDirectives = Object.entries(readPolicy(backend)).filter(
    ([kind, values]) => String(values) !== String(readPolicy()[kind]),
  );
  expect(changedDirectives).toEqual([
    ['connect-src', ["'self'", backend.address]],
    ['form-action', ["'self'", backend.address]],
  ]);
});

test('pages can load pictures only from the site and its configured hosts, over HTTPS', () => {
  const [rule] = createHeaderRules(noBackend, [], { pictures: ['pictures.example.org'], frames: [] });
  expect(parseDirectives(rule?.headers['Content-Security-Policy'])['img-src']).toEqual([
    "'self'",
    'https://pictures.example.org',
  ]);
});

test('pages can frame only the sites that they embed', () => {
  const frames = ['player.vimeo.com', 'www.openstreetmap.org'];
  const [rule] = createHeaderRules(noBackend, [], { pictures: [], frames });
  const directives = parseDirectives(rule?.headers['Content-Security-Policy']);
  expect(directives['frame-src']).toEqual(['https://player.vimeo.com', 'https://www.openstreetmap.org']);
  expect(readPolicy()['frame-src']).toEqual(["'none'"]);
});

test('no two rules set the same header for one path, because hosts resolve duplicates differently', () => {
  const rules = createHeaderRules(backend, []);
  const isCovered = (pattern: string, path: string) =>
    pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)));
  for (const { path, headers } of rules) {
    const names = rules
      .filter((rule) => isCovered(rule.path, path))
      .flatMap((rule) => Object.keys(rule.headers));
    expect(
      names.filter((name, index) => names.indexOf(name) !== index),
      path,
    ).toEqual([]);
    expect(names, path).toEqual(expect.arrayContaining(Object.keys(headers)));
  }
});

test('hashes are computed for inline scripts and styles, but not for data or external scripts', () => {
  const html =
    '<meta charset="utf-8"><style>a{}</style><style data-emotion="css x">b{}\n' +
    '</style><script>let ü = "</style>";</script><script type="application/json">{}</script><script ' +
    'type="application/ld+json">{}</script><script src="/a.js"></script>';
  expect(hashScripts(html)).toEqual([sha256('let ü = "</style>";')]);
  expect(hashStyles(html)).toEqual([sha256('a{}'), sha256('b{}\n')]);
  expect(stylePolicy(html)).toBe(
    `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${sha256('a{}')} ` +
      `${sha256('b{}\n')} ${sha256('')}">`,
  );
});

test('every document allows its inline styles and scripts by hash, and has no style or event handler attributes', () => {
  const allowedSources = parseDirectives(
    parseHeadersFile(read('_headers'))[0]?.headers['Content-Security-Policy'],
  )['script-src'];
  expect(findDocuments().length).toBeGreaterThan(15);
  for (const file of findDocuments()) {
    const html = read(file);
    const start = /^<!doctype html><html lang="[\w-]+"><head><meta charset="utf-8">/.exec(html)?.[0] ?? '';
    const policyTag = /^<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;
    const [, pagePolicy] = policyTag.exec(html.slice(start.length)) ?? [];
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => sha256(css));
    expect(parseDirectives(pagePolicy), file).toEqual({ 'style-src-elem': [...styles, sha256('')] });
    for (const [, code = ''] of html.matchAll(/<script>(.*?)<\/script>/gs))
      expect(allowedSources, file).toContain(sha256(code));
    expect(html, file).not.toMatch(/<[a-z][^<>]* (style|on[a-z]+)="/);
  }
});

test("the host configuration is within each host's limits and has the same rules for any number of pages", () => {
  const lines = read('_headers').split('\n');
  expect(lines.filter((line) => line.startsWith('/'))).toEqual([
    '/*',
    '/assets/*',
    '/feed.xml',
    '/speculation-rules.json',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2000);
  const scripts = Array.from({ length: 40 }, (_, number) => sha256(String(number)));
  expect(() => formatHeadersFile(createHeaderRules(noBackend, scripts))).toThrow(
    'Use the same inline scripts on every page',
  );
});

test('the configuration files of all hosts contain the same headers and redirects', () => {
  const rules = parseHeadersFile(read('_headers'));
  expect(formatHeadersFile(rules)).toBe(read('_headers'));
  const vercel = JSON.parse(read('vercel.json')) as {
    redirects: object[];
    headers: { source: string; headers: { key: string; value: string }[] }[];
  }; // the build writes this structure
  expect(
    vercel.headers.map(({ source, headers }) => ({
      path: source.replace('(.*)', '*'),
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    })),
  ).toEqual(rules);
  expect(vercel.redirects).toEqual([
    { source: '/home', destination: '/', statusCode: 301 },
    { source: '/log/storm', destination: '/log/gusts', statusCode: 301 },
  ]);
  expect(read('_redirects')).toBe(
    ['/home /', '/home/ /', '/log/storm /log/gusts', '/log/storm/ /log/gusts']
      .map((line) => `${line} 301!\n${line} 301\n`)
      .join(''),
  );
  const nginx = read('nginx.conf');
  for (const [name, value] of Object.entries(rules[0]?.headers ?? {}))
    expect(nginx).toContain(`add_header ${name} "${value.replaceAll('"', '\\"')}" always;`);
  expect(nginx).toContain('location = "/home" { return 301 "/"; }');
});

test('a header that nginx cannot express stops the build', () => {
  expect(() => formatNginxConfig([{ path: '/assets/*', headers: { 'X-Other': 'a' } }], [], [])).toThrow(
    'X-Other',
  );
});

test('every file has a known content type and is readable by servers', () => {
  const files = globSync('**/*.*', { cwd: out }).filter(
    (file) => statSync(join(out, file)).isFile() && file !== 'nginx.conf',
  );
  expect(files.filter((file) => !(extname(file).slice(1) in contentTypes))).toEqual([]);
  expect(statSync(out).mode & 0o055).toBe(0o055);
});

test('a built site contains no trace of the theme page', () => {
  for (const file of globSync('**/*.{html,js,json,css,xml,txt}', { cwd: out }))
    expect(read(file), file).not.toContain('__theme');
});
