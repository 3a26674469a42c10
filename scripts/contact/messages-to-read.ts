import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { FileWithContent } from '../../supabase/functions/send-contact-email/message.ts';
import { attachmentsIn } from './attached-files.ts';
import { databaseFiles } from './message-file.ts';
import { type MessageReader, readerOf } from './message-reader.ts';

/** Messages in a file that cannot be written. */
export interface MessagesToRead extends MessageReader {
  files(messageId: number): FileWithContent[];
  close(): void;
}

/** Opens messages where nothing can be written, as on a full disk; throws where that is not enough. */
export function openToRead(folder: string): MessagesToRead {
  const [path = '', log = ''] = databaseFiles.map((name) => join(folder, name));
  try {
    return readFrom(path);
  } catch (problem) {
    // Even to read, SQLite wants to write beside a database, unless nobody changes it: so it is where no
    // changes wait to be brought into it.
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) throw problem;
    return readFrom(new URL(`${pathToFileURL(path).href}?immutable=1`));
  }
}

function readFrom(place: string | URL): MessagesToRead {
  const database = new DatabaseSync(place, { readOnly: true, timeout: 250 });
  try {
    return {
      ...readerOf(database),
      files: attachmentsIn(database).of,
      close: () => database.close(),
    };
  } catch (problem) {
    database.close();
    throw problem;
  }
}
