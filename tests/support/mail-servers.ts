import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** What a mail server does with a mail: takes it, refuses it, or takes it and closes without an answer. */
export type MailConduct = 'take' | 'refuse' | 'take and close' | 'close' | 'take slowly';

export interface Mail {
  /** The same each time the same is told. */
  key: string;
  subject: string;
  replyTo: string;
  /** All of it. */
  text: string;
  /** What a mail service was given as files. */
  attachments?: unknown;
}

export interface MailServer {
  url: string;
  /** What it took, in order. */
  mails: Mail[];
  /** How often somebody wanted to hand over a mail. */
  attempts: number;
  /** The keys of the mails that it took and said nothing to. */
  unanswered: string[];
  conduct: () => MailConduct;
  /** Whoever calls is not answered until it is back. */
  setDown(isDown: boolean): Promise<void>;
  close(): Promise<void>;
}

/** How long a slow one thinks, in milliseconds. */
const slowness = 200;

interface SmtpServer extends MailServer {
  /** Resolves once those who call now are gone, and all that they handed over is taken or not. */
  settled(): Promise<void>;
}

/** A real mail server. */
export async function startSmtp(): Promise<SmtpServer> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      take(stream).then(
        (problem) => problem !== 'closed' && done(problem),
        // Whoever is killed breaks off.
        () => {},
      );
    },
  });
  server.on('error', () => {});

  async function take(stream: Readable): Promise<Error | null | 'closed'> {
    const one = read(await text(stream));
    const conduct = found.conduct();
    found.attempts++;
    if (conduct === 'take slowly') {
      const thinking = new Promise((go) => setTimeout(go, slowness));
      slow.add(thinking);
      await thinking;
      slow.delete(thinking);
    }
    if (conduct !== 'refuse' && conduct !== 'close') found.mails.push(one);
    if (conduct === 'take and close') found.unanswered.push(one.key);
    if (conduct === 'refuse') return new Error('mailbox full');
    if (conduct !== 'take and close' && conduct !== 'close') return null;
    closeAll();
    return 'closed';
  }

  const slow = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  const closeAll = () => sockets.forEach((socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const found: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    attempts: 0,
    unanswered: [],
    conduct: () => 'take',
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
    async settled() {
      await Promise.all([...sockets].map((socket) => new Promise((done) => socket.once('close', done))));
      // What came last is read with the end of the line.
      await new Promise(setImmediate);
      await Promise.all(slow);
      await new Promise(setImmediate);
    },
  };
  return found;
}

function read(mail: string): Mail {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  const field = (name: string) => new RegExp(`^${name}:\\s*(.*(?:\\r\\n .*)*)`, 'm').exec(head)?.[1] ?? '';
  const key = /<(.*)@/.exec(field('Message-ID'))?.[1] ?? '';
  const replyTo = /<?([^<>\s]+)>?$/.exec(field('Reply-To'))?.[1] ?? '';
  return {
    key,
    subject: field('Subject').replaceAll('\r\n ', ' '),
    replyTo,
    text: mail.replaceAll('=\r\n', ''),
  };
}

/** A mail service that takes JSON. */
export async function startMailService(): Promise<MailServer> {
  const server = createServer(async (request, response) => {
    const { attachments, ...data } = JSON.parse(await text(request)) as Record<string, string>;
    const conduct = found.conduct();
    found.attempts++;
    if (conduct === 'take slowly') await new Promise((go) => setTimeout(go, slowness));
    const { subject = '', reply_to: replyTo = '', text: told = '' } = data;
    const key = String(request.headers['idempotency-key']);
    // A service that knows this header sends the same only once; this one does not.
    if (conduct !== 'refuse' && conduct !== 'close')
      found.mails.push({ key, subject, replyTo, text: told, attachments });
    if (conduct === 'take and close') found.unanswered.push(key);
    if (conduct === 'take and close' || conduct === 'close') response.destroy();
    else response.writeHead(conduct === 'refuse' ? 500 : 200).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const found: MailServer = {
    url: `http://127.0.0.1:${port}/emails`,
    mails: [],
    attempts: 0,
    unanswered: [],
    conduct: () => 'take',
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
  return found;
}
