import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { messages } from '../../scripts/messages.ts';
import { retentionCutoff, retentionMonths } from '../../scripts/messages/retention.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { contactFolder } from '../../scripts/messages/store.ts';
import type { ReceivedMessage, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { allMessages, arrival } from '../support/stored-messages.ts';
import { hasPostgres, migratedDatabase, type PostgresServer, startPostgres } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';
import { keys, startGateway } from '../support/supabase.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';

/** A data directory with messages. */
function directoryWith(...arrivals: readonly ReceivedMessage[]): string {
  const data = join(temporaryFolder(), 'data');
  const file = openMessageFile(contactFolder(data));
  file.store(arrivals, Date.UTC(2026, 0, 5, 9));
  file.close();
  return data;
}

/** Three messages, one with a file, and the command on them. */
function setUp() {
  const plan = { field: 'plan', name: 'plan.pdf', kind: 'pdf' as const, size: 5, content: btoa('%PDF-') };
  const all: [Partial<ReceivedMessage['message']>, Partial<ReceivedMessage>?][] = [
    [{ name: 'Ada', company: 'Engines, "Ltd"', message: 'one\ntwo', other: { boat: '=1+1' } }],
    [{ name: '=cmd', email: 'bea@example.org', message: 'plain', other: { phone: '1' } }],
    [{ name: 'Ada again', email: 'ADA@example.org', message: 'more' }, { files: [plan] }],
  ];
  const arrivals = all.map(([message, more], index) =>
    arrival(`${index}`, {
      form: '/ask/us',
      message: { ...arrival('').message, ...message },
      ...more,
    }),
  );
  const data = directoryWith(...arrivals);
  return { data, run: (...args: string[]) => runCommand(messages, [...args, '--data', data]) };
}

test('one message is shown, by its number or the address it came from', async () => {
  const { run } = setUp();
  expect((await run('show', '2')).out).toBe(
    '2026-01-05 09:00 UTC  =cmd <bea@example.org>\n    #2  /ask/us\n\n    plain\n\n    phone: 1\n\n',
  );
  const { out } = await run('show', 'ada@example.org', '--json');
  expect((JSON.parse(out) as { id: number }[]).map(({ id }) => id)).toEqual([1, 3]);
});

test('a message cannot control the terminal', async () => {
  const message = {
    name: 'A\nb',
    email: 'a@b.example',
    company: 'Engines',
    message: 'one\n\n\u001b[2Jtwo',
    other: { phone: '1' },
  };
  const { out } = await runCommand(messages, ['--data', directoryWith(arrival('A', { message }))]);
  expect(out).toBe(
    '2026-01-05 09:00 UTC  A b <a@b.example>, Engines\n    #1  /contact/message\n\n' +
      '    one\n\n    \ufffd[2Jtwo\n\n    phone: 1\n\n',
  );
});

test('answers are shown with the labels of the form in the built site', async () => {
  const { data, run } = setUp();
  const out = join(data, 'dist');
  mkdirSync(join(out, 'ask'), { recursive: true });
  const phone = { name: 'phone', label: 'Where do we call you?', kind: 'tel', required: false };
  const definition = { language: 'en', site: 'Harbour', fields: [phone] };
  writeFileSync(join(out, 'ask/us-form.json'), JSON.stringify(definition));
  expect((await run('show', '2', '--out', out)).out).toContain('\n    Where do we call you?: 1\n');
  expect((await run('show', '1', '--out', out)).out).toContain('\n    boat: =1+1\n');
});

test('all are exported as CSV, in which nothing is calculated', async () => {
  const { run } = setUp();
  expect((await run('--csv')).out).toBe(
    [
      'id,receivedAt,form,language,mark,notification,name,email,company,message,boat,phone,files',
      '1,2026-01-05T09:00:00.000Z,/ask/us,en,,,Ada,ada@example.org,"Engines, ""Ltd""","one\ntwo",\'=1+1,,',
      "2,2026-01-05T09:00:00.000Z,/ask/us,en,,,'=cmd,bea@example.org,,plain,,1,",
      '3,2026-01-05T09:00:00.000Z,/ask/us,en,,,Ada again,ADA@example.org,,more,,,plan.pdf\n',
    ].join('\r\n'),
  );
});

test('a field may be named like a method in CSV', async () => {
  const other = { constructor: 'mine', toString: '\u001b[2J\u202eabc' };
  const message = { ...arrival('').message, other };
  const data = directoryWith(arrival('one', { message }), arrival('two'));
  const [, first = '', second = ''] = (await runCommand(messages, ['--csv', '--data', data])).out.split(
    '\r\n',
  );
  expect(first).toMatch(/,mine,\u{FFFD}\[2J\u{FFFD}abc$/u);
  expect(second.trimEnd()).toMatch(/,Hello from two,,$/);
});

test('files are exported as JSON, and written into a folder', async () => {
  const { data, run } = setUp();
  const exported = JSON.parse((await run('--json', '--files')).out) as StoredMessage[];
  expect(exported.map(({ files }) => files?.length)).toEqual([undefined, undefined, 1]);
  expect(exported[2]?.files?.[0]).toMatchObject({ name: 'plan.pdf', content: btoa('%PDF-') });
  expect((await run('files', '3', join(data, 'inbox'))).out).toContain('1 file written');
  expect(readFileSync(join(data, 'inbox/3-plan.pdf'), 'utf8')).toBe('%PDF-');
});

test('messages are marked, by number or address, and marks are removed', async () => {
  const { run } = setUp();
  const marks = async () =>
    (JSON.parse((await run('--json')).out) as StoredMessage[]).map(({ mark }) => mark);
  const steps: [string[], string, (string | null)[]][] = [
    [['1', 'answered'], 'Message 1 is marked answered.', ['answered', null, null]],
    [['1'], 'Message 1 has no mark any more.', [null, null, null]],
    [['ada@example.org', 'x'], '2 messages from ada@example.org are marked x.', ['x', null, 'x']],
    [['ADA@example.org'], '2 messages from ADA@example.org have no mark any more.', [null, null, null]],
    [['bea@example.org', 'y'], '1 message from bea@example.org is marked y.', [null, 'y', null]],
  ];
  for (const [args, said, expected] of steps) {
    expect((await run('mark', ...args)).out).toBe(`${said}\n`);
    expect(await marks()).toEqual(expected);
  }
  expect((await run('show', '2')).out).toContain('#2  /ask/us  [y]\n');
});

test('messages are deleted by address', async () => {
  const { run } = setUp();
  expect((await run('delete', 'ada@example.org')).out).toBe('2 messages deleted.\n');
  expect(JSON.parse((await run('--json')).out)).toMatchObject([{ name: '=cmd' }]);
});

test.each([
  [['show', '9'], 'There is no message `9`.\n'],
  [['show'], 'Which messages? Name them by their numbers, or by the email address they came from.\n'],
  [['delete'], 'Which messages? Name them by their numbers, or by the email address they came from.\n'],
  [['retry', '1'], 'All failed notifications are sent again: `npm run messages -- retry`.\n'],
  [['mark', '1', 'two', 'words'], 'A mark is one word: `npm run messages -- mark 12 answered`.\n'],
  [['--files'], expect.stringContaining('`--files` needs `--json`')],
  [['erase', '1'], "Unknown action 'erase'. Run `npm run messages -- --help` for the actions.\n"],
])('%j is a usage error', async (args, err) => {
  expect(await setUp().run(...args)).toEqual({ out: '', err, code: 2 });
});

test.each([
  ['--wat', "Unknown option '--wat'. Run `npm run messages -- --help` for the options.\n"],
  ['--data', "Option '--data <value>' argument missing. Run `npm run messages -- --help` for the options.\n"],
])('%s is a usage error in one sentence', async (option, err) => {
  expect(await runCommand(messages, [option])).toEqual({ out: '', err, code: 2 });
});

test('the command creates nothing in an empty folder', async () => {
  const directory = join(temporaryFolder(), 'data');
  const list = (...options: string[]) => runCommand(messages, ['--data', directory, ...options]);
  expect(await list()).toEqual({ out: 'No messages yet.\n', err: '', code: 0 });
  expect(await list('--json')).toEqual({ out: '[]\n', err: '', code: 0 });
  expect(existsSync(directory)).toBe(false);
});

test('an unreadable folder is not an empty one', async () => {
  const data = temporaryFolder();
  // Root may read every folder, but no file instead of one.
  writeFileSync(join(data, 'contact'), '');
  for (const action of ['list', '--json', '--csv', 'retry'])
    expect(
      await runCommand(messages, [...(action === 'list' ? [] : [action]), '--data', data]),
    ).toMatchObject({ out: '', err: expect.stringContaining('cannot be read'), code: 1 });
});

test('messages are deleted when they are older than the retention', () => {
  const file = openMessageFile(contactFolder(setUp().data));
  onTestFinished(() => file.close());
  const cutoff = (date: string) => retentionCutoff(retentionMonths({}), new Date(date));
  expect(file.removeBefore(cutoff('2027-01-05T08:00:00Z'))).toBe(false);
  expect(allMessages(file)).toHaveLength(3);
  expect(file.removeBefore(cutoff('2027-01-05T10:00:00Z'))).toBe(false);
  expect(allMessages(file)).toEqual([]);
  expect(() => retentionMonths({ MESSAGES_KEPT_MONTHS: 'long' })).toThrow(
    'must be a number of months, not `long`',
  );
});

/** Runs the command with an output of its own. */
function printTo(stdout: { write(text: string): unknown }, args: readonly string[]) {
  let err = '';
  const stderr = { write: (text: string) => (err += text) };
  const { signal } = new AbortController();
  const result = messages.run({ args, stdin: Readable.from([]), stdout, stderr, env: {}, signal });
  return result.then((code) => ({ code, err }));
}

test.each(['list', '--csv', '--json'])('%s prints messages while they are read', async (how) => {
  const message = { ...arrival('').message, message: 'x'.repeat(20_000) };
  const data = directoryWith(...Array.from({ length: 1001 }, (_, at) => arrival(`${at}`, { message })));
  const lengths: number[] = [];
  const { code } = await printTo({ write: ({ length }) => lengths.push(length) }, [how, '--data', data]);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  expect([code, whole > 20_000_000, Math.max(...lengths) < 5_000_000]).toEqual([0, true, true]);
});

test.each([
  ['EPIPE', 0, ''],
  ['ENOSPC', 1, expect.stringContaining('disk is full')],
])('%s of the output is no crash', async (code, exit, err) => {
  const data = directoryWith(arrival('Ada'));
  for (const how of ['list', '--csv', '--json']) {
    const stdout = new Writable({
      write: (_text, _encoding, done) => done(Object.assign(new Error(`write ${code}`), { code })),
    });
    expect(await printTo(stdout, [how, '--data', data])).toEqual({ code: exit, err });
  }
});

describe.runIf(hasPostgres)('with two thousand messages in a PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
    return () => server.stop();
  }, 60_000);

  /** Every tenth message is long. The last two are from Bea, one of these in capitals. */
  async function newDatabase(name: string) {
    const { sql, url } = await migratedDatabase(server, name, 'older');
    onTestFinished(() => sql.end());
    await sql`
      insert into contact_messages (key, form, language, name, email, company, message, other)
      select n, '/ask', 'en', 'Ada ' || n,
        case n when 1999 then 'bea@example.org' when 2000 then 'BEA@example.org' else 'ada@example.org' end,
        null, repeat('x', case when n % 10 = 0 then 20000 else 10 end), '{}'
      from generate_series(1, 2000) as n`;
    return { sql, url };
  }
  const commandIn =
    (env: NodeJS.ProcessEnv) =>
    async (...args: string[]) => {
      const { out, err } = await runCommand(messages, args, { env });
      return out + err;
    };
  const idsIn = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id);
  const all = Array.from({ length: 2000 }, (_, at) => at + 1);

  test('all are listed, marked and deleted', async () => {
    const { url } = await newDatabase('many');
    const run = commandIn({ DATABASE_URL: url });
    expect(idsIn(await run('--json'))).toEqual(all);
    expect((await run('--csv')).trimEnd().split('\r\n')).toHaveLength(2001);
    expect(idsIn(await run('show', '1500', 'bea@example.ORG', '3', '--json'))).toEqual([1500, 1999, 2000, 3]);
    await run('mark', '1500', 'answered');
    expect(await run('show', '1500')).toContain('[answered]');
    expect(await run('show', '2001')).toBe('There is no message `2001`.\n');
    expect(await run('delete', 'bea@example.org', '7')).toBe('3 messages deleted.\n');
    expect(await run('delete', 'ada@example.org')).toBe('1997 messages deleted.\n');
  });

  test('all of a Supabase project are listed, a page at a time', async () => {
    const { sql } = await newDatabase('project');
    const gateway = await startGateway(sql);
    onTestFinished(() => gateway.close());
    const run = commandIn({ SUPABASE_URL: gateway.address, SUPABASE_SERVICE_ROLE_KEY: keys.newer.server });
    expect(idsIn(await run('--json'))).toEqual(all);
    expect(idsIn(await run('show', 'bea@example.org', '--json'))).toEqual([1999, 2000]);
    const [row] = await sql`select contact_messages_after(0, null) as page`;
    expect(row?.['page']).toHaveLength(200);
  });

  test('a database without the migrations is named', async () => {
    const run = commandIn({ DATABASE_URL: await server.create('empty') });
    expect(await run()).toMatch(
      /cannot be reached: .* does not exist.* Apply all files of supabase\/migrations\./,
    );
  });
});
