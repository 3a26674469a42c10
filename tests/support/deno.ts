import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The program, if there is one for this machine. */
const [program] = globSync('node_modules/@deno/*/{deno,deno.exe}');
export const hasDeno = program !== undefined;
if (!hasDeno) process.stderr.write('There is no Deno for this machine, so its tests are skipped.\n');

export interface RunningFunction {
  address: string;
  stop(): Promise<void>;
}

/** Runs the contact function as Supabase does, with these variables only. */
export async function startFunction(env: Record<string, string>): Promise<RunningFunction> {
  const child = spawn(
    resolve(program ?? ''),
    [
      'run',
      '--no-lock',
      '--cached-only',
      '--node-modules-dir=manual',
      // It may use the network and read variables, but no files.
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
