import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import type postgres from 'postgres';
import { callAs } from './postgres.ts';

const secret = 'signs the older keys';

/** An older key: a token that names its role. */
function tokenFor(role: string): string {
  const part = (data: object) => Buffer.from(JSON.stringify(data)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role, exp: 4_000_000_000 })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The keys of a project: `visitor` is public, `server` is secret. */
export const keys = {
  older: { visitor: tokenFor('anon'), server: tokenFor('service_role') },
  newer: { visitor: 'sb_publishable_visitor', server: 'sb_secret_server' },
};

const rolesOfKeys = new Map([
  [keys.older.visitor, 'anon'],
  [keys.older.server, 'service_role'],
  [keys.newer.visitor, 'anon'],
  [keys.newer.server, 'service_role'],
]);

/** The gateway of a Supabase project: functions of the database over REST, and the contact function. */
export interface SupabaseGateway {
  address: string;
  /** The address of the running function. */
  functions: string;
  close(): Promise<void>;
}

export async function startGateway(sql: postgres.Sql): Promise<SupabaseGateway> {
  const verifiesTokens = /^verify_jwt = true$/m.test(readFileSync('supabase/config.toml', 'utf8'));
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((problem: unknown) => {
      const { code = '', message = String(problem) } = problem as { code?: string; message?: string };
      // As PostgREST answers.
      const status = { '42501': 403, '42883': 404, '42P01': 404 }[code] ?? 500;
      send(outgoing, status, { code, message });
    });
  });
  const gateway: SupabaseGateway = {
    address: '',
    functions: '',
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(incoming.url ?? '/', 'http://localhost');
    const body = await buffer(incoming);
    const name = /^\/functions\/v1(\/.*)$/.exec(pathname)?.[1];
    if (name !== undefined) {
      const token = incoming.headers.authorization?.replace(/^Bearer /, '') ?? '';
      // Newer keys are no tokens.
      if (verifiesTokens && (!rolesOfKeys.has(token) || token.startsWith('sb_')))
        return send(outgoing, 401, { code: 401, message: 'Missing authorization header' });
      return forward(gateway.functions + name + search, incoming, body, outgoing);
    }
    const role = roleOf(incoming);
    if (role === undefined) return send(outgoing, 401, { message: 'Invalid API key' });
    const called = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname)?.[1];
    if (called === undefined) return send(outgoing, 404, { message: 'Not found' });
    const given = JSON.parse(body.toString() || '{}') as Record<string, unknown>;
    const found = jsonOf(await callAs(role, sql)(called, given));
    if (found === undefined) outgoing.writeHead(204).end();
    else send(outgoing, 200, found);
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  gateway.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gateway;
}

/** The role of a request's key. A newer key is no token, unless it is the key itself. */
function roleOf({ headers }: IncomingMessage): string | undefined {
  const key = String(headers['apikey'] ?? '');
  const token = headers.authorization?.replace(/^Bearer /, '') ?? key;
  if (!rolesOfKeys.has(key) || (token.startsWith('sb_') && token !== key)) return undefined;
  return rolesOfKeys.get(token);
}

/** The driver returns large numbers as text, and no result as empty text. */
function jsonOf(result: unknown): unknown {
  if (result === '') return undefined;
  return typeof result === 'string' && /^\d+$/.test(result) ? Number(result) : result;
}

async function forward(
  address: string,
  { method = 'GET', headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  const { host: _, connection: __, 'content-length': ___, ...others } = headers;
  const answer = await fetch(address, {
    method,
    // Headers that are lists in Node do not occur here.
    headers: { 'x-forwarded-for': '192.0.2.7', ...(others as Record<string, string>) },
    redirect: 'manual',
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
}

function send(outgoing: ServerResponse, status: number, data: unknown): void {
  if (!outgoing.headersSent) outgoing.writeHead(status, { 'Content-Type': 'application/json' });
  outgoing.end(JSON.stringify(data));
}

/** The installed Deno, if the package supports this machine. */
const [program] = globSync('node_modules/@deno/*/{deno,deno.exe}');
export const hasDeno = program !== undefined;
if (!hasDeno) process.stderr.write('There is no Deno for this machine, so its tests are skipped.\n');

export interface RunningFunction {
  address: string;
  stop(): Promise<void>;
}

/** Runs the contact function as Supabase does, with only these environment variables. */
export async function startFunction(env: Record<string, string>): Promise<RunningFunction> {
  const child = spawn(
    resolve(program ?? ''),
    [
      'run',
      '--no-lock',
      '--cached-only',
      '--node-modules-dir=manual',
      // Network and environment variables, but no files.
      '--allow-net',
      '--allow-env',
      'supabase/functions/send-contact-email/index.ts',
    ],
    {
      env: { ...env, DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', DENO_NO_UPDATE_CHECK: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let log = '';
  child.stderr.on('data', (text) => (log += text));
  child.stdout.on('data', (text) => (log += text));
  const address = await new Promise<string>((settle, fail) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        const found = /Listening on (http:\/\/\S+?)\/?$/.exec(line)?.[1];
        if (found !== undefined) settle(found);
      });
    child.once('exit', () => fail(new Error(`Deno ended:\n${log}`)));
    child.once('error', fail);
  });
  return {
    address,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
