import { defineCommand, CommandError, parseOptions, runAsProgram, UsageError } from './system/command.ts';
import { count } from './system/format.ts';
import { siteOf, siteOptions } from './system/project.ts';
import { contactFolder } from './messages/store.ts';
import { earlierMessages } from '../legacy/scripts/contact/earlier-messages.ts';
import { bringMessages } from '../legacy/scripts/contact/bring-messages.ts';
import { selectIds, type Inbox, openInbox } from './messages/inbox.ts';
import { piecesOf } from '../legacy/scripts/contact/file-pieces.ts';
import { importedMessages } from '../legacy/scripts/contact/imported-arrivals.ts';
import { formLabelsIn, writeFiles, writeMessages, type Writing } from './messages/print-messages.ts';

const options = {
  ...siteOptions,
  out: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  csv: { type: 'boolean', default: false },
  files: { type: 'boolean', default: false },
} as const;

interface Asked extends Writing {
  box: Inbox;
  /** What stands behind the name of the action. */
  words: readonly string[];
}

const actions: Record<string, (asked: Asked) => Promise<void>> = {
  async list(asked) {
    await writeMessages(() => asked.box.pages(), asked);
  },

  async show(asked) {
    const ids = await selectIds(asked.box, asked.words);
    await writeMessages(() => asked.box.find(ids), asked);
  },

  async mark({ box, words: [id = '', word = null, ...more], stdout }) {
    if (more.length > 0) throw new UsageError('A mark is one word: `npm run messages -- mark 12 answered`.');
    const ids = await selectIds(box, [id]);
    for (const one of ids) await box.mark(one, word);
    const which = id.includes('@') ? `${count(ids.length, 'message')} from ${id}` : `Message ${id}`;
    const [is, has] = ids.length === 1 ? ['is', 'has'] : ['are', 'have'];
    stdout.write(`${which} ${word === null ? `${has} no mark any more` : `${is} marked ${word}`}.\n`);
  },

  async files({ box, words, stdout }) {
    const folder = words.length > 1 ? words.at(-1) : undefined;
    if (folder === undefined)
      throw new UsageError(
        'Name a message and a folder for its files: `npm run messages -- files 12 inbox`.',
      );
    const written: string[] = [];
    for await (const page of box.find(await selectIds(box, words.slice(0, -1))))
      for (const { id, files } of page)
        if (files) written.push(...writeFiles(folder, id, await box.files(id)));
    stdout.write([...written, `${count(written.length, 'file')} written into ${folder}.`, ''].join('\n'));
  },

  async retry({ box, words, stdout }) {
    if (words.length > 0)
      throw new UsageError('All notices that failed are sent again: `npm run messages -- retry`.');
    stdout.write(`${count(await box.retry(), 'notice')} will be sent again by the server.\n`);
  },

  async delete({ box, words, stdout }) {
    const ids = await selectIds(box, words);
    const deleted = count(await box.remove(ids), 'message');
    if (!(await box.areGone()))
      throw new CommandError(
        `${deleted} deleted, but another program is reading them: what they said stands in ` +
          'messages.db-wal until that one has ended and the server is started anew.',
      );
    stdout.write(`${deleted} deleted for good.\n`);
  },

  async import({ box, words: [file = '', ...more], stdout }) {
    if (file === '' || more.length > 0)
      throw new UsageError('Name one file with messages: `npm run messages -- import messages.json`.');
    const pieces = piecesOf(file);
    let missing = 0;
    // All of it is looked through before any of it is stored.
    for (const message of importedMessages(pieces())) missing += message.missing;
    const { stored, known } = await bringMessages(box, importedMessages(pieces()));
    stdout.write(
      `${count(stored, 'message')} imported${known > 0 ? `, and ${known} that were here already` : ''}.\n`,
    );
    if (missing > 0)
      stdout.write(
        `${count(missing, 'file')} of these messages ${missing === 1 ? 'is' : 'are'} not in ${file}. ` +
          '`npm run messages -- --json --files` writes them, too.\n',
      );
  },
};

function formatOf({ json, csv, files }: Record<'json' | 'csv' | 'files', boolean>): Writing['format'] {
  if (files && !json)
    throw new UsageError(
      '`--files` goes with `--json`; `npm run messages -- files 12 inbox` writes those of message 12.',
    );
  if (json) return files ? 'json with files' : 'json';
  return csv ? 'csv' : 'text';
}

export const messages = defineCommand(async ({ args, stdout, stderr, env }) => {
  const { values, positionals } = parseOptions(args, options, { files: true });
  const [name = 'list', ...words] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action || (name === 'list' && words.length > 0))
    throw new UsageError(
      `\`${words[0] ?? name}\` means nothing here. This command knows ${Object.keys(actions).join(', ')}` +
        ` and ${Object.keys(options)
          .map((option) => `--${option}`)
          .join(', ')}.`,
    );
  const format = formatOf(values);
  const directory = values.data ?? siteOf(values.pages).data;
  // Whoever names a folder means it.
  const surroundings = values.data === undefined ? env : {};
  for (const text of earlierMessages(directory)) stderr.write(`${text}\n`);
  if (surroundings['SUPABASE_URL'] && !surroundings['SUPABASE_SERVICE_ROLE_KEY'])
    stderr.write(
      'These are the messages on this machine; for those on Supabase set SUPABASE_SERVICE_ROLE_KEY.\n',
    );
  const box = openInbox(contactFolder(directory), surroundings);
  try {
    const labelsOf = formLabelsIn(values.out ?? siteOf(values.pages).out);
    await action({ box, words, format, labelsOf, stdout, filesOf: box.files });
    return 0;
  } finally {
    await box.close();
  }
});

if (import.meta.main) await runAsProgram(messages);
