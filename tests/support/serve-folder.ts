import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the files in a folder as a static host does. Returns the URL and a function that stops the server. */
export async function serveFolder(folder: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://host').pathname.replace(/\/$/, '/index.html');
    try {
      const content = readFileSync(join(folder, path));
      outgoing.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain' }).end(content);
    } catch {
      outgoing.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // the server listens on a port
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}
