import { serveDev } from './server/dev-server.ts';
import { serveOptions } from './server/serve.ts';
import { defineCommand, runAsProgram } from './system/command.ts';
import { siteOptions } from './system/project.ts';

export const edit = defineCommand({
  name: 'edit',
  description: 'Opens the site in the browser, to be edited in its pages.',
  options: { ...siteOptions, ...serveOptions },
  examples: ['--port 8080'],
  notes: () => 'The environment variable `BROWSER` names another browser, or `none`.\n',
  run: ({ values }, context) => serveDev(values, context, { editing: true }),
});

if (import.meta.main) await runAsProgram(edit);
