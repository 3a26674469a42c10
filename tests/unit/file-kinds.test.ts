import { expect, test } from 'vitest';
import { isMovingPhoto } from '../../schema/fields/file-types.ts';
import { fileKindNames, fileKindOf } from '../../schema/fields/upload-types.ts';
import { checkUploads } from '../../supabase/functions/send-contact-email/uploads.ts';
import { type ArchiveContent, archive, sampleFiles } from '../support/sample-files.ts';

test.each(fileKindNames)('a %s is recognised by its content', (kind) => {
  expect(fileKindOf(sampleFiles[kind])).toBe(kind);
});

const cut = (file: Buffer, end: number) => Uint8Array.from(file.subarray(0, end));
const withCount = (count: number) => {
  const file = Buffer.from(sampleFiles.docx);
  file.writeUInt16LE(count, file.length - 12);
  return file;
};
const unpackedTo = (size: number) => {
  const file = Buffer.from(sampleFiles.docx);
  file.writeUInt32LE(size, file.indexOf('PK\x01\x02') + 24);
  return file;
};
test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['half an archive', cut(sampleFiles.docx, 60)],
  ['an archive without its end', cut(sampleFiles.docx, sampleFiles.docx.length - 5)],
  ['an archive with fewer files than its directory claims', withCount(3)],
  ['an archive that claims 65,535 files', withCount(65_535)],
  ['a document that unpacks to a far larger size', unpackedTo(1_000_000_000)],
  ['a document of unknown size', unpackedTo(0xff_ff_ff_ff)],
  [
    'an archive that is not an office document',
    archive({ mimetype: 'application/epub+zip', 'content.xml': '' }),
  ],
])('%s is not accepted', (_what, bytes) => {
  expect(fileKindOf(bytes)).toBeUndefined();
});

test('a document may expand to a large size', () => {
  expect(fileKindOf(unpackedTo(100_000_000))).toBe('docx');
});

const word = { '[Content_Types].xml': '', 'word/document.xml': '' };
const sheet = { '[Content_Types].xml': '', 'xl/workbook.xml': '' };
const zeros = (megabytes: number): ArchiveContent => ({
  content: new Uint8Array(megabytes * 1_000_000),
  isPacked: true,
});
const bomb = zeros(200);
const small = { content: '<x/>', isPacked: true };
const wordWith = (entry: ArchiveContent | string, name = 'word/media/x.png') =>
  archive({ ...word, [name]: entry });
const withSheet = (sheetFile: Uint8Array, entry?: Partial<ArchiveContent>) =>
  wordWith({ content: sheetFile, isPacked: true, ...entry }, 'word/embeddings/x.xlsx');
const deep = (levels: number): Buffer<ArrayBuffer> =>
  levels === 0 ? archive(sheet) : withSheet(deep(levels - 1));
const many = (count: number, entry: ArchiveContent) =>
  archive({
    ...word,
    ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`word/media/${at}.png`, entry])),
  });
/** Makes an archive whose directory entries all start at or within the first file. */
const overlapping = (count: number, step = 0, entry = zeros(10)) => {
  const entries = Array.from({ length: count }, (_, at) => [
    `word/media/${at}.png`,
    at === 0 ? entry : { ...small, listed: { start: 30 + step * at } },
  ]);
  return archive(Object.fromEntries([...entries, ...Object.entries(word)]));
};

/** Returns the problem with an upload, if any. */
async function problemWith(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  const accept = [...fileKindNames];
  const plan = { name: 'plan', label: 'Plan', kind: 'file' as const, required: true, accept };
  const form = { language: 'en', site: 'Harbour', fields: [plan] };
  const { problems } = await checkUploads(form, new Map([['plan', [new File([bytes], 'plan.docx')]]]));
  return problems['plan'];
}

test.each<[string, Buffer<ArrayBuffer>]>([
  ['a zip bomb that declares its size', wordWith(bomb)],
  [
    'a zip bomb that claims to be small',
    wordWith({ ...bomb, own: { unpacked: 9 }, listed: { unpacked: 9 } }),
  ],
  ['a zip bomb that is small only in the directory', wordWith({ ...bomb, listed: { unpacked: 9 } })],
  ['a file that is small only in its own header', wordWith({ ...zeros(1), own: { unpacked: 9 } })],
  [
    'a zip bomb whose size follows the data',
    wordWith({ ...bomb, own: { flags: 8, unpacked: 0, packed: 0 }, listed: { flags: 8, unpacked: 9 } }),
  ],
  [
    'a zip bomb that claims to be uncompressed',
    wordWith({ ...bomb, own: { method: 0 }, listed: { method: 0 } }),
  ],
  ['headers that disagree on compression', wordWith({ ...zeros(1), own: { method: 0 } })],
  ['headers that disagree on names', wordWith({ ...small, own: { name: 'word/vbaProject.bin' } })],
  ['another compression method', wordWith({ ...small, own: { method: 12 }, listed: { method: 12 } })],
  ['an encrypted part', wordWith({ ...small, own: { flags: 1 }, listed: { flags: 1 } })],
  [
    'a part that is larger than declared',
    wordWith({ ...zeros(1), own: { unpacked: 999_999 }, listed: { unpacked: 999_999 } }),
  ],
  [
    'a part that is smaller than declared',
    wordWith({ ...zeros(1), own: { unpacked: 1_000_001 }, listed: { unpacked: 1_000_001 } }),
  ],
  ['a damaged part', wordWith({ content: 'no deflate', own: { method: 8 }, listed: { method: 8 } })],
  ['half a part', wordWith({ ...zeros(1), own: { packed: 100 }, listed: { packed: 100 } })],
  [
    'a part that ends after the archive',
    wordWith({ ...small, own: { packed: 900 }, listed: { packed: 900 } }),
  ],
  ['a part with a wrong offset', wordWith({ ...small, listed: { start: 1 } })],
  ['a part that starts after the archive', wordWith({ ...small, listed: { start: 4_000_000 } })],
  ['many large parts', many(20, zeros(8))],
  [
    'many parts that claim to be small',
    many(400, { ...zeros(1), own: { unpacked: 1 }, listed: { unpacked: 1 } }),
  ],
  ['more parts than any document has', many(5001, { content: '' })],
  ['parts that share the same bytes', overlapping(200)],
  ['parts that overlap', overlapping(3, 5)],
  ['a nested zip bomb', withSheet(archive({ ...sheet, 'xl/media/x.png': bomb }))],
  [
    'a nested zip bomb that claims to be small',
    withSheet(
      archive({ ...sheet, 'xl/media/x.png': { ...bomb, own: { unpacked: 9 }, listed: { unpacked: 9 } } }),
    ),
  ],
  [
    'large nested documents',
    archive({
      ...word,
      ...Object.fromEntries(
        [1, 2, 3].map((at) => [
          `word/embeddings/${at}.xlsx`,
          { content: archive({ ...sheet, 'xl/media/x.png': zeros(60) }), isPacked: true },
        ]),
      ),
    }),
  ],
  ['a nested file of another kind', withSheet(Buffer.from('MZ'))],
  ['nested macros', withSheet(archive({ ...sheet, 'xl/vbaProject.bin': '' }))],
  ['documents nested too deeply', deep(6)],
])('%s is not accepted from an upload', async (_what, bytes) => {
  expect(bytes.length).toBeLessThan(5_000_000);
  expect(await problemWith(bytes)).toMatch(/^“plan\.docx” /);
});

test.each<[string, Buffer<ArrayBuffer>]>([
  ...fileKindNames.map((kind) => [`a ${kind}`, sampleFiles[kind]] as [string, Buffer<ArrayBuffer>]),
  ['a large part', wordWith(zeros(100))],
  ['many parts', many(1000, small)],
  [
    'sizes that follow the part',
    wordWith({ ...zeros(1), own: { flags: 8, unpacked: 0, packed: 0 }, listed: { flags: 8 } }),
  ],
  ['an empty part', wordWith({ content: '', isPacked: true })],
  ['the data of a chart', withSheet(archive(sheet))],
  [
    'an uncompressed nested document',
    withSheet(archive({ ...sheet, 'xl/media/x.png': zeros(1) }), { isPacked: false }),
  ],
  ['documents nested three levels deep', deep(3)],
])('%s is accepted from an upload', async (_what, bytes) => {
  expect(await problemWith(bytes)).toBeUndefined();
});

test('a comment after an archive changes nothing', () => {
  const file = Buffer.concat([sampleFiles.xlsx, Buffer.from('PK and so on')]);
  file.writeUInt16LE(12, sampleFiles.xlsx.length - 2);
  expect(fileKindOf(file)).toBe('xlsx');
});

test('a picture is animated only if it has several frames', () => {
  const header = (flags: number) => `RIFF\0\0\0\0WEBPVP8X\n\0\0\0${String.fromCharCode(flags)}`;
  const png = (chunk: string) => `\u0089PNG\r\n IHDR ${chunk} IDAT`;
  expect([header(2), png('acTL'), '\0\0\0 ftypavis'].map(isMovingPhoto)).toEqual([true, true, true]);
  expect([header(16), png('tEXt'), '\0\0\0 ftypavif'].map(isMovingPhoto)).toEqual([false, false, false]);
});
