import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

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

/** A client of the real yaml-language-server. */
export interface Editor {
  /** Opens a text as a file next to `path` and waits for its diagnostics. */
  findings(path: string, text: string): Promise<Finding[]>;
  /** Returns the completions at the cursor, marked by `|` in the text. */
  offers(path: string, text: string): Promise<Offer[]>;
  /** Returns the hover text at the cursor. */
  hover(path: string, text: string): Promise<string>;
  /** Notifies the server of a changed file on disk. */
  changed(path: string): void;
  close(): Promise<void>;
}

/** Starts the language server in a folder, with the given `yaml` settings of VS Code. */
export async function startEditor(root: string, yaml: object): Promise<Editor> {
  const server = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../node_modules/yaml-language-server/bin/yaml-language-server'),
      '--stdio',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const published = new Map<string, (findings: Finding[]) => void>();
  const opened = new Set<string>();
  // The server requests its settings by section.
  connection.onRequest('workspace/configuration', ({ items }: { items: { section: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? yaml : null)),
  );
  connection.onRequest(() => null);
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: Finding[] }) => published.get(uri)?.(diagnostics),
  );
  connection.listen();
  const notify = (method: string, params?: object) => void connection.sendNotification(method, params);

  const uriOf = (path: string) => pathToFileURL(join(root, path)).href;
  /** Opens each text under a new name, because diagnostics are assigned by name. */
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
  await connection.sendRequest('initialize', {
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
      const answer = await connection.sendRequest<{ items: Offer[] } | null>('textDocument/completion', {
        textDocument: { uri: open(path, text) },
        position,
      });
      return answer?.items ?? [];
    },
    hover: async (path, marked) => {
      const [text, position] = at(marked);
      const answer = await connection.sendRequest<{ contents: { value: string } } | null>(
        'textDocument/hover',
        {
          textDocument: { uri: open(path, text) },
          position,
        },
      );
      return answer?.contents.value ?? '';
    },
    changed: (path) =>
      notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uriOf(path), type: 2 }] }),
    close: async () => {
      const ended = new Promise((resolve) => server.on('exit', resolve));
      await connection.sendRequest('shutdown');
      notify('exit');
      await ended;
    },
  };
}
