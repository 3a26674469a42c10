import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import type { formDefinition } from '../../supabase/functions/send-contact-email/form-definition.ts';

/** The routes of the test site's forms. */
export const questionForm = '/ask/question';
export const guardedForm = '/ask/guarded';
export const formWithFiles = '/ask/survey';

const definition: z.input<typeof formDefinition> = {
  language: 'en',
  site: 'Harbour',
  fields: [
    { name: 'name', label: 'Your name', kind: 'text', required: true },
    { name: 'email', label: 'Your mail', kind: 'email', required: true },
    { name: 'company', label: 'Company', kind: 'text', required: false },
    { name: 'boat', label: 'Boat', kind: 'text', required: false },
    { name: 'message', label: 'Question', kind: 'long-text', required: true },
  ],
};

const definitionWithFiles: typeof definition = {
  ...definition,
  fields: [
    ...definition.fields,
    { name: 'plan', label: 'Plan', kind: 'file', required: true, accept: ['pdf', 'docx'], maxSize: 2 },
    { name: 'photos', label: 'Photos', kind: 'file', required: false, accept: ['jpg', 'png'], maxFiles: 3 },
  ],
};
const createFailedPage = (extraHtml = '') =>
  `<h1>Not sent</h1><p>%%_problem%%</p><p>%%!email%%</p><textarea>%%message%%</textarea>${extraHtml}`;

/** The folders of a built site and its messages. */
export interface SiteFolder {
  folder: string;
  out: string;
  data: string;
  remove(): void;
}

/**
 * Writes a site with forms, and the files that a build would write for them. `settings` contains further form settings.
 */
export function createSiteWithForms(settings: { maxPerAddress?: number } = {}): SiteFolder {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-'));
  const out = join(folder, 'dist');
  const files = {
    'index.html': '<h1>Home</h1>',
    [`${questionForm.slice(1)}-form.json`]: JSON.stringify({ ...definition, ...settings }),
    [`${guardedForm.slice(1)}-form.json`]: JSON.stringify({ ...definition, proofOfWork: true }),
    [`${questionForm.slice(1)}.sent.html`]: '<h1>Sent</h1>',
    [`${questionForm.slice(1)}.failed.html`]: createFailedPage(),
    [`${formWithFiles.slice(1)}-form.json`]: JSON.stringify({ ...definitionWithFiles, ...settings }),
    [`${formWithFiles.slice(1)}.sent.html`]: '<h1>Sent</h1>',
    [`${formWithFiles.slice(1)}.failed.html`]: createFailedPage('<p>%%!plan%%</p><p>%%!photos%%</p>'),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  }
  mkdirSync(join(folder, 'pages'));
  return {
    folder,
    out,
    data: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A running `npm run preview` in a separate process group. */
export interface PreviewServer {
  address: string;
  process: ChildProcess;
  /** Kills all processes in the group. */
  kill(): Promise<void>;
  /** Terminates the server and returns its exit code. */
  stop(): Promise<number | null>;
}

export async function startPreview(
  { folder, out, data }: Pick<SiteFolder, 'folder' | 'out' | 'data'>,
  env: NodeJS.ProcessEnv = {},
  port = 0,
): Promise<PreviewServer> {
  const options = { pages: join(folder, 'pages'), out, data, port: String(port) };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [resolve('scripts/commands/preview.ts'), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The new process group also contains the store process.
    detached: true,
  });
  const exit = once(child, 'exit');
  let output = '';
  const address = await new Promise<string>((resolveAddress, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const url = /^The site is at (http:\S+)\/$/m.exec(output)?.[1];
        if (url !== undefined) resolveAddress(url);
      });
    child.once('exit', () => reject(new Error(`The server ended:\n${output}`)));
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    address,
    process: child,
    async kill() {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // All processes in the group have already ended.
      }
      if (!hasEnded()) await exit;
    },
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM');
      await exit;
      return child.exitCode;
    },
  };
}
