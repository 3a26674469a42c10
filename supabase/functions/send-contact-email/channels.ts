import { hex } from './hex.ts';
import type { Channel } from './notice.ts';

/** How long whoever takes a notice may be silent, in milliseconds. */
const patience = 10_000;

/** Who is told of messages. */
export interface MailAddresses {
  to: string;
  from: string;
}

/** Mail by an address that takes it as JSON, as Resend and others do; mail ports are closed on Supabase. */
export function mailByHttp(url: string, key: string, { to, from }: MailAddresses): Channel {
  return async ({ key: message, subject, replyTo, text, html }) => {
    await post(
      url,
      JSON.stringify({ from, to: [to], reply_to: replyTo?.address, subject, text, html }),
      // What is asked for twice is sent once, where the service knows this header.
      { Authorization: `Bearer ${key}`, 'Idempotency-Key': message },
    );
  };
}

/** The message itself as JSON, with a signature that only the two who know the secret can make. */
export function webhook(url: string, secret: string): Channel {
  return async ({ key, subject, message }) => {
    const body = JSON.stringify({ key, subject, message });
    const text = new TextEncoder();
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const signer = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign']);
    const signature = hex(await crypto.subtle.sign('HMAC', signer, text.encode(body)));
    await post(url, body, { 'X-Signature-SHA256': signature });
  };
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  });
  const text = (await answer.text()).slice(0, 200);
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}: ${text}`);
}
