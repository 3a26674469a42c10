import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface Place {
  line: number;
  character: number;
}

export interface Finding {
  message: string;
  range: { start: Place; end: Place };
}

export interface Offer {
  label: string;
  insertText?: string;
  documentation?: string | { value: string };
}

interface Message {
  id?: number;
  method?: string;
  params?: { items?: { section?: string }[]; uri?: string; diagnostics?: Finding[] };
  result?: unknown;
  error?: { message: string };
}

/** An editor's side of the conversation with the real yaml-language-server. */
export interface Editor {
  /** Opens a text as a file beside `path`, and waits for what the server finds in it. */
  findings(path: string, text: string): Promise<Finding[]>;
  /** What is offered at the sign `|` in the text. */
  offers(path: string, text: string): Promise<Offer[]>;
  /** What is told about the place of the sign `|` in the text. */
  hover(path: string, text: string): Promise<string>;
  /** Tells the server that a file on disk was changed. */
  changed(path: string): void;
  close(): Promise<void>;
}

/** Starts the server on the folder `root`, with what stands under `yaml` in the settings of VS Code. */
export async function startEditor(root: string, yaml: object): Promise<Editor> {
  const server = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../node_modules/yaml-language-server/bin/yaml-language-server'),
      '--stdio',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (problem: Error) => void }>();
  const published = new Map<string, (findings: Finding[]) => void>();
  const opened = new Set<string>();
  let next = 0;

  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const notify = (method: string, params: object) => send({ method, params });
  const ask = <T>(method: string, params: object | null) =>
    new Promise<T>((resolve, reject) => {
      const id = (next += 1);
      // The protocol says what each answer is.
      waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      send({ id, method, params });
    });

  const take = ({ id, method, params, result, error }: Message) => {
    if (method === 'workspace/configuration') {
      // The server asks for its settings section by section.
      send({
        id,
        result: params?.items?.map(({ section = '' }) => (section === 'yaml' ? yaml : null)) ?? [],
      });
    } else if (method === 'textDocument/publishDiagnostics') {
      published.get(params?.uri ?? '')?.(params?.diagnostics ?? []);
    } else if (method !== undefined) {
      if (id !== undefined) send({ id, result: null });
    } else if (id !== undefined) {
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  };
  let received = Buffer.alloc(0);
  server.stdout.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(received.toString('utf8', 0, Math.max(end, 0)))?.[1],
      );
      if (end === -1 || received.length < end + 4 + length) return;
      take(JSON.parse(received.toString('utf8', end + 4, end + 4 + length)) as Message);
      received = received.subarray(end + 4 + length);
    }
  });

  const uriOf = (path: string) => pathToFileURL(join(root, path)).href;
  /**
   * Opens each text under a name of its own, so that what is said of one is never taken for what is said of
   * another.
   */
  const open = (path: string, text: string, wait?: (findings: Finding[]) => void) => {
    const uri = uriOf(opened.has(path) ? path.replace(/\.yaml$/, `-${opened.size}.yaml`) : path);
    opened.add(path).add(uri);
    if (wait) published.set(uri, wait);
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return uri;
  };
  const at = (text: string): [text: string, position: Place] => {
    const before = text.slice(0, text.indexOf('|')).split('\n');
    return [text.replace('|', ''), { line: before.length - 1, character: before.at(-1)?.length ?? 0 }];
  };

  const rootUri = pathToFileURL(root).href;
  await ask('initialize', {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: 'site' }],
    capabilities: {
      workspace: { configuration: true },
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
      },
    },
  });
  notify('initialized', {});
  notify('workspace/didChangeConfiguration', { settings: { yaml } });

  return {
    findings: (path, text) => new Promise((resolve) => void open(path, text, resolve)),
    offers: async (path, marked) => {
      const [text, position] = at(marked);
      const answer = await ask<{ items: Offer[] } | null>('textDocument/completion', {
        textDocument: { uri: open(path, text) },
        position,
      });
      return answer?.items ?? [];
    },
    hover: async (path, marked) => {
      const [text, position] = at(marked);
      const answer = await ask<{ contents: { value: string } } | null>('textDocument/hover', {
        textDocument: { uri: open(path, text) },
        position,
      });
      return answer?.contents.value ?? '';
    },
    changed: (path) =>
      notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path), type: 2 }] }),
    close: async () => {
      const ended = new Promise((resolve) => server.on('exit', resolve));
      await ask('shutdown', null);
      notify('exit', {});
      await ended;
    },
  };
}
