import { expect, onTestFinished, test, vi } from 'vitest';
import type { HandlerRequest } from '../../supabase/functions/send-contact-email/services.ts';
import { makeHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { simpleServices } from '../support/web-handler.ts';

const form = '/ask/survey';
const definition = {
  language: 'de',
  site: 'Hafen',
  fields: [{ name: 'plan', label: 'Plan', kind: 'file', required: true, accept: ['pdf'], maxSize: 10 }],
};
const handle = makeHandler({
  ...simpleServices,
  siteFile: async (path) => (path === `${form}-form.json` ? JSON.stringify(definition) : undefined),
});
const chunk = new Uint8Array(20_000);

/** A request whose body is endless, unless a length is given. It can wait before its end. */
function request(query = `?form=${form}&id=x`, type = 'multipart/form-data; boundary=x') {
  const seen = { read: 0, isOver: false, end: () => {}, waits: Promise.resolve() };
  async function* body(length: number) {
    try {
      for (; seen.read < length; seen.read += chunk.length) yield chunk;
      await seen.waits;
    } finally {
      seen.isOver = true;
    }
  }
  const headers = new Map([['content-type', type]]);
  const post = (length = Infinity): HandlerRequest => ({
    method: 'POST',
    url: `http://localhost/${query}`,
    headers: { get: (name) => headers.get(name) ?? null },
    body: body(length),
  });
  return { seen, post };
}

test('an endless body is discarded up to four times the size of the files, then cancelled', async () => {
  const { seen, post } = request();
  const { status, body } = await handle(post());
  expect([status, body]).toEqual([413, expect.stringContaining('höchstens 10 MB')]);
  expect(seen.read).toBeGreaterThan(10_000_000);
  expect(seen.read).toBeLessThan(60_000_000);
  expect(seen.isOver).toBe(true);
});

test.each([
  ['for a form that the query does not name', '?id=x', undefined],
  ['for an unknown form', '?form=/ask/nothing&id=x', undefined],
  ['in a form post without parts', `?form=${form}&id=x`, 'application/x-www-form-urlencoded'],
])('no files are read %s', async (_what, query, type) => {
  const { seen, post } = request(query, type);
  expect((await handle(post())).status).toBe(413);
  expect(seen.read).toBeLessThan(300_000);
});

test('bodies with files at the same time have a limited memory', async () => {
  // Uploads wait for room, and make room if they stall.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const waiting = Array.from({ length: 6 }, () => {
    const one = request();
    one.seen.waits = new Promise((end) => (one.seen.end = end));
    return { ...one.seen, seen: one.seen, answer: handle(one.post(10_000_000)) };
  });
  await vi.waitUntil(
    async () => {
      await vi.advanceTimersByTimeAsync(500);
      return waiting.every(({ seen }) => seen.read === 10_000_000);
    },
    { timeout: 20_000, interval: 1 },
  );
  for (const { seen } of waiting) seen.end();
  const statuses = (await Promise.all(waiting.map(({ answer }) => answer))).map(({ status }) => status);
  // Bodies of zeros are malformed. For the others there was no memory.
  expect(statuses.filter((status) => status === 400)).toHaveLength(4);
  expect(statuses.filter((status) => status === 503)).toHaveLength(2);
  expect((await handle(request().post(10_000_000))).status).toBe(400);
});

test('the limit for files is not for texts', async () => {
  const data = new FormData();
  data.append('_answers', JSON.stringify({ plan: 'x'.repeat(300_000) }));
  const init = { method: 'POST', body: data };
  expect((await handle(new Request(`http://localhost/?form=${form}&id=x`, init))).status).toBe(400);
});
