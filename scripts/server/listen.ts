import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../system/command.ts';

const usual = 3000;

/** Starts listening and returns the address. The default port is the first free one from 3000. */
export async function listen(server: Server, port: number | undefined, host: string): Promise<string> {
  const candidates = port === undefined ? Array.from({ length: 20 }, (_, index) => usual + index) : [port];
  for (const candidate of candidates) {
    try {
      await once(server.listen(candidate, host), 'listening');
      const { port: taken } = server.address() as AddressInfo; // a TCP server has this kind of address
      return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
    } catch (problem) {
      const { code, message } = problem as NodeJS.ErrnoException; // of a server that cannot listen
      if (code !== 'EADDRINUSE') throw new UsageError(`Cannot serve on ${host}:${candidate}: ${message}.`);
    }
  }
  throw new UsageError(
    port === undefined
      ? 'The ports 3000 to 3019 are all taken. Choose one with --port.'
      : `Port ${port} is taken. Choose another with --port.`,
  );
}
