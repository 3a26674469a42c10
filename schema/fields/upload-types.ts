/** File types that are detected from the content, with their extensions. The first extension is the default. */
export const fileKinds = {
  pdf: ['pdf'],
  jpg: ['jpg', 'jpeg', 'jfif'],
  png: ['png'],
  gif: ['gif'],
  webp: ['webp'],
  heic: ['heic', 'heif'],
  docx: ['docx'],
  xlsx: ['xlsx'],
  pptx: ['pptx'],
  odt: ['odt'],
  ods: ['ods'],
} as const satisfies Record<string, readonly string[]>;
export type FileKind = keyof typeof fileKinds;
export const fileKindNames = Object.keys(fileKinds) as [FileKind, ...FileKind[]]; // typed as string[]

const latin1Text = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

const headers: readonly (readonly [FileKind, RegExp])[] = [
  ['pdf', /^%PDF-\d/],
  ['jpg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n[^]\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['heic', /^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/],
];

/** For each type of Office document, the file in its ZIP archive that identifies the type. */
const archiveParts: readonly (readonly [FileKind, RegExp])[] = [
  ['docx', /^word\/document\.xml$/],
  ['xlsx', /^xl\/workbook\.xml$/],
  ['pptx', /^ppt\/presentation\.xml$/],
];
const openDocuments: readonly (readonly [FileKind, string])[] = [
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
];

const archiveName = String.raw`[\w\x80-\xff .,()&+~@!'-]+`;
const archiveFolders = `(?:${archiveName}/)*`;
const media = 'png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|wdp|mp3|mp4|m4a|m4v|mov|wav|wmv|avi|mpe?g';
const toPattern = (...patterns: string[]) => new RegExp(`^(?:${patterns.join('|')})$`, 'i');

/**
 * Matches the paths of files that an Office document may contain. All other files are rejected, such as macros
 * (`vbaProject.bin`, `Basic/`), macro sheets, controls and add-ins, embedded programs, and paths outside the archive.
 */
const officeParts = toPattern(
  String.raw`\[Content_Types\]\.xml`,
  String.raw`_rels/\.rels`,
  String.raw`(?:docProps|docMetadata)/${archiveFolders}${archiveName}\.(?:xml|rels|${media})`,
  String.raw`customXml/${archiveFolders}${archiveName}\.(?:xml|rels)`,
  String.raw`(?:word|xl|ppt)/(?!(?:macrosheets|dialogsheets|activeX|webextensions|customUI)/)${archiveFolders}${archiveName}\.(?:xml|rels|vml)`,
  String.raw`(?:word|xl|ppt)/media/${archiveName}\.(?:${media})`,
  // Embedded documents, such as workbooks with the data of charts.
  String.raw`(?:word|xl|ppt)/embeddings/${archiveName}\.(?:docx|xlsx|pptx)`,
  String.raw`(?:word|ppt)/fonts/${archiveName}\.(?:odttf|fntdata)`,
  String.raw`xl/(?:printerSettings/printerSettings\d+|customProperty\d+)\.bin`,
  String.raw`(?:word|ppt)/printerSettings/printerSettings\d+\.bin`,
);
const openDocumentParts = toPattern(
  'mimetype|layout-cache',
  String.raw`(?:Object \d+/)?(?:content|styles|meta|settings)\.xml|manifest\.rdf`,
  String.raw`META-INF/(?:manifest|documentsignatures)\.xml`,
  String.raw`(?:Pictures|Thumbnails|Media)/${archiveName}\.(?:${media})`,
  // Pictures that show embedded objects have no extension.
  String.raw`ObjectReplacements/(?:Object \d+|${archiveName}\.(?:${media}))`,
  String.raw`Configurations2/${archiveFolders}${archiveName}\.xml`,
  String.raw`Fonts/${archiveName}\.(?:ttf|otf)`,
);
/** Matches folders, which some programs list in their archives. */
const archiveFolder = new RegExp(`^(?!Basic/|Scripts/)(?:${archiveName}/)+$`, 'i');

/** The maximum unpacked size of a document, in bytes. */
export const maxUnpackedBytes = 150_000_000;

/** Detects the type of a file from its content. Returns `undefined` for unsupported types and unsafe files. */
export function detectFileKind(bytes: Uint8Array): FileKind | undefined {
  const start = latin1Text(bytes, 0, 128);
  const match = headers.find(([, header]) => header.test(start));
  if (match) return match[0];
  if (!start.startsWith('PK\x03\x04')) return undefined;
  const listedEntries = readArchiveEntries(bytes);
  if (!listedEntries || listedEntries.reduce((sum, { unpacked }) => sum + unpacked, 0) > maxUnpackedBytes)
    return undefined;
  const entries = listedEntries.map(({ name }) => name);
  const isAllowed = (parts: RegExp) =>
    entries.every(
      (entry) => (parts.test(entry) || archiveFolder.test(entry)) && !/(?:^|\/)\.\.?(?:\/|$)/.test(entry),
    );
  if (entries.includes('[Content_Types].xml'))
    return isAllowed(officeParts)
      ? archiveParts.find(([, part]) => entries.some((entry) => part.test(entry)))?.[0]
      : undefined;
  // OpenDocument archives start with an uncompressed `mimetype` entry.
  const type = /^[^]{30}mimetype(?<type>application\/[\w.]+?)(?:PK|$)/.exec(start)?.groups?.['type'];
  return entries.includes('content.xml') && isAllowed(openDocumentParts)
    ? openDocuments.find(([, name]) => name === type)?.[0]
    : undefined;
}

const maxEntries = 5000;

/** An entry in the central directory of a ZIP archive. Its values are not verified. */
export interface ArchiveEntry {
  name: string;
  flags: number;
  method: number;
  /** The compressed and unpacked sizes, in bytes. */
  packed: number;
  unpacked: number;
  /** The offset of the entry's local header. */
  start: number;
}

/** Reads the entries in the central directory of a ZIP archive. Returns `undefined` if the archive is damaged. */
export function readArchiveEntries(bytes: Uint8Array): ArchiveEntry[] | undefined {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A comment of up to 65,535 bytes may follow the central directory.
  let end = bytes.length - 22;
  for (const minEnd = Math.max(0, end - 65_535); end >= minEnd; end--)
    if (data.getUint32(end, true) === 0x06054b50) break;
  if (end < 0 || data.getUint32(end, true) !== 0x06054b50) return undefined;
  const count = data.getUint16(end + 10, true);
  let entryStart = data.getUint32(end + 16, true);
  if (count > maxEntries) return undefined;
  const entries: ArchiveEntry[] = [];
  let totalPacked = 0;
  for (let entry = 0; entry < count; entry++) {
    if (entryStart + 46 > end || data.getUint32(entryStart, true) !== 0x02014b50) return undefined;
    const readUint16 = (offset: number) => data.getUint16(entryStart + offset, true);
    // Archives of more than 4 GB store their sizes and offsets in a different record, but are too large anyway.
    const readUint32 = (offset: number) => data.getUint32(entryStart + offset, true);
    const next = entryStart + 46 + readUint16(28) + readUint16(30) + readUint16(32);
    if (next > end) return undefined;
    const name = latin1Text(bytes, entryStart + 46, entryStart + 46 + readUint16(28));
    const [packed, unpacked] = [readUint32(20), readUint32(24)];
    entries.push({
      name,
      flags: readUint16(8),
      method: readUint16(10),
      packed,
      unpacked,
      start: readUint32(42),
    });
    totalPacked += packed;
    entryStart = next;
  }
  // Reject an archive whose entries share data (a ZIP bomb): it unpacks to far more than its size suggests.
  return totalPacked > bytes.length ? undefined : entries;
}
