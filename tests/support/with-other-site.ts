// `node tests/support/with-other-site.ts unit browser` runs test projects from vitest.config.ts in a copy of the
// repository that contains a different site in a different language.

import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchClone } from './scratch-clone.ts';

const [firstProject = 'unit', ...otherProjects] = process.argv.slice(2);
const { folder, remove } = createScratchClone({ withTests: true });
for (const name of ['pages', 'public'])
  cpSync(join('tests/fixtures/other-site', name), join(folder, name), { recursive: true });
const projects = [firstProject, ...otherProjects].flatMap((name) => ['--project', name]);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...projects], {
  cwd: folder,
  stdio: 'inherit',
});
remove();
process.exitCode = status ?? 1;
