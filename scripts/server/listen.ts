import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UsageError } from '../system/command.ts';

const firstPort = 3000;

/** Makes a server listen and returns its URL. The default port is the first unused port from 3000. */
export async function listen(server: Server, port: number | undefined, host: string): Promise<string> {
  const candidates =
    port === undefined ? Array.from({ length: 20 }, (_, index) => firstPort + index) : [port];
  for (const candidate of candidates) {
    try {
      await once(server.listen(candidate, host), 'listening');
      const { port: actualPort } = server.address() as AddressInfo; // TCP servers have an `AddressInfo`
      return `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException; // errors of `listen` have a code
      if (code !== 'EADDRINUSE') throw new UsageError(`Cannot serve on ${host}:${candidate}: ${message}.`);
    }
  }
  throw new UsageError(
    port === undefined
      ? 'Ports 3000 to 3019 are all in use. Choose a port with --port.'
      : `Port ${port} is in use. Choose another port with --port.`,
  );
}
