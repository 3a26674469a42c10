import { createHmac } from 'node:crypto';
import type { Channel } from './notice.ts';

/** How long whoever takes a notice may be silent, in milliseconds. */
const patience = 10_000;

/** How many bytes of it go out in a millisecond, where there are files. */
const slowest = 200;

/** Who is told of messages. */
export interface MailAddresses {
  to: string;
  from: string;
}

/** Mail by an address that takes it as JSON, as Resend and others do; mail ports are closed on Supabase. */
export function mailByHttp(url: string, key: string, { to, from }: MailAddresses): Channel {
  return async ({ key: message, subject, replyTo, text, html, files = [] }) => {
    const attachments = files.map(({ name, content }) => ({ filename: name, content }));
    await post(
      url,
      JSON.stringify({
        from,
        to: [to],
        reply_to: replyTo?.address,
        subject,
        text,
        html,
        ...(files.length > 0 && { attachments }),
      }),
      // What is asked for twice is sent once, where the service knows this header.
      { Authorization: `Bearer ${key}`, 'Idempotency-Key': message },
    );
  };
}

/** The message and its files as JSON, with a signature that only the two who know the secret can make. */
export function webhook(url: string, secret: string): Channel {
  return async ({ key, subject, message, files = [] }) => {
    const body = JSON.stringify({ key, subject, message, ...(files.length > 0 && { files }) });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    await post(url, body, { 'X-Signature-SHA256': signature });
  };
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patience + Math.ceil(body.length / slowest)),
  });
  const text = await beginningOf(answer);
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}: ${text.slice(0, 200)}`);
}

/** How much of an answer is read, in letters: it may have no end. */
const longestAnswer = 4000;

/** The status is an answer by itself, whatever becomes of the rest. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  try {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > longestAnswer) break;
    }
  } catch {}
  return text;
}

/** The variables with the address of the webhook that forms call `orders`: `WEBHOOK_ORDERS_URL` and so on. */
const variablesOf = (name: string) => {
  const start = `WEBHOOK_${name.toUpperCase().replaceAll('-', '_')}`;
  return { url: `${start}_URL`, secret: `${start}_SECRET` };
};

/** Takes each notice to the webhook that its form names, and all others to whoever is told of them. */
export function webhookPerForm(
  usual: Channel | undefined,
  variable: (name: string) => string | undefined,
): Channel {
  return async (notice) => {
    if (notice.webhook === undefined) {
      if (!usual) throw new Error('Nobody is told of messages at the moment.');
      return usual(notice);
    }
    const names = variablesOf(notice.webhook);
    const [url, secret] = [variable(names.url), variable(names.secret)];
    if (!url || !secret) throw new Error(`${names.url} and ${names.secret} are not both set.`);
    return webhook(url, secret)(notice);
  };
}

/** Whether a variable says where a webhook is that forms name. */
export const isWebhookVariable = (variable: string): boolean => /^WEBHOOK_[A-Z0-9_]+_URL$/.test(variable);
