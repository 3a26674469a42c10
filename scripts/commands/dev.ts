import { runDevServer, serveOptions } from './site-servers.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';

export const dev = defineCommand({
  name: 'dev',
  description: 'Serves the site while you write, and updates the browser when you save a page.',
  options: { ...siteOptions, ...serveOptions },
  examples: ['--port 8080'],
  run: ({ values }, context) => runDevServer(values, context),
});

if (import.meta.main) await runAsProgram(dev);
