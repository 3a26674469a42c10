import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import type { FileWithContent } from '../../supabase/functions/send-contact-email/message.ts';

/** What came with messages, which goes with them. */
export const attachmentsTable = `
  create table contact_files (
    message_id integer not null references contact_messages (id) on delete cascade,
    place integer not null,
    field text not null,
    name text not null,
    kind text not null,
    size integer not null,
    content blob not null,
    primary key (message_id, place)
  );
`;

/** A column for a list of messages: their files without the content, as JSON, or nothing. */
export const listedFiles = `(
  select nullif(json_group_array(
    json_object('field', field, 'name', name, 'kind', kind, 'size', size) order by place
  ), '[]')
  from contact_files where message_id = contact_messages.id
) as files`;

/** The files of messages, kept with them. */
interface Attachments {
  add(messageId: number | bigint, files: readonly FileWithContent[]): void;
  of(messageId: number): FileWithContent[];
}

export function attachmentsIn(database: DatabaseSync): Attachments {
  const add = database.prepare(
    `insert into contact_files (message_id, place, field, name, kind, size, content)
     values (?, ?, ?, ?, ?, ?, ?)`,
  );
  const all = database.prepare(
    'select field, name, kind, size, content from contact_files where message_id = ? order by place',
  );
  return {
    add(messageId, files) {
      for (const [place, { field, name, kind, size, content }] of files.entries())
        add.run(messageId, place, field, name, kind, size, Buffer.from(content, 'base64'));
    },
    of: (messageId) =>
      all.all(messageId).map((row) => {
        // As inserted.
        const { content, ...file } = row as unknown as FileWithContent & { content: Uint8Array };
        return { ...file, content: Buffer.from(content).toString('base64') };
      }),
  };
}
