import { errorsIn } from '../schema/fault.ts';
import { prettyReport } from './formats/pretty.ts';
import { readOptions, runCommand } from './options.ts';
import { readSite } from './read-site.ts';
import { terminalOptions } from './terminal.ts';

await runCommand(async () => {
  const { values } = readOptions({ pages: { type: 'string', default: 'pages' } });
  const report = readSite(values.pages);
  process.stdout.write(prettyReport(report, terminalOptions(process.stdout)));
  return errorsIn(report.faults).length > 0 ? 1 : 0;
});
