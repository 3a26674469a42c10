import type { FieldRules } from './field-rules.ts';
import type { AnswerProblem } from './form-rules.ts';
import { type FileKind, detectFileKind } from './upload-types.ts';

const megabyte = 1_000_000;

/** Size limits in megabytes: the default and the maximum for each file, and the total for a message. */
export const megabytes = { default: 5, max: 10, total: 10 };
export const maxFilesPerField = 10;

/** The members of `File` that validation needs. */
interface UploadedFile {
  name: string;
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Returns the maximum total size of the files sent with a form, in bytes, or 0 if the form has no file fields. */
export function getMaxTotalFileBytes(fields: readonly FieldRules[]): number {
  const fileFields = fields.filter(({ kind }) => kind === 'file');
  const sum = fileFields.reduce(
    (sum, { maxSize = megabytes.default, maxFiles = 1 }) => sum + maxSize * maxFiles,
    0,
  );
  return Math.min(sum, megabytes.total) * megabyte;
}

/**
 * Validates the files in a field. Returns their types or a problem. `isSafe` is an additional content check on the
 * server.
 */
export async function validateFiles(
  { required, accept = [], maxSize = megabytes.default, maxFiles = 1 }: FieldRules,
  files: readonly UploadedFile[],
  isSafe: (bytes: Uint8Array<ArrayBuffer>) => Promise<boolean> = async () => true,
): Promise<{ kinds: FileKind[] } | { problem: AnswerProblem }> {
  if (files.length === 0 && required) return { problem: { reason: 'file' } };
  if (files.length > maxFiles)
    return { problem: { reason: 'fileCount', values: { count: files.length, most: maxFiles } } };
  const kinds: FileKind[] = [];
  for (const file of files) {
    const { name, size } = file;
    if (size > maxSize * megabyte)
      return { problem: { reason: 'fileSize', values: { name, size: toMegabytes(size), most: maxSize } } };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const kind = detectFileKind(bytes);
    if (kind === undefined || !accept.includes(kind) || !(await isSafe(bytes))) {
      const kindList = accept.map((fileKind) => fileKind.toUpperCase()).join(', ');
      return { problem: { reason: 'fileKind', values: { name, kinds: kindList } } };
    }
    kinds.push(kind);
  }
  return { kinds };
}

export const toTotalSizeProblem = (maxBytes: number): AnswerProblem => ({
  reason: 'filesSize',
  values: { most: toMegabytes(maxBytes) },
});

/** Converts bytes to megabytes, rounded up to one decimal place. */
const toMegabytes = (bytes: number): number => Math.ceil(bytes / (megabyte / 10)) / 10;
