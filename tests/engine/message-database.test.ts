import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMessageDatabase } from '../../scripts/contact/message-database.ts';

const pglite = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const { version } = JSON.parse(readFileSync(pglite, 'utf8')) as { version: string };

test('a message is kept also where the cache holds a damaged database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const damaged = join(folder, 'cache/postgres', version);
  mkdirSync(damaged, { recursive: true });
  writeFileSync(join(damaged, 'PG_VERSION'), '18');
  const database = await openMessageDatabase(join(folder, 'messages'), join(folder, 'cache'));
  await database.store({ name: 'Ada', email: 'ada@example.org', company: null, message: 'Hello', other: {} });
  expect(await database.list()).toMatchObject([{ name: 'Ada', message: 'Hello' }]);
  await database.close();
});
