import { type CommandContext, waitForStop, UsageError } from '../system/command.ts';
import { dataOptions, displayPath, siteOf } from '../system/project.ts';
import { restoreOutput } from '../build/output-folder.ts';
import { serveSite } from './static-server.ts';

/** The options of all commands that serve a site. */
export const serveOptions = {
  port: { type: 'string', value: 'PORT', description: 'Port (default: the first free one from 3000)' },
  host: { type: 'string', value: 'HOST', default: '127.0.0.1', description: 'Address to listen on' },
  ...dataOptions,
} as const;

/** The values of these options, and of the others that say what to serve. */
export interface ServeValues {
  pages: string;
  out?: string;
  port?: string;
  host: string;
  data?: string;
}

/** Reads `--port`. */
export function portNumber(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const port = Number(written);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not \`${written}\`.`);
  return port;
}

/** Serves `out` and prints the address, until the command is stopped. */
export async function serveUntilStopped(
  { pages, out = displayPath(siteOf(pages).out), port, host, data }: ServeValues,
  context: CommandContext,
): Promise<void> {
  const site = siteOf(pages);
  restoreOutput(out);
  const server = await serveSite({
    out,
    data: data ?? site.data,
    cache: site.cache,
    port: portNumber(port),
    host,
    env: context.env,
  });
  context.stdout.write(
    `The site is at ${server.address}/\nMessages from its form: npm run messages\n` +
      `${server.info.join('\n')}\nStop with Ctrl+C.\n`,
  );
  server.ready.catch((problem: Error) => context.stderr.write(`${problem.message}\n`));
  await waitForStop(context.signal);
  await server.close();
}
