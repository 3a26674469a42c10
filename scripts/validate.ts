import { readOptions, runCommand } from './options.ts';
import { readSite } from './read-site.ts';
import { count, reportFaults } from './report.ts';

await runCommand(async () => {
  const { values } = readOptions({ pages: { type: 'string', default: 'pages' } });
  const { faults, files } = readSite(values.pages);
  if (faults.length > 0) {
    reportFaults(faults);
    return 1;
  }
  console.log(`${count(files.length, 'file')} checked, no faults.`);
  return 0;
});
