import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

export interface LspPosition {
  line: number;
  character: number;
}

export interface LspDiagnostic {
  message: string;
  range: { start: LspPosition; end: LspPosition };
}

export interface LspCompletion {
  label: string;
  insertText?: string;
  documentation?: string | { value: string };
}

/** A client for the real yaml-language-server. */
export interface YamlClient {
  /** Opens text as a file in the folder of `path`, and waits for its diagnostics. */
  diagnose(path: string, text: string): Promise<LspDiagnostic[]>;
  /** Returns the completions at the cursor, which `|` marks in the text. */
  complete(path: string, text: string): Promise<LspCompletion[]>;
  /** Returns the hover text at the cursor, which `|` marks in the text. */
  hover(path: string, text: string): Promise<string>;
  /** Tells the server that a file on disk has changed. */
  notifyChange(path: string): void;
  close(): Promise<void>;
}

/** Starts the language server in a folder. `yaml` contains settings for YAML as in VS Code. */
export async function startYamlServer(root: string, yaml: object): Promise<YamlClient> {
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
  const diagnosticListeners = new Map<string, (diagnose: LspDiagnostic[]) => void>();
  const openedUris = new Set<string>();
  // The server requests its settings section by section.
  connection.onRequest('workspace/configuration', ({ items }: { items: { section: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? yaml : null)),
  );
  connection.onRequest(() => null);
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { uri: string; diagnostics: LspDiagnostic[] }) =>
      diagnosticListeners.get(uri)?.(diagnostics),
  );
  connection.listen();
  const notify = (method: string, params?: object) => void connection.sendNotification(method, params);

  const toUri = (path: string) => pathToFileURL(join(root, path)).href;
  /** Opens each text under a new file name, because the server assigns diagnostics to names. */
  const open = (path: string, text: string, onDiagnostics?: (diagnose: LspDiagnostic[]) => void) => {
    const uri = toUri(openedUris.has(path) ? path.replace(/\.yaml$/, `-${openedUris.size}.yaml`) : path);
    openedUris.add(path).add(uri);
    if (onDiagnostics) diagnosticListeners.set(uri, onDiagnostics);
    notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version: 1, text } });
    return uri;
  };
  const splitAtCursor = (text: string): [text: string, position: LspPosition] => {
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
    diagnose: (path, text) => new Promise((resolve) => void open(path, text, resolve)),
    complete: async (path, textWithCursor) => {
      const [text, position] = splitAtCursor(textWithCursor);
      const answer = await connection.sendRequest<{ items: LspCompletion[] } | null>(
        'textDocument/completion',
        {
          textDocument: { uri: open(path, text) },
          position,
        },
      );
      return answer?.items ?? [];
    },
    hover: async (path, textWithCursor) => {
      const [text, position] = splitAtCursor(textWithCursor);
      const answer = await connection.sendRequest<{ contents: { value: string } } | null>(
        'textDocument/hover',
        {
          textDocument: { uri: open(path, text) },
          position,
        },
      );
      return answer?.contents.value ?? '';
    },
    notifyChange: (path) =>
      notify('workspace/didChangeWatchedFiles', { changes: [{ uri: toUri(path), type: 2 }] }),
    close: async () => {
      const exit = new Promise((resolve) => server.on('exit', resolve));
      await connection.sendRequest('shutdown');
      notify('exit');
      await exit;
    },
  };
}
