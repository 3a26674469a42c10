import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** The maximum size of files that are sent as a whole, in bytes. Larger files are streamed. */
const maxWholeSize = 16_000_000;

/**
 * Sends a file, or the requested range of the file. Returns false without sending anything if the file does not exist.
 * If the file is deleted or replaced in the meantime, sends the version that was opened.
 */
export async function sendFile(
  file: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const handle = await openFile(file);
  if (!handle) return false;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return false;
    const { size, mtime } = stats;
    const etag = `W/"${size}-${mtime.getTime()}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Last-Modified', mtime.toUTCString());
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else await sendPart(handle, size, request, response);
    return true;
  } finally {
    await handle.close();
  }
}

async function openFile(file: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    return await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

async function sendPart(
  handle: FileHandle,
  size: number,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const range = parseRange(headers, size);
  if (range && range.start >= size)
    return void response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  if (range)
    response.writeHead(206, {
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': length,
      'Accept-Ranges': 'bytes',
    });
  else if (length <= maxWholeSize) {
    const content = await handle.readFile();
    return void response.writeHead(200, { 'Content-Length': content.length }).end(content);
  } else response.writeHead(200, { 'Content-Length': length });
  if (method === 'HEAD') return void response.end();
  const stream = handle.createReadStream({ start, end, autoClose: false });
  // Ignore errors, because the client may disconnect before everything is sent.
  await pipeline(stream, response, { end: false }).catch(() => {});
  // Close the connection if the file has become shorter, because the announced length cannot be sent.
  if (stream.bytesRead < length) response.destroy();
  else response.end();
}

/** Parses the requested range of a file. Returns `undefined` for the whole file, and for unsupported ranges. */
export function parseRange(
  { range = '', 'if-range': ifRange }: IncomingMessage['headers'],
  size = Infinity,
): { start: number; end: number } | undefined {
  const [, rangeStart, rangeEnd] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (
    rangeStart === undefined ||
    ifRange !== undefined ||
    (rangeEnd && Number(rangeEnd) < Number(rangeStart))
  )
    return undefined;
  return { start: Number(rangeStart), end: Math.min(rangeEnd ? Number(rangeEnd) : Infinity, size - 1) };
}
