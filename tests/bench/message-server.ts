import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormDefinition } from '../../supabase/functions/send-contact-email/form-definition.ts';
import { engineFolder } from '../../scripts/system/project.ts';
import { type MessageLine, openLine } from './message-line.ts';
import { type Pace, paceOf, senders, text } from './message-pace.ts';

/** What a server took. */
export interface Served extends Pace {
  /** From the line that says the address to the first answer, in milliseconds. */
  first: number;
  /** How long answers took, in milliseconds. */
  latencies: number[];
}

const unlimited = { MESSAGES_PER_ADDRESS: '0', MESSAGES_PER_HOUR: '0', MESSAGES_PER_DAY: '0' };
const told = { SMTP_URL: '', MAIL_API_URL: '', WEBHOOK_URL: '', MAIL_TO: '' };

/** What a build makes of the form that is sent. */
const form: FormDefinition = {
  language: 'en',
  site: 'Harbour',
  fields: [
    { name: 'name', label: 'Name', kind: 'text', required: true },
    { name: 'email', label: 'Email', kind: 'email', required: true },
    { name: 'company', label: 'Company', kind: 'text', required: false },
    { name: 'message', label: 'Message', kind: 'long-text', required: true },
  ],
};

/** Starts the server in a new folder, and sends it messages from all visitors. */
export async function sendToServer(
  folder: string,
  count: number,
  url: string | undefined,
  database: number | undefined,
): Promise<Served> {
  const [out, pages] = [join(folder, 'dist'), join(folder, 'pages')];
  for (const made of [out, pages]) mkdirSync(made);
  writeFileSync(join(out, 'index.html'), '<h1>Home</h1>');
  writeFileSync(join(out, 'ask-form.json'), JSON.stringify(form));
  const places = ['--pages', pages, '--out', out, '--data', join(folder, 'data'), '--port', '0'];
  const server = spawn(process.execPath, ['scripts/run.mjs', 'preview', ...places], {
    cwd: engineFolder,
    env: { ...process.env, ...unlimited, ...told, DATABASE_URL: url ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let lines: MessageLine[] = [];
  try {
    const address = await addressOf(server);
    const started = performance.now();
    lines = Array.from({ length: senders }, () => openLine(address));
    await send(lines);
    const first = performance.now() - started;
    let latencies: number[] = [];
    const pace = await paceOf(count, [server.pid, database], async (index) => {
      // What came before was to warm up.
      if (index === 0) latencies = [];
      latencies.push(await send(lines));
    });
    return { ...pace, first, latencies };
  } finally {
    for (const line of lines) line.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((settle, fail) => {
    let said = '';
    server.stdout?.setEncoding('utf8').on('data', (more: string) => {
      said += more;
      const address = /^The site is at (\S+)\/$/m.exec(said)?.[1];
      if (address !== undefined) settle(address);
    });
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}: ${said}`)));
  });
}

let sent = 0;

/** How long it took until it was said to be stored. */
async function send(lines: MessageLine[]): Promise<number> {
  const start = performance.now();
  const id = sent++;
  const body = JSON.stringify({ name: `Visitor ${id}`, email: 'ada@example.org', message: text });
  const line = lines.pop();
  if (!line) throw new Error('There are more visitors than lines.');
  const status = await line.post(`/functions/v1/send-contact-email?form=/ask&seconds=9&id=${id}`, body);
  if (status !== 200) throw new Error(`A message was answered with ${status}.`);
  lines.push(line);
  return performance.now() - start;
}
