import { filterErrors } from '../schema/diagnostics/diagnostic.ts';
import { defineCommand, parseOptions, runAsProgram } from './system/command.ts';
import { count } from './system/format.ts';
import { displayPath, siteOf, siteOptions } from './system/project.ts';
import { refreshSchemas } from './source/write-schemas.ts';
import { reportDiagnostics } from './reporters/pretty.ts';
import { serveOptions, serveUntilStopped } from './server/serve.ts';
import { buildSite } from './build/build-site.ts';

export const start = defineCommand(async (call) => {
  const { values } = parseOptions(call.args, { ...siteOptions, out: { type: 'string' }, ...serveOptions });
  const out = values.out ?? displayPath(siteOf(values.pages).out);
  const built = await buildSite(values.pages, out, call.env, {
    say: (text) => call.stderr.write(text),
  });
  reportDiagnostics(built, call.stderr, call.env);
  refreshSchemas(values.pages);
  if (filterErrors(built.diagnostics).length > 0) return 1;
  call.stdout.write(`${count(built.pages, 'page')} built.\n`);
  await serveUntilStopped({ ...values, out }, call);
  return 0;
});

if (import.meta.main) await runAsProgram(start);
