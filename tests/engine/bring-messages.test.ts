import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { contactFolder } from '../../scripts/messages/store.ts';
import { openMessageFile } from '../../scripts/messages/sqlite-store.ts';
import { messages } from '../../scripts/messages.ts';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { arrival } from '../support/arrival.ts';
import { hasPostgres, migratedDatabase } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const answer = (key: string, other: Record<string, string>, content?: string) => ({
  ...arrival(key),
  message: { name: '', email: '', company: null, message: '', other },
  ...(content !== undefined && {
    files: [
      { field: 'plan', name: 'plan.pdf', kind: 'pdf' as const, size: content.length, content: btoa(content) },
    ],
  }),
});

/** All came within the same millisecond: two are twins, two differ in an answer, two in the content of a file. */
const answers = [
  answer('1', { taste: 'sweet', size: 'L', a: '1' }),
  answer('2', { taste: 'sour', size: 'L' }),
  answer('3', { taste: 'sweet', size: 'L', a: '1' }),
  answer('4', {}, '%PDF-1'),
  answer('5', {}, '%PDF-2'),
  answer('6', Object.fromEntries([['__proto__', 'kept']])),
];

function backup() {
  const data = newFolder();
  const file = openMessageFile(contactFolder(data));
  file.store(answers, Date.UTC(2026, 0, 5));
  for (const id of [2, 3, 5]) file.mark(id, `of-${id}`);
  file.close();
  return data;
}

let server: PostgresServer;
let count = 0;
beforeAll(async () => {
  if (!hasPostgres) return;
  server = await startPostgres();
  return () => server.stop();
}, 60_000);

describe.each(hasPostgres ? ['a file', 'a PostgreSQL'] : ['a file'])('into %s', (kind) => {
  /** The command on another store, which is empty. */
  async function another() {
    const run =
      (env: NodeJS.ProcessEnv, more: string[]) =>
      async (...args: string[]) => {
        const { out, err } = await runCommand(messages, [...args, ...more], { env });
        return out + err;
      };
    if (kind === 'a file') return run({}, ['--data', newFolder()]);
    const { url, sql } = await migratedDatabase(server, `bring_${count++}`);
    onTestFinished(() => sql.end());
    return run({ DATABASE_URL: url }, []);
  }
  const saved = async (data: string, ...how: string[]) => {
    const file = join(newFolder(), 'backup.json');
    writeFileSync(file, (await runCommand(messages, ['--json', ...how, '--data', data])).out);
    return file;
  };

  test('messages are the same only if all answers and files are, and each has its own mark', async () => {
    const run = await another();
    const file = await saved(backup(), '--files');
    expect(await run('import', file)).toBe('6 messages imported.\n');
    expect(await run('import', file)).toBe('0 messages imported, and 6 that were here already.\n');
    const list = async () => JSON.parse(await run('--json', '--files')) as StoredMessage[];
    const about = ({ other, mark, files }: StoredMessage) => [Object.entries(other), mark, files];
    const before = (await list()).map(about);
    expect(before.map(([, mark]) => mark)).toEqual([null, 'of-2', 'of-3', null, 'of-5', null]);
    expect(before.at(-1)?.[0]).toEqual([['__proto__', 'kept']]);

    const all = await list();
    for (const at of [1, 2, 4]) await run('delete', String(all[at]?.id));
    expect(await run('import', file)).toBe('3 messages imported, and 3 that were here already.\n');
    const after = (await list()).map(about);
    expect(after.slice(3).map(([, mark]) => mark)).toEqual(['of-2', 'of-3', 'of-5']);
    expect(new Set(after.map((one) => JSON.stringify(one)))).toEqual(
      new Set(before.map((one) => JSON.stringify(one))),
    );
  });

  test('a backup without files brings nothing twice, and one with them brings them', async () => {
    const run = await another();
    const data = backup();
    const [without, whole] = [await saved(data), await saved(data, '--files')];
    expect(await run('import', without)).toContain('6 messages imported.\n');
    expect(await run('import', without)).toContain('0 messages imported, and 6 that were here already.\n');
    expect(await run('import', whole)).toBe('2 messages imported, and 4 that were here already.\n');
    expect(await run('import', without)).toContain('0 messages imported, and 6');
  });
});
