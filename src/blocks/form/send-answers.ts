import type { BlockOf } from '../../../schema/blocks/index.ts';
import type { Answers } from '../../services/drafts.ts';
import type { BackendProject } from '../../services/functions.ts';
import { inTime } from '../../services/in-time.ts';
import { type Answer, invokeFunction, pause } from '../../services/invoke-function.ts';

/** A form sent sooner is taken for one that a program sends, in milliseconds. */
const soonest = 2050;

/** Sends the answers to a form to its function. */
export async function sendAnswers(
  backend: BackendProject,
  { function: name, offline, proofOfWork }: Extract<BlockOf<'form'>['submit'], { function: string }>,
  answers: Answers,
  body: FormData | undefined,
  details: { form: string; id: string; trap?: string },
): Promise<Answer> {
  if (!navigator.onLine) return { reason: offline };
  await pause(soonest - performance.now());
  const answer = await invokeFunction(backend, name, body ?? answers, {
    ...details,
    // Without a proof it is sent all the same.
    ...(proofOfWork &&
      (await inTime(import('./proof-of-work.ts')).then(
        ({ prove }) => prove(details, answers),
        () => {},
      ))),
    seconds: (performance.now() / 1000).toFixed(1),
  });
  return answer.success === undefined && !navigator.onLine ? { reason: offline } : answer;
}
