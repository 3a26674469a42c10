import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { availableTargets, targetOpeners } from '../support/message-targets.ts';
import { hasPostgres, type PostgresServer, startPostgres } from '../support/postgres.ts';
import {
  countSenders,
  createJunkPost,
  type Post,
  createPostsOfPeople,
  addProof,
  createRequest,
} from '../support/posts.ts';
import { isFullRun } from '../support/sample.ts';

// These tests use real servers. tests/integration/fair-limits.test.ts tests each kind of submission, and thousands of
// submissions.

let server: PostgresServer;
beforeAll(async () => {
  if (hasPostgres) server = await startPostgres();
});
afterAll(() => server?.stop());

/** Starts an upload, sends only a part of it, and keeps the connection open. */
function startStalledUpload(address: string, from: string): ClientRequest {
  const upload = request(`${address}?form=/plans/plan&id=stalled`, {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': 10_200_000,
      'X-Forwarded-For': from,
    },
  });
  upload.on('error', () => {});
  upload.write(Buffer.alloc(10_000_000, 'x'));
  return upload;
}

const [junkCount, peopleAtHome] = isFullRun ? [1000, 12] : [340, 6];
let people: Post[] | undefined;

test.each(availableTargets)(
  'on %s, a flood of spam stores at most 20 messages, and all genuine messages are stored',
  async (name) => {
    const target = await targetOpeners[name](server, {});
    onTestFinished(() => target.close());
    const { postUrl: address, origin } = target;
    const posts = (people ??= createPostsOfPeople(addProof, peopleAtHome));
    const stalledUploads = Array.from({ length: 5 }, (_, index) =>
      startStalledUpload(address, `198.51.100.${index % 2}`),
    );
    const send = async (post: Post) => {
      const response = await fetch(createRequest(address, origin, post));
      await response.text();
      return response.status;
    };
    let sent = 0;
    const sendJunk = async () => {
      for (let index = sent++; index < junkCount; index = sent++) await send(createJunkPost(index));
    };
    const statuses: number[] = [];
    const sendPeople = async () => {
      for (const post of posts) statuses.push(await send(post));
    };
    await Promise.all([sendPeople(), ...Array.from({ length: 10 }, sendJunk)]);
    for (const upload of stalledUploads) upload.destroy();
    expect(statuses.filter((status) => status !== 200 && status !== 303)).toEqual([]);
    const stored = JSON.parse(await target.command('list', '--json')) as { name: string }[];
    const counts = countSenders(stored.map((message) => message.name));
    expect(counts.people).toBe(posts.length);
    expect(counts.junk).toBeLessThanOrEqual(20);
  },
  600_000,
);
