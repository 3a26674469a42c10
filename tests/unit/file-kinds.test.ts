import { expect, test } from 'vitest';
import { isAnimatedPhoto } from '../../schema/fields/file-types.ts';
import { fileKindNames, detectFileKind } from '../../schema/fields/upload-types.ts';
import { checkUploads } from '../../supabase/functions/send-contact-email/uploads.ts';
import { type ArchiveItem, createArchive, sampleFiles } from '../support/sample-files.ts';

test.each(fileKindNames)('a %s is recognised by its content', (kind) => {
  expect(detectFileKind(sampleFiles[kind])).toBe(kind);
});

const truncateFile = (file: Buffer, end: number) => Uint8Array.from(file.subarray(0, end));
const writeFileCount = (count: number) => {
  const file = Buffer.from(sampleFiles.docx);
  file.writeUInt16LE(count, file.length - 12);
  return file;
};
const writeUnpackedSize = (size: number) => {
  const file = Buffer.from(sampleFiles.docx);
  file.writeUInt32LE(size, file.indexOf('PK\x01\x02') + 24);
  return file;
};
test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['half an archive', truncateFile(sampleFiles.docx, 60)],
  ['an archive without its end', truncateFile(sampleFiles.docx, sampleFiles.docx.length - 5)],
  ['an archive with fewer files than its directory claims', writeFileCount(3)],
  ['an archive that claims 65,535 files', writeFileCount(65_535)],
  ['a document that unpacks to a far larger size', writeUnpackedSize(1_000_000_000)],
  ['a document of unknown size', writeUnpackedSize(0xff_ff_ff_ff)],
  [
    'an archive that is not an office document',
    createArchive({ mimetype: 'application/epub+zip', 'content.xml': '' }),
  ],
])('%s is not recognised as a file type', (_title, bytes) => {
  expect(detectFileKind(bytes)).toBeUndefined();
});

test('a document that unpacks to 100 MB is accepted', () => {
  expect(detectFileKind(writeUnpackedSize(100_000_000))).toBe('docx');
});

const wordParts = { '[Content_Types].xml': '', 'word/document.xml': '' };
const sheetParts = { '[Content_Types].xml': '', 'xl/workbook.xml': '' };
const createZeros = (megabytes: number): ArchiveItem => ({
  content: new Uint8Array(megabytes * 1_000_000),
  isPacked: true,
});
const zipBomb = createZeros(200);
const smallPart = { content: '<x/>', isPacked: true };
const createDocx = (part: ArchiveItem | string, name = 'word/media/x.png') =>
  createArchive({ ...wordParts, [name]: part });
const embedSheet = (sheetFile: Uint8Array, part?: Partial<ArchiveItem>) =>
  createDocx({ content: sheetFile, isPacked: true, ...part }, 'word/embeddings/x.xlsx');
const nestDocuments = (levels: number): Buffer<ArrayBuffer> =>
  levels === 0 ? createArchive(sheetParts) : embedSheet(nestDocuments(levels - 1));
const createDocxWithParts = (count: number, part: ArchiveItem) =>
  createArchive({
    ...wordParts,
    ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/media/${index}.png`, part])),
  });
/** Creates an archive in which all directory entries start at the first file or inside it. */
const createOverlap = (count: number, step = 0, part = createZeros(10)) => {
  const parts = Array.from({ length: count }, (_, index) => [
    `word/media/${index}.png`,
    index === 0 ? part : { ...smallPart, listed: { start: 30 + step * index } },
  ]);
  return createArchive(Object.fromEntries([...parts, ...Object.entries(wordParts)]));
};

/** Returns the problem found in an uploaded file, or `undefined` if there is no problem. */
async function findUploadProblem(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const accept = [...fileKindNames];
  const plan = { name: 'plan', label: 'Plan', kind: 'file' as const, required: true, accept };
  const form = { language: 'en', site: 'Harbour', fields: [plan] };
  const { problems } = await checkUploads(form, new Map([['plan', [new File([bytes], 'plan.docx')]]]));
  return problems['plan'];
}

test.each<[string, Buffer<ArrayBuffer>]>([
  ['a zip bomb that declares its size', createDocx(zipBomb)],
  [
    'a zip bomb that claims to be small',
    createDocx({ ...zipBomb, own: { unpacked: 9 }, listed: { unpacked: 9 } }),
  ],
  ['a zip bomb that is small only in the directory', createDocx({ ...zipBomb, listed: { unpacked: 9 } })],
  ['a file that is small only in its own header', createDocx({ ...createZeros(1), own: { unpacked: 9 } })],
  [
    'a zip bomb whose size follows the data',
    createDocx({ ...zipBomb, own: { flags: 8, unpacked: 0, packed: 0 }, listed: { flags: 8, unpacked: 9 } }),
  ],
  [
    'a zip bomb that claims to be uncompressed',
    createDocx({ ...zipBomb, own: { method: 0 }, listed: { method: 0 } }),
  ],
  ['headers that disagree on compression', createDocx({ ...createZeros(1), own: { method: 0 } })],
  ['headers that disagree on names', createDocx({ ...smallPart, own: { name: 'word/vbaProject.bin' } })],
  ['another compression method', createDocx({ ...smallPart, own: { method: 12 }, listed: { method: 12 } })],
  ['an encrypted part', createDocx({ ...smallPart, own: { flags: 1 }, listed: { flags: 1 } })],
  [
    'a part that is larger than declared',
    createDocx({ ...createZeros(1), own: { unpacked: 999_999 }, listed: { unpacked: 999_999 } }),
  ],
  [
    'a part that is smaller than declared',
    createDocx({ ...createZeros(1), own: { unpacked: 1_000_001 }, listed: { unpacked: 1_000_001 } }),
  ],
  ['a damaged part', createDocx({ content: 'no deflate', own: { method: 8 }, listed: { method: 8 } })],
  ['half a part', createDocx({ ...createZeros(1), own: { packed: 100 }, listed: { packed: 100 } })],
  [
    'a part that ends after the archive',
    createDocx({ ...smallPart, own: { packed: 900 }, listed: { packed: 900 } }),
  ],
  ['a part with a wrong offset', createDocx({ ...smallPart, listed: { start: 1 } })],
  ['a part that starts after the archive', createDocx({ ...smallPart, listed: { start: 4_000_000 } })],
  ['many large parts', createDocxWithParts(20, createZeros(8))],
  [
    'many parts that claim to be small',
    createDocxWithParts(400, { ...createZeros(1), own: { unpacked: 1 }, listed: { unpacked: 1 } }),
  ],
  ['more parts than any document has', createDocxWithParts(5001, { content: '' })],
  ['parts that share the same bytes', createOverlap(200)],
  ['parts that overlap', createOverlap(3, 5)],
  ['a nested zip bomb', embedSheet(createArchive({ ...sheetParts, 'xl/media/x.png': zipBomb }))],
  [
    'a nested zip bomb that claims to be small',
    embedSheet(
      createArchive({
        ...sheetParts,
        'xl/media/x.png': { ...zipBomb, own: { unpacked: 9 }, listed: { unpacked: 9 } },
      }),
    ),
  ],
  [
    'large nested documents',
    createArchive({
      ...wordParts,
      ...Object.fromEntries(
        [1, 2, 3].map((index) => [
          `word/embeddings/${index}.xlsx`,
          { content: createArchive({ ...sheetParts, 'xl/media/x.png': createZeros(60) }), isPacked: true },
        ]),
      ),
    }),
  ],
  ['a nested file of another kind', embedSheet(Buffer.from('MZ'))],
  ['nested macros', embedSheet(createArchive({ ...sheetParts, 'xl/vbaProject.bin': '' }))],
  ['documents nested too deeply', nestDocuments(6)],
])('%s is not accepted as an upload', async (_title, bytes) => {
  expect(bytes.length).toBeLessThan(5_000_000);
  expect(await findUploadProblem(bytes)).toMatch(/^“plan\.docx” /);
});

test.each<[string, Buffer<ArrayBuffer>]>([
  ...fileKindNames.map((kind) => [`a ${kind}`, sampleFiles[kind]] as [string, Buffer<ArrayBuffer>]),
  ['a large part', createDocx(createZeros(100))],
  ['many parts', createDocxWithParts(1000, smallPart)],
  [
    'sizes that follow the part',
    createDocx({ ...createZeros(1), own: { flags: 8, unpacked: 0, packed: 0 }, listed: { flags: 8 } }),
  ],
  ['an empty part', createDocx({ content: '', isPacked: true })],
  ['the data of a chart', embedSheet(createArchive(sheetParts))],
  [
    'an uncompressed nested document',
    embedSheet(createArchive({ ...sheetParts, 'xl/media/x.png': createZeros(1) }), { isPacked: false }),
  ],
  ['documents nested three levels deep', nestDocuments(3)],
])('%s is accepted as an upload', async (_title, bytes) => {
  expect(await findUploadProblem(bytes)).toBeUndefined();
});

test('a comment after an archive does not affect its type', () => {
  const file = Buffer.concat([sampleFiles.xlsx, Buffer.from('PK and so on')]);
  file.writeUInt16LE(12, sampleFiles.xlsx.length - 2);
  expect(detectFileKind(file)).toBe('xlsx');
});

test('a picture is animated only if it has several frames', () => {
  const createWebpHeader = (flags: number) => `RIFF\0\0\0\0WEBPVP8X\n\0\0\0${String.fromCharCode(flags)}`;
  const createPng = (chunk: string) => `\u0089PNG\r\n IHDR ${chunk} IDAT`;
  expect([createWebpHeader(2), createPng('acTL'), '\0\0\0 ftypavis'].map(isAnimatedPhoto)).toEqual([
    true,
    true,
    true,
  ]);
  expect([createWebpHeader(16), createPng('tEXt'), '\0\0\0 ftypavif'].map(isAnimatedPhoto)).toEqual([
    false,
    false,
    false,
  ]);
});
