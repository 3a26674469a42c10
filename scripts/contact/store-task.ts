import type { Arrival } from '../../supabase/functions/send-contact-email/message.ts';

/** What the process that keeps messages is asked to do. */
export type Task = { id: number } & (
  | { kind: 'store'; arrival: Arrival }
  | { kind: 'list' | 'open' | 'is-late' }
);

/** Its answer. */
export type TaskResult = { id: number; result?: unknown; error?: string };
