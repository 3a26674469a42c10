import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type CompressedCopy, compressedCopies, isCompressible } from '../hosting/compressed-copies.ts';

const encodings = { '.gz': 'gzip', '.br': 'br' } as const;

/** The file of a built site that stands for an address, by its path there. */
function fileAt(folder: string, path: string): string | undefined {
  const files = [path, `${path}/index`, `${path}.html`, `${path}/index.html`];
  const found = files.find((file) => isFile(join(folder, file)));
  return found?.replace(/^\/+/, '');
}

/** No file has a name that is longer than its disk takes. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Answers with the copy of a text that hosts would send, which need not be in the built site; false if there
 * is none that the browser takes.
 */
export async function sendCompressed(
  folder: string,
  cache: string,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const file = fileAt(folder, path);
  if (file === undefined || !isCompressible(file)) return false;
  outgoing.setHeader('Vary', 'Accept-Encoding');
  if (incoming.headers.range !== undefined) return false;
  const { size, mtime } = statSync(join(folder, file));
  const accepted = String(incoming.headers['accept-encoding'] ?? '');
  const copies = await compressedCopies(file, await readFile(join(folder, file)), cache).catch(none);
  const copy = copies.findLast(({ ending }) => takes(accepted, encodings[ending]));
  if (!copy) return false;
  const etag = `W/"${size}-${mtime.getTime()}${copy.ending}"`;
  if (incoming.headers['if-none-match'] === etag) {
    outgoing.writeHead(304).end();
    return true;
  }
  const content = await readFile(copy.file);
  outgoing
    .writeHead(200, {
      'Content-Encoding': encodings[copy.ending],
      'Content-Length': content.length,
      'Last-Modified': mtime.toUTCString(),
      ETag: etag,
    })
    .end(content);
  return true;
}

/** Whether a browser takes an encoding: `gzip;q=0` says that it does not, and `*` stands for any. */
function takes(accepted: string, encoding: string): boolean {
  const wishes = accepted.split(',').map((one) =>
    one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const wish = wishes.find(([name]) => name === encoding) ?? wishes.find(([name]) => name === '*');
  return wish !== undefined && !wish.some((one) => /^q=0(?:\.0*)?$/.test(one));
}

/** Without a cache, as on a disk that can only be read, pages are sent as they are. */
const none = (): CompressedCopy[] => [];
