import {
  type ArchiveEntry,
  readArchiveEntries,
  detectFileKind,
  maxUnpackedBytes,
} from '../../../schema/fields/upload-types.ts';

/** Matches the names of documents that are embedded in other documents, such as the data of charts. */
const nestedDocument = /\.(?:docx|xlsx|pptx)$/i;
/** The maximum nesting of documents. */
const maxArchiveDepth = 3;

/** The number of bytes that a document may still unpack to, including all documents in it. */
interface ByteBudget {
  bytes: number;
}

/**
 * Returns whether a file is safe to open: it is not an archive, or it unpacks within the limit and to the sizes in
 * its headers. Counts the bytes while unpacking, and stops at the first surplus byte.
 */
export async function hasSafeArchive(bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return !isArchive(bytes) || hasValidEntries(bytes, { bytes: maxUnpackedBytes }, maxArchiveDepth);
}

/** Returns whether bytes start with the ZIP signature `PK\x03\x04`. */
const isArchive = (bytes: Uint8Array): boolean =>
  bytes.length > 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === 0x504b0304;

async function hasValidEntries(
  bytes: Uint8Array<ArrayBuffer>,
  remaining: ByteBudget,
  depth: number,
): Promise<boolean> {
  const archiveItems = readArchiveEntries(bytes)?.toSorted((a, b) => a.start - b.start) ?? [];
  let end = 0;
  for (const archiveItem of archiveItems) {
    const start = findContentStart(bytes, archiveItem);
    // The entries must not overlap, because overlapping entries could unpack the same bytes repeatedly.
    if (start === undefined || archiveItem.start < end) return false;
    end = start + archiveItem.packed;
    if (end > bytes.length) return false;
    const isNested = nestedDocument.test(archiveItem.name);
    const content = await unpackEntry(bytes.subarray(start, end), archiveItem, remaining, isNested);
    if (!content) return false;
    if (!isNested) continue;
    if (
      depth === 0 ||
      detectFileKind(content) === undefined ||
      !(await hasValidEntries(content, remaining, depth - 1))
    )
      return false;
  }
  return archiveItems.length > 0;
}

/**
 * Returns the offset of an entry’s content, or `undefined` if the local header of the entry differs from the directory.
 */
function findContentStart(bytes: Uint8Array, archiveItem: ArchiveEntry): number | undefined {
  if (archiveItem.start + 30 > bytes.length) return undefined;
  const headerView = new DataView(bytes.buffer, bytes.byteOffset + archiveItem.start);
  const [flags, method] = [headerView.getUint16(6, true), headerView.getUint16(8, true)];
  const [packed, unpacked] = [headerView.getUint32(18, true), headerView.getUint32(22, true)];
  const [nameLength, extraLength] = [headerView.getUint16(26, true), headerView.getUint16(28, true)];
  // Programs that stream an archive write the sizes after the content, and set this flag.
  const hasTrailingSizes = (flags & 8) > 0;
  const hasSameSizes =
    hasTrailingSizes || (packed === archiveItem.packed && unpacked === archiveItem.unpacked);
  const isEncrypted = ((flags | archiveItem.flags) & 1) > 0;
  if (headerView.getUint32(0) !== 0x504b0304 || method !== archiveItem.method || isEncrypted || !hasSameSizes)
    return undefined;
  const start = archiveItem.start + 30;
  const nameBytes = bytes.subarray(start, start + nameLength);
  const hasSameName =
    nameBytes.length === archiveItem.name.length &&
    nameBytes.every((code, index) => code === archiveItem.name.charCodeAt(index));
  return hasSameName ? start + nameLength + extraLength : undefined;
}

/**
 * Unpacks an entry, and returns its content if it is needed. Returns `undefined` if the size of the content differs
 * from the header.
 */
async function unpackEntry(
  packed: Uint8Array<ArrayBuffer>,
  { method, unpacked }: ArchiveEntry,
  remaining: ByteBudget,
  isNeeded: boolean,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (unpacked > remaining.bytes) return undefined;
  remaining.bytes -= unpacked;
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
