import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { fileKindNames } from '../../supabase/functions/_shared/file-kinds.ts';
import { cleanFileName } from '../../supabase/functions/send-contact-email/file-name.ts';
import { WrongUse } from '../base/command.ts';
import { elementsOf } from './json-list.ts';
import type { Arrival, ContactMessage } from '../../supabase/functions/send-contact-email/message.ts';

const file = z.object({
  field: z.string(),
  name: z.string(),
  kind: z.enum(fileKindNames),
  size: z.number(),
  content: z.string().optional(),
});
const isWhole = ({ content, size }: z.infer<typeof file>) =>
  content === undefined || Buffer.from(content, 'base64').length === size;

/** A message as `npm run messages -- --json` writes it, in whichever version. */
const exported = z.object({
  id: z.number(),
  receivedAt: z.iso.datetime(),
  form: z.string().nullish(),
  language: z.string().nullish(),
  name: z.string(),
  email: z.string(),
  company: z.string().nullish(),
  message: z.string(),
  mark: z.string().nullish(),
  other: z.record(z.string(), z.string()).default({}),
  files: z.array(file.refine(isWhole, 'A file is not as long as it says.')).nullish(),
});

/** A message of another store, which is the same message whenever it is brought here. */
export interface Imported {
  arrival: Arrival;
  mark: string | null;
  /** How many of its files were left behind there. */
  missing: number;
}

/** The messages of another store, one after the other. */
export function* importedMessages(pieces: Iterable<Buffer>): Generator<Imported> {
  let place = 0;
  for (const element of elementsOf(pieces)) {
    place++;
    const read = exported.safeParse(element);
    if (!read.success)
      throw new WrongUse(
        'That file holds no messages as `npm run messages -- --json` writes them. ' +
          `Of those in it, number ${place}:\n${z.prettifyError(read.error)}`,
      );
    const { data } = read;
    const missing = (data.files ?? []).filter(({ content }) => content === undefined).length;
    yield { arrival: arrivalOf(data), mark: data.mark ?? null, missing };
  }
}

function arrivalOf(exportedMessage: z.infer<typeof exported>): Arrival {
  const { id, receivedAt, form = null, language = null, files, ...message } = exportedMessage;
  const { name, email, company = null, message: text, other } = message;
  return {
    keys: [`imported ${id} ${receivedAt}`],
    form,
    language,
    source: null,
    limits: { perAddress: 0, perHour: 0, perDay: 0 },
    message: { name, email, company, message: text, other },
    files: files?.flatMap(({ content, ...one }) =>
      content === undefined ? [] : { ...one, name: cleanFileName(one.name, one.kind), content },
    ),
    words: null,
    receivedAt,
  };
}

/** Two messages with the same sign are the same one, whatever number and key each has in its store. */
export const signOf = (receivedAt: string, form: string | null, message: ContactMessage): string =>
  JSON.stringify([
    receivedAt,
    form,
    ...(['name', 'email', 'company', 'message'] as const).map((key) => message[key]),
  ]);
