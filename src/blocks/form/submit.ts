import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { GroupedDependencies } from './drafts.ts';
import type { BackendProject } from '../../components/page-context.ts';
import type { BlockOf } from '../../../schema/content/blocks/index.ts';
import { inTime } from '../../../schema/util.ts';

/** What came of a call. */
export interface Answer {
  /** Missing where nothing answered. */
  success?: boolean;
  /** One sentence for the visitor. */
  reason?: string;
  /** What is wrong with which field. */
  fields?: Record<string, string>;
}

/** Resolves later. */
export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Before each further attempt, in milliseconds: lines that break come back within seconds, or not soon. There
 * is none after the last.
 */
const pauses = [500, 1500, 4000, 0];

/**
 * Calls a function with the answers to a form, and `details` in its address. It is called again when no
 * answer comes back: whatever it did, it does once for the same details.
 */
export async function invokeFunction(
  backend: BackendProject,
  name: string,
  body: GroupedDependencies | FormData,
  details: Record<string, string>,
): Promise<Answer> {
  const client = createClient(backend.address || location.origin, backend.anonymousKey || 'local', {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  for (const wait of pauses) {
    const answer = await call(client, `${name}?${new URLSearchParams(details)}`, body).catch(() => undefined);
    if (answer) return answer;
    if (!wait || !navigator.onLine) break;
    await pause(wait);
  }
  return {};
}

async function call(
  client: SupabaseClient,
  address: string,
  body: GroupedDependencies | FormData,
): Promise<Answer | undefined> {
  const { data, error, response } = await client.functions.invoke<Answer>(address, {
    body,
    // Files take their time on a slow line.
    timeout: body instanceof FormData ? 120_000 : 15_000,
  });
  // Whatever stands between here and the function answers in its own way: the page of a hotel is no success.
  if (error === null) return typeof data?.success === 'boolean' ? data : undefined;
  if (!response) return undefined;
  const told = (await response.json().catch(() => ({}))) as Answer;
  return { ...told, success: false };
}

/** A form sent sooner is taken for one that a program sends, in milliseconds. */
const soonest = 2050;

/** Sends the answers to a form to its function. */
export async function sendAnswers(
  backend: BackendProject,
  { function: name, offline, proofOfWork }: Extract<BlockOf<'form'>['submit'], { function: string }>,
  answers: GroupedDependencies,
  body: FormData | undefined,
  details: { form: string; id: string; trap?: string },
): Promise<Answer> {
  if (!navigator.onLine) return { reason: offline };
  await pause(soonest - performance.now());
  const answer = await invokeFunction(backend, name, body ?? answers, {
    ...details,
    // Without a proof it is sent all the same.
    ...(proofOfWork &&
      (await inTime(import('./solve-puzzle.ts')).then(
        ({ solvePuzzle: prove }) => prove(details, answers),
        () => {},
      ))),
    seconds: (performance.now() / 1000).toFixed(1),
  });
  return answer.success === undefined && !navigator.onLine ? { reason: offline } : answer;
}
