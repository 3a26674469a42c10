import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import { formatCount } from '../../schema/base/text.ts';
import type { SiteHost, Snapshot, TreeEntry } from './site-host.ts';

/** The location of a site's repository, on a host with the REST API of GitHub. */
export interface RepositoryLocation {
  /** The base URL of the REST API. */
  api: string;
  /** The repository name in the form `owner/name`. */
  repository: string;
  /** The branch name. Empty for the default branch. */
  branch: string;
  /** The folder with `pages/` and `public/`. Empty if they are at the top of the repository. */
  folder: string;
}

/** Identifies a site in the storage of the browser. */
export const toSiteId = ({ api, repository, branch, folder }: RepositoryLocation): string =>
  [api, repository, branch, folder].join(' ');

const minutesUntil = (seconds: number) => Math.max(1, Math.ceil((seconds - Date.now() / 1000) / 60));

function toMessage({ status, headers }: Response, reason: string): string {
  const remaining = headers.get('x-ratelimit-remaining');
  const retryAfter = headers.get('retry-after');
  if (status === 429 || (status === 403 && (remaining === '0' || retryAfter !== null))) {
    const minutes =
      retryAfter === null
        ? minutesUntil(Number(headers.get('x-ratelimit-reset')))
        : Math.ceil(Number(retryAfter) / 60);
    return `The host accepts no more requests for now. Try again in ${formatCount(minutes, 'minute')}. Your changes are saved.`;
  }
  if (status === 401) return 'The token is invalid or has expired. Enter another one.';
  if (status === 403)
    return 'The token does not allow this. It needs read and write access to “Contents” and “Pull requests” of this repository.';
  if (status === 404) return 'The repository or branch was not found, or the token has no access to it.';
  if (status === 409) return 'Someone else changed the repository at the same time. Try again.';
  if (status === 422) return `The host rejected your changes: ${reason}.`;
  return `The host responded with status ${status}. Try again later. Your changes are saved.`;
}

/** Reads a site through the REST API, and sends changes as a pull request. */
export class HostApi implements SiteHost {
  readonly #location: RepositoryLocation;
  readonly #token: string;

  constructor(location: RepositoryLocation, token: string) {
    [this.#location, this.#token] = [location, token];
  }

  async #request<Answer>(path: string, body?: object): Promise<Answer> {
    const { api, repository } = this.#location;
    const url = `${api.replace(/\/+$/, '')}/repos/${repository}${path}`;
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${this.#token}`,
        'X-GitHub-Api-Version': '2022-11-28',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      // Let the browser revalidate cached responses, so that the host does not send unchanged data again.
      cache: body ? 'no-store' : 'no-cache',
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ChangeRefused(
        'The host cannot be reached. Check your internet connection. Your changes are saved in this browser.',
      );
    });
    if (response.ok) return (await response.json()) as Answer; // defined by the API
    const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string }; // defined by the API
    throw new ChangeRefused(toMessage(response, message));
  }

  /** Returns a snapshot of the current files on the branch. */
  async snapshot(): Promise<Snapshot> {
    const branch =
      this.#location.branch || (await this.#request<{ default_branch: string }>('')).default_branch;
    const { object } = await this.#request<{ object: { sha: string } }>(
      `/git/ref/heads/${encodeURI(branch)}`,
    );
    const { tree } = await this.#request<{ tree: { sha: string } }>(`/git/commits/${object.sha}`);
    const listing = await this.#request<{ tree: ApiTreeEntry[]; truncated: boolean }>(
      `/git/trees/${tree.sha}?recursive=1`,
    );
    if (listing.truncated)
      throw new ChangeRefused(
        'This repository has too many files to be listed by the host. Edit it on a computer.',
      );
    // Skip symbolic links and submodules, which cannot be part of a site.
    const files = listing.tree.filter(({ type, mode }) => type === 'blob' && mode !== '120000');
    const entries = files.map(({ path, sha, mode, size = 0 }) => ({ path, sha, mode, size }));
    return { branch, commit: object.sha, tree: tree.sha, entries };
  }

  /** Returns the content of a file by its hash. The browser caches it, because it never changes. */
  async blob(sha: string): Promise<Uint8Array<ArrayBuffer>> {
    const { repository, api } = this.#location;
    const key = `https://blobs.invalid/${encodeURIComponent(api)}/${repository}/${sha}`;
    const cache = await caches.open('pagewright-blobs').catch(() => undefined);
    const cachedResponse = await cache?.match(key);
    if (cachedResponse) return new Uint8Array(await cachedResponse.arrayBuffer());
    const { content } = await this.#request<{ content: string }>(`/git/blobs/${sha}`);
    const bytes = Uint8Array.from(atob(content.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0));
    await cache?.put(key, new Response(bytes)).catch(() => undefined);
    return bytes;
  }

  /** Creates one commit on a new branch, and opens a pull request. Returns its URL. */
  async handIn(
    base: Snapshot,
    files: ReadonlyMap<string, string | Uint8Array | undefined>,
    { branch, title, body }: { branch: string; title: string; body: string },
  ): Promise<string> {
    // In a tree, a null hash deletes the file.
    const tree: { path: string; mode: string; type: 'blob'; sha: string | null }[] = [];
    for (const [path, content] of files) {
      const { mode = '100644' } = base.entries.find((entry) => entry.path === path) ?? {};
      if (content === undefined) {
        tree.push({ path, mode, type: 'blob', sha: null });
        continue;
      }
      const blob =
        typeof content === 'string'
          ? { content, encoding: 'utf-8' }
          : { content: encodeBase64(content), encoding: 'base64' };
      const { sha } = await this.#request<{ sha: string }>('/git/blobs', blob);
      tree.push({ path, mode, type: 'blob', sha });
    }
    const { sha: newTree } = await this.#request<{ sha: string }>('/git/trees', {
      base_tree: base.tree,
      tree,
    });
    const message = body === '' ? title : `${title}\n\n${body}`;
    const commit = await this.#request<{ sha: string }>('/git/commits', {
      message,
      tree: newTree,
      parents: [base.commit],
    });
    await this.#request('/git/refs', { ref: `refs/heads/${branch}`, sha: commit.sha });
    const request = { title, body, head: branch, base: base.branch };
    const { html_url } = await this.#request<{ html_url: string }>('/pulls', request);
    return html_url;
  }
}

/**
 * Encodes bytes as Base64. Converts them in parts, because a function call can only have a limited number of arguments.
 */
function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let offset = 0; offset < bytes.length; offset += 8192)
    text += String.fromCharCode(...bytes.subarray(offset, offset + 8192));
  return btoa(text);
}

interface ApiTreeEntry extends Omit<TreeEntry, 'size'> {
  type: string;
  mode: string;
  size?: number;
}
