import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { retentionMonths, retentionCutoff } from '../../scripts/messages/retention.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { messages } from '../../scripts/messages.ts';
import type { ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { runCommand } from '../support/run-command.ts';

const limits = { perAddress: 0, perHour: 0, perDay: 0 };

/** A folder for messages that is not there yet. */
function newDirectory(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data');
}

/** Three messages, and the command on them. */
function setUp() {
  const data = newDirectory();
  const folder = join(data, 'contact');
  const file = openMessageFile(folder);
  const engines = 'Engines, "Ltd"';
  const all: ContactMessage[] = [
    { name: 'Ada', email: 'ada@example.org', company: engines, message: 'one\ntwo', other: { boat: '=1+1' } },
    { name: '=cmd', email: 'bea@example.org', company: null, message: 'plain', other: { phone: '1' } },
    { name: 'Ada again', email: 'ADA@example.org', company: null, message: 'secret words', other: {} },
  ];
  const about = { form: '/ask/us', language: 'en', source: null, limits, words: null };
  file.store(
    all.map((message, index) => ({ ...about, keys: [`${index}`], message })),
    Date.UTC(2026, 0, 5, 9),
  );
  file.close();
  return { folder, run: (...args: string[]) => runCommand(messages, [...args, '--data', data]) };
}

test('one message is shown, by its number or the address it came from', async () => {
  const { run } = setUp();
  expect((await run('show', '2')).out).toBe(
    '2026-01-05 09:00 UTC  =cmd <bea@example.org>\n    #2  /ask/us\n\n    plain\n\n    phone: 1\n\n',
  );
  const { out } = await run('show', 'ada@example.org', '--json');
  expect((JSON.parse(out) as { id: number }[]).map(({ id }) => id)).toEqual([1, 3]);
});

test('before an answer stands what the form of the built site asks', async () => {
  const { folder, run } = setUp();
  const out = join(folder, 'dist');
  mkdirSync(join(out, 'ask'), { recursive: true });
  const phone = { name: 'phone', label: 'Where do we call you?', kind: 'tel', required: false };
  const definition = { language: 'en', site: 'Harbour', fields: [phone] };
  writeFileSync(join(out, 'ask/us-form.json'), JSON.stringify(definition));
  expect((await run('show', '2', '--out', out)).out).toContain('\n    Where do we call you?: 1\n');
  expect((await run('show', '1', '--out', out)).out).toContain('\n    boat: =1+1\n');
});

test('all are exported for a table, in which nothing is calculated', async () => {
  const { run } = setUp();
  expect((await run('--csv')).out).toBe(
    [
      'id,receivedAt,form,language,mark,notice,name,email,company,message,boat,phone',
      '1,2026-01-05T09:00:00.000Z,/ask/us,en,,,Ada,ada@example.org,"Engines, ""Ltd""","one\ntwo",\'=1+1,',
      "2,2026-01-05T09:00:00.000Z,/ask/us,en,,,'=cmd,bea@example.org,,plain,,1",
      '3,2026-01-05T09:00:00.000Z,/ask/us,en,,,Ada again,ADA@example.org,,secret words,,\n',
    ].join('\r\n'),
  );
});

test('names of fields and signs for terminals mean nothing in a table', async () => {
  const data = newDirectory();
  const file = openMessageFile(join(data, 'contact'));
  const of = (name: string, other: Record<string, string>) => ({
    keys: [name] as [string],
    form: null,
    language: null,
    source: null,
    limits,
    words: null,
    message: { name, email: 'a@example.org', company: null, message: 'x', other },
  });
  file.store([of('one', { constructor: 'mine', toString: '\u001b[2J\u202eabc' }), of('two', {})], 0);
  file.close();
  const { out } = await runCommand(messages, ['--csv', '--data', data]);
  const [, first = '', second = ''] = out.split('\r\n');
  expect(first).toMatch(/,mine,\u{FFFD}\[2J\u{FFFD}abc$/u);
  expect(second.trimEnd()).toMatch(/,x,,$/);
});

test('a folder that may not be looked into is not taken for an empty one', async () => {
  const data = newDirectory();
  mkdirSync(data, { recursive: true });
  // As root may look into every folder: a file in its place is refused in the same way.
  writeFileSync(join(data, 'contact'), '');
  for (const way of ['list', '--json', '--csv', 'retry'])
    expect(await runCommand(messages, [...(way === 'list' ? [] : [way]), '--data', data])).toMatchObject({
      out: '',
      err: expect.stringContaining('cannot be read'),
      code: 1,
    });
});

test('a message can be marked, and the mark taken away', async () => {
  const { run } = setUp();
  expect((await run('mark', '1', 'answered')).out).toBe('Message 1 is marked answered.\n');
  expect((await run('show', '1')).out).toContain('#1  /ask/us  [answered]\n');
  await run('mark', '1');
  expect((await run('show', '1')).out).not.toContain('answered');
});

test('all messages from an address are marked, and it is said how many', async () => {
  const { run } = setUp();
  expect((await run('mark', 'ada@example.org', 'answered')).out).toBe(
    '2 messages from ada@example.org are marked answered.\n',
  );
  const marks = async () =>
    (JSON.parse((await run('--json')).out) as { mark: string | null }[]).map(({ mark }) => mark);
  expect(await marks()).toEqual(['answered', null, 'answered']);
  expect((await run('mark', 'ADA@example.org')).out).toBe(
    '2 messages from ADA@example.org have no mark any more.\n',
  );
  expect((await run('mark', 'bea@example.org', 'x')).out).toBe(
    '1 message from bea@example.org is marked x.\n',
  );
  expect(await marks()).toEqual([null, 'x', null]);
});

test('what somebody wants deleted is gone, also from the files', async () => {
  const { folder, run } = setUp();
  expect((await run('delete', 'ada@example.org')).out).toBe('2 messages deleted for good.\n');
  const { out } = await run('--json');
  expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name)).toEqual(['=cmd']);
  expect(readFileSync(join(folder, 'messages.db')).includes('secret words')).toBe(false);
});

test('messages of another store are imported once, as they were', async () => {
  const { run, folder } = setUp();
  const { out } = await run('--json');
  const other = newDirectory();
  const file = join(folder, 'messages.json');
  writeFileSync(file, out);
  const there = (...args: string[]) => runCommand(messages, [...args, '--data', other]);
  expect((await there('import', file)).out).toBe('3 messages imported.\n');
  expect((await there('import', file)).out).toBe('0 messages imported, and 3 that were here already.\n');
  expect((await there('--json')).out).toBe(out);
  const another = newDirectory();
  writeFileSync(file, out.replace(/"receivedAt"(?![^]*"receivedAt")/, '"received"'));
  expect(await runCommand(messages, ['import', file, '--data', another])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/number 3:[^]*receivedAt/),
  });
  expect(existsSync(another), 'none of it is stored').toBe(false);
  writeFileSync(file, '[{"id":1}]');
  expect(await there('import', file)).toMatchObject({ code: 2, err: expect.stringContaining('receivedAt') });
  writeFileSync(file, 'id,name');
  expect((await there('import', file)).err).toContain('is no JSON');
  expect((await there('import', join(folder, 'none'))).err).toContain('cannot be read');
});

test('a backup brings back what is gone since, with its mark, and nothing twice', async () => {
  const { folder, run } = setUp();
  await run('mark', '2', 'answered');
  const backup = join(folder, 'backup.json');
  writeFileSync(backup, (await run('--json')).out);
  await run('delete', '2');
  expect((await run('import', backup)).out).toBe('1 message imported, and 2 that were here already.\n');
  const list = JSON.parse((await run('--json')).out) as { name: string; mark: string | null }[];
  expect(list.map(({ name, mark }) => [name, mark])).toEqual([
    ['Ada', null],
    ['Ada again', null],
    ['=cmd', 'answered'],
  ]);
});

test('files are brought from one store to another with their messages, or it is said that they are not', async () => {
  const { run, folder } = setUp();
  const plan = { field: 'plan', name: 'plan.pdf', kind: 'pdf' as const, size: 5 };
  const content = Buffer.from('%PDF-').toString('base64');
  const message = { name: 'Cy', email: 'cy@example.org', company: null, message: 'see', other: {} };
  const about = { form: '/ask/us', language: 'en', source: null, limits, words: null };
  const store = openMessageFile(folder);
  store.store([{ ...about, keys: ['cy'], message, files: [{ ...plan, content }] }], Date.UTC(2026, 0, 6));
  store.close();
  const file = join(folder, 'messages.json');
  const bring = async (...how: string[]) => {
    const other = newDirectory();
    writeFileSync(file, (await run(...how)).out);
    const { out } = await runCommand(messages, ['import', file, '--data', other]);
    return { out, there: (...args: string[]) => runCommand(messages, [...args, '--data', other]) };
  };
  const whole = await bring('--json', '--files');
  expect(whole.out).toBe('4 messages imported.\n');
  expect((await whole.there('--json', '--files')).out).toBe(readFileSync(file, 'utf8'));
  expect((await whole.there('files', '4', join(folder, 'inbox'))).out).toContain('1 file written');
  expect(readFileSync(join(folder, 'inbox/4-plan.pdf'), 'utf8')).toBe('%PDF-');
  expect((await bring('--json')).out).toBe(
    `4 messages imported.\n1 file of these messages is not in ${file}. ` +
      '`npm run messages -- --json --files` writes them, too.\n',
  );
  writeFileSync(file, (await run('--json', '--files')).out.replace(content, 'JVA='));
  const { code, err } = await whole.there('import', file);
  expect([code, err]).toEqual([2, expect.stringContaining('A file is not as long as it says.')]);
  expect((await run('--files')).err).toContain('`--files` goes with `--json`');
});

test('messages that only an earlier version reads are named', async () => {
  const data = newDirectory();
  mkdirSync(join(data, 'contact', 'postgres'), { recursive: true });
  writeFileSync(join(data, 'contact', 'postgres', 'PG_VERSION'), '17');
  const { err, out } = await runCommand(messages, ['--data', data]);
  expect(out).toBe('No messages yet.\n');
  expect(err).toMatch(/^Messages that an earlier version kept lie in .*postgres and are not listed/);
});

test.each([
  [['show', '9'], 'There is no message `9`.\n'],
  [['show'], 'Which messages? Name them by their numbers, or by the mail address they came from.\n'],
  [['delete'], 'Which messages? Name them by their numbers, or by the mail address they came from.\n'],
  [['retry', '1'], 'All notices that failed are sent again: `npm run messages -- retry`.\n'],
  [['mark', '1', 'two', 'words'], 'A mark is one word: `npm run messages -- mark 12 answered`.\n'],
  [
    ['erase', '1'],
    expect.stringContaining('This command knows list, show, mark, files, retry, delete, import'),
  ],
])('%j is refused with a sentence', async (args, err) => {
  expect(await setUp().run(...args)).toEqual({ out: '', err, code: 2 });
});

test('messages are deleted when they are older than they may become', () => {
  const file = openMessageFile(setUp().folder);
  onTestFinished(() => file.close());
  const oldest = (date: string) => retentionCutoff(retentionMonths({}), new Date(date)) ?? 0;
  expect(file.removeBefore(oldest('2027-01-05T08:00:00Z'))).toBe(false);
  expect(file.list()).toHaveLength(3);
  expect(file.removeBefore(oldest('2027-01-05T10:00:00Z'))).toBe(false);
  expect(file.list()).toEqual([]);
  expect(retentionCutoff(retentionMonths({ MESSAGES_KEPT_MONTHS: '0' }), new Date())).toBeUndefined();
  expect(() => retentionMonths({ MESSAGES_KEPT_MONTHS: 'long' })).toThrow(
    'must be a number of months, not `long`',
  );
});

test('the messages command makes nothing where nothing is', async () => {
  const directory = newDirectory();
  const list = (...options: string[]) => runCommand(messages, ['--data', directory, ...options]);
  expect(await list()).toEqual({ out: 'No messages yet.\n', err: '', code: 0 });
  expect(await list('--json')).toEqual({ out: '[]\n', err: '', code: 0 });
  expect(existsSync(directory)).toBe(false);
});

test.for([['--wat'], ['here'], ['--data']])(
  'the messages command refuses %s in one plain sentence',
  async (options) => {
    const { out, err, code } = await runCommand(messages, options);
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toMatch(/^.+\. This command knows .*--pages, --out, --data, --json, --csv, --files\.\n$/);
  },
);
