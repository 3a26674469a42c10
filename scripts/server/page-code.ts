import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OwnPrograms, listOwnPrograms } from '../site/own-blocks.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';

/** The path below which the compiled code of the site's own blocks is served. */
export const ownCodePath = '/src/own';

/**
 * Returns a site's own blocks with the URL paths of their compiled code, or `undefined` if the site has no blocks of
 * its own.
 */
export const getServedPrograms = (pagesFolder: string): OwnPrograms | undefined =>
  listOwnPrograms(pagesFolder, ownCodePath);

/** A connected browser window. */
export interface ConnectedWindow {
  send(event: string, data?: unknown): void;
}

/** Connections to open browser windows. */
export interface WindowConnections {
  readonly clients: ReadonlySet<ConnectedWindow>;
  on(event: string, listener: (data: object, client: ConnectedWindow) => void): void;
}

/** Serves the code of pages on the dev server: compiled by Vite, or prebuilt in an installed package. */
export interface PageCode {
  readonly windows: WindowConnections;
  /** Responds to a request for code. Calls `next` for other requests. */
  answer(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Adds to a document the script that connects its window to the server. */
  addConnection(document: string): Promise<string>;
  loadRenderer(): Promise<Renderer>;
  /** Replaces the positions in the stack of an error with positions in the source files. */
  locateError(problem: Error): void;
  close(): Promise<void>;
}
