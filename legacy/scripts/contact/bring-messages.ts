import type { Imported } from './imported-arrivals.ts';
import type { Inbox } from '../../../scripts/messages/inbox.ts';
import { MessagesHere, signOf } from './messages-here.ts';

/** After so many messages their marks are brought: what is broken off then has lost no more. */
const maxUnmarked = 1000;

interface Brought {
  sign: string;
  mark: string | null;
}

/** Brings messages of another store, or of a backup of this one, with their marks; says how many came. */
export async function bringMessages(
  box: Inbox,
  imported: Iterable<Imported>,
): Promise<{ stored: number; known: number }> {
  const here = new MessagesHere(box.files);
  let newest = 0;
  for await (const page of box.pages())
    for (const message of page) {
      here.add(message);
      newest = message.id;
    }
  let brought: Brought[] = [];
  let [stored, known] = [0, 0];
  for (const one of imported) {
    const { arrival, mark } = one;
    if ((await here.take(one)) || (await box.store(arrival)) !== 'stored') {
      known++;
      continue;
    }
    stored++;
    brought.push({ sign: signOf(arrival.receivedAt ?? '', arrival.form, arrival.message), mark });
    if (brought.length < maxUnmarked || brought.every(({ mark }) => mark === null)) continue;
    newest = await markBrought(box, newest, brought);
    brought = [];
  }
  if (brought.some(({ mark }) => mark !== null)) await markBrought(box, newest, brought);
  return { stored, known };
}

/** Marks what was brought since a message; returns the newest. Those that are alike came in this order. */
async function markBrought(box: Inbox, since: number, brought: readonly Brought[]): Promise<number> {
  const bySign = Map.groupBy(brought, ({ sign }) => sign);
  let newest = since;
  for await (const page of box.pages({ after: since }))
    for (const message of page) {
      newest = message.id;
      const { mark } = bySign.get(signOf(message.receivedAt, message.form, message))?.shift() ?? {};
      if (mark) await box.mark(message.id, mark);
    }
  return newest;
}
