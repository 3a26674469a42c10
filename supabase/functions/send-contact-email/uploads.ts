import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { type FileKind, fileKinds } from '../../../schema/content/upload-types.ts';
import { validateFiles, maxTotalFileBytes, tooMuch } from '../../../schema/content/upload-rules.ts';
import { problemMessage } from '../../../schema/content/form-messages.ts';
import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { FileWithContent } from './message.ts';
import type { Files } from './request-body.ts';

/** More than anybody reads, and less than any disk takes: in UTF-8 a sign may be four bytes. */
const longestName = 60;

/**
 * The name that somebody gave a file, as one that any system takes: without a path, without signs that mean
 * something there or turn the writing around, and with an ending that tells its kind.
 */
export function cleanFileName(given: string, kind: FileKind): string {
  const own = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[<>:"|?*\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const endings: readonly string[] = fileKinds[kind];
  const ending = /\.(\w{1,5})\s*$/.exec(own)?.[1]?.toLowerCase() ?? '';
  const isValidChoice = endings.includes(ending);
  const stem = (isValidChoice ? own.replace(/\.\w+\s*$/, '') : own).replace(/^[.\s-]+|[.\s]+$/g, '');
  // Windows calls its devices so, with any ending.
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  const name = [...(stem === '' || isDevice ? `file ${stem}` : stem)].slice(0, longestName).join('');
  return `${name.trim()}.${isValidChoice ? ending : endings[0]}`;
}

/** The files of a message in the order of its form, what is wrong with some, or that it sends no such. */
export async function validateUploads(
  { language, fields }: FormDefinition,
  given: Files,
): Promise<{ files: FileWithContent[]; problems: FieldProblems; isOther: boolean }> {
  const problems: FieldProblems = {};
  const files: FileWithContent[] = [];
  const asked = fields.filter(({ kind }) => kind === 'file');
  const isOther = [...given.keys()].some((name) => !asked.some((field) => field.name === name));
  if (isOther) return { files, problems, isOther };
  let size = 0;
  for (const field of asked) {
    const own = given.get(field.name) ?? [];
    const judged = await validateFiles(field, own);
    if ('problem' in judged) {
      problems[field.name] = problemMessage(judged.problem, language);
      continue;
    }
    for (const [place, file] of own.entries()) {
      const kind = judged.kinds[place] ?? 'pdf';
      const name = cleanFileName(file.name, kind);
      size += file.size;
      const content = Buffer.from(await file.arrayBuffer()).toString('base64');
      files.push({ field: field.name, name, kind, size: file.size, content });
    }
  }
  const room = maxTotalFileBytes(fields);
  const last = files.at(-1);
  if (last && size > room) problems[last.field] = problemMessage(tooMuch(room), language);
  return { files, problems, isOther };
}

/** What makes these files those and no others. */
export const hashesOf = (files: readonly FileWithContent[]): string[][] =>
  files.map(({ field, name, content }) => [field, name, createHash('sha256').update(content).digest('hex')]);
