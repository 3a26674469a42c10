import { type Imported, signOf } from './imported-arrivals.ts';
import type { MessageBox } from './message-box.ts';

/** Brings messages of another store, or of a backup of this one, with their marks; says how many came. */
export async function bringMessages(
  box: MessageBox,
  imported: Iterable<Imported>,
): Promise<{ stored: number; known: number }> {
  const before = await idsIn(box);
  const marks = new Map<string, string>();
  let [stored, known] = [0, 0];
  for (const { arrival, mark } of imported) {
    const sign = signOf(arrival.receivedAt ?? '', arrival.form, arrival.message);
    if (before.has(sign) || (await box.store(arrival)) !== 'stored') {
      known++;
      continue;
    }
    stored++;
    if (mark !== null) marks.set(sign, mark);
  }
  const after = marks.size > 0 ? await idsIn(box) : new Map<string, number>();
  for (const [sign, mark] of marks) {
    const id = after.get(sign);
    if (id !== undefined) await box.mark(id, mark);
  }
  return { stored, known };
}

/** The numbers of all messages, by their signs. */
async function idsIn(box: MessageBox): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for await (const page of box.pages())
    for (const one of page) ids.set(signOf(one.receivedAt, one.form, one), one.id);
  return ids;
}
