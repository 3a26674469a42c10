import { UsageError } from '../system/command.ts';
import {
  webhookPerForm,
  isWebhookVariable,
  type MailAddresses,
  mailByHttp,
  webhook,
} from '../../supabase/functions/send-contact-email/channels.ts';
import type { Channel } from '../../supabase/functions/send-contact-email/notice.ts';

/** How long a mail server may be silent, in milliseconds. */
const patience = 10_000;

/** On which ways messages are told of. */
interface Delivery {
  says: string;
  channel: Channel;
  /** Whether somebody is told of the messages of every form. */
  isUsual: boolean;
}

/** The ways on which messages are told of, as the surroundings say; nothing if they are only stored. */
export function deliveryFromEnv(env: NodeJS.ProcessEnv): Delivery | undefined {
  const usual = defaultChannel(env);
  const named = Object.keys(env).filter((name) => isWebhookVariable(name) && env[name]);
  for (const name of named) {
    addressIn(name, env);
    const secret = name.replace(/_URL$/, '_SECRET');
    if (!env[secret]) throw new UsageError(`${name} needs ${secret} beside it.`);
  }
  if (!usual && named.length === 0) return undefined;
  const hosts = named.map((name) => new URL(addressIn(name, env)).host);
  const says = [
    usual?.says,
    hosts.length > 0 ? `told to ${hosts.join(', ')} where a form says so` : undefined,
  ].filter(Boolean);
  const channel = webhookPerForm(usual?.channel, (name) => env[name]);
  return { says: says.join(', or '), channel, isUsual: usual !== undefined };
}

function addressIn(name: string, env: NodeJS.ProcessEnv): string {
  const url = env[name] ?? '';
  const protocols = name === 'SMTP_URL' ? ['smtp:', 'smtps:'] : ['https:', 'http:'];
  if (!URL.canParse(url) || !protocols.includes(new URL(url).protocol))
    throw new UsageError(`${name} must be an address that begins with ${protocols.join('// or ')}//.`);
  return url;
}

/** The way on which somebody is told of the messages of every form. */
function defaultChannel(env: NodeJS.ProcessEnv): Omit<Delivery, 'isUsual'> | undefined {
  const { SMTP_URL, MAIL_API_URL, WEBHOOK_URL, MAIL_TO } = env;
  const named = Object.entries({ SMTP_URL, MAIL_API_URL, WEBHOOK_URL }).filter(([, value]) => value);
  const [first] = named;
  if (!first) {
    if (MAIL_TO)
      throw new UsageError('MAIL_TO says whom to tell of messages; say how with SMTP_URL or MAIL_API_URL.');
    return undefined;
  }
  if (named.length > 1)
    throw new UsageError(`${named.map(([name]) => name).join(' and ')} are two ways; choose one.`);
  const [name] = first;
  const url = addressIn(name, env);
  const needed = (variable: string): string => {
    const value = env[variable];
    if (!value) throw new UsageError(`${name} needs ${variable} beside it.`);
    return value;
  };
  if (name === 'WEBHOOK_URL')
    return { says: `told to ${new URL(url).host}`, channel: webhook(url, needed('WEBHOOK_SECRET')) };
  const addresses = { to: needed('MAIL_TO'), from: env['MAIL_FROM'] || needed('MAIL_TO') };
  const channel =
    name === 'SMTP_URL' ? mailBySmtp(url, addresses) : mailByHttp(url, needed('MAIL_API_KEY'), addresses);
  return { says: `mailed to ${addresses.to}`, channel };
}

/** A connection stays open for the next mail for so long, in milliseconds: many servers greet slowly. */
const keepAliveMs = 2000;

/**
 * How long a mail may take in all, in milliseconds, and how many bytes of its files go out in one: a server
 * that says a little again and again is never silent.
 */
const [longestMail, slowest] = [60_000, 200];

function mailBySmtp(url: string, { to, from }: MailAddresses): Channel {
  // A mail that broke off is a matter of the outbox.
  const oneByOne = { pool: true, maxConnections: 1, maxRequeues: 0 } as const;
  const times = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const connect = async () => (await import('nodemailer')).createTransport({ url, ...oneByOne, ...times });
  let connected: ReturnType<typeof connect> | undefined;
  let idle: NodeJS.Timeout | undefined;

  return async ({ key, subject, replyTo, text, html, files = [] }) => {
    clearTimeout(idle);
    const giveUp = new AbortController();
    const sum = files.reduce((bytes, { content }) => bytes + content.length, 0);
    const late = setTimeout(
      () => giveUp.abort(new Error('The mail server takes too long.')),
      longestMail + sum / slowest,
    );
    const messageId = `<${key}@${from.split('@').at(-1)?.replace(/>$/, '')}>`;
    const transport = await (connected ??= connect());
    try {
      const safely = { disableFileAccess: true, disableUrlAccess: true };
      const attachments = files.map(({ name, content }) => ({
        filename: name,
        content: Buffer.from(content, 'base64'),
      }));
      const mail = { to, from, replyTo, subject, text, html, messageId, signal: giveUp.signal };
      await transport.sendMail({ ...mail, ...(files.length > 0 && { attachments }), ...safely });
    } catch (problem) {
      giveUp.signal.throwIfAborted();
      throw problem;
    } finally {
      clearTimeout(late);
      idle = setTimeout(() => {
        transport.close();
        connected = undefined;
      }, keepAliveMs).unref();
    }
  };
}
