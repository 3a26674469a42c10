import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Fonts with the measures of Arial, which pages have until their own fonts have come. */
export const fontPackage = 'fonts-liberation';

/** Installs such fonts where none are; whoever needs them says what is missing where that fails. */
export async function ensureFonts(): Promise<void> {
  const matching = await outcomeOf('fc-match', ['--format=%{family}', 'Arial']);
  if (!('output' in matching) || /Arial|Liberation Sans/.test(matching.output)) return;
  for (const [program = '', ...args] of aptGet(fontPackage)) await problemOf(program, args);
}

/** The lines that install packages of Debian, with the libraries they need. None on other systems. */
export function aptGet(...names: string[]): string[][] {
  if (onPath('apt-get').length === 0) return [];
  const asRoot = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  return [
    [...asRoot, 'update'],
    [...asRoot, 'install', '-y', '--no-install-recommends', ...names],
  ];
}

/** Where a program is found. */
export function onPath(program: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, program)).filter((path) => existsSync(path));
}

/** Runs a program; the line of its output that says why it failed, or nothing. */
export async function problemOf(program: string, args: string[], minutes = 10): Promise<string | undefined> {
  const outcome = await outcomeOf(program, args, minutes);
  return 'problem' in outcome ? outcome.problem : undefined;
}

type Outcome = { output: string } | { problem: string };

function outcomeOf(program: string, args: string[], minutes = 10): Promise<Outcome> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { timeout: minutes * 60_000, env, maxBuffer: Infinity };
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve({ output: stdout });
      if (error.killed) return resolve({ problem: `no answer within ${minutes * 60} seconds.` });
      const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
      const reason = lines.find((line) => /\berror\b|^E: /i.test(line)) ?? lines.at(-1);
      resolve({ problem: reason?.trim() ?? `${error.message}.` });
    });
  });
}
