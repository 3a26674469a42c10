import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A pull request that the editor has opened. */
interface PullRequest {
  title: string;
  head: string;
  base: string;
}

/** An error response that the server sends instead of handling a request. */
interface Failure {
  status: number;
  headers?: Record<string, string>;
  message?: string;
}

/** A server that provides the GitHub API for one Git repository. */
export interface GitHostServer {
  address: string;
  repository: string;
  token: string;
  /** An access token that can only read. */
  readOnlyToken: string;
  /** The names of all requests so far, such as `GET /git/trees/…`. */
  requests: string[];
  pullRequests: PullRequest[];
  /** Runs Git in the repository and returns its output. */
  git(...args: string[]): string;
  /** Commits files on the branch `main`, as a different author would. `texts` contains file contents by path. */
  commit(texts: Readonly<Record<string, string>>, message: string, options?: { mode: string }): void;
  /** If set, the server sends this failure to each request whose name matches `at`. */
  failure: (Failure & { at: RegExp }) | undefined;
  stop(): Promise<void>;
}

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-GitHub-Api-Version',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Expose-Headers': 'ETag, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
};

/** Starts the server and creates the repository in `folder`, which must be empty. */
export async function startGitHost(
  folder: string,
  texts: Readonly<Record<string, string | Uint8Array>>,
): Promise<GitHostServer> {
  const runGit = (args: readonly string[], input?: string | Uint8Array) =>
    execFileSync('git', ['-C', folder, ...args], {
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 'Author',
        GIT_AUTHOR_EMAIL: 'author@example.org',
        GIT_COMMITTER_NAME: 'Host',
        GIT_COMMITTER_EMAIL: 'host@example.org',
      },
    });
  const git = (...args: string[]) => runGit(args).toString().trim();
  const writeBlob = (content: string | Uint8Array) =>
    runGit(['hash-object', '-w', '--stdin'], content).toString().trim();
  /** Writes a Git tree in which the blobs at some paths are changed. Returns the hash of the tree. */
  const writeTree = (
    base: string | undefined,
    blobs: readonly { path: string; sha: string | null; mode?: string }[],
  ) => {
    if (base === undefined) git('read-tree', '--empty');
    else git('read-tree', base);
    for (const { path, sha, mode = '100644' } of blobs)
      if (sha === null) runGit(['update-index', '--index-info'], `0 ${'0'.repeat(40)}\t${path}\n`);
      else git('update-index', '--add', '--cacheinfo', `${mode},${sha},${path}`);
    return git('write-tree');
  };
  const commit = (
    changedTexts: Readonly<Record<string, string | Uint8Array>>,
    message: string,
    parent?: string,
    options?: { mode: string },
  ) => {
    const blobs = Object.entries(changedTexts).map(([path, content]) => ({
      path,
      sha: writeBlob(content),
      ...options,
    }));
    const tree = writeTree(parent, blobs);
    const parents = parent === undefined ? [] : ['-p', parent];
    git('update-ref', 'refs/heads/main', git('commit-tree', tree, ...parents, '-m', message));
  };
  git('init', '--quiet', '--bare');
  commit(texts, 'Begin');

  const host: GitHostServer = {
    address: '',
    repository: 'harbour/site',
    token: 'good-token',
    readOnlyToken: 'read-only-token',
    requests: [],
    pullRequests: [],
    git,
    commit: (changedTexts, message, options) =>
      commit(changedTexts, message, git('rev-parse', 'main'), options),
    failure: undefined,
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };

  type Answer = [status: number, body: object];
  const createError = (status: number, message: string): Answer => [status, { message }];
  const exists = (ref: string) => {
    try {
      git('cat-file', '-e', ref);
      return true;
    } catch {
      return false;
    }
  };

  function answer(path: string, body: Record<string, unknown> | undefined): Answer {
    const [, ref] = /^\/git\/ref\/heads\/(.+)$/.exec(path) ?? [];
    const [, kind = '', sha = ''] = /^\/git\/(commits|trees|blobs)\/([0-9a-f]{40})/.exec(path) ?? [];
    if (!body) {
      if (path === '') return [200, { default_branch: 'main' }];
      if (ref !== undefined)
        return exists(`refs/heads/${ref}`)
          ? [
              200,
              {
                ref: `refs/heads/${ref}`,
                object: { type: 'commit', sha: git('rev-parse', `refs/heads/${ref}`) },
              },
            ]
          : createError(404, 'Not Found');
      if (!exists(sha)) return createError(404, 'Not Found');
      if (kind === 'commits') return [200, { sha, tree: { sha: git('rev-parse', `${sha}^{tree}`) } }];
      if (kind === 'blobs')
        return [
          200,
          { sha, encoding: 'base64', content: runGit(['cat-file', 'blob', sha]).toString('base64') },
        ];
      const lines = git('ls-tree', '-r', '-t', '-l', '-z', sha).split('\0').filter(Boolean);
      const tree = lines.map((line) => {
        const [, mode, type, blobHash, size, name] = /^(\d+) (\w+) (\w+)\s+(\S+)\t(.*)$/s.exec(line) ?? [];
        return { path: name, mode, type, sha: blobHash, ...(type === 'blob' && { size: Number(size) }) };
      });
      return [200, { sha, tree, truncated: false }];
    }
    if (path === '/git/blobs') {
      const { content = '', encoding } = body as { content?: string; encoding?: string }; // the request body of the API
      return [201, { sha: writeBlob(encoding === 'base64' ? Buffer.from(content, 'base64') : content) }];
    }
    if (path === '/git/trees') {
      const { base_tree, tree } = body as {
        base_tree: string;
        tree: { path: string; sha: string | null; mode: string }[];
      }; // the request body of the API
      return [201, { sha: writeTree(base_tree, tree) }];
    }
    if (path === '/git/commits') {
      const { tree, parents, message } = body as { tree: string; parents: string[]; message: string }; // the request body of the API
      return [
        201,
        {
          sha: git(
            'commit-tree',
            tree,
            ...parents.flatMap((parentHash) => ['-p', parentHash]),
            '-m',
            message,
          ),
        },
      ];
    }
    if (path === '/git/refs') {
      const name = String(body['ref']);
      if (exists(name)) return createError(422, 'Reference already exists');
      git('check-ref-format', name);
      git('update-ref', name, String(body['sha']));
      return [201, { ref: name }];
    }
    if (path === '/pulls') {
      const pullRequests = body as unknown as PullRequest; // the request body of the API
      if (!exists(`refs/heads/${pullRequests.head}`)) return createError(422, 'Validation Failed');
      host.pullRequests.push(pullRequests);
      return [201, { html_url: `${host.address}/${host.repository}/pull/${host.pullRequests.length}` }];
    }
    return createError(404, 'Not Found');
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const send = (status: number, body: object, extraHeaders: Record<string, string> = {}) => {
      const content = JSON.stringify(body);
      const etag = `"${createHash('sha1').update(content).digest('hex')}"`;
      const isUnchanged = status === 200 && headers['if-none-match'] === etag;
      outgoing.writeHead(isUnchanged ? 304 : status, {
        ...cors,
        'Content-Type': 'application/json',
        ...(status === 200 && { ETag: etag, 'Cache-Control': 'private, max-age=60' }),
        ...extraHeaders,
      });
      outgoing.end(isUnchanged ? undefined : content);
    };
    if (method === 'OPTIONS') return void outgoing.writeHead(204, cors).end();
    const prefix = `/repos/${host.repository}`;
    const path = url.slice(prefix.length).replace(/\?.*/, '');
    const name = `${method} ${path.replace(/[0-9a-f]{40}/, '…')}`;
    host.requests.push(name);
    const { failure } = host;
    if (failure?.at.test(name))
      return send(failure.status, { message: failure.message ?? '' }, failure.headers);
    const token = headers.authorization?.replace('Bearer ', '');
    if (token !== host.token && token !== host.readOnlyToken)
      return send(401, { message: 'Bad credentials' });
    if (!url.startsWith(prefix)) return send(404, { message: 'Not Found' });
    if (method === 'POST' && token === host.readOnlyToken)
      return send(403, { message: 'Resource not accessible by personal access token' });
    const body =
      method === 'POST' ? (JSON.parse(await text(incoming)) as Record<string, unknown>) : undefined; // JSON objects
    send(...answer(path, body));
  }

  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch((error: unknown) => {
      console.error(error);
      outgoing.writeHead(500, cors).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // the server listens on a port
  return host;
}
