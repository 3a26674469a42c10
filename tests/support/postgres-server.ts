import postgres from 'postgres';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
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
import { childrenOf } from './process-children.ts';

/** Where Debian and others keep the programs of PostgreSQL. */
const places = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed(),
  ...globSync('/opt/homebrew/opt/postgresql*/bin'),
];
const place = places.find((one) => ['initdb', 'postgres'].every((name) => existsSync(join(one, name))));
const programs = place && dirname(realpathSync(join(place, 'postgres')));

/** Whether a real PostgreSQL can be started here. */
export const isPostgresHere = programs !== undefined;

/** Whether pg_cron is there too; it serves the database `scheduled`. */
export const hasCron =
  programs !== undefined &&
  [join(programs, '../lib/pg_cron.so'), join(programs, '../lib/postgresql/pg_cron.so')].some((file) =>
    existsSync(file),
  );

/** PostgreSQL does not run as root. */
const owner =
  process.getuid?.() === 0
    ? { uid: Number(idOf('-u')), gid: Number(idOf('-g')) }
    : { uid: undefined, gid: undefined };
function idOf(option: string): string {
  const { status, stdout } = spawnSync('id', [option, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? stdout : '65534';
}

/** A real server of databases, in a folder of its own. */
export interface PostgresServer {
  /** The process that has started all others of it. */
  pid(): number | undefined;
  /** Makes a database; the address of it. */
  create(name: string): Promise<string>;
  /** Ends it as a power cut would, and starts it again. */
  restart(): Promise<void>;
  /** Stops the process where it stands, or lets it go on. */
  pause(isPaused: boolean): void;
  stop(): Promise<void>;
}

/** Starts one with which a commit waits for the disk, as usual. */
export async function startPostgres(): Promise<PostgresServer> {
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const found: string = programs;
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-postgres-'));
  const data = join(folder, 'data');
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const as = { ...owner, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  execFileSync(join(found, 'initdb'), ['-D', data, '-U', 'owner', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...as,
    stdio: 'ignore',
  });
  const port = await freePort();
  let child: ChildProcess | undefined;
  const addressOf = (database: string) => `postgres://owner@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      // Where it is installed, old messages are deleted by it.
      ...(hasCron ? ['shared_preload_libraries=pg_cron', 'cron.database_name=scheduled'] : []),
    ];
    child = spawn(join(found, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
      ...as,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (text) => (said += text));
    const deadline = Date.now() + 60_000;
    while (!(await answers(addressOf('postgres')))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`No PostgreSQL:\n${said}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null) return;
    child.kill('SIGCONT');
    child.kill(signal);
    await once(child, 'exit');
  }

  await start();
  return {
    pid: () => child?.pid,
    async create(name) {
      const sql = postgres(addressOf('postgres'), { max: 1, onnotice() {} });
      await sql.unsafe(`create database ${name}`);
      await sql.end();
      return addressOf(name);
    },
    async restart() {
      // `immediate`: what is not on the disk is lost, and the log is read again at the start.
      await end('SIGQUIT');
      await start();
    },
    pause(isPaused) {
      const parent = child?.pid ?? 0;
      const tell = (id: number) => {
        try {
          process.kill(id, isPaused ? 'SIGSTOP' : 'SIGCONT');
        } catch {
          // It has ended since.
        }
      };
      // First the one that starts others, so that none of them is missed.
      tell(parent);
      for (const id of childrenOf(parent)) tell(id);
      // The list leaves some out if one of them ends while it is read.
      for (const id of childrenOf(parent)) tell(id);
    },
    async stop() {
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Brings a new database to what the server and the function expect. */
export async function migrate(sql: postgres.Sql): Promise<void> {
  const folder = join(engineFolder, 'supabase/migrations');
  for (const file of globSync('*.sql', { cwd: folder }).toSorted())
    await sql.unsafe(readFileSync(join(folder, file), 'utf8'));
}
