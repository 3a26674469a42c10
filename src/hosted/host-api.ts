import { ChangeRefused } from '../../scripts/editing/answer-changes.ts';
import { count } from '../../schema/base/text.ts';
import type { SiteHost, Snapshot, TreeEntry } from './site-host.ts';

/** The repository of a site, on a host with the REST API of GitHub. */
export interface Place {
  /** The URL of the API. */
  api: string;
  /** `owner/name`. */
  repository: string;
  /** Empty for the default branch. */
  branch: string;
  /** The folder with `pages/` and `public/`. Empty if they are at the top of the repository. */
  folder: string;
}

const minutesUntil = (seconds: number) => Math.max(1, Math.ceil((seconds - Date.now() / 1000) / 60));

function toMessage({ status, headers }: Response, reason: string): string {
  const left = headers.get('x-ratelimit-remaining');
  const wait = headers.get('retry-after');
  if (status === 429 || (status === 403 && (left === '0' || wait !== null))) {
    const minutes =
      wait === null ? minutesUntil(Number(headers.get('x-ratelimit-reset'))) : Math.ceil(Number(wait) / 60);
    return `The host accepts no more requests for now. Try again in ${count(minutes, 'minute')}. Your changes are saved.`;
  }
  if (status === 401) return 'The token is invalid or has expired. Enter another one.';
  if (status === 403)
    return 'The token does not allow this. It needs read and write access to “Contents” and “Pull requests” of this repository.';
  if (status === 404) return 'The repository or branch was not found, or the token has no access to it.';
  if (status === 409) return 'Someone else changed the repository at the same time. Try again.';
  if (status === 422) return `The host rejected your changes: ${reason}.`;
  return `The host responded with status ${status}. Try again later. Your changes are saved.`;
}

/** Sends the requests of the editor to the API. */
export class HostApi implements SiteHost {
  readonly #place: Place;
  readonly #token: string;

  constructor(place: Place, token: string) {
    [this.#place, this.#token] = [place, token];
  }

  async #ask<Answer>(path: string, body?: object): Promise<Answer> {
    const { api, repository } = this.#place;
    const url = `${api.replace(/\/+$/, '')}/repos/${repository}${path}`;
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${this.#token}`,
        'X-GitHub-Api-Version': '2022-11-28',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      // The browser revalidates cached answers, so unchanged data is not sent again.
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

  /** Returns the current files of the branch. */
  async snapshot(): Promise<Snapshot> {
    const branch = this.#place.branch || (await this.#ask<{ default_branch: string }>('')).default_branch;
    const { object } = await this.#ask<{ object: { sha: string } }>(`/git/ref/heads/${encodeURI(branch)}`);
    const { tree } = await this.#ask<{ tree: { sha: string } }>(`/git/commits/${object.sha}`);
    const listed = await this.#ask<{ tree: ListedEntry[]; truncated: boolean }>(
      `/git/trees/${tree.sha}?recursive=1`,
    );
    if (listed.truncated)
      throw new ChangeRefused(
        'This repository has too many files to be listed by the host. Edit it on a computer.',
      );
    // Symbolic links and submodules are not part of a site.
    const files = listed.tree.filter(({ type, mode }) => type === 'blob' && mode !== '120000');
    const entries = files.map(({ path, sha, size = 0 }) => ({ path, sha, size }));
    return { branch, commit: object.sha, tree: tree.sha, entries };
  }

  /** Returns the content of a file by its hash. The browser caches it, because it never changes. */
  async blob(sha: string): Promise<Uint8Array<ArrayBuffer>> {
    const { repository, api } = this.#place;
    const key = `https://blobs.invalid/${encodeURIComponent(api)}/${repository}/${sha}`;
    const cache = await caches.open('pagewright-blobs').catch(() => undefined);
    const known = await cache?.match(key);
    if (known) return new Uint8Array(await known.arrayBuffer());
    const { content } = await this.#ask<{ content: string }>(`/git/blobs/${sha}`);
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
    // A null hash deletes the file.
    const tree: { path: string; mode: '100644'; type: 'blob'; sha: string | null }[] = [];
    for (const [path, content] of files) {
      if (content === undefined) {
        tree.push({ path, mode: '100644', type: 'blob', sha: null });
        continue;
      }
      const blob =
        typeof content === 'string'
          ? { content, encoding: 'utf-8' }
          : { content: base64Of(content), encoding: 'base64' };
      const { sha } = await this.#ask<{ sha: string }>('/git/blobs', blob);
      tree.push({ path, mode: '100644', type: 'blob', sha });
    }
    const { sha: newTree } = await this.#ask<{ sha: string }>('/git/trees', { base_tree: base.tree, tree });
    const message = body === '' ? title : `${title}\n\n${body}`;
    const commit = await this.#ask<{ sha: string }>('/git/commits', {
      message,
      tree: newTree,
      parents: [base.commit],
    });
    await this.#ask('/git/refs', { ref: `refs/heads/${branch}`, sha: commit.sha });
    const request = { title, body, head: branch, base: base.branch };
    const { html_url } = await this.#ask<{ html_url: string }>('/pulls', request);
    return html_url;
  }
}

/** Encodes bytes as Base64, in parts because the number of arguments of a function is limited. */
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

interface ListedEntry extends Omit<TreeEntry, 'size'> {
  type: string;
  mode: string;
  size?: number;
}
