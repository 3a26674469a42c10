import { expect, test } from 'vitest';
import { allowedOrigins, openLocalFunctions } from '../../scripts/server/functions.ts';
import { UsageError } from '../../scripts/system/command.ts';
import { allowedOrigins as onSupabase } from '../../supabase/functions/send-contact-email/settings.ts';

function setUp(list?: string) {
  const said: string[] = [];
  const isAllowedOrigin = allowedOrigins({ ALLOWED_ORIGINS: list }, (text) => said.push(text));
  const from = (origin: string, more: Record<string, string> = {}) => {
    const headers = new Map(Object.entries({ host: 'site.example:3000', ...more }));
    const request = { method: 'POST', url: 'http://localhost/', body: null };
    return isAllowedOrigin(origin, { ...request, headers: { get: (name) => headers.get(name) ?? null } });
  };
  return { said, from };
}

test('pages of the server and of listed origins may send messages', () => {
  const { said, from } = setUp('https://preview.example/, http://other.example:80');
  expect(from('http://site.example:3000')).toBe(true);
  expect(from('https://site.example:3000')).toBe(true);
  expect(from('https://preview.example')).toBe(true);
  expect(from('http://other.example')).toBe(true);
  expect(said).toEqual([]);
  expect(from('https://other.example')).toBe(false);
  expect(setUp().from('https://preview.example')).toBe(false);
});

test("a rejected origin that may be the server's own is logged once a day", () => {
  const { said, from } = setUp();
  expect(from('https://harbour.example', { host: '127.0.0.1:3000' })).toBe(false);
  expect(from('https://harbour.example', { host: '127.0.0.1:3000' })).toBe(false);
  expect(said).toEqual([expect.stringContaining('page of https://harbour.example was rejected')]);
  expect(said[0]).toContain('requested as `127.0.0.1:3000`');
  expect(said[0]).toContain('proxy_set_header Host $http_host;');
});

test('pages that certainly belong to another site are rejected without a log entry', () => {
  const { said, from } = setUp();
  expect(from('https://elsewhere.example', { 'sec-fetch-site': 'cross-site' })).toBe(false);
  expect(from('null')).toBe(false);
  expect(said).toEqual([]);
});

test.each([
  'preview.example',
  'https://*.example.org',
  'https://a.example;https://b.example',
  'https://a.example/;https://b.example',
  'https://a.example|https://b.example',
  'https://me@a.example',
])('%s in ALLOWED_ORIGINS is rejected, here and on Supabase', (url) => {
  const message = `ALLOWED_ORIGINS must list URLs like https://example.org, not \`${url}\`.`;
  const list = `https://preview.example, ${url}`;
  expect(() => setUp(list)).toThrow(UsageError);
  expect(() => setUp(list)).toThrow(message);
  expect(() => onSupabase('https://www.example.org', list)).toThrow(message);
});

test('servers in the local network count as origins', () => {
  const list = 'http://localhost:3000 http://192.168.0.7 http://[::1]:80 https://grüße.example';
  expect(setUp(list).from('http://[::1]')).toBe(true);
});

test.each([
  ['MESSAGES_PER_HOUR', 'many'],
  ['MESSAGES_PER_ADDRESS', '-1'],
  ['MESSAGES_PER_DAY', '1.5'],
])('%s=%s is reported as a mistake in the configuration', (name, value) => {
  expect(() => openLocalFunctions('/nowhere', () => Promise.resolve(undefined), { [name]: value })).toThrow(
    new UsageError(`${name} must be a whole number, not \`${value}\`.`),
  );
});
