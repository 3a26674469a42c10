import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** Larger files, in bytes, are streamed. */
const maxWholeSize = 16_000_000;

/**
 * Sends a file, or the requested range of it. Returns false without sending anything if the file does not exist. If the
 * file is deleted or replaced meanwhile, the opened version is sent.
 */
export async function sendFile(
  file: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<boolean> {
  const opened = await openFile(file);
  if (!opened) return false;
  try {
    const state = await opened.stat();
    if (!state.isFile()) return false;
    const { size, mtime } = state;
    const etag = `W/"${size}-${mtime.getTime()}"`;
    outgoing.setHeader('ETag', etag);
    outgoing.setHeader('Last-Modified', mtime.toUTCString());
    if (incoming.headers['if-none-match'] === etag) outgoing.writeHead(304).end();
    else await sendPart(opened, size, incoming, outgoing);
    return true;
  } finally {
    await opened.close();
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
  opened: FileHandle,
  size: number,
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const part = requestedRange(headers, size);
  if (part && part.start >= size)
    return void outgoing.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
  const { start, end } = part ?? { start: 0, end: size - 1 };
  const length = end - start + 1;
  if (part)
    outgoing.writeHead(206, {
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': length,
      'Accept-Ranges': 'bytes',
    });
  else if (length <= maxWholeSize) {
    const content = await opened.readFile();
    return void outgoing.writeHead(200, { 'Content-Length': content.length }).end(content);
  } else outgoing.writeHead(200, { 'Content-Length': length });
  if (method === 'HEAD') return void outgoing.end();
  const stream = opened.createReadStream({ start, end, autoClose: false });
  // The client may disconnect in the meantime.
  await pipeline(stream, outgoing, { end: false }).catch(() => {});
  // If the file has become shorter, the promised length cannot be sent.
  if (stream.bytesRead < length) outgoing.destroy();
  else outgoing.end();
}

/** Returns the requested range of a file. Returns undefined for the whole file, and for unsupported ranges. */
export function requestedRange(
  { range = '', 'if-range': condition }: IncomingMessage['headers'],
  size = Infinity,
): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (from === undefined || condition !== undefined || (to && Number(to) < Number(from))) return undefined;
  return { start: Number(from), end: Math.min(to ? Number(to) : Infinity, size - 1) };
}
