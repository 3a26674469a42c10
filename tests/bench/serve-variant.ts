import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contentTypes, textEndings, unknownType } from '../../scripts/system/content-types.ts';
import { listen } from '../../scripts/server/listen.ts';
import { speculationRulesPath, rulesType } from '../../scripts/outputs/headers.ts';

const restlessPointer =
  'addEventListener("load",()=>setInterval(()=>dispatchEvent(new Event("pointermove")),50))';

/** Variants of the same site: how each changes the HTML of a page. */
export const variants = {
  asBuilt: (html: string) => html,
  withoutScript: (html: string) =>
    html.replaceAll(/<script(?! type="application\/ld\+json").*?<\/script>|<!--.*?-->/gs, ''),
  /** A pointer that moves from the load event on: the application starts as early as it ever does. */
  startedAtLoad: (html: string) => html.replace(/(?=<\/head>)/, `<script>${restlessPointer}</script>`),
};
export type Variant = keyof typeof variants;

/** The one header that makes browsers do work; a site without script would not send it. */
const rulesHeader = { 'Speculation-Rules': `"${speculationRulesPath}"` };

/** Serves a variant of a built site, compressed, with nothing else that could make a difference. */
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
        const ending = extname(file).slice(1);
        const compresses = textEndings.includes(ending);
        const type = path === speculationRulesPath ? rulesType : (contentTypes[ending] ?? unknownType);
        response.writeHead(200, {
          'Content-Type': type,
          ...(compresses ? { 'Content-Encoding': 'gzip' } : {}),
          ...(variant === 'withoutScript' ? {} : rulesHeader),
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
