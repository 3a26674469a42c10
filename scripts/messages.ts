import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Output, readOptions, runProgram, WrongUse } from './base/command.ts';
import { count } from './base/count.ts';
import { siteOf, siteOptions } from './base/project.ts';
import { contactFolder } from './contact/contact-store.ts';
import { databaseFiles, type MessageFile, openMessageFile } from './contact/message-file.ts';
import { asCsv, readable } from './contact/message-text.ts';
import type { StoredMessage } from '../supabase/functions/send-contact-email/message.ts';

const options = {
  ...siteOptions,
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
} as const;

interface Asked {
  file: MessageFile;
  /** What stands behind the name of the action. */
  words: readonly string[];
  format: 'text' | 'json' | 'csv';
  stdout: Output;
}

const actions: Record<string, (asked: Asked) => void> = {
  list: ({ file, stdout, format }) => void stdout.write(`${inFormat(file.list(), format)}\n`),

  show({ file, words, stdout, format }) {
    stdout.write(`${inFormat(chosen(file.list(), words), format)}\n`);
  },

  mark({ file, words: [id = '', word = null, ...more], stdout }) {
    if (more.length > 0) throw new WrongUse('A mark is one word: `npm run messages -- mark 12 answered`.');
    const [message] = chosen(file.list(), [id]);
    if (message) file.mark(message.id, word);
    stdout.write(
      word === null ? `Message ${id} has no mark any more.\n` : `Message ${id} is marked ${word}.\n`,
    );
  },

  retry({ file, stdout }) {
    stdout.write(`${count(file.outbox.retry(), 'notice')} will be sent again by the server.\n`);
  },

  delete({ file, words, stdout }) {
    const ids = chosen(file.list(), words).map(({ id }) => id);
    stdout.write(`${count(file.remove(ids), 'message')} deleted for good.\n`);
  },
};

/** The messages that words name: by their numbers, or all that came from a mail address. */
function chosen(all: readonly StoredMessage[], words: readonly string[]): StoredMessage[] {
  if (words.length === 0)
    throw new WrongUse('Which messages? Name them by their numbers, or by the mail address they came from.');
  return words.flatMap((word) => {
    const isThis = ({ id, email }: StoredMessage) =>
      word.includes('@') ? email.toLowerCase() === word.toLowerCase() : String(id) === word;
    const found = all.filter(isThis);
    if (found.length === 0) throw new WrongUse(`There is no message \`${word}\`.`);
    return found;
  });
}

function inFormat(messages: readonly StoredMessage[], format: Asked['format']): string {
  if (format === 'json') return JSON.stringify(messages, null, 2);
  if (format === 'csv') return asCsv(messages);
  return messages.length === 0 ? 'No messages yet.' : messages.map(readable).join('\n');
}

export const messages = command(async ({ args, stdout, stderr }) => {
  const { values, positionals } = readOptions(args, options, { files: true });
  const [name = 'list', ...words] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action || (name === 'list' && words.length > 0))
    throw new WrongUse(
      `\`${words[0] ?? name}\` means nothing here. This command knows ${Object.keys(actions).join(', ')}` +
        ` and ${Object.keys(options)
          .map((option) => `--${option}`)
          .join(', ')}.`,
    );
  const format = values.json ? 'json' : values.csv ? 'csv' : 'text';
  const folder = contactFolder(values.data ?? siteOf(values.pages).data);
  // Nothing is made where nothing is.
  if (!existsSync(join(folder, databaseFiles[0]))) {
    if (name !== 'list') throw new WrongUse('There are no messages yet.');
    stdout.write(`${inFormat([], format)}\n`);
    return 0;
  }
  let file: MessageFile;
  try {
    file = openMessageFile(folder);
  } catch (problem) {
    stderr.write(`The messages in ${folder} cannot be read: ${String(problem)}\n`);
    return 1;
  }
  try {
    action({ file, words, format, stdout });
    return 0;
  } finally {
    file.close();
  }
});

if (import.meta.main) await runProgram(messages);
