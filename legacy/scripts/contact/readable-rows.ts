import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { attempt } from '../base/attempt.ts';

type Row = Record<string, SQLInputValue>;

/** What is brought between two looks at the clock, and noted at once, in bytes. */
const pieceSize = 4_000_000;

/** More ids than this that cannot be read one after the other are no ids. */
const maxUnreadable = 1_000_000;

const columns = {
  contact_messages: 'id key received_at form language name email company message other mark'.split(' '),
  contact_files: 'message_id place field name kind size content'.split(' '),
  contact_outbox: 'message_id words attempts next_at delivered_at error'.split(' '),
};

/** Beside a file of which something is still to be brought: holds the id before which that is. */
export const restMark = '-rest';

/**
 * Copies the messages of a damaged file that can still be read into a new one, the newest first, with what
 * came with them and whether somebody was told. Yields how many there are after each piece; whoever begins
 * again goes on behind the last one, so that nothing comes back that was deleted meanwhile.
 */
export function* bringReadableRows(from: string, into: string): Generator<number, number> {
  const mark = from + restMark;
  const first = Number(attempt(() => readFileSync(mark, 'utf8')) ?? Infinity);
  const target = new DatabaseSync(into, { timeout: 2000 });
  const damaged = attempt(() => openReadOnly(from));
  try {
    let [count, size] = [0, 0];
    target.exec('pragma synchronous = full; begin immediate');
    writeFileSync(mark, String(first));
    for (const { id, row } of damaged ? messagesOf(damaged, first) : []) {
      const brought = damaged && row ? bring(damaged, target, row) : 0;
      if (brought > 0) count++;
      // What cannot be read takes its time too.
      size += brought + 100;
      if (size < pieceSize) continue;
      target.exec('commit');
      writeFileSync(mark, String(id));
      yield count;
      target.exec('begin immediate');
      size = 0;
    }
    target.exec('commit');
    rmSync(mark);
    return count;
  } finally {
    damaged?.close();
    target.close();
  }
}

/** The newest first; nothing in the place of one that cannot be read. */
function* messagesOf(damaged: DatabaseSync, first: number): Generator<{ id: number; row: Row | undefined }> {
  const newest = attempt(
    () =>
      damaged.prepare(`select seq from sqlite_sequence where name = 'contact_messages'`).get() ??
      damaged.prepare('select max(id) as seq from contact_messages').get(),
  );
  let id = Math.min(first, Number(newest?.['seq'] ?? 0) + 1);
  for (let unreadable = 0; id > 1 && unreadable < maxUnreadable;) {
    const read = attempt(() => rowsOf(damaged, 'contact_messages', 'id < ? order by id desc limit 1', id));
    const row = read?.[0];
    if (read && !row) return;
    unreadable = row ? 0 : unreadable + 1;
    id = Math.min(id - 1, Number(row?.['id'] ?? id));
    yield { id, row };
  }
}

/** Brings one message with all that belongs to it; says how large it is, or 0 where none is brought. */
function bring(damaged: DatabaseSync, target: DatabaseSync, row: Row): number {
  if (!isJson(row['other'])) return 0;
  const { id: before = null, ...rest } = row;
  // A newer message may have the same number meanwhile.
  const id = insert(target, 'contact_messages', row) ?? insert(target, 'contact_messages', rest);
  if (id === undefined) return 0;
  let size = String(row['message']).length;
  const places = attempt(() =>
    prepared(damaged, 'select place from contact_files where message_id = ?').all(before),
  );
  for (const { place = null } of places ?? []) {
    const file = attempt(() =>
      rowsOf(damaged, 'contact_files', 'message_id = ? and place = ?', before, place),
    );
    for (const one of file ?? []) {
      insert(target, 'contact_files', { ...one, message_id: id });
      size += Number(one['size']);
    }
  }
  const notices = attempt(() => rowsOf(damaged, 'contact_outbox', 'message_id = ?', before));
  for (const one of notices ?? [])
    if (isJson(one['words'])) insert(target, 'contact_outbox', { ...one, message_id: id });
  return size + 1;
}

function rowsOf(
  database: DatabaseSync,
  table: keyof typeof columns,
  where: string,
  ...given: SQLInputValue[]
): Row[] {
  return prepared(database, `select * from ${table} where ${where}`).all(...given);
}

/** The id of what is inserted; nothing where it is there already or does not fit. */
function insert(target: DatabaseSync, table: keyof typeof columns, row: Row): number | bigint | undefined {
  const names = columns[table].filter((name) => name in row);
  const places = names.map(() => '?').join(', ');
  const statement = target.prepare(`insert or ignore into ${table} (${names.join(', ')}) values (${places})`);
  const { changes, lastInsertRowid } = statement.run(...names.map((name) => row[name] ?? null));
  return changes === 1 ? lastInsertRowid : undefined;
}

function isJson(text: unknown): boolean {
  return attempt(() => JSON.parse(String(text)) !== null) ?? false;
}

/** It is left as it is, without so much as a new file beside it. */
function openReadOnly(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  if (!statSync(`${path}-wal`, { throwIfNoEntry: false })?.size) url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** To prepare a statement takes longer than to find a row. */
const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function prepared(database: DatabaseSync, sql: string): StatementSync {
  const known = statements.get(database) ?? new Map<string, StatementSync>();
  statements.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  known.set(sql, statement);
  return statement;
}
