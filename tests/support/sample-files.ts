import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** An uncompressed archive with these texts. */
export function archive(entries: Readonly<Record<string, string>>): Buffer<ArrayBuffer> {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(content.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(path.length, 22);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), about, path, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    list.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, place, path);
    offset += 30 + path.length + content.length;
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

/** A minimal file of each kind, recognizable by its content. */
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
