import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMessageFolder } from '../../scripts/messages/message-folder.ts';
import { afterPowerCut, canWatch, watchDisk } from '../support/power-cut.ts';
import { namesIn } from '../support/stored-messages.ts';
import { dice } from './checker/mutants.ts';

const folderModule = new URL('../../scripts/messages/message-folder.ts', import.meta.url).href;
const count = 30;

/** Stores messages of different lengths, and prints the name of each when it is acknowledged. */
const program = (folder: string) => `
  import { writeSync } from 'node:fs';
  import { openMessageFolder } from ${JSON.stringify(folderModule)};
  const messages = openMessageFolder(${JSON.stringify(folder)}, () => {});
  for (let index = 0; index < ${count}; index++) {
    const name = 'message ' + index;
    const message = { name, email: 'a@b.example', company: null, message: 'x'.repeat(index * 700), other: {} };
    const limits = { perAddress: 0, perHour: 0, perDay: 0 };
    messages.store([{ keys: [name], form: null, language: null, source: null, limits, message, words: null }]);
    writeSync(1, name + ' ');
  }
  messages.close();
`;

test.runIf(canWatch)(
  'a power cut at any moment loses nothing that was acknowledged, in a new folder too',
  () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pagewright-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [data, notes] = [join(folder, 'site', 'data'), join(folder, 'notes')];
    mkdirSync(notes);
    const calls = watchDisk(program(data), folder, notes);
    const cuts = calls.flatMap((call, index) =>
      call.name === 'sync' || call.name === 'say' ? [index + 1] : [],
    );
    expect(cuts.length).toBeGreaterThan(count * 2);
    const roll = dice(7);
    let [acknowledgedInAll, foundInAll] = [0, 0];
    for (const [number, cut] of cuts.entries()) {
      const before = calls.slice(0, cut);
      const acknowledged = before.flatMap((call) => (call.name === 'say' ? [call.text.trim()] : []));
      // Nothing that is not synced reaches the disk, all of it does, or any part.
      const isCached = [() => false, () => true, () => roll(2) === 0][number % 3]!; // one of three
      const place = join(folder, `cut-${cut}`);
      const moved = (file: string) => file.replace(folder, place);
      afterPowerCut(before, moved, isCached);
      const log: string[] = [];
      const messages = openMessageFolder(moved(data), (text) => log.push(text));
      messages.open();
      messages.close();
      const found = namesIn(moved(data));
      rmSync(place, { recursive: true });
      expect(found, `cut ${cut}`).toEqual(expect.arrayContaining(acknowledged));
      expect(log, `cut ${cut}`).toEqual([]);
      acknowledgedInAll += acknowledged.length;
      foundInAll += acknowledged.filter((name) => found.includes(name)).length;
    }
    expect(existsSync(data)).toBe(true);
    process.stdout.write(
      `${cuts.length} power cuts: ${acknowledgedInAll} acknowledged, ${acknowledgedInAll - foundInAll} missing\n`,
    );
  },
);
