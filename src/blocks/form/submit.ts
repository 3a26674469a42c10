import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Answers } from './drafts.ts';
import type { BackendProject } from '../../ui/page-context.ts';
import type { BlockOf } from '../../../schema/blocks/index.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import { siteUrl } from '../../ui/site-url.ts';

/** The response of a form function. */
export interface FunctionResult {
  /** Undefined if there was no response. */
  success?: boolean;
  /** A sentence for the visitor. */
  reason?: string;
  /** Problems by field name. */
  fields?: Record<string, string>;
}

export const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds before each retry. Most connections recover within seconds; others take much longer. */
const retryPauses = [500, 1500, 3000];
/** Milliseconds until a form reports that nothing was sent. After a longer wait, it would seem broken. */
const answerTimeout = 8000;
/** Milliseconds for each upload, which may be slow. Retries end `responseTimeoutMs` after the first failure. */
const uploadTimeout = 600_000;

/**
 * Calls a function with answers, and with `details` in its query. If there is no response, calls `onRetry` and tries
 * again with the same details, so that the function stores the message only once.
 */
async function invokeFunction(
  backend: BackendProject,
  name: string,
  body: Answers | FormData,
  details: Record<string, string>,
  onRetry: () => void,
): Promise<FunctionResult> {
  const client = createClient(
    backend.address || location.origin + siteUrl('/'),
    backend.anonymousKey || 'local',
    {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    },
  );
  const isUpload = body instanceof FormData;
  let end = isUpload ? Infinity : performance.now() + answerTimeout;
  for (const wait of [...retryPauses, Infinity]) {
    const left = isUpload ? uploadTimeout : end - performance.now();
    const answer = await call(client, `${name}?${new URLSearchParams(details)}`, body, left).catch(
      () => undefined,
    );
    if (answer) return answer;
    if (end === Infinity) end = performance.now() + answerTimeout;
    if (performance.now() + wait >= end || !navigator.onLine) break;
    onRetry();
    await delay(wait);
  }
  return {};
}

async function call(
  client: SupabaseClient,
  address: string,
  body: Answers | FormData,
  timeout: number,
): Promise<FunctionResult | undefined> {
  const { data, error, response } = await client.functions.invoke<FunctionResult>(address, { body, timeout });
  // A proxy may answer instead of the function, such as with the login page of a hotel.
  if (error === null) return typeof data?.success === 'boolean' ? data : undefined;
  if (!response) return undefined;
  const result = (await response.json().catch(() => ({}))) as FunctionResult;
  return { ...result, success: false };
}

/** Milliseconds from the page load until a form may be sent. The function rejects earlier posts as automated. */
const minOpenTime = 2050;

/** Sends answers to the function of a form. */
export async function sendAnswers(
  backend: BackendProject,
  { function: name, offline }: Extract<BlockOf<'form'>['submit'], { function: string }>,
  answers: Answers,
  body: FormData | undefined,
  details: { form: string; id: string; trap?: string },
  onRetry: () => void,
): Promise<FunctionResult> {
  if (!navigator.onLine) return { reason: offline };
  await delay(minOpenTime - performance.now());
  const query = {
    ...details,
    // If this fails, the message is sent without a proof.
    ...(await withTimeout(import('./solve-puzzle.ts')).then(
      ({ solvePuzzle }) => solvePuzzle(details, answers),
      () => {},
    )),
    seconds: (performance.now() / 1000).toFixed(1),
  };
  const answer = await invokeFunction(backend, name, body ?? answers, query, onRetry);
  return answer.success === undefined && !navigator.onLine ? { reason: offline } : answer;
}
