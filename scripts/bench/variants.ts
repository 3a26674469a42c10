import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listen } from '../base/listen.ts';
import { rulesAddress, rulesType } from '../hosting/speculation-rules.ts';

/** Ways to serve the same site: what becomes of the HTML of a page. */
export const variants = {
  /** As it is built. */
  whole: (html: string) => html,
  /** The same page as if there were no script. */
  plain: (html: string) =>
    html.replaceAll(/<script(?! type="application\/ld\+json").*?<\/script>|<!--.*?-->/gs, ''),
  /** Somebody is there when the page is loaded, with a pointer that does not rest: the application starts as early as it ever does. */
  forced: (html: string) =>
    html.replace(
      /(?=<\/head>)/,
      '<script>addEventListener("load",()=>setInterval(()=>dispatchEvent(new Event("pointermove")),50))</script>',
    ),
};
export type Variant = keyof typeof variants;

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

/** The one header that makes browsers work: without script nobody would send it. */
const rulesHeader = { 'Speculation-Rules': `"${rulesAddress}"` };

/** Serves a built site in one of the ways, compressed, with nothing else that could make a difference. */
export async function serveVariant(
  folder: string,
  variant: Variant,
): Promise<{ address: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = extname(path) ? path : join(path, 'index.html');
    readFile(join(folder, file)).then(
      (bytes) => {
        const body = file.endsWith('.html') ? Buffer.from(variants[variant](bytes.toString())) : bytes;
        const compresses = /\.(html|js|svg|json)$/.test(file);
        const type = path === rulesAddress ? rulesType : (types[extname(file)] ?? 'application/octet-stream');
        response.writeHead(200, {
          'Content-Type': type,
          ...(compresses ? { 'Content-Encoding': 'gzip' } : {}),
          ...(variant === 'plain' ? {} : rulesHeader),
        });
        response.end(compresses ? gzipSync(body) : body);
      },
      () => response.writeHead(404).end(),
    );
  });
  const address = await listen(server, 0, '127.0.0.1');
  return {
    address,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
