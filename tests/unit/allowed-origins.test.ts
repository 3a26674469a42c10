import { expect, test } from 'vitest';
import { createOriginCheck, openLocalFunctions } from '../../scripts/server/functions.ts';
import { UsageError } from '../../scripts/system/command.ts';
import { createOriginTest as supabaseAllowedOrigins } from '../../supabase/functions/send-contact-email/settings.ts';

function setUp(list?: string) {
  const warnings: string[] = [];
  const isAllowedOrigin = createOriginCheck({ ALLOWED_ORIGINS: list }, (text) => warnings.push(text));
  const isAllowed = (origin: string, extraHeaders: Record<string, string> = {}) => {
    const headers = new Map(Object.entries({ host: 'site.example:3000', ...extraHeaders }));
    const request = { method: 'POST', url: 'http://localhost/', body: null };
    return isAllowedOrigin(origin, { ...request, headers: { get: (name) => headers.get(name) ?? null } });
  };
  return { warnings, isAllowed };
}

test("pages on the server's own origin and on allowed origins can send messages", () => {
  const { warnings, isAllowed } = setUp('https://preview.example/, http://other.example:80');
  expect(isAllowed('http://site.example:3000')).toBe(true);
  expect(isAllowed('https://site.example:3000')).toBe(true);
  expect(isAllowed('https://preview.example')).toBe(true);
  expect(isAllowed('http://other.example')).toBe(true);
  expect(warnings).toEqual([]);
  expect(isAllowed('https://other.example')).toBe(false);
  expect(setUp().isAllowed('https://preview.example')).toBe(false);
});

test('a rejected origin is logged once a day if a proxy may have changed the Host header', () => {
  const { warnings, isAllowed } = setUp();
  expect(isAllowed('https://harbour.example', { host: '127.0.0.1:3000' })).toBe(false);
  expect(isAllowed('https://harbour.example', { host: '127.0.0.1:3000' })).toBe(false);
  expect(warnings).toEqual([expect.stringContaining('page on https://harbour.example was rejected')]);
  expect(warnings[0]).toContain('requested as `127.0.0.1:3000`');
  expect(warnings[0]).toContain('proxy_set_header Host $http_host;');
});

test('cross-site requests and the origin `null` are rejected without a log entry', () => {
  const { warnings, isAllowed } = setUp();
  expect(isAllowed('https://elsewhere.example', { 'sec-fetch-site': 'cross-site' })).toBe(false);
  expect(isAllowed('null')).toBe(false);
  expect(warnings).toEqual([]);
});

test.each([
  'preview.example',
  'https://*.example.org',
  'https://a.example;https://b.example',
  'https://a.example/;https://b.example',
  'https://a.example|https://b.example',
  'https://me@a.example',
])('%s in ALLOWED_ORIGINS is rejected, both in the server and on Supabase', (url) => {
  const message = `ALLOWED_ORIGINS must list URLs like https://example.org, not \`${url}\`.`;
  const list = `https://preview.example, ${url}`;
  expect(() => setUp(list)).toThrow(UsageError);
  expect(() => setUp(list)).toThrow(message);
  expect(() => supabaseAllowedOrigins('https://www.example.org', list)).toThrow(message);
});

test('servers in the local network can be allowed origins', () => {
  const list = 'http://localhost:3000 http://192.168.0.7 http://[::1]:80 https://grüße.example';
  expect(setUp(list).isAllowed('http://[::1]')).toBe(true);
});

test.each([
  ['MESSAGES_PER_HOUR', 'many'],
  ['MESSAGES_PER_ADDRESS', '-1'],
  ['MESSAGES_PER_DAY', '1.5'],
])('%s=%s is reported as a configuration mistake', (name, value) => {
  expect(() => openLocalFunctions('/nowhere', () => Promise.resolve(undefined), { [name]: value })).toThrow(
    new UsageError(`${name} must be a whole number, not \`${value}\`.`),
  );
});
