import { type CommandContext, waitForStop, UsageError } from '../system/command.ts';
import { displayPath, siteOf } from '../system/project.ts';
import { restoreOutput } from '../build/output-folder.ts';
import { serveSite } from './static-server.ts';

/** What the commands that serve have in common, besides the site. */
export const serveOptions = {
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string' },
} as const;

/** What these options and `--out` say. */
interface ServeValues {
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

/** Serves `out`, prints the address, and goes on until the command is asked to end. */
export async function serveUntilStopped(
  { pages, out = displayPath(siteOf(pages).out), port, host, data = siteOf(pages).data }: ServeValues,
  call: CommandContext,
): Promise<void> {
  const site = siteOf(pages);
  restoreOutput(out);
  const server = await serveSite({ out, data, cache: site.cache, port: portNumber(port), host });
  call.stdout.write(
    `The site is at ${server.address}/\nMessages from its form: npm run messages\n` +
      `${server.says.join('\n')}\nStop with Ctrl+C.\n`,
  );
  server.ready.catch((problem: Error) => call.stderr.write(`${problem.message}\n`));
  await waitForStop(call.signal);
  await server.close();
}
