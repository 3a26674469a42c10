import type { MessageDatabase } from '../../supabase/functions/send-contact-email/database.ts';
import type { StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';

/** Some messages after the other: memory need not hold all of them. */
export type Pages = AsyncIterable<readonly StoredMessage[]>;

/** Which messages: those behind a number, or those from a mail address. */
export interface Wanted {
  after?: number;
  address?: string;
}

export interface MessagePages {
  /** Newest last. */
  pages(wanted?: Wanted): Pages;
  /** Those with these ids, in their order. */
  find(ids: readonly number[]): Pages;
}

/** How many are asked for by their numbers at once. */
const mostAtOnce = 50;

/** Pages of whatever has the next ones behind a number, and those with a few numbers. */
export function pagesOf(after: MessageDatabase['after'], withIds: MessageDatabase['withIds']): MessagePages {
  return {
    async *pages({ after: first = 0, address } = {}) {
      for (let last: number | undefined = first; last !== undefined;) {
        const page = await after(last, address);
        if (page.length > 0) yield page;
        last = page.at(-1)?.id;
      }
    },
    async *find(ids) {
      for (let from = 0; from < ids.length; from += mostAtOnce) {
        const some = ids.slice(from, from + mostAtOnce);
        yield inOrder(some, await withIds(some));
      }
    },
  };
}

function inOrder(ids: readonly number[], found: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map(found.map((message) => [message.id, message]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whether a database has none of the functions of a newer migration. */
export const isMissing = (problem: unknown): boolean =>
  problem instanceof Error && /function .* does not exist|Could not find the function/.test(problem.message);

/** The same of a database, also of one whose migrations are older: that lists all at once, while it can. */
export function pagesInDatabase({ after, withIds, list }: MessageDatabase): MessagePages {
  const listed = async () => {
    try {
      return await list();
    } catch (problem) {
      if (problem instanceof Error && !isMissing(problem))
        problem.message +=
          ' With supabase/migrations/20260208000000_give_messages_in_pages.sql it gives them in pages.';
      throw problem;
    }
  };
  const { pages, find } = pagesOf(after, withIds);
  return {
    pages: (wanted = {}) =>
      orElse(pages(wanted), async () =>
        (await listed()).filter(
          ({ id, email }) =>
            id > (wanted.after ?? 0) &&
            (wanted.address === undefined || email.toLowerCase() === wanted.address.toLowerCase()),
        ),
      ),
    find: (ids) => orElse(find(ids), async () => inOrder(ids, await listed())),
  };
}

async function* orElse(pages: Pages, otherwise: () => Promise<StoredMessage[]>): Pages {
  try {
    yield* pages;
  } catch (problem) {
    if (!isMissing(problem)) throw problem;
    yield await otherwise();
  }
}
