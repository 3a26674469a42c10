import { expect, onTestFinished, test, vi } from 'vitest';
import type { HandlerRequest } from '../../supabase/functions/send-contact-email/services.ts';
import { uploadLimits } from '../../supabase/functions/send-contact-email/upload-file.ts';
import { createHandler } from '../../supabase/functions/send-contact-email/handler.ts';
import { simpleServices } from '../support/web-handler.ts';

const form = '/ask/survey';
const definition = {
  language: 'de',
  site: 'Hafen',
  fields: [{ name: 'plan', label: 'Plan', kind: 'file', required: true, accept: ['pdf'], maxSize: 10 }],
};
const handle = createHandler({
  ...simpleServices,
  network: ({ headers }) => headers.get('from'),
  siteFile: async (path) => (path === `${form}-form.json` ? JSON.stringify(definition) : undefined),
});
const chunk = new Uint8Array(20_000);

/** Returns a request with an endless body or, if a length is given, a body that can pause before its end. */
function createRequest(query = `?form=${form}&id=x`, type = 'multipart/form-data; boundary=x') {
  const progress = { bytesRead: 0, isClosed: false, resume: () => {}, pause: Promise.resolve() };
  async function* body(length: number) {
    try {
      for (; progress.bytesRead < length; progress.bytesRead += chunk.length) yield chunk;
      await progress.pause;
    } finally {
      progress.isClosed = true;
    }
  }
  const post = (length = Infinity, client = ''): HandlerRequest => ({
    method: 'POST',
    url: `http://localhost/${query}`,
    headers: { get: (name) => ({ from: client, 'content-type': type })[name] ?? null },
    body: body(length),
  });
  return { progress, post };
}

test('an endless request body is cancelled after at most 60 MB and rejected with status 413', async () => {
  const { progress, post } = createRequest();
  const { status, body } = await handle(post());
  expect([status, body]).toEqual([413, expect.stringContaining('höchstens 10 MB')]);
  expect(progress.bytesRead).toBeGreaterThan(10_000_000);
  expect(progress.bytesRead).toBeLessThan(60_000_000);
  expect(progress.isClosed).toBe(true);
});

test.each([
  ['for a form that the query does not name', '?id=x', undefined],
  ['for an unknown form', '?form=/ask/nothing&id=x', undefined],
  ['in a form submission without parts', `?form=${form}&id=x`, 'application/x-www-form-urlencoded'],
])('no files are read %s', async (_title, query, type) => {
  const { progress, post } = createRequest(query, type);
  expect((await handle(post())).status).toBe(413);
  expect(progress.bytesRead).toBeLessThan(300_000);
});

/** Starts `count` uploads of this size, which pause before their end. */
const startUploads = (count: number, bytes: number, client = '') =>
  Array.from({ length: count }, () => {
    const { progress, post } = createRequest();
    progress.pause = new Promise((resolve) => (progress.resume = resolve));
    return { progress, answer: handle(post(bytes, client)).then(({ status }) => status) };
  });

test('thirty people can upload at once over slow connections while ten programs stall', async () => {
  const programUploads = startUploads(10, 10_000_000, '192.0.2.1');
  const userUploads = startUploads(30, 4_900_000);
  const allUploads = [...programUploads, ...userUploads];
  await vi.waitUntil(() => allUploads.every(({ progress }) => progress.bytesRead >= 4_900_000), {
    timeout: 20_000,
  });
  for (const { progress } of userUploads) progress.resume();
  // The status is 400 instead of 503: there was enough memory for the bodies, but they are malformed.
  expect(new Set(await Promise.all(userUploads.map(({ answer }) => answer)))).toEqual(new Set([400]));
  for (const { progress } of programUploads) progress.resume();
  await Promise.all(programUploads.map(({ answer }) => answer));
});

test('when the disk space for uploads is full, the slowest uploads from the network that uses most of it are cancelled', async () => {
  onTestFinished(() => void (uploadLimits.disk = 1_000_000_000));
  uploadLimits.disk = 30_000_000;
  const programUploads = startUploads(5, 8_000_000, '192.0.2.1');
  await vi.waitUntil(() => programUploads.every(({ progress }) => progress.bytesRead >= 8_000_000), {
    timeout: 20_000,
  });
  const userUploads = startUploads(3, 4_900_000, '203.0.113.1');
  await vi.waitUntil(() => userUploads.every(({ progress }) => progress.bytesRead >= 4_900_000), {
    timeout: 20_000,
  });
  for (const { progress } of [...userUploads, ...programUploads]) progress.resume();
  expect(await Promise.all(userUploads.map(({ answer }) => answer))).toEqual([400, 400, 400]);
  const statuses = await Promise.all(programUploads.map(({ answer }) => answer));
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(2);
});

test('text over the text limit is rejected, even if larger files are allowed', async () => {
  const data = new FormData();
  data.append('_answers', JSON.stringify({ plan: 'x'.repeat(300_000) }));
  const init = { method: 'POST', body: data };
  expect((await handle(new Request(`http://localhost/?form=${form}&id=x`, init))).status).toBe(400);
});
