import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What a mail server does when it receives a mail. `close` closes the connection without sending a response. */
export type MailBehaviour = 'take' | 'refuse' | 'take and close' | 'close' | 'take slowly';

export interface Mail {
  /** The key of the notification that the mail contains. */
  key: string;
  subject: string;
  replyTo: string;
  /** The headers and body of the mail. */
  text: string;
  attachments?: unknown;
}

export interface MailServer {
  url: string;
  /** The mails that the server accepted, in order. */
  mails: Mail[];
  /** The number of mails that were sent to the server, including the mails that it refused. */
  attempts: number;
  /** The keys of mails that the server accepted without sending a response. */
  unanswered: string[];
  behaviour: () => MailBehaviour;
  /** Stops listening if `isDown` is true, and listens again if it is false. */
  setDown(isDown: boolean): Promise<void>;
  close(): Promise<void>;
}

/** How long a slow server waits before it accepts a mail, in milliseconds. */
const slowDelayMs = 200;

interface SmtpServer extends MailServer {
  /** Resolves when all current connections are closed and the server has handled their mails. */
  waitUntilIdle(): Promise<void>;
}

/** Starts an SMTP server. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      receiveMail(stream).then(
        (problem) => problem !== 'closed' && done(problem),
        // If the client was killed, its connection fails. Ignore the error.
        () => {},
      );
    },
  });
  server.on('error', () => {});

  async function receiveMail(stream: Readable): Promise<Error | null | 'closed'> {
    const mail = parseMail(await readText(stream));
    const behaviour = mailServer.behaviour();
    mailServer.attempts++;
    if (behaviour === 'take slowly') {
      const delay = new Promise((resolve) => setTimeout(resolve, slowDelayMs));
      slowMails.add(delay);
      await delay;
      slowMails.delete(delay);
    }
    if (behaviour !== 'refuse' && behaviour !== 'close') mailServer.mails.push(mail);
    if (behaviour === 'take and close') mailServer.unanswered.push(mail.key);
    if (behaviour === 'refuse') return new Error('mailbox full');
    if (behaviour !== 'take and close' && behaviour !== 'close') return null;
    closeAll();
    return 'closed';
  }

  const slowMails = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  const closeAll = () => sockets.forEach((socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailServer: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    attempts: 0,
    unanswered: [],
    behaviour: () => 'take',
    async setDown(isDown) {
      if (isDown === !server.server.listening) return;
      if (!isDown) return void (await once(server.server.listen(port, '127.0.0.1'), 'listening'));
      closeAll();
      await new Promise((done) => server.server.close(done));
    },
    async close() {
      closeAll();
      if (server.server.listening) await new Promise((done) => server.server.close(done));
    },
    async waitUntilIdle() {
      await Promise.all([...sockets].map((socket) => new Promise((done) => socket.once('close', done))));
      // Wait, because the server reads the last data after the connection has ended.
      await new Promise(setImmediate);
      await Promise.all(slowMails);
      await new Promise(setImmediate);
    },
  };
  return mailServer;
}

function parseMail(mail: string): Mail {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*(?:\\r\\n .*)*)`, 'm').exec(head)?.[1] ?? '';
  const key = /<(.*)@/.exec(field('Message-ID'))?.[1] ?? '';
  const replyTo = /<?([^<>\s]+)>?$/.exec(field('Reply-To'))?.[1] ?? '';
  return {
    key,
    subject: field('Subject').replaceAll('\r\n ', ' '),
    replyTo,
    text: mail.replaceAll(/(?<=\r\n\r\n[^]*)=\r\n/g, ''),
  };
}

/** Returns the decoded headers and parts of a mail. Omits headers that vary or describe the encoding. */
export function toReadableMail(mail: string): string {
  const [head = '', ...parts] = mail.replaceAll('\r', '').split(/\n+--\S+_NmP\S+\n/);
  const decode = (text: string) =>
    text.replaceAll(/(?:=[\dA-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString());
  const readable = head
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) => decode(word.replaceAll('_', ' ')))
    .replaceAll(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString());
  return [readable, ...parts.map(decode)]
    .map((part) =>
      part.replaceAll(/^(?:(?:Date|MIME-Version|Content-[\w-]+): .*\n?(?: .*\n?)*)/gm, '').trim(),
    )
    .filter(Boolean)
    .join('\n\n');
}

/** Starts a mail service that receives mails through a JSON API. */
export async function startMailService(): Promise<MailServer> {
  const server = createServer(async (request, response) => {
    const { attachments, ...data } = JSON.parse(await readText(request)) as Record<string, string>;
    const behaviour = mailServer.behaviour();
    mailServer.attempts++;
    if (behaviour === 'take slowly') await new Promise((resolve) => setTimeout(resolve, slowDelayMs));
    const { subject = '', reply_to: replyTo = '', text = '' } = data;
    const key = String(request.headers['idempotency-key']);
    if (behaviour !== 'refuse' && behaviour !== 'close')
      mailServer.mails.push({ key, subject, replyTo, text, attachments });
    if (behaviour === 'take and close') mailServer.unanswered.push(key);
    if (behaviour === 'take and close' || behaviour === 'close') response.destroy();
    else response.writeHead(behaviour === 'refuse' ? 500 : 200).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `http://127.0.0.1:${port}/emails`,
    mails: [],
    attempts: 0,
    unanswered: [],
    behaviour: () => 'take',
    async setDown(isDown) {
      if (isDown === !server.listening) return;
      if (!isDown) return void (await once(server.listen(port, '127.0.0.1'), 'listening'));
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    async close() {
      server.closeAllConnections();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
  return mailServer;
}
