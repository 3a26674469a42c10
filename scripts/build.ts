import { errorsIn } from '../schema/diagnostics/diagnostic.ts';
import { readOptions, runCommand } from './base/command.ts';
import { count } from './base/count.ts';
import { reportDiagnostics } from './report/print-report.ts';
import { buildSite } from './site/build-site.ts';

await runCommand(async () => {
  const { values } = readOptions({
    pages: { type: 'string', default: 'pages' },
    out: { type: 'string', default: 'dist' },
  });
  const built = await buildSite(values.pages, values.out);
  if (built.diagnostics.length > 0) reportDiagnostics(built.diagnostics, built.files, built.milliseconds);
  if (errorsIn(built.diagnostics).length > 0) {
    console.error(`Nothing was built; ${values.out}/ is as it was.`);
    return 1;
  }
  console.log(`${count(built.pages, 'page')} built in ${values.out}/.`);
  return 0;
});
