import { filterErrors } from '../../schema/diagnostics/diagnostic.ts';
import { defineCommand, runAsProgram } from '../system/command.ts';
import { formatCount } from '../../schema/base/text.ts';
import { siteOptions } from '../system/project.ts';
import { createChangePatch } from '../site/changed-file.ts';
import { fix as fixSite } from '../../index.ts';
import { formatPrettyReport, getTerminalOptions } from '../reporters/pretty.ts';

export const fix = defineCommand({
  name: 'fix',
  description: 'Applies safe fixes to pages. Comments and the order of settings do not change.',
  arguments: { 'FILES...': 'Files, folders or patterns to fix (default: all pages)' },
  options: {
    ...siteOptions,
    suggested: { type: 'boolean', default: false, description: 'Also apply fixes that are guesses' },
    'dry-run': { type: 'boolean', default: false, description: 'Print the changes without writing them' },
  },
  examples: ['--dry-run', 'pages/about --suggested'],
  async run({ values, positionals }, { stdout, stderr, env }) {
    const { pages, suggested, 'dry-run': dryRun } = values;
    const { applied, changed, notUtf8, report } = await fixSite({
      pages,
      files: positionals,
      suggested,
      dryRun,
    });
    // The counts are printed last, because a terminal shows the end of the output.
    stderr.write(`${formatPrettyReport(report, getTerminalOptions(stderr, env))}\n`);
    for (const { before: fileBefore, after: fileAfter, isSkipped } of changed) {
      if (dryRun) stdout.write(createChangePatch(fileBefore, fileAfter));
      else if (isSkipped)
        stderr.write(`${fileBefore.file} was not changed: another program has just modified it.\n`);
    }
    for (const { diagnostic, fix } of applied)
      stderr.write(`${diagnostic.file}:${diagnostic.range.start.line}: ${fix.title} [${diagnostic.rule}]\n`);
    for (const { file } of notUtf8) stderr.write(`${file} was not changed: it is not saved as UTF-8.\n`);
    const dryRunNote =
      dryRun && changed.length > 0 ? ', not written: run the command without `--dry-run`' : '';
    stderr.write(
      `${formatCount(applied.length, 'fix', 'fixes')} in ${formatCount(changed.length, 'file')}${dryRunNote}.\n`,
    );
    return filterErrors(report.diagnostics).length > 0 ? 1 : 0;
  },
});

if (import.meta.main) await runAsProgram(fix);
