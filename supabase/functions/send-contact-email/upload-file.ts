import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes of all uploads on the disk, and of those in memory, at least four. */
export const uploadLimits = { disk: 1_000_000_000, memory: 48_000_000 };

/** A body with files. It is on the disk until it is complete, so that a slow connection takes no memory. */
export interface Upload {
  readonly network: string | null;
  readonly file: FileHandle;
  readonly start: number;
  size: number;
  /** Whether it is still open. It can end early to make room for others. */
  isOpen: boolean;
  /** Its bytes in memory. */
  inMemory: number;
}

const uploads = new Set<Upload>();
let waiting: (() => void)[] = [];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const bytesOf = (some: Iterable<Upload>): number => sum([...some].map(({ size }) => size));

/** Opens a file for an upload from a network, if that is known. */
export async function openUpload(network: string | null): Promise<Upload> {
  const path = join(tmpdir(), `pagewright-upload-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // The file has no name, so it is gone when the process ends.
  await unlink(path);
  const upload = { network, file, start: performance.now(), size: 0, isOpen: true, inMemory: 0 };
  uploads.add(upload);
  return upload;
}

/** Writes what has arrived. Returns false if there is no room. */
export async function appendToUpload(upload: Upload, chunk: Uint8Array): Promise<boolean> {
  while (upload.isOpen && bytesOf(uploads) + chunk.length > uploadLimits.disk) await endSlowest();
  if (!upload.isOpen) return false;
  const at = upload.size;
  upload.size += chunk.length;
  for (let done = 0; done < chunk.length;)
    try {
      done += (await upload.file.write(chunk, done, chunk.length - done, at + done)).bytesWritten;
    } catch (problem) {
      if (!upload.isOpen) return false;
      if (!(problem instanceof Error && 'code' in problem && problem.code === 'ENOSPC')) throw problem;
      await endSlowest();
    }
  return true;
}

/** Ends the slowest upload of the network that has most on the disk. */
async function endSlowest(): Promise<void> {
  const incomplete = [...uploads].filter(({ inMemory }) => inMemory === 0);
  const networks = [...Map.groupBy(incomplete, ({ network }) => network).values()];
  const [largest = []] = networks.toSorted((one, other) => bytesOf(other) - bytesOf(one));
  const speed = ({ size, start }: Upload) => size / (performance.now() - start);
  const [slowest] = largest.toSorted((one, other) => speed(one) - speed(other));
  if (slowest) await closeUpload(slowest);
}

/** Reads an upload when there is memory for it. Undefined if it has ended early. */
export async function readUpload(upload: Upload): Promise<Buffer<ArrayBuffer> | undefined> {
  const { size, file } = upload;
  const memory = () => sum([...uploads].map(({ inMemory }) => inMemory));
  while (upload.isOpen && memory() + size > uploadLimits.memory)
    await new Promise<void>((done) => waiting.push(done));
  if (!upload.isOpen) return undefined;
  upload.inMemory = size;
  const body = Buffer.alloc(size);
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(body, done, size - done, done);
    if (bytesRead === 0) throw new Error('The file of an upload is too short.');
    done += bytesRead;
  }
  return body;
}

/** Frees the room of an upload. */
export async function closeUpload(upload: Upload): Promise<void> {
  if (!upload.isOpen) return;
  upload.isOpen = false;
  uploads.delete(upload);
  await upload.file.close();
  const woken = waiting;
  waiting = [];
  for (const wake of woken) wake();
}
