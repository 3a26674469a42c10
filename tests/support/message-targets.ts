import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type postgres from 'postgres';
import { messages } from '../../scripts/commands/messages.ts';
import { listen } from '../../scripts/server/listen.ts';
import { sendFile } from '../../scripts/server/send-file.ts';
import { hasPostgres, createMigratedDatabase, type PostgresServer } from './postgres.ts';
import { hasDeno, startFunction, startGateway, visitorKey } from './supabase.ts';
import { type MailServer, startMailService, startSmtpServer } from './mail-servers.ts';
import { writeForms } from './posts.ts';
import { createSiteWithForms, startPreview } from './preview-server.ts';
import { runCommand } from './run-command.ts';

/** A running backend that receives messages, set up as in production. */
export interface MessageTarget {
  /** The URL that the Supabase client uses. */
  address: string;
  key: string;
  /** The URL for submissions sent directly to the function, without the gateway. */
  postUrl: string;
  /** The origin whose pages may send messages. */
  origin: string;
  mail: MailServer;
  /** Runs `npm run messages` and returns its output. */
  command(...args: string[]): Promise<string>;
  /** Returns the number of stored files. */
  fileCount(): Promise<number>;
  /** Returns a value that changes with each write transaction. Missing if the store has no such value. */
  writes?(): Promise<unknown>;
  close(): Promise<void>;
}

/** The number of messages that a target accepts per day. */
export const dailyLimit = 40;
type Limits = Record<string, string>;
const defaultLimits: Limits = {
  MESSAGES_PER_ADDRESS: '100',
  MESSAGES_PER_HOUR: '10000',
  MESSAGES_PER_DAY: String(dailyLimit),
};
const path = '/functions/v1/send-contact-email';
const MAIL_TO = 'desk@harbour.example';

async function run(env: NodeJS.ProcessEnv, args: string[], data?: string): Promise<string> {
  const dataArgs = data === undefined ? [] : ['--data', data];
  const { out, err, code } = await runCommand(messages, [...args, ...dataArgs], { env });
  if (code !== 0) throw new Error(err);
  return out;
}

/** Starts a preview server. It stores messages in a file or, if `url` is given, in the database at that URL. */
async function startPreviewTarget(limits: Limits, url?: string): Promise<MessageTarget> {
  const [site, mail] = [createSiteWithForms(), await startSmtpServer()];
  writeForms(site.out);
  const database = url === undefined ? {} : { DATABASE_URL: url };
  const server = await startPreview(site, { ...limits, ...database, SMTP_URL: mail.url, MAIL_TO });
  return {
    address: server.address,
    postUrl: server.address + path,
    key: 'local',
    origin: server.address,
    mail,
    command: (...args) => run(database, args, url === undefined ? site.data : undefined),
    async fileCount() {
      const file = new DatabaseSync(join(site.data, 'contact', 'messages.db'), { readOnly: true });
      const [row] = file.prepare('select count(*) as count from contact_files').all();
      file.close();
      return Number(row?.['count']);
    },
    async close() {
      await server.stop();
      await mail.close();
      site.remove();
    },
  };
}

const createSnapshotReader = (sql: postgres.Sql) => async () => {
  const [row] = await sql`select pg_current_snapshot()::text as state`;
  return row?.['state'];
};

const createFileCounter = (sql: postgres.Sql) => async () =>
  Number((await sql`select count(*) as count from contact_files`)[0]?.['count']);

export const targetOpeners = {
  'the local server': (_server: PostgresServer, limits = defaultLimits) => startPreviewTarget(limits),

  async 'the local server with PostgreSQL'(
    server: PostgresServer,
    limits = defaultLimits,
  ): Promise<MessageTarget> {
    const { url, sql } = await createMigratedDatabase(server, 'local');
    const target = await startPreviewTarget(limits, url);
    return {
      ...target,
      writes: createSnapshotReader(sql),
      fileCount: createFileCounter(sql),
      async close() {
        await target.close();
        await sql.end();
      },
    };
  },

  async 'the function on Deno with PostgreSQL'(
    server: PostgresServer,
    limits = defaultLimits,
  ): Promise<MessageTarget> {
    const { url, sql } = await createMigratedDatabase(server, 'supabase', 'older');
    const [site, mail, gateway] = [createSiteWithForms(), await startMailService(), await startGateway()];
    writeForms(site.out);
    const host = createServer(async (incoming, outgoing) => {
      const path = (incoming.url ?? '/').split('?', 1)[0] ?? '';
      if (!(await sendFile(join(site.out, path), incoming, outgoing))) outgoing.writeHead(404).end();
    });
    const origin = await listen(host, 0, '127.0.0.1');
    const mailSettings = { MAIL_API_URL: mail.url, MAIL_API_KEY: 'key', MAIL_TO };
    const contactFunction = await startFunction({
      ...limits,
      ...mailSettings,
      SUPABASE_URL: gateway.address,
      SUPABASE_DB_URL: url,
      SITE_URL: origin,
    });
    gateway.functions = contactFunction.address;
    return {
      address: gateway.address,
      postUrl: contactFunction.address + path,
      key: visitorKey,
      origin,
      mail,
      command: (...args) => run({ DATABASE_URL: url }, args),
      writes: createSnapshotReader(sql),
      fileCount: createFileCounter(sql),
      async close() {
        await contactFunction.stop();
        host.closeAllConnections();
        host.close();
        await gateway.close();
        await mail.close();
        await sql.end();
        site.remove();
      },
    };
  },
};

type TargetName = keyof typeof targetOpeners;

/** The names of the targets whose programs are installed on this machine. */
export const availableTargets = (Object.keys(targetOpeners) as TargetName[]) // the keys of `targetOpeners`
  .filter((name) => hasPostgres || !name.includes('PostgreSQL'))
  .filter((name) => hasDeno || !name.includes('Deno'));
