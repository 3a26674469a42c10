import { formatCommand } from '../system/command-text.ts';
import { dev, preview } from '../../index.ts';
import { type CommandContext, waitForStop, UsageError } from '../system/command.ts';
import { openBrowser } from '../system/open-browser.ts';
import { dataOptions } from '../system/project.ts';

/** The options of all commands that serve a site. */
export const serveOptions = {
  port: { type: 'string', value: 'PORT', description: 'Port (default: the first unused port from 3000)' },
  host: { type: 'string', value: 'HOST', default: '127.0.0.1', description: 'Address to listen on' },
  ...dataOptions,
} as const;

/** The values of `serveOptions`, and of the options that choose the site to serve. */
export interface ServeValues {
  pages: string;
  out?: string;
  port?: string;
  host: string;
  data?: string;
}

/** Parses the value of `--port`. */
function parsePort(portText: string | undefined): number | undefined {
  if (portText === undefined) return undefined;
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not \`${portText}\`.`);
  return port;
}

/** Serves a built site until the command is stopped, and prints its address. */
export async function runPreviewServer(
  { port, ...values }: ServeValues,
  { env, signal, stdout, stderr }: CommandContext,
): Promise<void> {
  const server = await preview({ ...values, port: parsePort(port), env });
  stdout.write(
    `The site is at ${server.address}/\nMessages from its form: ${formatCommand('messages')}\n` +
      `${server.info.join('\n')}\nStop with Ctrl+C.\n`,
  );
  server.ready.catch((problem: Error) => stderr.write(`${problem.message}\n`));
  await waitForStop(signal);
  await server.close();
}

/** Serves a site that is being edited, until the command is stopped. */
export async function runDevServer(
  { pages, port, host, data }: ServeValues,
  { env, signal, stdout }: CommandContext,
  editing = false,
): Promise<void> {
  const server = await dev({ pages, port: parsePort(port), host, data, env, editing });
  const { address } = server;
  stdout.write(`Editing at ${address}/\nSave a file in ${pages}/ to update the page. Stop with Ctrl+C.\n`);
  if (editing) openBrowser(`${address}/`, env);
  await waitForStop(signal);
  await server.close();
}
