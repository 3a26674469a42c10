import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Answers } from './drafts.ts';
import type { BackendProject } from '../../ui/page-context.ts';
import type { BlockByType } from '../../../schema/blocks/index.ts';
import { withTimeout } from '../../ui/with-timeout.ts';
import { toSiteUrl } from '../../ui/site-url.ts';

/** The response of the function that receives form submissions. */
export interface FunctionResult {
  /** Whether the form was accepted. Undefined if the function did not respond. */
  success?: boolean;
  /** A message for the visitor. */
  reason?: string;
  /** Problems with answers, by field name. */
  fields?: Record<string, string>;
}

export const delay = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs));

/**
 * Milliseconds before each retry. Most lost connections recover within seconds. Longer outages are not worth more
 * retries.
 */
const retryDelaysMs = [500, 1500, 3000];
/**
 * Milliseconds to wait for a response before the form reports that nothing was sent. After a longer wait, the form
 * would seem broken.
 */
const responseTimeoutMs = 8000;
/** Milliseconds to wait for an upload, which may be slow. Retries end `responseTimeoutMs` after the first failure. */
const uploadTimeoutMs = 600_000;

/**
 * Calls a function with the answers in the body and `details` in the query. If no response arrives, calls `onRetry` and
 * repeats the request with the same details, so that the function stores the message only once.
 */
async function invokeFunction(
  backend: BackendProject,
  name: string,
  body: Answers | FormData,
  details: Record<string, string>,
  onRetry: () => void,
): Promise<FunctionResult> {
  const client = createClient(
    backend.address || location.origin + toSiteUrl('/'),
    backend.anonymousKey || 'local',
    {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    },
  );
  const isUpload = body instanceof FormData;
  let deadline = isUpload ? Infinity : performance.now() + responseTimeoutMs;
  for (const delayMs of [...retryDelaysMs, Infinity]) {
    const timeoutMs = isUpload ? uploadTimeoutMs : deadline - performance.now();
    const result = await callOnce(client, `${name}?${new URLSearchParams(details)}`, body, timeoutMs).catch(
      () => undefined,
    );
    if (result) return result;
    if (deadline === Infinity) deadline = performance.now() + responseTimeoutMs;
    if (performance.now() + delayMs >= deadline || !navigator.onLine) break;
    onRetry();
    await delay(delayMs);
  }
  return {};
}

async function callOnce(
  client: SupabaseClient,
  functionPath: string,
  body: Answers | FormData,
  timeoutMs: number,
): Promise<FunctionResult | undefined> {
  const { data, error, response } = await client.functions.invoke<FunctionResult>(functionPath, {
    body,
    timeout: timeoutMs,
  });
  // The response may not come from the function, but for example from a proxy that shows a hotel's login page.
  if (error === null) return typeof data?.success === 'boolean' ? data : undefined;
  if (!response) return undefined;
  const result = (await response.json().catch(() => ({}))) as FunctionResult;
  return { ...result, success: false };
}

/**
 * Milliseconds from the page load until a form may be sent. The function rejects earlier submissions as automated
 * submissions.
 */
const minOpenTimeMs = 2050;

/** Sends answers to the function that receives the form. */
export async function sendAnswers(
  backend: BackendProject,
  { function: name, offline }: Extract<BlockByType<'form'>['submit'], { function: string }>,
  answers: Answers,
  body: FormData | undefined,
  details: { form: string; id: string; trap?: string },
  onRetry: () => void,
): Promise<FunctionResult> {
  if (!navigator.onLine) return { reason: offline };
  await delay(minOpenTimeMs - performance.now());
  const query = {
    ...details,
    // If the proof cannot be computed, the message is sent without a proof.
    ...(await withTimeout(import('./solve-puzzle.ts')).then(
      ({ solvePuzzle }) => solvePuzzle(details, answers),
      () => {},
    )),
    seconds: (performance.now() / 1000).toFixed(1),
  };
  const result = await invokeFunction(backend, name, body ?? answers, query, onRetry);
  return result.success === undefined && !navigator.onLine ? { reason: offline } : result;
}
