import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fileKindNames } from '../../../schema/content/upload-types.ts';
import { cleanFileName } from '../../../supabase/functions/send-contact-email/uploads.ts';
import { UsageError } from '../../../scripts/system/command.ts';
import { elementsOf } from './json-list.ts';
import type {
  ReceivedMessage,
  AttachedFile,
} from '../../../supabase/functions/send-contact-email/message.ts';

const file = z.object({
  field: z.string(),
  name: z.string(),
  kind: z.enum(fileKindNames),
  size: z.number(),
  content: z.string().optional(),
});
const isWhole = ({ content, size }: z.infer<typeof file>) =>
  content === undefined || Buffer.from(content, 'base64').length === size;

/** A record would lose the field `__proto__`. */
const texts = z.custom<Record<string, string>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string'),
  'These must be texts by their names.',
);

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
  other: texts.default({}),
  files: z.array(file.refine(isWhole, 'A file is not as long as it says.')).nullish(),
});

/** A message of another store, which is the same message whenever it is brought here. */
export interface Imported {
  arrival: ReceivedMessage;
  mark: string | null;
  /** All of its files, also those that were left behind. */
  attached: readonly AttachedFile[];
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
      throw new UsageError(
        'That file holds no messages as `npm run messages -- --json` writes them. ' +
          `Of those in it, number ${place}:\n${z.prettifyError(read.error)}`,
      );
    const { data } = read;
    const files = (data.files ?? []).map((one) => ({ ...one, name: cleanFileName(one.name, one.kind) }));
    const missing = files.filter(({ content }) => content === undefined).length;
    yield { arrival: arrivalOf(data, files), mark: data.mark ?? null, attached: files, missing };
  }
}

type Exported = z.infer<typeof exported>;

function arrivalOf(one: Exported, files: NonNullable<Exported['files']>): ReceivedMessage {
  const { id, receivedAt, form = null, language = null, ...message } = one;
  const { name, email, company = null, message: text, other } = message;
  return {
    // Two stores give the same number: whether it is here already is told by what it says.
    keys: [`imported ${id} ${receivedAt} ${randomUUID()}`],
    form,
    language,
    source: null,
    limits: { perAddress: 0, perHour: 0, perDay: 0 },
    message: { name, email, company, message: text, other },
    ...(files.length > 0 && {
      files: files.flatMap(({ content, ...file }) => (content === undefined ? [] : { ...file, content })),
    }),
    words: null,
    receivedAt,
  };
}
