import type { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from '../../../scripts/messages/sqlite-files.ts';

/** Ways to delete messages so that nothing of them is left in the files of a database. */
export interface Deletions {
  /** Deletes messages by their ids; says how many there were. */
  remove(ids: readonly number[]): number;
  /** Deletes some of what came before a moment; says whether to go on with it soon. */
  removeBefore(time: number): boolean;
  /** Whether nothing of what was deleted is left: it is needed as long as somebody reads who began before. */
  areGone(): boolean;
}

/** So many are deleted in one step, with files of so many bytes: meanwhile nothing is stored. */
const concurrency = 100;
const maxBytesAtOnce = 20_000_000;

export function deletionsIn(database: DatabaseSync): Deletions {
  const one = database.prepare('delete from contact_messages where id = ?');
  const tooOld = database.prepare(
    `select id, (select sum(size) from contact_files where message_id = contact_messages.id) as size
     from contact_messages where received_at < ? order by id limit ${concurrency}`,
  );
  let areAllGone = true;

  /** What is deleted stands in the log of the last changes for a while, unless that is emptied. */
  function areGone(): boolean {
    areAllGone ||= database.prepare('pragma wal_checkpoint(truncate)').get()?.['busy'] === 0;
    return areAllGone;
  }

  function removeOne(id: number): number {
    const count = Number(one.run(id).changes);
    if (count > 0) areAllGone = false;
    return count;
  }

  /** On a full disk the room that the log has taken is enough for another change. */
  function removeAnyway(id: number): number {
    try {
      return removeOne(id);
    } catch (problem) {
      if (!isDiskFull(problem)) throw problem;
      database.exec('pragma wal_checkpoint(truncate)');
      return removeOne(id);
    }
  }

  function removeTogether(ids: readonly number[]): void {
    database.exec('begin immediate');
    try {
      for (const id of ids) removeOne(id);
      database.exec('commit');
    } catch (problem) {
      if (database.isTransaction) database.exec('rollback');
      throw problem;
    }
  }

  return {
    remove: (ids) => ids.reduce((sum, id) => sum + removeAnyway(id), 0),
    removeBefore(time) {
      const found = tooOld.all(new Date(time).toISOString());
      let bytes = 0;
      const some = found.filter(({ size }, index) => {
        bytes += Number(size ?? 0);
        return index === 0 || bytes <= maxBytesAtOnce;
      });
      if (some.length > 0) removeTogether(some.map(({ id }) => Number(id)));
      return !areGone() || found.length === concurrency || some.length < found.length;
    },
    areGone,
  };
}
