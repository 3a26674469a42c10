import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';

/** The public API key of the simulated project, which visitors use. */
export const visitorKey = 'sb_publishable_visitor';

/** A simulated gateway of a Supabase project, in front of the contact function. */
export interface SupabaseGateway {
  address: string;
  /** The URL of the running contact function. */
  functions: string;
  close(): Promise<void>;
}

export async function startGateway(): Promise<SupabaseGateway> {
  const verifiesTokens = /^verify_jwt = true$/m.test(readFileSync('supabase/config.toml', 'utf8'));
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((problem: unknown) => send(outgoing, 500, { message: String(problem) }));
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
    if (name === undefined) return send(outgoing, 404, { message: 'Not found' });
    // New API keys are not JWTs, so a gateway that verifies tokens rejects them.
    if (verifiesTokens) return send(outgoing, 401, { code: 401, message: 'Missing authorization header' });
    return forward(gateway.functions + name + search, incoming, body, outgoing);
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  gateway.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gateway;
}

async function forward(
  address: string,
  { method = 'GET', headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  const { host: _host, connection: _connection, 'content-length': _length, ...forwardedHeaders } = headers;
  const answer = await fetch(address, {
    method,
    // No header has more than one value here.
    headers: { 'x-forwarded-for': '192.0.2.7', ...(forwardedHeaders as Record<string, string>) },
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

/** The path of the installed Deno. Undefined if the package does not support this machine. */
const [denoProgram] = globSync('node_modules/@deno/*/{deno,deno.exe}');
export const hasDeno = denoProgram !== undefined;
if (!hasDeno) process.stderr.write('Deno is not available for this machine, so its tests are skipped.\n');

export interface RunningFunction {
  address: string;
  stop(): Promise<void>;
}

/** Runs the contact function as Supabase does. The function gets only these environment variables. */
export async function startFunction(env: Record<string, string>): Promise<RunningFunction> {
  const child = spawn(
    resolve(denoProgram ?? ''),
    [
      'run',
      '--no-lock',
      '--cached-only',
      '--node-modules-dir=manual',
      // Supabase permits network access, environment variables and temporary files.
      '--allow-net',
      '--allow-env',
      `--allow-read=${tmpdir()}`,
      `--allow-write=${tmpdir()}`,
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
        const url = /Listening on (http:\/\/\S+?)\/?$/.exec(line)?.[1];
        if (url !== undefined) settle(url);
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
