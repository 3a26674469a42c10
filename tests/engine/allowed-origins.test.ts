import { expect, test } from 'vitest';
import { allowedOrigins } from '../../scripts/server/functions.ts';

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

test('a rejected origin that may be that of the server is logged once a day', () => {
  const { said, from } = setUp();
  expect(from('https://harbour.example', { host: '127.0.0.1:3000' })).toBe(false);
  expect(from('https://harbour.example', { host: '127.0.0.1:3000' })).toBe(false);
  expect(said).toEqual([expect.stringContaining('page of https://harbour.example was rejected')]);
  expect(said[0]).toContain('requested as `127.0.0.1:3000`');
  expect(said[0]).toContain('proxy_set_header Host $http_host;');
});

test('pages that are surely of another site are refused without a word', () => {
  const { said, from } = setUp();
  expect(from('https://elsewhere.example', { 'sec-fetch-site': 'cross-site' })).toBe(false);
  expect(from('null')).toBe(false);
  expect(said).toEqual([]);
});

test('an invalid ALLOWED_ORIGINS is rejected', () => {
  expect(() => setUp('preview.example')).toThrow('ALLOWED_ORIGINS must list URLs like https://');
});
