import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getContactFolder } from '../../scripts/messages/store.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { messages } from '../../scripts/commands/messages.ts';
import { readAllMessages, createArrival } from '../support/stored-messages.ts';
import { createTestFolder } from '../support/site-on-disk.ts';
import { runCommand } from '../support/run-command.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const plan = { field: 'plan', name: 'plan.pdf', kind: 'pdf' as const, size: 5, content: btoa('%PDF-') };

/** Stores two messages, one of them with a file. If requested and possible, they are on a small disk. */
async function setUpMessages({ megabytes = 0 } = {}) {
  const data = createTestFolder();
  const disk = megabytes > 0 ? mountSmallDisk(data, megabytes) : undefined;
  onTestFinished(() => disk?.remove());
  const folder = getContactFolder(data);
  const file = openMessageFile(folder);
  await file.storeAll([createArrival('Ada'), createArrival('Bea', { files: [plan] })]);
  const run = async (...args: string[]) => {
    const { out, err, code } = await runCommand(messages, [...args, '--data', data]);
    return [code, out + err] as const;
  };
  return { data, folder, disk, file, run };
}

const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const disk = mountSmallDisk(folder, 1);
  disk?.remove();
  rmSync(folder, { recursive: true, force: true });
  return disk !== undefined;
})();

test.runIf(canMount)(
  'on a full disk, messages can be read, and errors say why they cannot be changed',
  async () => {
    const { disk, file, run, data } = await setUpMessages({ megabytes: 8 });
    file.close();
    disk?.fill();
    for (const commandArgs of [['list'], ['show', '1'], ['--csv'], ['--json', '--files']])
      expect(await run(...commandArgs)).toEqual([0, expect.stringContaining('Hello from Ada')]);
    expect(await run('files', '2', createTestFolder())).toEqual([
      0,
      expect.stringContaining('1 file written'),
    ]);
    const diskFullMessage =
      `The messages in ${getContactFolder(data)} cannot be changed: the disk is full. ` +
      'Free a megabyte and try again.\n';
    for (const commandArgs of [['mark', '1', 'x'], ['delete', '1'], ['retry']])
      expect(await run(...commandArgs)).toEqual([1, diskFullMessage]);
    disk?.free();
    expect(await run('delete', '1')).toEqual([0, '1 message deleted.\n']);
  },
);

test.runIf(canMount)('on a full disk, messages can be deleted if there is space for the log', async () => {
  const { disk, file, run, folder } = await setUpMessages({ megabytes: 8 });
  file.close();
  const server = openMessageFile(folder);
  onTestFinished(() => server.close());
  for (let time = 0; time < 40; time++) await server.mark(1, `seen ${time} times`);
  disk?.fill();
  expect(await run('delete', '1', '2')).toEqual([0, '2 messages deleted.\n']);
  expect(await readAllMessages(server)).toEqual([]);
});

test('the messages command waits while another program is writing', async () => {
  const { folder, file, run } = await setUpMessages();
  file.close();
  const other = spawn(
    process.execPath,
    [
      '-e',
      `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
       database.exec('begin immediate');
       process.stdout.write('locked');
       // The command blocks the test process, so this process releases the lock.
       setTimeout(() => database.exec('commit'), 300);`,
      join(folder, 'messages.db'),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void other.kill());
  await once(other.stdout, 'data');
  expect(await run('mark', '1', 'answered')).toEqual([0, 'Message 1 is marked answered.\n']);
});
