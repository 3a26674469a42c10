import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startHttpServer } from '../support/http-server.ts';
import { createTestFolder } from '../support/site-on-disk.ts';

const run = promisify(execFile);

test('a pull request has one comment, and each report replaces it', async () => {
  const comments = Array.from({ length: 150 }, (_, id) => ({
    id,
    user: { login: 'somebody' },
    body: '<!-- pagewright report -->',
  }));
  const requests: string[] = [];
  const { address } = await startHttpServer(async (incoming, response) => {
    const { method, url = '', headers } = incoming;
    requests.push(`${method} ${url.replace(/\?.*/, '')}`);
    expect(headers.authorization).toBe('Bearer secret');
    const page = Number(new URL(url, 'http://host').searchParams.get('page') ?? 1);
    const sentComment = method === 'GET' ? undefined : ((await json(incoming)) as { body: string });
    if (method === 'POST')
      comments.push({ id: 150, user: { login: 'github-actions[bot]' }, ...sentComment! });
    if (method === 'PATCH') Object.assign(comments[150] ?? {}, sentComment);
    const isFork = url.includes('head=fork-owner%3Afeature%2F%24(id)');
    const pulls = isFork ? [{ number: 7, head: { sha: 'abc' } }] : [];
    response.end(
      JSON.stringify(url.includes('/pulls') ? pulls : comments.slice((page - 1) * 100, page * 100)),
    );
  });
  const report = join(createTestFolder(), 'report.md');
  const environment = {
    API: address,
    REPOSITORY: 'us/site',
    TOKEN: 'secret',
    REPORT: report,
    RUN: 'http://host/run',
  };
  const head = { HEAD_OWNER: 'fork-owner', HEAD_BRANCH: 'feature/$(id)', HEAD_SHA: 'abc' };
  const runComment = async (overrides: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, ['.github/comment.mjs'], { env: { ...environment, ...head, ...overrides } });

  writeFileSync(report, '<!-- pagewright report -->\nFirst, @everyone');
  await runComment();
  writeFileSync(report, `<!-- pagewright report -->\nSecond ${'ä'.repeat(50_000)}`);
  await runComment();
  expect(comments).toHaveLength(151);
  expect(comments[150]?.body).toMatch(
    /^<!-- pagewright report -->\nSecond ä+\n\n… \[full report\]\(http:\/\/host\/run#artifacts\)\n$/,
  );
  expect(Buffer.byteLength(comments[150]?.body ?? '')).toBeLessThanOrEqual(60_000);
  const changes = requests.filter((entry) => !entry.startsWith('GET'));
  expect(changes).toEqual([
    'POST /repos/us/site/issues/7/comments',
    'PATCH /repos/us/site/issues/comments/150',
  ]);

  // A report is rejected if the pull request has a newer commit, if Pagewright did not write it, or if it is a symbolic
  // link to a file on the runner.
  expect((await runComment({ HEAD_SHA: 'def' })).stdout).toContain(
    'not the latest commit of an open pull request',
  );
  writeFileSync(report, 'Anything');
  await expect(runComment()).rejects.toThrow('not written by Pagewright');
  const link = join(createTestFolder(), 'link.md');
  symlinkSync(report, link);
  await expect(runComment({ REPORT: link })).rejects.toThrow('not a file');
  expect(requests.filter((entry) => !entry.startsWith('GET'))).toEqual(changes);
});
