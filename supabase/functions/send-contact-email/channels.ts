import { createHmac } from 'node:crypto';
import type { Channel } from './notification.ts';

/** The longest wait for a response, in milliseconds, and the minimum upload speed, in bytes per millisecond. */
const [timeoutMs, minBytesPerMillisecond] = [10_000, 200];
/** The maximum number of characters that are read from a response, because the response may be endless. */
const maxResponseLength = 4000;

export interface MailAddresses {
  to: string;
  from: string;
}

/**
 * Returns a channel that sends emails through a service with an HTTP API, such as Resend, because mail ports are closed
 * on Supabase.
 */
export function createMailApiChannel(url: string, apiKey: string, { to, from }: MailAddresses): Channel {
  return async ({ key, subject, replyTo, text, html, files = [], to: visitor }) => {
    const attachments = files.map(({ name, content }) => ({ filename: name, content }));
    const mail = {
      from,
      to: [visitor ?? to],
      reply_to: visitor === undefined ? replyTo?.address : to,
      subject,
      text,
      html,
      ...(visitor !== undefined && { headers: autoReplyHeaders }),
    };
    await postJson(url, JSON.stringify({ ...mail, ...(files.length > 0 && { attachments }) }), {
      Authorization: `Bearer ${apiKey}`,
      // Services that support this header send a repeated email only once.
      'Idempotency-Key': key,
    });
  };
}

/** Headers that prevent automatic replies (RFC 3834). */
export const autoReplyHeaders = { 'Auto-Submitted': 'auto-replied' };

/** Returns a channel that posts the message and its files as JSON, signed with the secret. */
export function createWebhookChannel(url: string, secret: string): Channel {
  return async ({ key, subject, message, files = [], to }) => {
    if (to !== undefined) throw new Error('A webhook cannot send emails to visitors.');
    const body = JSON.stringify({ key, subject, message, ...(files.length > 0 && { files }) });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    await postJson(url, body, { 'X-Signature-SHA256': signature });
  };
}

async function postJson(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs + Math.ceil(body.length / minBytesPerMillisecond)),
  });
  const text = await readResponseStart(response);
  if (!response.ok)
    throw new Error(`${new URL(url).host} answered ${response.status}: ${text.slice(0, 200)}`);
}

async function readResponseStart({ body }: Response): Promise<string> {
  let text = '';
  try {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > maxResponseLength) break;
    }
  } catch {
    // Ignore the error: without the response text, the status is still reported.
  }
  return text;
}

/**
 * Returns the names of a webhook’s variables: `WEBHOOK_ORDERS_URL` and `WEBHOOK_ORDERS_SECRET` for the webhook
 * `orders`.
 */
const toWebhookVariables = (name: string) => {
  const prefix = `WEBHOOK_${name.toUpperCase().replaceAll('-', '_')}`;
  return { url: `${prefix}_URL`, secret: `${prefix}_SECRET` };
};

/**
 * Returns whether a variable contains the URL of a webhook that only certain forms use, such as `WEBHOOK_ORDERS_URL`.
 */
export const isWebhookVariable = (variable: string): boolean => /^WEBHOOK_[A-Z0-9_]+_URL$/.test(variable);

/** Returns a channel that sends each notification to the webhook of its form, or else to the default channel. */
export function createFormChannel(
  defaultChannel: Channel | undefined,
  variable: (name: string) => string | undefined,
): Channel {
  return async (notification) => {
    if (notification.webhook === undefined) {
      if (!defaultChannel) throw new Error('No channel for notifications is configured.');
      return defaultChannel(notification);
    }
    const names = toWebhookVariables(notification.webhook);
    const [url, secret] = [variable(names.url), variable(names.secret)];
    if (!url || !secret) throw new Error(`${names.url} and ${names.secret} must both be set.`);
    return createWebhookChannel(url, secret)(notification);
  };
}
