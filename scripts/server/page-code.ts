import type { IncomingMessage, ServerResponse } from 'node:http';
import { type OwnPrograms, ownPrograms } from '../site/own-blocks.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';

/** The path below which the programs of a site's own are served. */
export const ownCodePath = '/src/own';

/** The programs of the site's own, as they are now. */
export const servedPrograms = (pages: string): OwnPrograms | undefined => ownPrograms(pages, ownCodePath);

/** A window of a browser that is connected. */
export interface ConnectedWindow {
  send(event: string, data?: unknown): void;
}

/** The connections to the windows that show pages. */
export interface WindowConnections {
  readonly clients: ReadonlySet<ConnectedWindow>;
  on(event: string, listener: (data: object, client: ConnectedWindow) => void): void;
}

/** The code that pages of the dev server load: from its sources by Vite, or ready-made in an installed package. */
export interface PageCode {
  readonly windows: WindowConnections;
  /** Answers a request for code, or calls `next`. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void;
  /** Adds to a document what connects its window. */
  connected(document: string): Promise<string>;
  loadRenderer(): Promise<Renderer>;
  /** Makes an error name the sources. */
  locateError(problem: Error): void;
  close(): Promise<void>;
}
