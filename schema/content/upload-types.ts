/** File kinds that are detected by content, with their extensions. The first one is the default. */
export const fileKinds = {
  pdf: ['pdf'],
  jpg: ['jpg', 'jpeg'],
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

const text = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

const headers: readonly (readonly [FileKind, RegExp])[] = [
  ['pdf', /^%PDF-\d/],
  ['jpg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n[^]\n/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['heic', /^[^]{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/],
];

/** Files in archives by which their kind is known. */
const archiveParts: readonly (readonly [FileKind, RegExp])[] = [
  ['docx', /^word\/document\.xml$/],
  ['xlsx', /^xl\/workbook\.xml$/],
  ['pptx', /^ppt\/presentation\.xml$/],
];
const openDocuments: readonly (readonly [FileKind, string])[] = [
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
];

/** Paths outside the archive's folder, macros and programs. */
const unsafeEntry =
  /^[/\\]|^[a-z]:|\\|(?:^|\/)\.\.(?:\/|$)|vbaProject|(?:^|\/)Basic\/|\.(?:exe|dll|js|vbs|bat|cmd|scr)$/i;

/** Detects the kind of a file by its content. `undefined` for other or unsafe files. */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  const start = text(bytes, 0, 128);
  const match = headers.find(([, header]) => header.test(start));
  if (match) return match[0];
  if (!start.startsWith('PK\x03\x04')) return undefined;
  const entries = entriesOf(bytes);
  if (!entries || entries.some((entry) => unsafeEntry.test(entry))) return undefined;
  if (entries.includes('[Content_Types].xml'))
    return archiveParts.find(([, part]) => entries.some((entry) => part.test(entry)))?.[0];
  // OpenDocument archives start with an uncompressed `mimetype` entry.
  const type = /^[^]{30}mimetype(?<type>application\/[\w.]+?)(?:PK|$)/.exec(start)?.groups?.['type'];
  return entries.includes('content.xml') ? openDocuments.find(([, name]) => name === type)?.[0] : undefined;
}

const maxEntries = 5000;

/** The names in the central directory of a ZIP archive. `undefined` if it is damaged. */
function entriesOf(bytes: Uint8Array): string[] | undefined {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A comment of up to 65,535 bytes may follow.
  let end = bytes.length - 22;
  for (const last = Math.max(0, end - 65_535); end >= last; end--)
    if (data.getUint32(end, true) === 0x06054b50) break;
  if (end < 0 || data.getUint32(end, true) !== 0x06054b50) return undefined;
  const count = data.getUint16(end + 10, true);
  let at = data.getUint32(end + 16, true);
  if (count > maxEntries) return undefined;
  const names: string[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > end || data.getUint32(at, true) !== 0x02014b50) return undefined;
    const [name, more, comment] = [28, 30, 32].map((offset) => data.getUint16(at + offset, true));
    const start = at + 46;
    at = start + (name ?? 0) + (more ?? 0) + (comment ?? 0);
    if (at > end) return undefined;
    names.push(text(bytes, start, start + (name ?? 0)));
  }
  return names;
}
