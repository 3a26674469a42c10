import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, readOptions, runProgram } from './base/command.ts';
import { siteOf, siteOptions } from './base/project.ts';
import { contactFolder } from './contact/contact-store.ts';
import { databaseFiles, openMessageFile } from './contact/message-file.ts';
import type { StoredMessage } from '../supabase/functions/send-contact-email/message.ts';

function readMessages(directory: string): StoredMessage[] {
  const folder = contactFolder(directory);
  if (!existsSync(join(folder, databaseFiles[0]))) return [];
  const file = openMessageFile(folder);
  try {
    return file.list();
  } finally {
    file.close();
  }
}

function readable(message: StoredMessage): string {
  const from = `${message.name} <${message.email}>${message.company === null ? '' : `, ${message.company}`}`;
  const others = Object.entries(message.other).map(([name, value]) => `\n${name}: ${value}`);
  const text = message.message + (others.length > 0 ? `\n${others.join('')}` : '');
  const date = message.receivedAt.slice(0, 16).replace('T', ' ');
  const indented = harmless(text).replace(/^(?=.)/gm, '    ');
  return `${date} UTC  ${harmless(from).replaceAll('\n', ' ')}\n${indented}\n`;
}

/** Visitors write what they like, also the signs that make a terminal do things. */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\u{FFFD}');
}

export const messages = command(async ({ args, stdout, stderr }) => {
  const { values } = readOptions(args, {
    ...siteOptions,
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  try {
    const messages = readMessages(values.data ?? siteOf(values.pages).data);
    const text = messages.length === 0 ? 'No messages yet.' : messages.map(readable).join('\n');
    stdout.write(`${values.json ? JSON.stringify(messages, null, 2) : text}\n`);
    return 0;
  } catch (problem) {
    stderr.write(`${problem instanceof Error ? problem.message : String(problem)}\n`);
    return 1;
  }
});

if (import.meta.main) await runProgram(messages);
