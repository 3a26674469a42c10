import {
  type ArchiveEntry,
  archiveEntries,
  fileKindOf,
  maxUnpacked,
} from '../../../schema/fields/upload-types.ts';

/** Matches documents in documents, such as the data of charts. */
const nested = /\.(?:docx|xlsx|pptx)$/i;
/** The maximum nesting of documents. */
const maxArchiveDepth = 3;

/** The remaining bytes to which a document may unpack, including all documents in it. */
interface Room {
  bytes: number;
}

/**
 * Returns whether a file is not an archive, or unpacks to the sizes in its headers within the limit. Counts the bytes
 * while unpacking, and stops at the first surplus byte.
 */
export async function unpacksAsItSays(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return !isArchive(bytes) || holds(bytes, { bytes: maxUnpacked }, maxArchiveDepth);
}

/** Returns whether bytes start with the signature `PK\x03\x04`. */
const isArchive = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === 0x504b0304;

async function holds(bytes: Uint8Array<ArrayBuffer>, room: Room, depth: number): Promise<boolean> {
  const entries = archiveEntries(bytes)?.toSorted((one, other) => one.start - other.start) ?? [];
  let end = 0;
  for (const entry of entries) {
    const start = contentStart(bytes, entry);
    // Overlapping entries could unpack the same bytes repeatedly.
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

/** Returns the offset of an entry’s content. Undefined if its local header differs from the directory. */
function contentStart(bytes: Uint8Array, entry: ArchiveEntry): number | undefined {
  if (entry.start + 30 > bytes.length) return undefined;
  const data = new DataView(bytes.buffer, bytes.byteOffset + entry.start);
  const [flags, method] = [data.getUint16(6, true), data.getUint16(8, true)];
  const [packed, unpacked] = [data.getUint32(18, true), data.getUint32(22, true)];
  const [name, more] = [data.getUint16(26, true), data.getUint16(28, true)];
  // Programs that stream an archive write the sizes after the content.
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

/** Unpacks an entry, and returns its content if it is needed. Undefined if its size differs from the header. */
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
