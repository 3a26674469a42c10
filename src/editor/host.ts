import { urlPathToRoute, toSiteUrl } from '../ui/site-url.ts';
import { fetchServerToken, getPageToken } from '../ui/server-token.ts';

/** A block type in the catalogue, with its layouts and their labels. */
export interface ListedBlock {
  type: string;
  label: string;
  description: string;
  /** Names of this block type in other products. */
  otherNames: string;
  layouts: readonly { layout: string; label: string }[];
}

/** A JSON response, with its HTTP status. */
export interface HostAnswer {
  status: number;
  answer: object;
}

/**
 * What the editor needs from its environment: requests to the server, pictures, navigation, and the URLs of other
 * tools.
 */
export interface EditorHost {
  /** Identifies the site. Text that is not saved yet is stored in the browser for this site only. */
  readonly siteId: string;
  /** Sends a request. Rejects if there is no connection. */
  post(body: object, signal?: AbortSignal): Promise<HostAnswer>;
  /** Adds a picture to the site. Resolves to its path, or to a message for the author. */
  addPicture(file: File): Promise<{ path?: string; message?: string }>;
  /** Returns the URL of a picture in the site, or `undefined` if the picture does not exist. */
  pictureUrl(path: string): string | undefined | Promise<string | undefined>;
  /** Returns the route of the page in this window. */
  route(): string;
  /** Opens another page in this window. Undefined if the host has no URLs for pages. */
  openPage?(route: string): void;
  /** The links to the tools, shown in the bar. */
  readonly places: readonly { name: string; to: string; isMain?: boolean }[];
  /** The URL of the catalogue, or a list of block types if the host cannot render a catalogue. */
  readonly catalogue: string | readonly ListedBlock[];
  /** The URL of the theme presets, if available. */
  readonly presets?: string;
}

/** The token that the server expects with each request. It changes with each server start. */
let token: string | undefined;
const currentToken = () => (token ??= getPageToken());

/** The default host, for pages served by `npm run edit`: the dev server. */
const devServer: EditorHost = {
  get siteId() {
    return document.querySelector<HTMLElement>('pagewright-faults')?.dataset['site'] ?? '';
  },
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
      // The server has restarted with a different token. Fetch the token instead of reloading the page, which would
      // close the text that the author is editing.
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
    return { status, answer: answer as object }; // the server always sends an object
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

/** Replaces the default host, the dev server. Call this before the editor starts. */
export function setEditorHost(host: EditorHost): void {
  currentHost = host;
}
