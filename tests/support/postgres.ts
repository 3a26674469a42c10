import postgres from 'postgres';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { engineFolder } from '../../scripts/system/project.ts';
import { listChildren } from './process-children.ts';

/** Folders in which PostgreSQL may be installed. */
const candidateFolders = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ...globSync('/opt/homebrew/opt/postgresql*/bin'),
];
const installFolder = candidateFolders.find((candidate) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(candidate, name))),
);
const installedPrograms = installFolder && dirname(realpathSync(join(installFolder, 'postgres')));

/**
 * Whether tests with PostgreSQL run. If it is not installed but `PAGEWRIGHT_NEEDS_POSTGRES` is set, they run and fail.
 */
export const hasPostgres =
  installedPrograms !== undefined || process.env['PAGEWRIGHT_NEEDS_POSTGRES'] !== undefined;
if (!hasPostgres)
  process.stderr.write(
    'PostgreSQL is not installed, so its tests are skipped (on Debian: apt-get install postgresql).\n',
  );

/** Whether the extension pg_cron is installed as well. It runs in the database `scheduled`. */
export const hasPgCron =
  installedPrograms !== undefined &&
  [
    join(installedPrograms, '../lib/pg_cron.so'),
    join(installedPrograms, '../lib/postgresql/pg_cron.so'),
  ].some((file) => existsSync(file));

/** The user account that runs PostgreSQL, because PostgreSQL refuses to run as root. */
const owner =
  process.getuid?.() === 0
    ? { uid: Number(readUserId('-u')), gid: Number(readUserId('-g')) }
    : { uid: undefined, gid: undefined };
function readUserId(option: string): string {
  const { status, stdout } = spawnSync('id', [option, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? stdout : '65534';
}

/** A PostgreSQL server in a temporary folder. */
export interface PostgresServer {
  /** Returns the id of the main server process. */
  pid(): number | undefined;
  /** Creates a database and returns its URL. */
  create(name: string): Promise<string>;
  /** Stops the server as a crash would, and starts it again. */
  restart(): Promise<void>;
  /** Suspends all server processes if `isPaused` is true, and resumes them if it is false. */
  pause(isPaused: boolean): void;
  stop(): Promise<void>;
}

/**
 * Starts a server. By default, commits do not wait for the disk,
 * so a machine crash (but not a server crash) may lose them.
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  if (installedPrograms === undefined) throw new Error('PostgreSQL is not installed.');
  const programFolder: string = installedPrograms;
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-postgres-'));
  const data = join(folder, 'data');
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const processOptions = {
    ...owner,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  };
  const initdb = spawn(
    join(programFolder, 'initdb'),
    ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...processOptions, stdio: 'ignore' },
  );
  const [code] = await once(initdb, 'exit');
  if (code !== 0) throw new Error(`initdb exited with ${code}.`);
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const toUrl = (database: string) => `postgres://owner@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      `fsync=${isDurable ? 'on' : 'off'}`,
      ...(hasPgCron ? ['shared_preload_libraries=pg_cron', 'cron.database_name=scheduled'] : []),
    ];
    child = spawn(
      join(programFolder, 'postgres'),
      ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
      {
        ...processOptions,
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let log = '';
    child.stderr?.on('data', (text) => (log += text));
    const deadline = Date.now() + 60_000;
    while (!(await isReady(toUrl('postgres')))) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start:\n${log}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  async function stopProcess(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null) return;
    child.kill('SIGCONT');
    child.kill(signal);
    await once(child, 'exit');
  }

  await start();
  return {
    pid: () => child?.pid,
    async create(name) {
      const sql = postgres(toUrl('postgres'), { max: 1, onnotice() {} });
      await sql.unsafe(`create database ${name}`);
      await sql.end();
      return toUrl(name);
    },
    async restart() {
      // SIGQUIT shuts the server down immediately. At the next start, it recovers from its log.
      await stopProcess('SIGQUIT');
      await start();
    },
    pause(isPaused) {
      const parent = child?.pid ?? 0;
      const sendSignal = (id: number) => {
        try {
          process.kill(id, isPaused ? 'SIGSTOP' : 'SIGCONT');
        } catch {
          // The process has already ended.
        }
      };
      // Pause the parent process first, so that it cannot start more processes.
      sendSignal(parent);
      for (const id of listChildren(parent)) sendSignal(id);
      // Repeat this, because the list may be incomplete if a child process ends while it is read.
      for (const id of listChildren(parent)) sendSignal(id);
    },
    async stop() {
      await stopProcess('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice() {} });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 }).catch(() => {});
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Applies the migrations in this repository to a database. */
export async function migrate(sql: postgres.Sql): Promise<void> {
  const folder = join(engineFolder, 'supabase/migrations');
  for (const file of globSync('*.sql', { cwd: folder }).toSorted())
    await sql.unsafe(readFileSync(join(folder, file), 'utf8'));
}

/** SQL that creates the roles of a Supabase project. */
const roles = `
  do $$ begin
    create role anon; create role authenticated; create role service_role bypassrls;
  exception when duplicate_object then null; end $$;`;
/** SQL for the privileges that older Supabase projects grant on every new object. Newer projects grant none. */
const olderGrants = `
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;`;

const grantsByAge = { newer: '', older: olderGrants };

/** Creates a database as in a Supabase project, and applies the migrations in this repository. */
export async function createMigratedDatabase(
  server: PostgresServer,
  name: string,
  grants: keyof typeof grantsByAge = 'newer',
): Promise<{ url: string; sql: postgres.Sql; warnings: string[] }> {
  const url = await server.create(name);
  const warnings: string[] = [];
  const sql = postgres(url, { max: 4, onnotice: ({ message }) => void warnings.push(String(message)) });
  await sql.unsafe(roles + grantsByAge[grants]);
  await migrate(sql);
  return { url, sql, warnings };
}
