import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import { formatDisplayPath, outputOptions, getSiteFolders, siteOptions } from '../system/project.ts';
import { refreshSchemas } from '../site/write-schemas.ts';
import { reportDiagnostics } from '../reporters/pretty.ts';
import { serveOptions, runPreviewServer } from './site-servers.ts';
import { build } from '../../index.ts';

export const start = defineCommand({
  name: 'start',
  description: 'Builds the site and serves it with a working contact form.',
  options: { ...siteOptions, ...outputOptions, ...serveOptions },
  examples: ['--port 8080'],
  async run({ values }, context) {
    const { stdout, stderr, env } = context;
    const out = values.out ?? formatDisplayPath(getSiteFolders(values.pages).out);
    const buildResult = await build({ pages: values.pages, out, env, print: (text) => stderr.write(text) });
    reportDiagnostics(buildResult, stderr, env);
    await refreshSchemas(values.pages);
    if (filterErrors(buildResult.diagnostics).length > 0) return 1;
    stdout.write(`${formatCount(buildResult.pages, 'page')} built.\n`);
    await runPreviewServer({ ...values, out }, context);
    return 0;
  },
});

if (import.meta.main) await runAsProgram(start);
