import type { DatabaseSync } from 'node:sqlite';

/** Told by a check. */
export class DamagedFile extends Error {}

/** A file of this size is read as a whole in far less time than opening may take, in bytes. */
const longestCheck = 50_000_000;

/**
 * Throws where a file is damaged. Of a large one only the ends of its tables are looked at: the rest is found
 * to be damaged by whoever reads it.
 */
export function refuseDamaged(database: DatabaseSync, size: number): void {
  if (size <= longestCheck) {
    const [found] = database.prepare('pragma quick_check(1)').all();
    if (found?.['quick_check'] !== 'ok') throw new DamagedFile(String(found?.['quick_check']));
    return;
  }
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
  for (const { name } of tables)
    for (const end of ['asc', 'desc'])
      database.prepare(`select rowid from "${String(name)}" order by rowid ${end} limit 1`).get();
}

/** What SQLite answers to a file that it cannot make sense of. */
const damageCodes = [11, 26];

export function isDamage(problem: unknown): boolean {
  if (problem instanceof DamagedFile) return true;
  return (
    problem instanceof Error && 'errcode' in problem && damageCodes.includes(Number(problem.errcode) & 255)
  );
}
