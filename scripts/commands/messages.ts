import { formatCommand } from '../system/command-text.ts';
import { type Inbox, openInbox, selectIds } from '../messages/inbox.ts';
import {
  createLabelLookup,
  printMessages,
  type PrintOptions,
  writeFiles,
} from '../messages/print-messages.ts';
import { getContactFolder } from '../messages/store.ts';
import { defineCommand, runAsProgram, UsageError } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import { dataOptions, outputOptions, getSiteFolders, siteOptions } from '../system/project.ts';

interface ActionContext extends PrintOptions {
  inbox: Inbox;
  args: readonly string[];
}

const actions: Record<string, (context: ActionContext) => Promise<void>> = {
  async list(context) {
    await printMessages(() => context.inbox.pages(), context);
  },

  async show(context) {
    const ids = await selectIds(context.inbox, context.args);
    await printMessages(() => context.inbox.find(ids), context);
  },

  async mark({ inbox, args: [selection = '', mark = null, ...unexpectedArguments], stdout }) {
    if (unexpectedArguments.length > 0)
      throw new UsageError(`A mark is one word: \`${formatCommand('messages', 'mark 12 answered')}\`.`);
    const ids = await selectIds(inbox, [selection]);
    for (const id of ids) await inbox.mark(id, mark);
    const subject = selection.includes('@')
      ? `${formatCount(ids.length, 'message')} from ${selection}`
      : `Message ${selection}`;
    const [beVerb, haveVerb] = ids.length === 1 ? ['is', 'has'] : ['are', 'have'];
    stdout.write(
      `${subject} ${mark === null ? `no longer ${haveVerb} a mark` : `${beVerb} marked ${mark}`}.\n`,
    );
  },

  async files({ inbox, args, stdout }) {
    const folder = args.length > 1 ? args.at(-1) : undefined;
    if (folder === undefined)
      throw new UsageError(
        `Name a message and a folder for its files: \`${formatCommand('messages', 'files 12 inbox')}\`.`,
      );
    const paths: string[] = [];
    for await (const page of inbox.find(await selectIds(inbox, args.slice(0, -1))))
      for (const { id, files } of page)
        if (files) paths.push(...writeFiles(folder, id, await inbox.files(id)));
    stdout.write([...paths, `${formatCount(paths.length, 'file')} written to ${folder}.`, ''].join('\n'));
  },

  async retry({ inbox, args, stdout }) {
    if (args.length > 0)
      throw new UsageError(
        `Run \`${formatCommand('messages', 'retry')}\` without arguments. It retries all failed notifications.`,
      );
    stdout.write(`${formatCount(await inbox.retry(), 'notification')} will be sent again by the server.\n`);
  },

  async delete({ inbox, args, stdout }) {
    const ids = await selectIds(inbox, args);
    stdout.write(`${formatCount(await inbox.remove(ids), 'message')} deleted.\n`);
  },
};

function formatMessages({
  json,
  csv,
  files,
}: Record<'json' | 'csv' | 'files', boolean>): PrintOptions['format'] {
  if (files && !json)
    throw new UsageError(
      `\`--files\` requires \`--json\`. To write the files of message 12, run \`${formatCommand('messages', 'files 12 inbox')}\`.`,
    );
  if (json) return files ? 'json with files' : 'json';
  return csv ? 'csv' : 'text';
}

export const messages = defineCommand({
  name: 'messages',
  description: 'Lists, shows, marks, exports and deletes received messages.',
  arguments: {
    list: 'List all messages (default)',
    'show IDS...': 'Show messages, by number or by email address',
    'mark ID [MARK]': 'Mark a message with a word, or remove its mark',
    'files IDS... DIR': 'Write the files of messages to a folder',
    'delete IDS...': 'Delete messages',
    retry: 'Retry failed notifications',
  },
  options: {
    ...siteOptions,
    ...outputOptions,
    ...dataOptions,
    json: { type: 'boolean', default: false, description: 'Print JSON' },
    csv: { type: 'boolean', default: false, description: 'Print CSV' },
    files: { type: 'boolean', default: false, description: 'Include the files in the JSON' },
  },
  examples: ['show 12', 'mark 12 answered', 'delete ada@example.org', '--json --files'],
  async run({ values, positionals }, { stdout, stderr, env }) {
    const [name = 'list', ...args] = positionals;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action)
      throw new UsageError(
        `Unknown action '${name}'. Run \`${formatCommand('messages', '--help')}\` for a list.`,
      );
    if (name === 'list' && args.length > 0) throw new UsageError(`Unexpected argument '${args[0]}'.`);
    const format = formatMessages(values);
    const site = getSiteFolders(values.pages);
    if (env['SUPABASE_URL'] && values.data === undefined && !env['DATABASE_URL'])
      stderr.write('These are the messages on this machine. For those on Supabase, set DATABASE_URL.\n');
    const inbox = openInbox(getContactFolder(values.data ?? site.data), env);
    try {
      const findLabels = createLabelLookup(values.out ?? site.out);
      await action({ inbox, args, format, getLabels: findLabels, stdout, getFiles: inbox.files });
    } finally {
      await inbox.close();
    }
  },
});

if (import.meta.main) await runAsProgram(messages);
