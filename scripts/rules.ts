import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, runCommand } from './base/command.ts';
import { projectFolder } from './base/project.ts';
import { rulesDocument } from './report/rule-text.ts';

await runCommand(async () => {
  readOptions({});
  writeFileSync(join(projectFolder, 'docs/rules.md'), rulesDocument());
});
