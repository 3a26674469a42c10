import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { judgeFiles, roomForFiles, tooMuch } from '../_shared/file-rules.ts';
import { reasonText } from '../_shared/reason-text.ts';
import { cleanFileName } from './file-name.ts';
import type { FieldProblems, FormDefinition } from './form-definition.ts';
import type { FileWithContent } from './message.ts';
import type { Files } from './read-multipart.ts';

/** The files of a message in the order of its form, what is wrong with some, or that it sends no such. */
export async function takeFiles(
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
    const judged = await judgeFiles(field, own);
    if ('problem' in judged) {
      problems[field.name] = reasonText(judged.problem, language);
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
  const room = roomForFiles(fields);
  const last = files.at(-1);
  if (last && size > room) problems[last.field] = reasonText(tooMuch(room), language);
  return { files, problems, isOther };
}

/** What makes these files those and no others. */
export const digestsOf = (files: readonly FileWithContent[]): string[][] =>
  files.map(({ field, name, content }) => [field, name, createHash('sha256').update(content).digest('hex')]);
