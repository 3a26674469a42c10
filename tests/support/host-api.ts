import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An opened pull request. */
interface OpenedRequest {
  title: string;
  head: string;
  base: string;
}

/** The response to requests that fail on purpose. */
interface Failure {
  status: number;
  headers?: Record<string, string>;
  message?: string;
}

/** A server with the API of GitHub for one Git repository. */
export interface HostServer {
  address: string;
  repository: string;
  token: string;
  /** A token with read access only. */
  readOnly: string;
  /** The names of all requests, such as `GET /git/trees/…`. */
  requests: string[];
  opened: OpenedRequest[];
  /** Runs Git in the repository. */
  git(...args: string[]): string;
  /** Commits texts on the branch `main`, like another author. */
  commit(texts: Readonly<Record<string, string>>, message: string): void;
  /** If set, requests whose name matches `at` fail. */
  failure: (Failure & { at: RegExp }) | undefined;
  stop(): Promise<void>;
}

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-GitHub-Api-Version',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Expose-Headers': 'ETag, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
};

/** Starts the server. Creates the repository in `folder`, which must be empty. */
export async function startHost(
  folder: string,
  texts: Readonly<Record<string, string | Uint8Array>>,
): Promise<HostServer> {
  const run = (args: readonly string[], input?: string | Uint8Array) =>
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
  const git = (...args: string[]) => run(args).toString().trim();
  const hashOf = (content: string | Uint8Array) =>
    run(['hash-object', '-w', '--stdin'], content).toString().trim();
  /** Writes a tree with changed blobs at some paths. Returns its hash. */
  const treeWith = (
    base: string | undefined,
    blobs: readonly { path: string; sha: string | null; mode?: string }[],
  ) => {
    if (base === undefined) git('read-tree', '--empty');
    else git('read-tree', base);
    for (const { path, sha, mode = '100644' } of blobs)
      if (sha === null) git('update-index', '--force-remove', path);
      else git('update-index', '--add', '--cacheinfo', `${mode},${sha},${path}`);
    return git('write-tree');
  };
  const commit = (
    changed: Readonly<Record<string, string | Uint8Array>>,
    message: string,
    parent?: string,
  ) => {
    const blobs = Object.entries(changed).map(([path, content]) => ({ path, sha: hashOf(content) }));
    const tree = treeWith(parent, blobs);
    const parents = parent === undefined ? [] : ['-p', parent];
    git('update-ref', 'refs/heads/main', git('commit-tree', tree, ...parents, '-m', message));
  };
  git('init', '--quiet', '--bare');
  commit(texts, 'Begin');

  const host: HostServer = {
    address: '',
    repository: 'harbour/site',
    token: 'good-token',
    readOnly: 'read-only-token',
    requests: [],
    opened: [],
    git,
    commit: (changed, message) => commit(changed, message, git('rev-parse', 'main')),
    failure: undefined,
    stop: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };

  type Answer = [status: number, body: object];
  const refused = (status: number, message: string): Answer => [status, { message }];
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
          : refused(404, 'Not Found');
      if (!exists(sha)) return refused(404, 'Not Found');
      if (kind === 'commits') return [200, { sha, tree: { sha: git('rev-parse', `${sha}^{tree}`) } }];
      if (kind === 'blobs')
        return [200, { sha, encoding: 'base64', content: run(['cat-file', 'blob', sha]).toString('base64') }];
      const listed = git('ls-tree', '-r', '-t', '-l', '-z', sha).split('\0').filter(Boolean);
      const tree = listed.map((line) => {
        const [, mode, type, own, size, name] = /^(\d+) (\w+) (\w+)\s+(\S+)\t(.*)$/s.exec(line) ?? [];
        return { path: name, mode, type, sha: own, ...(type === 'blob' && { size: Number(size) }) };
      });
      return [200, { sha, tree, truncated: false }];
    }
    if (path === '/git/blobs') {
      const { content = '', encoding } = body as { content?: string; encoding?: string }; // the request body of the API
      return [201, { sha: hashOf(encoding === 'base64' ? Buffer.from(content, 'base64') : content) }];
    }
    if (path === '/git/trees') {
      const { base_tree, tree } = body as {
        base_tree: string;
        tree: { path: string; sha: string | null; mode: string }[];
      }; // the request body of the API
      return [201, { sha: treeWith(base_tree, tree) }];
    }
    if (path === '/git/commits') {
      const { tree, parents, message } = body as { tree: string; parents: string[]; message: string }; // the request body of the API
      return [
        201,
        { sha: git('commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-m', message) },
      ];
    }
    if (path === '/git/refs') {
      const name = String(body['ref']);
      if (exists(name)) return refused(422, 'Reference already exists');
      git('check-ref-format', name);
      git('update-ref', name, String(body['sha']));
      return [201, { ref: name }];
    }
    if (path === '/pulls') {
      const opened = body as unknown as OpenedRequest; // the request body of the API
      if (!exists(`refs/heads/${opened.head}`)) return refused(422, 'Validation Failed');
      host.opened.push(opened);
      return [201, { html_url: `${host.address}/${host.repository}/pull/${host.opened.length}` }];
    }
    return refused(404, 'Not Found');
  }

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = incoming;
    const send = (status: number, body: object, more: Record<string, string> = {}) => {
      const content = JSON.stringify(body);
      const etag = `"${createHash('sha1').update(content).digest('hex')}"`;
      const isSame = status === 200 && headers['if-none-match'] === etag;
      outgoing.writeHead(isSame ? 304 : status, {
        ...cors,
        'Content-Type': 'application/json',
        ...(status === 200 && { ETag: etag, 'Cache-Control': 'private, max-age=60' }),
        ...more,
      });
      outgoing.end(isSame ? undefined : content);
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
    if (token !== host.token && token !== host.readOnly) return send(401, { message: 'Bad credentials' });
    if (!url.startsWith(prefix)) return send(404, { message: 'Not Found' });
    if (method === 'POST' && token === host.readOnly)
      return send(403, { message: 'Resource not accessible by personal access token' });
    const body =
      method === 'POST' ? (JSON.parse(await text(incoming)) as Record<string, unknown>) : undefined; // JSON objects
    send(...answer(path, body));
  }

  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch((problem: unknown) => {
      console.error(problem);
      outgoing.writeHead(500, cors).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  return host;
}
