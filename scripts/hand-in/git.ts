import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ChangeRefused } from '../editing/answer-changes.ts';

/** The result of a git command. */
export interface GitResult {
  ok: boolean;
  /** The reason why git did not finish: it is not installed, or it was too slow. Undefined if git finished. */
  failed?: 'not-there' | 'too-slow';
  bytes: Buffer;
  /** The output without its final line break. */
  text: string;
  /** The error output: messages of git and its hooks. */
  stderr: string;
}

interface GitOptions {
  input?: string | Uint8Array;
  env?: Readonly<Record<string, string>>;
  /** The timeout in seconds. It is needed because programs that git starts may never end. */
  seconds?: number;
}

/** Environment variables that git sets for hooks. If passed on, they would select a different repository. */
const repositoryVariables = new Set(
  'GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_NAMESPACE'.split(
    ' ',
  ),
);

/** Milliseconds to wait for more output after git has ended, because programs started by git may keep the pipe open. */
const outputTimeout = 500;

/**
 * Runs the installed git in a site folder, with the author's settings, hooks and keys. Git never prompts in the
 * terminal.
 */
export class Git {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    const others = Object.entries(env).filter(([name]) => !repositoryVariables.has(name));
    this.folder = folder;
    this.#env = {
      ...Object.fromEntries(others),
      GIT_TERMINAL_PROMPT: '0',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_OPTIONAL_LOCKS: '0',
      // Make git print English messages, because the code recognises errors by them.
      LANGUAGE: 'en',
    };
  }

  async run(args: readonly string[], { input, env, seconds = 60 }: GitOptions = {}): Promise<GitResult> {
    // Use a process group, so that the programs that git has started can be ended together with git.
    const isGroup = process.platform !== 'win32';
    const child = spawn('git', args, {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      detached: isGroup,
      windowsHide: true,
    });
    const [outputParts, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => outputParts.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    // Ignore write errors: git may exit before it has read all of its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    let failed: GitResult['failed'];
    const timer = setTimeout(() => {
      failed = 'too-slow';
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      else child.kill();
    }, seconds * 1000);
    const closePromise = once(child, 'close').catch(() => {});
    try {
      await once(child, 'exit');
      await Promise.race([closePromise, wait(outputTimeout)]);
    } catch {
      failed = 'not-there';
    }
    clearTimeout(timer);
    const bytes = Buffer.concat(outputParts);
    return {
      ok: child.exitCode === 0 && failed === undefined,
      ...(failed && { failed }),
      bytes,
      text: bytes.toString('utf8').replace(/\n$/, ''),
      stderr: Buffer.concat(stderr).toString('utf8').trim(),
    };
  }

  /** Runs git and returns its output. Throws a `GitError` if git fails. */
  async text(args: readonly string[], options?: GitOptions): Promise<string> {
    const answer = await this.run(args, options);
    if (!answer.ok) throw new GitError(`git ${args[0]} failed`, answer.stderr);
    return answer.text;
  }

  /** Runs git and returns its output as a list of paths. */
  async listPaths([command = '', ...args]: readonly string[]): Promise<string[]> {
    return (await this.text([command, '-z', ...args])).split('\0').filter(Boolean);
  }

  /** Runs git and returns its output, or `undefined` if git fails or prints nothing. */
  async tryText(args: readonly string[]): Promise<string | undefined> {
    const { ok, text } = await this.run(args);
    return ok && text !== '' ? text : undefined;
  }

  /**
   * Returns options for git commands that use the network. Unless an SSH command is configured, they also prevent SSH
   * from prompting in the terminal.
   */
  async networkOptions(seconds: number): Promise<GitOptions> {
    const sshCommand =
      this.#env['GIT_SSH_COMMAND'] ??
      this.#env['GIT_SSH'] ??
      (await this.tryText(['config', 'core.sshCommand']));
    const env: Record<string, string> =
      sshCommand === undefined ? { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=20' } : {};
    return { seconds, env };
  }
}

/** Arguments that make git read NUL-separated paths from standard input. */
export const pathsFromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
export const toPathsInput = (paths: readonly string[]): string => `${paths.join('\0')}\0`;

/**
 * Runs `work` with a temporary git index. The index contains the given files as they are on disk, and all other files
 * as in the last commit. Staged changes to other files stay staged. `work` receives the environment variable that
 * selects the index.
 */
export async function runWithIndex<Result>(
  git: Git,
  listPaths: readonly string[],
  work: (env: { GIT_INDEX_FILE: string }) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'pagewright-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await git.text(['read-tree', 'HEAD'], { env });
    // `--force` is needed because `.gitignore` may list a file that is already staged.
    const addResult = await git.run(['add', '--all', '--force', ...pathsFromInput], {
      env,
      input: toPathsInput(listPaths),
    });
    if (!addResult.ok)
      throw new GitError('Git could not read a file. Your changes are kept.', addResult.stderr);
    return await work(env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A failed git command, with a message for the author. */
export class GitError extends ChangeRefused {
  override name = 'GitError';
}
