import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, relative, resolve } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { isMapping } from '../../schema/base/data.ts';
import { LatestResult } from '../../schema/base/cache.ts';
import type { Renderer } from '../../src/render/entry-server.tsx';
import { enterOwnBlocks } from '../site/own-blocks.ts';
import { loadBundle, openRenderer } from '../build/bundle.ts';
import { contentTypes } from '../system/content-types.ts';
import { isServableFile } from '../system/files.ts';
import { libFolder } from '../system/project.ts';
import { sendAnswer } from './answer.ts';
import { resolveAccess, openFilePath } from './dev-access.ts';
import { editorPath, livePath } from './fault-bar.ts';
import {
  type ConnectedWindow,
  getServedPrograms,
  type PageCode,
  type WindowConnections,
} from './page-code.ts';
import { sendFile } from './send-file.ts';
import { getExtension, decodeRequestPath } from './static-server.ts';
import { studioPath } from './tool-document.ts';

/** The path below which prebuilt code is served. */
const prebuiltPath = '/src/prebuilt/';
const prebuiltFolder = join(libFolder, 'dev');

/** Prebuilt files by the path of their source. */
const prebuiltFiles: Readonly<Record<string, string>> = {
  '/src/client/loader.ts': 'loader.js',
  [livePath]: 'live.js',
  [editorPath]: 'start.js',
  [studioPath]: 'studio.js',
};

/** Serves the prebuilt code of an installed package. */
export async function openPrebuiltCode(server: Server, pagesFolder: string, host: string): Promise<PageCode> {
  const { windows, close } = openWindows(server, host);
  const { renderer } = await loadBundle();
  const renderers = new LatestResult<Promise<Renderer>>();
  return {
    windows,
    answer: (request, response, next) =>
      void answerCode(request, response).then((isCode) => isCode || next()),
    addConnection: async (document) => document,
    loadRenderer: () =>
      renderers.getOrCompute([enterOwnBlocks(pagesFolder)], () =>
        openRenderer(renderer, getServedPrograms(pagesFolder)),
      ),
    locateError: () => undefined,
    close,
  };
}

async function answerCode(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const path = decodeRequestPath(request) ?? '';
  if (path === openFilePath) {
    const { default: open } = await import('launch-editor');
    open(resolve(new URLSearchParams(request.url?.split('?')[1]).get('file') ?? ''));
    sendAnswer(response, { status: 200, body: '' });
    return true;
  }
  const file = prebuiltFiles[path];
  if (file !== undefined) {
    // Re-export the prebuilt file, so that all paths load the same module.
    const body = `export * from '${prebuiltPath}${file}';\n`;
    sendAnswer(response, { status: 200, body, type: contentTypes['js'] });
    return true;
  }
  const relativePath = `/${relative(prebuiltPath, path)}`;
  if (!path.startsWith(prebuiltPath) || !isServableFile(prebuiltFolder, relativePath)) return false;
  response.setHeader('Content-Type', contentTypes[getExtension(path)] ?? 'text/plain');
  response.setHeader('Cache-Control', 'no-cache');
  return sendFile(join(prebuiltFolder, relativePath), request, response);
}

/** Accepts WebSocket connections of windows. Messages consist of an event and data, as in Vite's HMR channel. */
function openWindows(
  server: Server,
  host: string,
): { windows: WindowConnections; close: () => Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true });
  const clients = new Map<WebSocket, ConnectedWindow>();
  const listeners: Record<string, (data: object, client: ConnectedWindow) => void> = {};
  server.on('upgrade', (request, socket, head) => {
    // Apply the access rules for code requests to WebSocket connections as well.
    if (resolveAccess({ url: '/src/', headers: request.headers }, host) !== 'code') return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (connection) => {
      const client: ConnectedWindow = {
        send: (event, data) => connection.send(JSON.stringify([event, data])),
      };
      clients.set(connection, client);
      connection.on('close', () => clients.delete(connection));
      connection.on('error', () => connection.terminate());
      connection.on('message', (message: Buffer) => {
        const [event, data] = JSON.parse(message.toString()) as [string, unknown]; // sent by src/client/prebuilt-channel.ts
        if (isMapping(data)) listeners[event]?.(data, client);
      });
    });
  });
  return {
    windows: {
      get clients() {
        return new Set(clients.values());
      },
      on: (event, listener) => void (listeners[event] = listener),
    },
    async close() {
      for (const connection of clients.keys()) connection.close();
      sockets.close();
    },
  };
}
