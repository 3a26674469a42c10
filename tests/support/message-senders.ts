import { createClient } from '@supabase/supabase-js';
import { setTimeout as pause } from 'node:timers/promises';
import { form, formWithFiles } from './preview-server.ts';
import { sampleFiles } from './sample-files.ts';

/** What the senders have seen so far. */
export interface Sending {
  /** The names of those that were told to be stored. */
  acknowledged: string[];
  /** How often something else was said, or nothing. */
  refusals: number;
  /** The longest that an answer took, in milliseconds. */
  longest: number;
  /** How many may be sent by now. */
  allowed: number;
  done: Promise<unknown>;
}

/** Between attempts, in milliseconds: a browser waits longer. */
const beforeAgain = 20;
/** Every so many messages are sent twice at the same moment, as by a second click. */
const twice = 9;
/** Every so many have a file. */
const withFile = 7;

/** What a message has for a file: another one for each. */
export function fileOf(index: number): Buffer<ArrayBuffer> | undefined {
  if (index % withFile !== 3) return undefined;
  return Buffer.concat([sampleFiles.pdf, Buffer.from(`% message ${index}\n`.repeat(100))]);
}

/** What is asked of the form: as the browser's script sends it, with a file and without. */
function bodyOf(index: number, answers: Record<string, string>): FormData | Record<string, string> {
  const file = fileOf(index);
  if (!file) return answers;
  const body = new FormData();
  body.append('_answers', JSON.stringify(answers));
  body.append('plan', new File([file], `${index}.pdf`));
  return body;
}

/**
 * Sends `count` messages from 16 visitors, each one after the other, with the client that pages use, and again
 * until it is acknowledged.
 */
export function sendMany(address: () => string, count: number): Sending {
  const sending: Sending = { acknowledged: [], refusals: 0, longest: 0, allowed: 0, done: Promise.resolve() };
  let next = 0;

  async function attempt(index: number): Promise<boolean> {
    const name = `message ${index}`;
    const asked = fileOf(index) ? formWithFiles : form;
    const details = new URLSearchParams({ form: asked, id: name, seconds: '9' });
    const client = createClient(address(), 'local', { auth: { persistSession: false } });
    const body = bodyOf(index, { name, email: 'ada@example.org', message: `Hello from ${name}` });
    const start = performance.now();
    const { error } = await client.functions.invoke(`send-contact-email?${details}`, { body });
    sending.longest = Math.max(sending.longest, performance.now() - start);
    return error === null;
  }

  async function visitor(): Promise<void> {
    while (next < count) {
      if (next >= sending.allowed) {
        await pause(beforeAgain);
        continue;
      }
      const index = next++;
      for (;;) {
        const clicks = index % twice === 0 ? [attempt(index), attempt(index)] : [attempt(index)];
        if ((await Promise.all(clicks)).includes(true)) break;
        sending.refusals++;
        await pause(beforeAgain);
      }
      sending.acknowledged.push(`message ${index}`);
    }
  }

  sending.done = Promise.all(Array.from({ length: 16 }, visitor));
  return sending;
}
