import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { canWatch, watchDisk, writeAfterPowerCut } from '../support/power-cut.ts';
import { dice } from '../support/mutants.ts';
import { sampled } from '../support/sampled.ts';
import { temporaryFolder } from '../support/site-on-disk.ts';
import { folderInMemory, namesIn } from '../support/stored-messages.ts';

const folderModule = new URL('../../scripts/messages/message-folder.ts', import.meta.url).href;
const count = 30;

/** Returns a program that stores messages of different lengths and prints the name of each acknowledged one. */
const program = (folder: string) => `
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

test.runIf(canWatch)('a power cut at any moment loses no acknowledged message', async () => {
  const folder = realpathSync(temporaryFolder());
  // In memory, because files are copied and opened for each power cut.
  const copies = folderInMemory();
  const [data, records] = [join(folder, 'site', 'data'), join(folder, 'records')];
  mkdirSync(records);
  const calls = watchDisk(program(data), folder, records);
  const cuts = calls.flatMap(({ name }, index) => (name === 'sync' || name === 'print' ? [index + 1] : []));
  expect(cuts.length).toBeGreaterThan(count * 2);
  const roll = dice(7);
  let total = 0;
  for (const [number, cut] of sampled(cuts, 40).entries()) {
    const before = calls.slice(0, cut);
    const acknowledged = before.flatMap((call) => (call.name === 'print' ? [call.text.trim()] : []));
    // None, all or some of the writes that are not synced reach the disk.
    const isWritten = [() => false, () => true, () => roll(2) === 0][number % 3]!; // an index below 3
    const copy = join(copies, `cut-${cut}`);
    const moved = (file: string) => file.replace(folder, copy);
    writeAfterPowerCut(before, moved, isWritten);
    const log: string[] = [];
    const messages = openMessageFolder(moved(data), (text) => log.push(text));
    await messages.open();
    messages.close();
    const names = await namesIn(moved(data));
    rmSync(copy, { recursive: true });
    expect(names, `cut ${cut}`).toEqual(expect.arrayContaining(acknowledged));
    expect(log, `cut ${cut}`).toEqual([]);
    total += acknowledged.length;
  }
  process.stdout.write(`${cuts.length} moments of a power cut: ${total} acknowledged messages, 0 missing\n`);
});
