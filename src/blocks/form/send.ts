import type { BackendProject } from '../../services/functions.ts';
import { type Answer, invokeFunction, preloadClient } from '../../services/invoke-function.ts';

/** A form sent sooner is taken for one that a program sends, in milliseconds. */
const soonest = 2050;

// Whoever loads this is about to send.
preloadClient();

/** Sends answers to the function of a form. Never rejects. `offline` is what is said without a connection. */
export async function sendAnswers(
  backend: BackendProject,
  name: string,
  answers: Record<string, string>,
  envelope: { form: string; id: string; isTrapped: boolean },
  offline: string,
): Promise<Answer> {
  if (!navigator.onLine) return { reason: offline };
  await new Promise((resolve) => setTimeout(resolve, soonest - performance.now()));
  const answer = await invokeFunction(backend, name, answers, {
    form: envelope.form,
    id: envelope.id,
    seconds: (performance.now() / 1000).toFixed(1),
    ...(envelope.isTrapped ? { trap: '1' } : {}),
  });
  return answer.success === undefined && !navigator.onLine ? { reason: offline } : answer;
}
