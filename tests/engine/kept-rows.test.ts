import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AppendOnlyLog, type Rows } from '../../legacy/scripts/append-only-log.ts';
import { dice } from './checker/mutants.ts';

const folder = mkdtempSync(join(tmpdir(), 'pagewright-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A hundred rows in a file of their own, with what writes to it. */
function hundredRows(name: string) {
  const file = join(folder, name);
  const rows: Rows = new Map(Array.from({ length: 100 }, (_, at) => [`row ${at}`, { number: at }]));
  new AppendOnlyLog(file, 'key').save(rows);
  const save = (changed: [string, unknown][]) => {
    const kept = new AppendOnlyLog(file, 'key');
    kept.save(new Map(changed));
  };
  const read = (key = 'key') => new AppendOnlyLog(file, key).rows();
  return { rows, save, read, file, additions: `${file}.added` };
}

test('a few changes are added to what there is, and read with it', () => {
  const { rows, save, read, file } = hundredRows('added');
  const before = readFileSync(file, 'utf8');
  save([['row 1', 'one']]);
  save([
    ['row 2', undefined],
    ['another row', 'new'],
  ]);
  expect(readFileSync(file, 'utf8')).toBe(before);
  rows.set('row 1', 'one').set('another row', 'new').delete('row 2');
  expect(read()).toEqual(rows);
  expect(read('other key').size).toBe(0);
});

test('after many changes all is written anew', () => {
  const { save, read, additions } = hundredRows('anew');
  for (let at = 0; at < 60; at++) save([[`row ${at}`, `changed ${at}`]]);
  expect(readFileSync(additions, 'utf8').length).toBeLessThan(1500);
  expect([...read().values()].slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, at) => `changed ${at}`));
});

test('what was broken off, or added to other rows, counts for nothing, and what follows it does', () => {
  const { rows, save, read, file, additions } = hundredRows('broken');
  save([['row 1', 'one']]);
  save([['row 2', 'two']]);
  truncateSync(additions, readFileSync(additions).length - 1);
  expect(read()).toEqual(new Map(rows).set('row 1', 'one'));
  save([['row 3', 'three']]);
  expect(read()).toEqual(new Map(rows).set('row 1', 'one').set('row 3', 'three'));
  // Two commands at once: the second does not know what the first has added.
  const [one, other] = [new AppendOnlyLog(file, 'key'), new AppendOnlyLog(file, 'key')];
  one.save(new Map([['row 4', 'four']]));
  other.save(new Map([['row 5', 'five']]));
  expect(read()).toEqual(new Map(rows).set('row 1', 'one').set('row 3', 'three').set('row 4', 'four'));
  const added = readFileSync(additions, 'utf8');
  const { file: second, read: readSecond, rows: fresh } = hundredRows('second');
  writeFileSync(`${second}.added`, added.replace(/^.*/, readFileSync(second, 'utf8').split('\n')[0] ?? ''));
  expect(readSecond()).toEqual(new Map(fresh).set('row 1', 'one').set('row 3', 'three').set('row 4', 'four'));
  appendFileSync(second, ' ');
  expect(readSecond().size).toBe(0);
});

test('whatever is cut off, what is read is what was there at one time', () => {
  const { rows, save, read, additions, file } = hundredRows('cut');
  const roll = dice(7);
  const times = [new Map(rows)];
  for (let time = 0; time < 8; time++) {
    save([[`row ${roll(100)}`, `at ${time}`]]);
    times.push(new Map(read()));
  }
  for (let cut = 0; cut < 40; cut++) {
    truncateSync(additions, Math.max(0, readFileSync(additions).length - roll(30)));
    expect(times).toContainEqual(read());
  }
  truncateSync(file, readFileSync(file).length - 1);
  expect(read().size).toBe(0);
});
