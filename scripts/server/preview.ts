import { restoreOutput } from '../build/output-folder.ts';
import { formatDisplayPath, getSiteFolders } from '../system/project.ts';
import { serveSite, type SiteServer } from './static-server.ts';

/** A running server. */
export interface RunningServer {
  /** The URL of the home page, without a slash at the end. */
  address: string;
  close(): Promise<void>;
}

export interface PreviewOptions {
  pages?: string;
  /** The output folder to serve. By default, `dist` next to the pages folder. */
  out?: string | undefined;
  /** The port. By default, the first unused port from 3000. */
  port?: number | undefined;
  host?: string;
  /** The folder with the messages from forms. */
  data?: string | undefined;
  env?: NodeJS.ProcessEnv;
}

/** Serves a built site with its headers and redirects, and a working contact form. */
export function startPreview({
  pages = 'pages',
  out = formatDisplayPath(getSiteFolders(pages).out),
  port,
  host = '127.0.0.1',
  data,
  env = process.env,
}: PreviewOptions = {}): Promise<SiteServer> {
  const site = getSiteFolders(pages);
  restoreOutput(out);
  return serveSite({ out, data: data ?? site.data, cache: site.cache, port, host, env });
}
