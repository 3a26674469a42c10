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

/** A file in a ZIP archive, with false header fields if given. */
export interface ArchiveContent {
  content: string | Uint8Array;
  /** Whether the content is compressed. */
  isPacked?: boolean;
  /** False fields of the local header. `listed` has those of the central directory. */
  own?: Partial<ArchiveHeader>;
  listed?: Partial<ArchiveHeader> & { start?: number };
}

/** Creates a ZIP archive with these files. Texts are stored without compression. */
export function archive(entries: Readonly<Record<string, string | ArchiveContent>>): Buffer<ArrayBuffer> {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const { content, isPacked, own, listed } = typeof entry === 'string' ? { content: entry } : entry;
    const packed = isPacked ? deflateRawSync(content) : Buffer.from(content);
    const unpacked = Buffer.from(content).length;
    const all = { flags: 0, method: isPacked ? 8 : 0, packed: packed.length, unpacked, name };
    const header = (said: Partial<ArchiveHeader> = {}): [about: Buffer, path: Buffer] => {
      const about = Buffer.alloc(26);
      const shown = { ...all, ...said };
      about.writeUInt16LE(20, 0);
      about.writeUInt16LE(shown.flags, 2);
      about.writeUInt16LE(shown.method, 4);
      about.writeUInt32LE(crc32(content), 10);
      about.writeUInt32LE(shown.packed, 14);
      about.writeUInt32LE(shown.unpacked, 18);
      about.writeUInt16LE(Buffer.from(shown.name).length, 22);
      return [about, Buffer.from(shown.name)];
    };
    const [about, path] = header(own);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), about, path, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(listed?.start ?? offset, 10);
    const [aboutListed, pathListed] = header(listed);
    list.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), aboutListed, place, pathListed);
    offset += 30 + path.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(entries).length, 6);
  end.writeUInt32LE(
    list.reduce((sum, { length }) => sum + length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...list, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

const office = (part: string) => archive({ '[Content_Types].xml': '<Types/>', [part]: '<x/>' });
const open = (type: string) =>
  archive({ mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': '<x/>' });
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** A minimal file of each kind that is recognized by its content. */
export const sampleFiles = {
  pdf: bytes('%PDF-1.7\n%\xe2\xe3\n1 0 obj\n<<>>\nendobj\n%%EOF\n'),
  jpg: bytes('\xff\xd8\xff\xe0\0\x10JFIF\0'),
  png: bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  gif: bytes('GIF89a\x01\0\x01\0'),
  webp: bytes('RIFF\x1a\0\0\0WEBPVP8L'),
  heic: bytes('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  docx: office('word/document.xml'),
  xlsx: office('xl/workbook.xml'),
  pptx: office('ppt/presentation.xml'),
  odt: open('text'),
  ods: open('spreadsheet'),
};
