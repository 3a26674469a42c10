import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { problemMessage } from '../../../schema/fields/form-messages.ts';
import { maxTotalFileBytes, totalSizeProblem, validateFiles } from '../../../schema/fields/upload-rules.ts';
import { type FileKind, fileKinds } from '../../../schema/fields/upload-types.ts';
import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { FileWithContent } from './message.ts';
import type { UploadedFiles } from './request-body.ts';
import { unpacksAsItSays } from './unpack.ts';

/** In characters of up to four bytes. File systems allow 255 bytes. */
const maxNameLength = 60;

/**
 * Returns a safe name for an uploaded file on any system: without a path or special characters, and with the
 * extension of its kind.
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
  const isOfKind = extensions.includes(extension);
  const stem = (isOfKind ? base.replace(/\.\w+\s*$/, '') : base).replace(/^[.\s-]+|[.\s]+$/g, '');
  // Windows reserves these names with any extension.
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  const name = [...(stem === '' || isDevice ? `file ${stem}` : stem)].slice(0, maxNameLength).join('');
  return `${name.trim()}.${isOfKind ? extension : extensions[0]}`;
}

/** The files of a message and their problems. `isForeign` means that the form has no such field. */
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
    const result = await validateFiles(field, uploads, unpacksAsItSays);
    if ('problem' in result) {
      problems[field.name] = problemMessage(result.problem, language);
      continue;
    }
    for (const [place, upload] of uploads.entries()) {
      const kind = result.kinds[place] ?? 'pdf';
      const content = Buffer.from(await upload.arrayBuffer()).toString('base64');
      size += upload.size;
      const name = cleanFileName(upload.name, kind);
      files.push({ field: field.name, name, kind, size: upload.size, content });
    }
  }
  const maxSize = maxTotalFileBytes(fields);
  const last = files.at(-1);
  if (last && size > maxSize) problems[last.field] = problemMessage(totalSizeProblem(maxSize), language);
  return { files, problems, isForeign };
}

/** Returns fields, names and content hashes of files, to identify them. */
export const hashesOf = (files: readonly FileWithContent[]): string[][] =>
  files.map(({ field, name, content }) => [field, name, createHash('sha256').update(content).digest('hex')]);
