import { defineCommand, runAsProgram } from '../system/command.ts';
import { outputOptions, siteOptions } from '../system/project.ts';
import { serveOptions, runPreviewServer } from './site-servers.ts';

export const preview = defineCommand({
  name: 'preview',
  description: 'Serves the built site with its headers and a working contact form.',
  options: { ...siteOptions, ...outputOptions, ...serveOptions },
  examples: ['--host 0.0.0.0 --port 8080'],
  run: ({ values }, context) => runPreviewServer(values, context),
});

if (import.meta.main) await runAsProgram(preview);
