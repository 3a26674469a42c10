import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ChangeRefused } from '../editing/answer-changes.ts';

/** What git answered. */
export interface GitAnswer {
  ok: boolean;
  /** Why git did not run to its end. */
  failed?: 'not-there' | 'too-slow';
  bytes: Buffer;
  /** The output without its last line end. */
  text: string;
  /** What git, or a hook, said besides. */
  said: string;
}

interface GitOptions {
  input?: string | Uint8Array;
  env?: Readonly<Record<string, string>>;
  /** Programs that git starts can wait for ever. */
  seconds?: number;
}

/** Variables with which a hook says where its repository is. They would lead to another one. */
const placeVariables = new Set(
  'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_NAMESPACE'.split(
    ' ',
  ),
);

/** Milliseconds for which the output of a program is awaited that it left behind. */
const untilRest = 500;

/** The git of this computer, with its settings, hooks and keys, in the folder of a site. It never asks in the terminal. */
export class Git {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    const others = Object.entries(env).filter(([name]) => !placeVariables.has(name));
    this.folder = folder;
    this.#env = {
      ...Object.fromEntries(others),
      GIT_TERMINAL_PROMPT: '0',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      // Its messages are compared.
      LANGUAGE: 'en',
    };
  }

  async run(args: readonly string[], { input, env, seconds = 60 }: GitOptions = {}): Promise<GitAnswer> {
    // A group of its own, so that programs that git has started end with it.
    const isGroup = process.platform !== 'win32';
    const child = spawn('git', args, {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      detached: isGroup,
      windowsHide: true,
    });
    const [out, said]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (part: Buffer) => out.push(part));
    child.stderr.on('data', (part: Buffer) => said.push(part));
    // Git may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    let failed: GitAnswer['failed'];
    const clock = setTimeout(() => {
      failed = 'too-slow';
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      else child.kill();
    }, seconds * 1000);
    const closed = once(child, 'close').catch(() => {});
    try {
      await once(child, 'exit');
      await Promise.race([closed, wait(untilRest)]);
    } catch {
      failed = 'not-there';
    }
    clearTimeout(clock);
    const bytes = Buffer.concat(out);
    return {
      ok: child.exitCode === 0 && failed === undefined,
      ...(failed && { failed }),
      bytes,
      text: bytes.toString('utf8').replace(/\n$/, ''),
      said: Buffer.concat(said).toString('utf8').trim(),
    };
  }

  /** The output. Throws if git fails. */
  async text(args: readonly string[], options?: GitOptions): Promise<string> {
    const answer = await this.run(args, options);
    if (!answer.ok) throw new GitError(`git ${args[0]} failed`, answer.said);
    return answer.text;
  }

  /** The output as a list of paths. */
  async paths([command = '', ...args]: readonly string[]): Promise<string[]> {
    return (await this.text([command, '-z', ...args])).split('\0').filter(Boolean);
  }

  /** The output, or undefined if git fails. */
  async known(args: readonly string[]): Promise<string | undefined> {
    const { ok, text } = await this.run(args);
    return ok && text !== '' ? text : undefined;
  }

  /** Options for commands that talk to another computer: SSH must not ask in the terminal either. */
  async network(seconds: number): Promise<GitOptions> {
    const chosen =
      this.#env['GIT_SSH_COMMAND'] ??
      this.#env['GIT_SSH'] ??
      (await this.known(['config', 'core.sshCommand']));
    const env: Record<string, string> =
      chosen === undefined ? { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=20' } : {};
    return { seconds, env };
  }
}

/** Something that git cannot do. */
export class GitError extends ChangeRefused {
  override name = 'GitError';
}
