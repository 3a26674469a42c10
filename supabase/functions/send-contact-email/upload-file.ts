import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The maximum size of all uploads on disk, and of all uploads in memory (at least four uploads), in bytes. */
export const uploadLimits = { disk: 1_000_000_000, memory: 48_000_000 };

/** A request body with files. It is stored on disk until it is complete, so that slow connections use no memory. */
export interface Upload {
  readonly network: string | null;
  readonly file: FileHandle;
  readonly start: number;
  size: number;
  /** Whether the upload is still open. It may be closed early to free space for other uploads. */
  isOpen: boolean;
  /** The number of bytes of the upload that are in memory. */
  memoryBytes: number;
}

const uploads = new Set<Upload>();
let memoryWaiters: (() => void)[] = [];

const addUp = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const sumBytes = (uploadsToSum: Iterable<Upload>): number => addUp([...uploadsToSum].map(({ size }) => size));

/** Opens a file for an upload. `network` is the key of the client’s network, or null if it is unknown. */
export async function openUpload(network: string | null): Promise<Upload> {
  const path = join(tmpdir(), `pagewright-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // Remove the file name, so that the file is deleted when the process ends.
  await unlink(path);
  const upload = { network, file, start: performance.now(), size: 0, isOpen: true, memoryBytes: 0 };
  uploads.add(upload);
  return upload;
}

/** Appends a chunk to an upload. Returns false if there is no space for the chunk. */
export async function appendToUpload(upload: Upload, chunk: Uint8Array): Promise<boolean> {
  while (upload.isOpen && sumBytes(uploads) + chunk.length > uploadLimits.disk) await closeSlowest();
  if (!upload.isOpen) return false;
  const uploadOffset = upload.size;
  upload.size += chunk.length;
  for (let writtenBytes = 0; writtenBytes < chunk.length;)
    try {
      writtenBytes += (
        await upload.file.write(chunk, writtenBytes, chunk.length - writtenBytes, uploadOffset + writtenBytes)
      ).bytesWritten;
    } catch (error) {
      if (!upload.isOpen) return false;
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      await closeSlowest();
    }
  return true;
}

/** Closes the slowest upload of the network that uses the most disk space. */
async function closeSlowest(): Promise<void> {
  const incomplete = [...uploads].filter(({ memoryBytes }) => memoryBytes === 0);
  const networks = [...Map.groupBy(incomplete, ({ network }) => network).values()];
  const [largestNetwork = []] = networks.toSorted((one, other) => sumBytes(other) - sumBytes(one));
  const speed = ({ size, start }: Upload) => size / (performance.now() - start);
  const [slowest] = largestNetwork.toSorted((one, other) => speed(one) - speed(other));
  if (slowest) await closeUpload(slowest);
}

/**
 * Waits until there is enough memory for an upload, and reads it. Returns `undefined` if the upload was closed early.
 */
export async function readUpload(upload: Upload): Promise<Buffer<ArrayBuffer> | undefined> {
  const { size, file } = upload;
  const memory = () => addUp([...uploads].map(({ memoryBytes }) => memoryBytes));
  while (upload.isOpen && memory() + size > uploadLimits.memory)
    await new Promise<void>((done) => memoryWaiters.push(done));
  if (!upload.isOpen) return undefined;
  upload.memoryBytes = size;
  const body = Buffer.alloc(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(body, done, size - done, done);
    if (bytesRead === 0) throw new Error('The temporary file is shorter than the upload.');
    done += bytesRead;
  }
  return body;
}

/** Closes an upload and frees its space. */
export async function closeUpload(upload: Upload): Promise<void> {
  if (!upload.isOpen) return;
  upload.isOpen = false;
  uploads.delete(upload);
  await upload.file.close();
  const waiters = memoryWaiters;
  memoryWaiters = [];
  for (const wake of waiters) wake();
}
