import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { hasStrace, recordDiskCalls, writeAfterPowerCut } from '../support/power-cut.ts';
import { createDice } from '../support/mutants.ts';
import { takeSample } from '../support/sample.ts';
import { createTestFolder } from '../support/site-on-disk.ts';
import { createMemoryFolder, readNames } from '../support/stored-messages.ts';

const folderModule = new URL('../../scripts/messages/message-folder.ts', import.meta.url).href;
const count = 30;

/**
 * Returns a program that stores messages of different lengths and prints the name of each message once it is
 * acknowledged.
 */
const createProgram = (folder: string) => `
  import { writeSync } from 'node:fs';
  import { openMessageFolder } from ${JSON.stringify(folderModule)};
  const messages = openMessageFolder(${JSON.stringify(folder)}, () => {});
  for (let index = 0; index < ${count}; index++) {
    const name = 'message ' + index;
    const message = { name, email: 'a@b.example', company: null, message: 'x'.repeat(index * 700), other: {} };
    await messages.storeAll([{ keys: [name], form: null, language: null, budgets: [], message, words: null }]);
    writeSync(1, name + ' ');
  }
  messages.close();
`;

test.runIf(hasStrace)('a power cut at any moment loses no acknowledged message', async () => {
  const folder = realpathSync(createTestFolder());
  // Keep the files in memory, because they are copied and opened for each power cut.
  const copies = createMemoryFolder();
  const [data, records] = [join(folder, 'site', 'data'), join(folder, 'records')];
  mkdirSync(records);
  const calls = recordDiskCalls(createProgram(data), folder, records);
  const cuts = calls.flatMap(({ name }, index) => (name === 'sync' || name === 'print' ? [index + 1] : []));
  expect(cuts.length).toBeGreaterThan(count * 2);
  const roll = createDice(7);
  let total = 0;
  for (const [number, cut] of takeSample(cuts, 40).entries()) {
    const before = calls.slice(0, cut);
    const acknowledgedNames = before.flatMap((call) => (call.name === 'print' ? [call.text.trim()] : []));
    // Of the writes that are not synced yet, none, all or some reach the disk.
    const isWritten = [() => false, () => true, () => roll(2) === 0][number % 3]!; // an index below 3
    const copy = join(copies, `cut-${cut}`);
    const toCopyPath = (file: string) => file.replace(folder, copy);
    writeAfterPowerCut(before, toCopyPath, isWritten);
    const log: string[] = [];
    const messages = openMessageFolder(toCopyPath(data), (text) => log.push(text));
    await messages.open();
    messages.close();
    const names = await readNames(toCopyPath(data));
    rmSync(copy, { recursive: true });
    expect(names, `cut ${cut}`).toEqual(expect.arrayContaining(acknowledgedNames));
    expect(log, `cut ${cut}`).toEqual([]);
    total += acknowledgedNames.length;
  }
  process.stdout.write(`${cuts.length} moments of a power cut: ${total} acknowledged messages, 0 missing\n`);
});
