import { z } from 'zod';
import { WrongUse } from '../base/command.ts';
import type { Arrival } from '../../supabase/functions/send-contact-email/message.ts';

/** A message as `npm run messages -- --json` writes it, in whichever version. */
const exported = z.array(
  z.object({
    id: z.number(),
    receivedAt: z.iso.datetime(),
    form: z.string().nullish(),
    language: z.string().nullish(),
    name: z.string(),
    email: z.string(),
    company: z.string().nullish(),
    message: z.string(),
    other: z.record(z.string(), z.string()).default({}),
  }),
);

/** Messages of another store, each of which is the same message whenever it is brought here. */
export function importedArrivals(json: string): Arrival[] {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    throw new WrongUse('That file is no JSON. `npm run messages -- --json` writes one that is.');
  }
  const read = exported.safeParse(data);
  if (!read.success) {
    const why = z.prettifyError(read.error);
    throw new WrongUse(`That file holds no messages as \`npm run messages -- --json\` writes them:\n${why}`);
  }
  return read.data.map(
    ({ id, receivedAt, form = null, language = null, name, email, company = null, message, other }) => ({
      keys: [`imported ${id} ${receivedAt}`],
      form,
      language,
      source: null,
      limits: { perAddress: 0, perHour: 0, perDay: 0 },
      message: { name, email, company, message, other },
      words: null,
      receivedAt,
    }),
  );
}
