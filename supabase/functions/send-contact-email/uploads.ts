import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { toProblemMessage } from '../../../schema/fields/form-messages.ts';
import {
  getMaxTotalFileBytes,
  toTotalSizeProblem,
  validateFiles,
} from '../../../schema/fields/upload-rules.ts';
import { type FileKind, fileKinds } from '../../../schema/fields/upload-types.ts';
import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { FileWithContent } from './message.ts';
import type { UploadedFiles } from './request-body.ts';
import { hasSafeArchive } from './unpack.ts';

/** The maximum length of file names, in characters of up to four bytes. File systems allow 255 bytes. */
const maxNameLength = 60;

/**
 * Returns a name for an uploaded file that is safe on any system. It has no path or special characters, and the
 * extension of the file kind.
 */
export function cleanFileName(uploaded: string, kind: FileKind): string {
  const base = uploaded
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[<>:"|?*\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const extensions: readonly string[] = fileKinds[kind];
  const extension = /\.(\w{1,5})\s*$/.exec(base)?.[1]?.toLowerCase() ?? '';
  const hasKindExtension = extensions.includes(extension);
  const stem = (hasKindExtension ? base.replace(/\.\w+\s*$/, '') : base).replace(/^[.\s-]+|[.\s]+$/g, '');
  // Windows reserves the following names, with any extension.
  const isReservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  const name = [...(stem === '' || isReservedName ? `file ${stem}` : stem)].slice(0, maxNameLength).join('');
  return `${name.trim()}.${hasKindExtension ? extension : extensions[0]}`;
}

/** The files of a message and their problems. */
interface CheckedUploads {
  files: FileWithContent[];
  problems: FieldProblems;
  isForeign: boolean;
}

/** Checks uploaded files against a form, and returns them in the order of its fields. */
export async function checkUploads(
  { language, fields }: FormDefinition,
  uploaded: UploadedFiles,
): Promise<CheckedUploads> {
  const problems: FieldProblems = {};
  const files: FileWithContent[] = [];
  const fileFields = fields.filter(({ kind }) => kind === 'file');
  const isForeign = [...uploaded.keys()].some((name) => !fileFields.some((field) => field.name === name));
  if (isForeign) return { files, problems, isForeign };
  let size = 0;
  for (const field of fileFields) {
    const uploads = uploaded.get(field.name) ?? [];
    const result = await validateFiles(field, uploads, hasSafeArchive);
    if ('problem' in result) {
      problems[field.name] = toProblemMessage(result.problem, language);
      continue;
    }
    for (const [index, upload] of uploads.entries()) {
      const kind = result.kinds[index] ?? 'pdf';
      const content = Buffer.from(await upload.arrayBuffer()).toString('base64');
      size += upload.size;
      const name = cleanFileName(upload.name, kind);
      files.push({ field: field.name, name, kind, size: upload.size, content });
    }
  }
  const maxSize = getMaxTotalFileBytes(fields);
  const last = files.at(-1);
  if (last && size > maxSize) problems[last.field] = toProblemMessage(toTotalSizeProblem(maxSize), language);
  return { files, problems, isForeign };
}

/** Returns the field, the name and the content hash of each file, which identify the files. */
export const hashUploads = (files: readonly FileWithContent[]): string[][] =>
  files.map(({ field, name, content }) => [field, name, createHash('sha256').update(content).digest('hex')]);
