import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '../../scripts/commands/messages.ts';
import { computeCutoff, readRetentionMonths } from '../../scripts/messages/retention.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { getContactFolder } from '../../scripts/messages/store.ts';
import type { ReceivedMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { testGoldenTexts } from '../support/golden.ts';
import { readAllMessages, createArrival, runInDatabase } from '../support/stored-messages.ts';
import { runCommand } from '../support/run-command.ts';
import { createTestFolder, createWriter } from '../support/site-on-disk.ts';

/** Creates a data directory that contains the given messages. */
async function createDataDirectory(...arrivals: readonly ReceivedMessage[]): Promise<string> {
  const data = join(createTestFolder(), 'data');
  const file = openMessageFile(getContactFolder(data));
  vi.setSystemTime(Date.UTC(2026, 0, 5, 9));
  await file.storeAll(arrivals);
  vi.useRealTimers();
  file.close();
  return data;
}

const plan = { field: 'plan', name: 'plan.pdf', kind: 'pdf' as const, size: 5, content: btoa('%PDF-') };

/** Creates a data directory with messages from a form: by default, three messages, one of them with a file. */
function createMessages(givenMessages: readonly Partial<ReceivedMessage['message']>[] = []): Promise<string> {
  const defaultMessages: typeof givenMessages = [
    { name: 'Ada', company: 'Engines, "Ltd"', message: 'one\ntwo', other: { boat: '=1+1' } },
    { name: '=cmd', email: 'bea@example.org', message: 'plain', other: { phone: '1' } },
    { name: 'Ada again', email: 'ADA@example.org', message: 'more' },
  ];
  const arrivals = (givenMessages.length > 0 ? givenMessages : defaultMessages).map((message, index) =>
    createArrival(`${index}`, {
      form: '/ask/us',
      message: { ...createArrival('').message, ...message },
      ...(index === 2 && { files: [plan] }),
    }),
  );
  return createDataDirectory(...arrivals);
}

/**
 * Runs the commands of a case on its messages or on the three default messages. `SITE` stands for a built site that
 * has the form.
 */
async function runCommands(input: string): Promise<string> {
  const lines = input.trimEnd().split('\n');
  const givenMessages = lines.filter((line) => line.startsWith('{'));
  const data = await createMessages(givenMessages.map((line) => JSON.parse(line) as object));
  const site = join(data, 'dist');
  const phone = { name: 'phone', label: 'Where do we call you?', kind: 'tel', required: false };
  const definition = { language: 'en', site: 'Harbour', fields: [phone] };
  createWriter(site)('ask/us-form.json', JSON.stringify(definition));
  const outputs: string[] = [];
  for (const line of lines.filter((line) => line.startsWith('$ '))) {
    const args = line.slice(2).replace('SITE', site).split(' ');
    const { code, out, err } = await runCommand(messages, ['--data', data, ...args]);
    outputs.push(out + err + (code === 0 ? '' : `exit code ${code}`));
  }
  return outputs.join('\n').replaceAll('\r', '');
}

testGoldenTexts('messages', runCommands);

test('if messages cannot be read, the error names their folder', async () => {
  const data = await createMessages();
  runInDatabase(join(data, 'contact'), (database) =>
    database.exec('alter table contact_messages rename column mark to other_mark'),
  );
  const { code, err } = await runCommand(messages, ['--data', data, 'list']);
  expect(code).toBe(1);
  expect(err).toContain(`The messages in ${join(data, 'contact')} cannot be read: `);
});

test('the command writes uploaded files into a folder', async () => {
  const data = await createMessages();
  const inbox = join(data, 'inbox');
  const { out } = await runCommand(messages, ['--data', data, 'files', '3', inbox]);
  expect(out).toContain('1 file written');
  expect(readFileSync(join(inbox, '3-plan.pdf'), 'utf8')).toBe('%PDF-');
  const csv = await runCommand(messages, ['--data', data, '--csv']);
  // Lines of CSV end with CRLF (RFC 4180).
  expect(csv.out.match(/\r\n[123],/g)).toHaveLength(3);
});

test('if there are no messages, the command says so and creates no folder', async () => {
  const directory = join(createTestFolder(), 'data');
  const list = (...options: string[]) => runCommand(messages, ['--data', directory, ...options]);
  expect(await list()).toEqual({ out: 'No messages yet.\n', err: '', code: 0 });
  expect(await list('--json')).toEqual({ out: '[]\n', err: '', code: 0 });
  expect(existsSync(directory)).toBe(false);
});

test('if the folder cannot be read, the command reports an error instead of an empty list', async () => {
  const data = createTestFolder();
  // Replace the folder with a file: tests may run as root, who can read any folder, but cannot list a file.
  writeFileSync(join(data, 'contact'), '');
  for (const action of ['list', '--json', '--csv', 'retry'])
    expect(
      await runCommand(messages, [...(action === 'list' ? [] : [action]), '--data', data]),
    ).toMatchObject({ out: '', err: expect.stringContaining('cannot be read'), code: 1 });
});

test('messages are deleted when they are older than the retention period', async () => {
  const file = openMessageFile(getContactFolder(await createMessages()));
  onTestFinished(() => file.close());
  const cutoff = (date: string) => computeCutoff(readRetentionMonths({}), new Date(date));
  expect(await file.removeBefore(cutoff('2027-01-05T08:00:00Z'))).toBe(false);
  expect(await readAllMessages(file)).toHaveLength(3);
  expect(await file.removeBefore(cutoff('2027-01-05T10:00:00Z'))).toBe(false);
  expect(await readAllMessages(file)).toEqual([]);
});

/** Runs the command, with its output written to the given stream. */
function runWithOutput(stdout: { write(text: string): unknown }, args: readonly string[]) {
  let err = '';
  const stderr = { write: (text: string) => (err += text) };
  const { signal } = new AbortController();
  const result = messages.run({ args, stdin: Readable.from([]), stdout, stderr, env: {}, signal });
  return result.then((code) => ({ code, err }));
}

test.each(['list', '--csv', '--json'])('%s prints messages while it reads them', async (format) => {
  const message = { ...createArrival('').message, message: 'x'.repeat(20_000) };
  const data = await createDataDirectory(
    ...Array.from({ length: 1001 }, (_, index) => createArrival(`${index}`, { message })),
  );
  const lengths: number[] = [];
  const { code } = await runWithOutput({ write: ({ length }) => lengths.push(length) }, [
    format,
    '--data',
    data,
  ]);
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  expect([code, totalLength > 20_000_000, Math.max(...lengths) < 5_000_000]).toEqual([0, true, true]);
});

test.each([
  ['EPIPE', 0, ''],
  ['ENOSPC', 1, expect.stringContaining('disk is full')],
])('%s on stdout does not crash the command', async (code, exit, err) => {
  const data = await createDataDirectory(createArrival('Ada'));
  for (const format of ['list', '--csv', '--json']) {
    const stdout = new Writable({
      write: (_text, _encoding, callback) => callback(Object.assign(new Error(`write ${code}`), { code })),
    });
    expect(await runWithOutput(stdout, [format, '--data', data])).toEqual({ code: exit, err });
  }
});
