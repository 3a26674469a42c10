import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Output } from '../base/command.ts';
import type { FileWithContent, StoredMessage } from '../../supabase/functions/send-contact-email/message.ts';
import { type LabelsOf, readable, Table } from './message-text.ts';
import type { Pages } from './messages-in-pages.ts';

/** How messages are written, and where. */
export interface Writing {
  format: 'text' | 'json' | 'json with files' | 'csv';
  labelsOf: LabelsOf;
  stdout: Output;
  filesOf(id: number): Promise<readonly FileWithContent[]>;
}

/** Writes messages as they come: all of them may be more than memory holds. */
export async function writeMessages(pages: () => Pages, writing: Writing): Promise<void> {
  const write = writerOf(writing.stdout);
  try {
    if (writing.format === 'csv') await writeTable(pages, write);
    else if (writing.format === 'text') await writeTexts(pages(), writing, write);
    else await writeJson(pages(), writing, write);
  } catch (problem) {
    // Whoever reads, as `head` does, has enough.
    if (!(problem instanceof Error && 'code' in problem && problem.code === 'EPIPE')) throw problem;
  }
}

type Write = (text: string) => Promise<void>;

function writerOf(stdout: Output): Write {
  if (!(stdout instanceof Writable)) return async (text) => void stdout.write(text);
  let problem: Error | undefined;
  stdout.on('error', (one) => (problem = one));
  return async (text) => {
    // What is not read as fast as it is written would be held in memory.
    if (!stdout.write(text) && !problem) await once(stdout, 'drain');
    // What a write comes to is told after it.
    await setImmediate();
    if (problem) throw problem;
  };
}

async function writeTable(pages: () => Pages, write: Write): Promise<void> {
  const table = new Table();
  let newest = 0;
  for await (const page of pages())
    for (const message of page) {
      table.widen(message);
      newest = Math.max(newest, message.id);
    }
  await write(table.head());
  for await (const page of pages()) {
    // One that came since may have a field without a column.
    const rows = page.filter(({ id }) => id <= newest).map((message) => `\r\n${table.row(message)}`);
    await write(rows.join(''));
  }
  await write('\n');
}

async function writeTexts(pages: Pages, { labelsOf }: Writing, write: Write): Promise<void> {
  let isFirst = true;
  for await (const page of pages) {
    if (page.length > 0) await write(page.map((one) => `${readable(one, labelsOf)}\n`).join(''));
    isFirst &&= page.length === 0;
  }
  if (isFirst) await write('No messages yet.\n');
}

async function writeJson(pages: Pages, { format, filesOf }: Writing, write: Write): Promise<void> {
  const asJson = async (message: StoredMessage) => {
    if (format === 'json') return JSON.stringify([message], null, 2).slice(2, -2);
    return JSON.stringify(message.files ? { ...message, files: await filesOf(message.id) } : message);
  };
  let isFirst = true;
  for await (const page of pages)
    for (const message of page) {
      await write(`${isFirst ? '[' : ','}\n${await asJson(message)}`);
      isFirst = false;
    }
  await write(isFirst ? '[]\n' : '\n]\n');
}
