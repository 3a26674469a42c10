import { urlPathToRoute, toSiteUrl } from '../ui/site-url.ts';
import { fetchServerToken, getPageToken } from '../ui/server-token.ts';

/** A block type with its layouts and their labels. */
export interface ListedBlock {
  type: string;
  label: string;
  description: string;
  /** Names of the block in other systems. */
  otherNames: string;
  layouts: readonly { layout: string; label: string }[];
}

/** An answer with an HTTP status. */
export interface HostAnswer {
  status: number;
  answer: object;
}

/** The environment of the editor: its requests, and the features around it. */
export interface EditorHost {
  /** Sends a request. Rejects without a connection. */
  post(body: object, signal?: AbortSignal): Promise<HostAnswer>;
  /** Adds a picture to the site. Resolves to its path, or to a message for the author. */
  addPicture(file: File): Promise<{ path?: string; message?: string }>;
  /** Returns the URL of a picture of the site; undefined if it does not exist. */
  pictureUrl(path: string): string | undefined | Promise<string | undefined>;
  /** Returns the route of the page in this window. */
  route(): string;
  /** Opens another page in this window. Undefined if pages have no URLs. */
  openPage?(route: string): void;
  /** Links of the bar to the tools. */
  readonly places: readonly { name: string; to: string; isMain?: boolean }[];
  /** The URL of the catalogue, or a list of block types if it cannot be rendered. */
  readonly catalogue: string | readonly ListedBlock[];
  /** The URL of the theme presets, if available. */
  readonly presets?: string;
}

/** The token of the server, which changes with each start. */
let token: string | undefined;
const currentToken = () => (token ??= getPageToken());

/** The dev server that sent the page. */
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
      // The server has restarted with another token. Get it without a reload, which would close the open text.
      const newToken = await fetchServerToken(signal);
      if (newToken !== undefined && newToken !== token) {
        token = newToken;
        response = await send();
      }
    }
    const { status } = response;
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (status !== 500) throw error;
      return { message: 'The server reported an error. See its terminal.' };
    });
    return { status, answer: answer as object }; // always an object
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
    return (await response.json()) as { path?: string; message?: string }; // see scripts/server/picture-request.ts
  },
  pictureUrl: toSiteUrl,
  route: () => urlPathToRoute(location.pathname) ?? '/',
  openPage: (route) => location.assign(toSiteUrl(route)),
  get places() {
    return [
      { name: 'Pages', to: toSiteUrl('/__pages') },
      { name: 'Hand in', to: toSiteUrl('/__hand-in'), isMain: true },
    ];
  },
  get catalogue() {
    return toSiteUrl('/__blocks');
  },
  get presets() {
    return toSiteUrl('/__theme');
  },
};

let currentHost = devServer;

export const editorHost = (): EditorHost => currentHost;

/** Replaces the host. Call this before the editor starts. */
export function setEditorHost(host: EditorHost): void {
  currentHost = host;
}
