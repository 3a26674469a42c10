import type { FieldRules, AnswerProblem } from './form-rules.ts';
import { type FileKind, fileKindOf } from './upload-types.ts';

const megabyte = 1_000_000;

/** What may be sent in megabytes: a file if its field does not say, the largest, and all of a message. */
export const megabytes = { usual: 5, largest: 10, together: 10 };
/** How many files a field may take at most. */
export const maxFilesPerField = 10;

/** A file on its way, wherever it is judged. */
export interface UploadedFile {
  name: string;
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** How many bytes the files of a form may have together; 0 for a form that asks for none. */
export function maxTotalFileBytes(fields: readonly FieldRules[]): number {
  const all = fields.filter(({ kind }) => kind === 'file');
  const sum = all.reduce((sum, { maxSize = megabytes.usual, maxFiles = 1 }) => sum + maxSize * maxFiles, 0);
  return Math.min(sum, megabytes.together) * megabyte;
}

/** The kinds of the files that were given to a field, or what is wrong with them. */
export async function validateFiles(
  { required, accept = [], maxSize = megabytes.usual, maxFiles = 1 }: FieldRules,
  files: readonly UploadedFile[],
): Promise<{ kinds: FileKind[] } | { problem: AnswerProblem }> {
  if (files.length === 0 && required) return { problem: { reason: 'file' } };
  if (files.length > maxFiles)
    return { problem: { reason: 'fileCount', values: { count: files.length, most: maxFiles } } };
  const kinds: FileKind[] = [];
  for (const file of files) {
    const { name, size } = file;
    if (size > maxSize * megabyte)
      return { problem: { reason: 'fileSize', values: { name, size: toMegabytes(size), most: maxSize } } };
    const kind = fileKindOf(new Uint8Array(await file.arrayBuffer()));
    if (kind === undefined || !accept.includes(kind)) {
      const kindList = accept.map((one) => one.toUpperCase()).join(', ');
      return { problem: { reason: 'fileKind', values: { name, kinds: kindList } } };
    }
    kinds.push(kind);
  }
  return { kinds };
}

/** Said of all files of a message. */
export const totalSizeProblem = (room: number): AnswerProblem => ({
  reason: 'filesSize',
  values: { most: toMegabytes(room) },
});

/** Never less than it is. */
const toMegabytes = (bytes: number): number => Math.ceil(bytes / (megabyte / 10)) / 10;
