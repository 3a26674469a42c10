import { routeAt, siteUrl } from '../ui/site-url.ts';
import { fetchServerToken, pageToken } from '../ui/server-token.ts';

/** A block type with its layouts, by what people call them. */
export interface ListedBlock {
  type: string;
  label: string;
  description: string;
  /** What the block is called elsewhere. */
  otherNames: string;
  layouts: readonly { layout: string; label: string }[];
}

/** An answer with an HTTP status. */
export interface HostAnswer {
  status: number;
  answer: object;
}

/** What answers the editor, and what the place where it runs has beside it. */
export interface EditorHost {
  /** Sends a request of the editor or of a tool. Rejects without a connection. */
  post(body: object, signal?: AbortSignal): Promise<HostAnswer>;
  /** Adds a picture to the site. Resolves to its path, or a sentence for the author. */
  addPicture(file: File): Promise<{ path?: string; message?: string }>;
  /** The address of a picture of the site, by its path. Undefined if it is not there. */
  pictureUrl(path: string): string | undefined | Promise<string | undefined>;
  /** The route of the page in this window. */
  route(): string;
  /** Opens another page in this window. Undefined if pages have no addresses. */
  openPage?(route: string): void;
  /** Links of the bar to other parts of the program. */
  readonly places: readonly { name: string; to: string; isMain?: boolean }[];
  /** The address of the catalogue, or all blocks by name where nothing can draw them. */
  readonly catalogue: string | readonly ListedBlock[];
  /** The address of the theme presets, if there is one. */
  readonly presets?: string;
}

/** The token of the server, which changes with each start. */
let token: string | undefined;
const currentToken = () => (token ??= pageToken());

/** The dev server that has sent the page. */
const devServer: EditorHost = {
  async post(body, signal) {
    const send = () =>
      fetch('/__api', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Pagewright-Token': currentToken() },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
    let response = await send();
    if (response.status === 403) {
      // The server has started again, with another token. A reload would close what is being written.
      const next = await fetchServerToken(signal);
      if (next !== undefined && next !== token) {
        token = next;
        response = await send();
      }
    }
    const { status } = response;
    const answer: unknown = await response.json().catch((problem: unknown) => {
      if (status !== 500) throw problem;
      return { message: 'The server reported an error. See its terminal.' };
    });
    return { status, answer: answer as object }; // the answer of this server
  },
  async addPicture(file) {
    const response = await fetch('/__picture', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/octet-stream',
        'X-Pagewright-Token': currentToken(),
        'X-Pagewright-Name': encodeURIComponent(file.name),
      },
      body: file,
    });
    return (await response.json()) as { path?: string; message?: string }; // the answer of this server
  },
  pictureUrl: siteUrl,
  route: () => routeAt(location.pathname) ?? '/',
  openPage: (route) => location.assign(siteUrl(route)),
  get places() {
    return [
      { name: 'Pages', to: siteUrl('/__pages') },
      { name: 'Hand in', to: siteUrl('/__hand-in'), isMain: true },
    ];
  },
  get catalogue() {
    return siteUrl('/__blocks');
  },
  get presets() {
    return siteUrl('/__theme');
  },
};

let current = devServer;

export const editorHost = (): EditorHost => current;

/** Replaces the host, before the editor starts. */
export function setEditorHost(host: EditorHost): void {
  current = host;
}
