// Copies the files of a new site to `template` before npm packs the package.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const repository = join(folder, '../..');
const template = join(folder, 'template');

rmSync(template, { recursive: true, force: true });
cpSync(join(repository, 'recipes/site'), template, { recursive: true });
cpSync(join(repository, '.vscode'), join(template, '.vscode'), { recursive: true });
for (const path of ['actions', 'comment.mjs', 'workflows/comment.yml'])
  cpSync(join(repository, '.github', path), join(template, '.github', path), { recursive: true });
cpSync(join(folder, 'files'), template, { recursive: true });
cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
