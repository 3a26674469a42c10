import { errorsIn } from '../schema/diagnostics/diagnostic.ts';
import { readOptions, runCommand } from './base/command.ts';
import { count } from './base/count.ts';
import { refreshSchemas } from './editor/write-schemas.ts';
import { reportDiagnostics } from './report/print-report.ts';
import { serveOptions, serveUntilStopped } from './serve/serve-command.ts';
import { buildSite } from './site/build-site.ts';

await runCommand(async () => {
  const { values } = readOptions({
    pages: { type: 'string', default: 'pages' },
    out: { type: 'string', default: 'dist' },
    ...serveOptions,
  });
  refreshSchemas(values.pages);
  const built = await buildSite(values.pages, values.out);
  if (built.diagnostics.length > 0) reportDiagnostics(built.diagnostics, built.files, built.milliseconds);
  if (errorsIn(built.diagnostics).length > 0) return 1;
  console.log(`${count(built.pages, 'page')} built.`);
  await serveUntilStopped(values.out, values);
  return 0;
});
