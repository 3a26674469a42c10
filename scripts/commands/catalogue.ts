import { join } from 'node:path';
import type { Diagnostic } from '../../schema/diagnostics/diagnostic.ts';
import { buildCatalogue } from '../build/build-catalogue.ts';
import { reportDiagnostics } from '../reporters/pretty.ts';
import { openSiteLoader } from '../site/load-site.ts';
import { openOwnBlocks } from '../site/own-blocks.ts';
import { assertPagesFolder } from '../site/read-pages.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import { formatDisplayPath, getSiteFolders, siteOptions } from '../system/project.ts';

export const catalogue = defineCommand({
  name: 'catalogue',
  description: 'Writes a site that shows every block in each of its layouts, in the theme of your site.',
  options: {
    ...siteOptions,
    out: {
      type: 'string',
      value: 'DIR',
      description: 'Output folder (default: catalogue next to the pages)',
    },
  },
  async run({ values }, { stdout, stderr, env }) {
    const folders = getSiteFolders(values.pages);
    assertPagesFolder(values.pages);
    await openOwnBlocks(values.pages);
    const { website, diagnostics, files, milliseconds } = openSiteLoader(values.pages).read();
    const report = (problems: readonly Diagnostic[]) =>
      reportDiagnostics({ diagnostics: problems, files: files.sources, milliseconds }, stderr, env);
    if (!website) {
      report(diagnostics);
      return 1;
    }
    const out = values.out ?? formatDisplayPath(join(folders.folder, 'catalogue'));
    const { exampleCount, exampleDiagnostics } = await buildCatalogue(website, folders, out, (text) =>
      stderr.write(text),
    );
    stdout.write(`${formatCount(exampleCount, 'example')} written to ${out}/.\n`);
    report(exampleDiagnostics);
    return exampleDiagnostics.length === 0 ? 0 : 1;
  },
});

if (import.meta.main) await runAsProgram(catalogue);
