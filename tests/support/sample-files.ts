import { Buffer } from 'node:buffer';
import { crc32, deflateRawSync } from 'node:zlib';

/** The header fields of a file in a ZIP archive. */
export interface ArchiveHeader {
  flags: number;
  method: number;
  packed: number;
  unpacked: number;
  name: string;
}

/** A file in a ZIP archive. Its header fields can be false. */
export interface ArchiveItem {
  content: string | Uint8Array;
  /** Whether the content is compressed. */
  isPacked?: boolean;
  /** False fields in the file's local header. `listed` contains false fields in the central directory. */
  own?: Partial<ArchiveHeader>;
  listed?: Partial<ArchiveHeader> & { start?: number };
}

/** Creates a ZIP archive with these files, by name. Files given as strings are stored without compression. */
export function createArchive(items: Readonly<Record<string, string | ArchiveItem>>): Buffer<ArrayBuffer> {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, item] of Object.entries(items)) {
    const { content, isPacked, own, listed } = typeof item === 'string' ? { content: item } : item;
    const packed = isPacked ? deflateRawSync(content) : Buffer.from(content);
    const unpacked = Buffer.from(content).length;
    const defaults = { flags: 0, method: isPacked ? 8 : 0, packed: packed.length, unpacked, name };
    const header = (falseFields: Partial<ArchiveHeader> = {}): [about: Buffer, path: Buffer] => {
      const fixedPart = Buffer.alloc(26);
      const headerFields = { ...defaults, ...falseFields };
      fixedPart.writeUInt16LE(20, 0);
      fixedPart.writeUInt16LE(headerFields.flags, 2);
      fixedPart.writeUInt16LE(headerFields.method, 4);
      fixedPart.writeUInt32LE(crc32(content), 10);
      fixedPart.writeUInt32LE(headerFields.packed, 14);
      fixedPart.writeUInt32LE(headerFields.unpacked, 18);
      fixedPart.writeUInt16LE(Buffer.from(headerFields.name).length, 22);
      return [fixedPart, Buffer.from(headerFields.name)];
    };
    const [fixedPart, path] = header(own);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), fixedPart, path, packed);
    const offsetField = Buffer.alloc(14);
    offsetField.writeUInt32LE(listed?.start ?? offset, 10);
    const [listedFixedPart, listedPath] = header(listed);
    list.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), listedFixedPart, offsetField, listedPath);
    offset += 30 + path.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(items).length, 6);
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...list, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const createOfficeFile = (part: string) =>
  createArchive({ '[Content_Types].xml': '<Types/>', [part]: '<x/>' });
const createOpenDocument = (type: string) =>
  createArchive({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<x/>' });
const toLatin1 = (text: string) => Buffer.from(text, 'latin1');

/** Minimal files, one for each kind that is recognised by its content. */
export const sampleFiles = {
  pdf: toLatin1('%PDF-1.7\n%\xe2\xe3\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  jpg: toLatin1('\xff\xd8\xff\xe0\0\x10JFIF\0'),
  png: toLatin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  gif: toLatin1('GIF89a\x01\0\x01\0'),
  webp: toLatin1('RIFF\x1a\0\0\0WEBPVP8L'),
  heic: toLatin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  docx: createOfficeFile('word/document.xml'),
  xlsx: createOfficeFile('xl/workbook.xml'),
  pptx: createOfficeFile('ppt/presentation.xml'),
  odt: createOpenDocument('text'),
  ods: createOpenDocument('spreadsheet'),
};
