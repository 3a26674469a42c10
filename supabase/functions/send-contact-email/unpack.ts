import {
  type ArchiveEntry,
  archiveEntries,
  fileKindOf,
  maxUnpacked,
} from '../../../schema/fields/upload-types.ts';

/** Documents in documents, such as the data of charts. */
const nested = /\.(?:docx|xlsx|pptx)$/i;
/** How deep they may be in each other. */
const maxArchiveDepth = 3;

/** What is left of the size to which a document may unpack, with all documents in it. */
interface Room {
  bytes: number;
}

/**
 * Whether a file, if it is an archive, unpacks to what its headers say, and to no more than a document may be.
 * Counts the bytes as they are unpacked, and stops at the first that is too many.
 */
export async function unpacksAsItSays(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return !isArchive(bytes) || holds(bytes, { bytes: maxUnpacked }, maxArchiveDepth);
}

/** As `PK\x03\x04`. */
const isArchive = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === 0x504b0304;

async function holds(bytes: Uint8Array<ArrayBuffer>, room: Room, depth: number): Promise<boolean> {
  const entries = archiveEntries(bytes)?.toSorted((one, other) => one.start - other.start) ?? [];
  let end = 0;
  for (const entry of entries) {
    const start = contentStart(bytes, entry);
    // Entries that overlap unpack the same bytes again and again.
    if (start === undefined || entry.start < end) return false;
    end = start + entry.packed;
    if (end > bytes.length) return false;
    const isNested = nested.test(entry.name);
    const content = await unpack(bytes.subarray(start, end), entry, room, isNested);
    if (!content) return false;
    if (!isNested) continue;
    if (depth === 0 || fileKindOf(content) === undefined || !(await holds(content, room, depth - 1)))
      return false;
  }
  return entries.length > 0;
}

/** Where the content of an entry starts. `undefined` if its own header says something else than the directory. */
function contentStart(bytes: Uint8Array, entry: ArchiveEntry): number | undefined {
  if (entry.start + 30 > bytes.length) return undefined;
  const data = new DataView(bytes.buffer, bytes.byteOffset + entry.start);
  const [flags, method] = [data.getUint16(6, true), data.getUint16(8, true)];
  const [packed, unpacked] = [data.getUint32(18, true), data.getUint32(22, true)];
  const [name, more] = [data.getUint16(26, true), data.getUint16(28, true)];
  // Programs that write an archive in one go put the sizes behind the content.
  const isBehind = (flags & 8) > 0;
  const isSame = isBehind || (packed === entry.packed && unpacked === entry.unpacked);
  const isEncrypted = ((flags | entry.flags) & 1) > 0;
  if (data.getUint32(0) !== 0x504b0304 || method !== entry.method || isEncrypted || !isSame) return undefined;
  const start = entry.start + 30;
  const written = bytes.subarray(start, start + name);
  const isNamed =
    written.length === entry.name.length && written.every((code, at) => code === entry.name.charCodeAt(at));
  return isNamed ? start + name + more : undefined;
}

/** Unpacks an entry, and keeps the content if it is needed. `undefined` if it is not as long as it says. */
async function unpack(
  packed: Uint8Array<ArrayBuffer>,
  { method, unpacked }: ArchiveEntry,
  room: Room,
  isNeeded: boolean,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (unpacked > room.bytes) return undefined;
  room.bytes -= unpacked;
  if (method === 0) return packed.length === unpacked ? packed : undefined;
  if (method !== 8) return undefined;
  const content = new Uint8Array(isNeeded ? unpacked : 0);
  let length = 0;
  try {
    for await (const chunk of new Blob([packed])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))) {
      length += chunk.length;
      if (length > unpacked) return undefined;
      if (isNeeded) content.set(chunk, length - chunk.length);
    }
  } catch {
    return undefined;
  }
  return length === unpacked ? content : undefined;
}
