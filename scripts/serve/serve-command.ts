import { WrongUse } from '../base/command.ts';
import { closeOnSignal } from '../base/listen.ts';
import { serveSite } from './serve-site.ts';

/** What the commands that serve have in common. */
export const serveOptions = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string', default: '.data' },
} as const;

/** Reads `--port`. */
export function portNumber(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const port = Number(written);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new WrongUse(`--port must be a number from 0 to 65535, not \`${written}\`.`);
  return port;
}

/** Serves `out`, prints the address, and goes on until the process is asked to end. */
export async function serveUntilStopped(
  out: string,
  { port, host, data }: { port?: string | undefined; host: string; data: string },
): Promise<void> {
  const server = await serveSite({ out, data, port: portNumber(port), host });
  closeOnSignal(() => server.close());
  console.log(
    `The site is at ${server.address}/\nMessages from its form: npm run messages\nStop with Ctrl+C.`,
  );
}
