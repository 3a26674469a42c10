import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSite } from '../build/build-site.ts';
import { createDocsFiles } from '../catalogue/docs-files.ts';
import { reportDiagnostics } from '../reporters/pretty.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { formatDisplayPath, engineFolder } from '../system/project.ts';
import { formatCount } from '../../schema/base/text.ts';

export const docs = defineCommand({
  name: 'docs',
  description: 'Builds the documentation site from the guides in docs/ and an example of each block.',
  options: {},
  async run(_, { stdout, stderr, env }) {
    const folder = join(engineFolder, 'docs-site');
    const [pages, out] = [join(folder, 'pages'), join(folder, 'dist')];
    for (const generatedPath of ['pages/guides', 'pages/blocks', 'pages/log', 'public'])
      rmSync(join(folder, generatedPath), { recursive: true, force: true });
    for (const [path, text] of createDocsFiles()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const result = await buildSite({ pages, out, env });
    if (result.diagnostics.length > 0) reportDiagnostics(result, stderr, env);
    stdout.write(`${formatCount(result.pages, 'page')} built in ${formatDisplayPath(out)}/.\n`);
    return result.pages > 0 ? 0 : 1;
  },
});

if (import.meta.main) await runAsProgram(docs);
