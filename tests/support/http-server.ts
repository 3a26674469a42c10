import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen } from '../../scripts/server/listen.ts';

/** Starts an HTTP server that stops at the end of the test. */
export async function startHttpServer(listener: RequestListener) {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => connections++);
  const address = await listen(server, 0, '127.0.0.1');
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  onTestFinished(() => void close());
  return { address, port: Number(new URL(address).port), connections: () => connections, close };
}
