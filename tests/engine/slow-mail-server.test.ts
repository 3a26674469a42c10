import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deliveryFromEnv } from '../../scripts/messages/delivery.ts';

const notice = { key: 'one', subject: 'Hello', text: 'Hello', html: 'Hello', message: null };

test('a mail server that never comes to an end is given up, and its line closed', async () => {
  const lines: Socket[] = [];
  const dripping: NodeJS.Timeout[] = [];
  const server = createServer((socket) => {
    lines.push(socket);
    socket.on('error', () => {}).write('220 hello\r\n');
    socket.on('data', () => dripping.push(setInterval(() => socket.write('250-wait\r\n'), 10)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const timer of dripping) clearInterval(timer);
    for (const socket of lines) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const channel = deliveryFromEnv({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_TO: 'a@b.example' })?.channel;
  // The server keeps its own clock.
  const { setTimeout: later } = globalThis;
  const deadlines: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (work: () => void, time: number, ...given: unknown[]) => {
    if (time === 60_000) deadlines.push(work);
    return later(work, time, ...given);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const told = channel?.(notice).catch(String);
  await vi.waitUntil(() => dripping.length > 0 && deadlines.length > 0, { timeout: 60_000 });
  for (const pass of deadlines) pass();
  expect(await told).toContain('The mail server takes too long.');
  await vi.waitUntil(() => lines.every((socket) => socket.destroyed), { timeout: 60_000 });
  expect(lines).toHaveLength(1);
});
