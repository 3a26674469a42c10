import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { messages } from '../../scripts/messages.ts';
import { preview } from '../../scripts/preview.ts';
import { runCommand, startCommand } from '../support/run-command.ts';
import { servedSite } from '../support/site-on-disk.ts';
import { pageYaml } from '../support/small-site.ts';

const site = servedSite(({ write }) => {
  write('index.yaml', pageYaml('  - type: hero\n    heading: Home page\n'));
  write(
    'ask.yaml',
    pageYaml(
      '  - type: form\n    heading: Ask us\n    id: question\n    fields: [{ name: name, label: Name }]\n' +
        '    submit: { label: Send, function: send-contact-email }\n',
    ),
  );
  write('../public/plan.pdf', '%PDF-1.4\n%%EOF\n');
  write('../public/note.txt', 'A note.');
});

const send = (address: string, name: string) =>
  fetch(`${address}/functions/v1/send-contact-email?form=/ask/question&id=${name}&seconds=9`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: address },
    body: JSON.stringify({ name }),
  });

test('while a build replaces its folder, requests and messages wait for it', async () => {
  const away = `${site.out}-away`;
  const paths = ['/', '/ask', '/note.txt', '/plan.pdf', '/sitemap.xml', '/ask/page.json'];
  const statuses = new Set<number>();
  for (let round = 0; round < 20; round++) {
    renameSync(site.out, away);
    const answers = paths.map((path) => fetch(site.address + path));
    answers.push(send(site.address, `round-${round}`));
    await wait(30);
    renameSync(away, site.out);
    for (const { status } of await Promise.all(answers)) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
});

test('the server stays alive, and no file is missing, while folders are exchanged', async () => {
  const [other, old] = [`${site.out}-other`, `${site.out}-old`];
  const state = { isOver: false };
  const statuses = new Set<number>();
  const ask = async (path: string) => {
    while (!state.isOver) statuses.add((await fetch(site.address + path)).status);
  };
  const asking = ['/', '/note.txt', '/plan.pdf'].map(ask);
  for (let round = 0; round < 30; round++) {
    cpSync(site.out, other, { recursive: true });
    renameSync(site.out, old);
    renameSync(other, site.out);
    rmSync(old, { recursive: true });
    await wait(5);
  }
  state.isOver = true;
  await Promise.all(asking);
  expect([...statuses]).toEqual([200]);
  expect((await fetch(`${site.address}/nothing`)).status).toBe(404);
});

test.each([true, false])(
  '`npm run messages` reads what the server stores, with `--data`: %s',
  async (isGiven) => {
    const data = isGiven ? ['--data', join(site.folder, 'given')] : [];
    const server = startCommand(preview, ['--pages', site.pages, '--out', site.out, '--port', '0', ...data]);
    onTestFinished(() => void server.stop());
    const address = await server.says(/http:\/\/127\.0\.0\.1:\d+/);
    expect((await send(address, 'Ada')).status).toBe(200);
    const { code, out } = await runCommand(messages, ['--pages', site.pages, '--json', ...data]);
    expect([code, JSON.parse(out)]).toEqual([0, [expect.objectContaining({ name: 'Ada' })]]);
    expect(await server.stop()).toBe(0);
  },
);
