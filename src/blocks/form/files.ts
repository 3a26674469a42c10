import { judgeFiles, roomForFiles, tooMuch } from '../../../supabase/functions/_shared/file-rules.ts';
import type { Answers } from '../../services/drafts.ts';
import { inTime } from '../../services/in-time.ts';
import type { FieldSettings } from './labelled.tsx';
import { inWords } from './wrong-answers.ts';

/** What is sent where files go along, or what is wrong with them by the rules of the function. */
interface Sending {
  wrong: Record<string, string>;
  body: FormData;
}

/** The files that were chosen in a form, with its answers. Never rejects. */
export async function filesIn(
  form: HTMLFormElement,
  fields: readonly FieldSettings[],
  answers: Answers,
): Promise<Sending> {
  const wrong: Record<string, string> = {};
  const chosen = new FormData(form);
  const body = new FormData();
  // In one part, as form data would change the ends of lines (see read-multipart.ts of the function).
  body.append('_answers', JSON.stringify(answers));
  let size = 0;
  for (const field of fields.filter(({ kind }) => kind === 'file')) {
    const { name } = field;
    // Where nothing is chosen, there is one without a name.
    const files = chosen.getAll(name).filter((one) => one instanceof File && one.name !== '') as File[];
    // What cannot be read now, as it was moved, cannot be sent either.
    const judged = await judgeFiles(field, files).catch(() => ({
      problem: { reason: 'fileAgain' as const },
    }));
    for (const file of files) body.append(name, file);
    size += files.reduce((sum, file) => sum + file.size, 0);
    const problem =
      'problem' in judged
        ? judged.problem
        : size > roomForFiles(fields)
          ? tooMuch(roomForFiles(fields))
          : undefined;
    if (problem) wrong[name] = await inTime(inWords(problem)).catch(() => '');
  }
  return { wrong, body };
}
