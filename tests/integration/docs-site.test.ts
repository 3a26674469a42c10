import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDocsFiles } from '../../scripts/catalogue/docs-files.ts';
import { validate } from '../../scripts/commands/validate.ts';
import { runCommand } from '../support/run-command.ts';
import { createSuiteFolder, createWriter } from '../support/site-on-disk.ts';

test('the documentation site has no errors or warnings', async () => {
  const folder = createSuiteFolder();
  const write = createWriter(folder);
  const pages = join(folder, 'pages');
  for (const name of ['_site', 'index', '404'])
    cpSync(`docs-site/pages/${name}.yaml`, join(pages, `${name}.yaml`));
  for (const [path, text] of createDocsFiles()) write(path, text);
  const { out, err } = await runCommand(validate, ['--pages', pages, '--format', 'line']);
  expect(out + err).toBe('');
});
