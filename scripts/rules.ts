import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, runCommand } from './options.ts';
import { projectFolder } from './read-site.ts';
import { rulesDocument } from './rule-text.ts';

await runCommand(async () => {
  readOptions({});
  writeFileSync(join(projectFolder, 'docs/rules.md'), rulesDocument());
});
