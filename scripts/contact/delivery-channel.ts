import { WrongUse } from '../base/command.ts';
import { mailByHttp, webhook } from '../../supabase/functions/send-contact-email/channels.ts';
import type { Channel } from '../../supabase/functions/send-contact-email/notice.ts';

/** How long a mail server may be silent, in milliseconds. */
const patience = 10_000;

/** The way on which messages are told of, as the surroundings say; nothing if they are only stored. */
export function deliveryChannel(env: NodeJS.ProcessEnv): { says: string; channel: Channel } | undefined {
  const { SMTP_URL, MAIL_API_URL, WEBHOOK_URL, MAIL_TO } = env;
  const named = Object.entries({ SMTP_URL, MAIL_API_URL, WEBHOOK_URL }).filter(([, value]) => value);
  const [first] = named;
  if (!first) {
    if (MAIL_TO)
      throw new WrongUse('MAIL_TO says whom to tell of messages; say how with SMTP_URL or MAIL_API_URL.');
    return undefined;
  }
  if (named.length > 1)
    throw new WrongUse(`${named.map(([name]) => name).join(' and ')} are two ways; choose one.`);
  const [name, url = ''] = first;
  const protocols = name === 'SMTP_URL' ? ['smtp:', 'smtps:'] : ['https:', 'http:'];
  if (!URL.canParse(url) || !protocols.includes(new URL(url).protocol))
    throw new WrongUse(`${name} must be an address that begins with ${protocols.join('// or ')}//.`);
  const needed = (variable: string): string => {
    const value = env[variable];
    if (!value) throw new WrongUse(`${name} needs ${variable} beside it.`);
    return value;
  };
  if (name === 'WEBHOOK_URL')
    return { says: `told to ${new URL(url).host}`, channel: webhook(url, needed('WEBHOOK_SECRET')) };
  const addresses = { to: needed('MAIL_TO'), from: env['MAIL_FROM'] || needed('MAIL_TO') };
  const channel =
    name === 'SMTP_URL' ? mailBySmtp(url, addresses) : mailByHttp(url, needed('MAIL_API_KEY'), addresses);
  return { says: `mailed to ${addresses.to}`, channel };
}

function mailBySmtp(url: string, { to, from }: { to: string; from: string }): Channel {
  const times = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const opened = import('nodemailer').then(({ createTransport }) => createTransport({ url, ...times }));
  return async ({ key, subject, replyTo, text, html }) => {
    const messageId = `<${key}@${from.split('@').at(-1)?.replace(/>$/, '')}>`;
    await (
      await opened
    ).sendMail({
      to,
      from,
      replyTo,
      subject,
      text,
      html,
      messageId,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}
