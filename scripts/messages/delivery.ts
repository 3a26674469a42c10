import {
  autoReplyHeaders,
  isWebhookVariable,
  type MailAddresses,
  createMailApiChannel,
  createWebhookChannel,
  createFormChannel,
} from '../../supabase/functions/send-contact-email/channels.ts';
import type { Channel } from '../../supabase/functions/send-contact-email/notification.ts';
import { findMailAddressProblem } from '../../supabase/functions/send-contact-email/settings.ts';
import { UsageError } from '../system/command.ts';

/** How notifications are sent. */
interface Delivery {
  /** A description for the operator, such as `mailed to desk@example.org`. */
  summary: string;
  channel: Channel;
  /** Whether notifications are sent for every form, not only for forms with their own webhook. */
  isForAllForms: boolean;
}

/** Reads from the environment how notifications are sent. Returns `undefined` if messages are only stored. */
export function readDeliveryConfig(env: NodeJS.ProcessEnv): Delivery | undefined {
  const defaultDelivery = readDefaultChannel(env);
  const hosts = Object.keys(env)
    .filter((name) => isWebhookVariable(name) && env[name])
    .map((name) => {
      readRequiredVariable(name.replace(/_URL$/, '_SECRET'), name, env);
      return new URL(readUrl(name, env)).host;
    });
  if (!defaultDelivery && hosts.length === 0) return undefined;
  const formWebhooks =
    hosts.length > 0 ? `sent to ${hosts.join(', ')} for forms with their own webhook` : undefined;
  return {
    summary: [defaultDelivery?.summary, formWebhooks].filter(Boolean).join(', or '),
    channel: createFormChannel(defaultDelivery?.channel, (name) => env[name]),
    isForAllForms: defaultDelivery !== undefined,
  };
}

function readUrl(name: string, env: NodeJS.ProcessEnv): string {
  const url = env[name] ?? '';
  const protocols = name === 'SMTP_URL' ? ['smtp:', 'smtps:'] : ['https:', 'http:'];
  if (!URL.canParse(url) || !protocols.includes(new URL(url).protocol))
    throw new UsageError(`${name} must be a URL that starts with ${protocols.join('// or ')}//.`);
  return url;
}

function readRequiredVariable(variable: string, name: string, env: NodeJS.ProcessEnv): string {
  const value = env[variable];
  if (!value) throw new UsageError(`${name} also needs ${variable}.`);
  return value;
}

function readDefaultChannel(env: NodeJS.ProcessEnv): Omit<Delivery, 'isForAllForms'> | undefined {
  const { SMTP_URL, MAIL_API_URL, WEBHOOK_URL, MAIL_TO } = env;
  const names = Object.entries({ SMTP_URL, MAIL_API_URL, WEBHOOK_URL }).flatMap(([name, value]) =>
    value ? [name] : [],
  );
  const [name] = names;
  if (name === undefined) {
    if (MAIL_TO) throw new UsageError('MAIL_TO also needs SMTP_URL or MAIL_API_URL.');
    return undefined;
  }
  if (names.length > 1) throw new UsageError(`Set only one of ${names.join(' and ')}.`);
  const url = readUrl(name, env);
  if (name === 'WEBHOOK_URL') {
    const channel = createWebhookChannel(url, readRequiredVariable('WEBHOOK_SECRET', name, env));
    return { summary: `sent to ${new URL(url).host}`, channel };
  }
  const to = readRequiredVariable('MAIL_TO', name, env);
  const error = findMailAddressProblem((variable) => env[variable]);
  if (error !== undefined) throw new UsageError(error);
  const addresses = { to, from: env['MAIL_FROM'] || to };
  const channel =
    name === 'SMTP_URL'
      ? createSmtpChannel(url, addresses)
      : createMailApiChannel(url, readRequiredVariable('MAIL_API_KEY', name, env), addresses);
  return { summary: `mailed to ${to}`, channel };
}

/** How long to wait for data from a mail server, in milliseconds. */
const silenceTimeoutMs = 10_000;
/**
 * How long a connection stays open for the next email, in milliseconds. It is reused, because many servers accept
 * connections slowly.
 */
const keepAliveMs = 2000;
/**
 * The time limit for sending an email without files, in milliseconds, and the minimum speed for sending files, in bytes
 * per millisecond.
 */
const [mailTimeoutMs, minBytesPerMillisecond] = [60_000, 200];

function createSmtpChannel(url: string, { to, from }: MailAddresses): Channel {
  const options = {
    url,
    pool: true,
    maxConnections: 1,
    // Turn off the retries of the mail library, because the outbox retries failed emails.
    maxRequeues: 0,
    connectionTimeout: silenceTimeoutMs,
    greetingTimeout: silenceTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  } as const;
  const openTransport = async () => (await import('nodemailer')).createTransport(options);
  let connection: ReturnType<typeof openTransport> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  return async ({ key, subject, replyTo, text, html, files = [], to: visitor }) => {
    clearTimeout(idleTimer);
    const abort = new AbortController();
    const size = files.reduce((bytes, { content }) => bytes + content.length, 0);
    // Limit the total time as well: a slow server may send data just often enough to avoid `silenceTimeoutMs`.
    const timer = setTimeout(
      () => abort.abort(new Error('The mail server took too long to accept the email.')),
      mailTimeoutMs + size / minBytesPerMillisecond,
    );
    const transport = await (connection ??= openTransport());
    try {
      await transport.sendMail({
        to: visitor ?? to,
        from,
        replyTo: visitor === undefined ? replyTo : to,
        ...(visitor !== undefined && { headers: autoReplyHeaders }),
        subject,
        text,
        html,
        messageId: `<${key}@${from.split('@').at(-1)?.replace(/>$/, '')}>`,
        ...(files.length > 0 && {
          attachments: files.map(({ name, content }) => ({
            filename: name,
            content: Buffer.from(content, 'base64'),
          })),
        }),
        signal: abort.signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      abort.signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      idleTimer = setTimeout(() => {
        transport.close();
        connection = undefined;
      }, keepAliveMs).unref();
    }
  };
}
