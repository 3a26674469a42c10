import { createClient } from '@supabase/supabase-js';
import { setTimeout as pause } from 'node:timers/promises';
import { form, formWithFiles } from './preview-server.ts';
import { sampleFiles } from './sample-files.ts';

/** Visitors who send messages, and what they have seen so far. */
export interface Sending {
  /** The names of acknowledged messages. */
  acknowledged: string[];
  /** How many attempts failed. */
  failures: number;
  /** The slowest response, in milliseconds. */
  slowest: number;
  /** How many messages may be sent by now. */
  allowed: number;
  done: Promise<unknown>;
}

/** Pause before the next attempt, in milliseconds. A browser waits longer. */
const retryPause = 20;
/** One in so many messages is sent twice at the same time, as with a second click. */
const doubleInterval = 9;
/** One in so many messages has a file. */
const fileInterval = 7;

/** The file of a message, if it has one. Each has different content. */
export function fileOf(index: number): Buffer<ArrayBuffer> | undefined {
  if (index % fileInterval !== 3) return undefined;
  return Buffer.concat([sampleFiles.pdf, Buffer.from(`% message ${index}\n`.repeat(100))]);
}

/** A request body like that of the browser's script. */
function bodyOf(index: number, answers: Record<string, string>): FormData | Record<string, string> {
  const file = fileOf(index);
  if (!file) return answers;
  const body = new FormData();
  body.append('_answers', JSON.stringify(answers));
  body.append('plan', new File([file], `${index}.pdf`));
  return body;
}

/** Sends messages from 16 visitors with the client that pages use. Each is sent until it is acknowledged. */
export function sendMany(address: string, count: number): Sending {
  const sending: Sending = { acknowledged: [], failures: 0, slowest: 0, allowed: 0, done: Promise.resolve() };
  let next = 0;

  async function attempt(index: number): Promise<boolean> {
    const name = `message ${index}`;
    const query = new URLSearchParams({
      form: fileOf(index) ? formWithFiles : form,
      id: name,
      seconds: '9',
    });
    const client = createClient(address, 'local', { auth: { persistSession: false } });
    const body = bodyOf(index, { name, email: 'ada@example.org', message: `Hello from ${name}` });
    const start = performance.now();
    const { error } = await client.functions.invoke(`send-contact-email?${query}`, { body });
    sending.slowest = Math.max(sending.slowest, performance.now() - start);
    return error === null;
  }

  async function visitor(): Promise<void> {
    while (next < count) {
      if (next >= sending.allowed) {
        await pause(retryPause);
        continue;
      }
      const index = next++;
      for (;;) {
        const clicks = index % doubleInterval === 0 ? [attempt(index), attempt(index)] : [attempt(index)];
        if ((await Promise.all(clicks)).includes(true)) break;
        sending.failures++;
        await pause(retryPause);
      }
      sending.acknowledged.push(`message ${index}`);
    }
  }

  sending.done = Promise.all(Array.from({ length: 16 }, visitor));
  return sending;
}
