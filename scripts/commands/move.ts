import { formatCommand } from '../system/command-text.ts';
import { formatPrettyReport, getTerminalOptions } from '../reporters/pretty.ts';
import { quoteForShell } from '../site/git-restore.ts';
import { move as moveInSite } from '../../index.ts';
import { describeMove, describeUndo, createMovePatch } from '../site/move-report.ts';
import { defineCommand, formatHelp, runAsProgram, UsageError } from '../system/command.ts';
import { siteOptions } from '../system/project.ts';

export const move = defineCommand({
  name: 'move',
  description:
    'Moves a page, a folder of pages or a file or folder in public/, or renames a block. Updates all references.',
  arguments: {
    OLD: 'Current address: /about/us, /products, /pictures/team.jpg, or /about#story for a block',
    NEW: 'New address',
  },
  options: {
    ...siteOptions,
    'no-redirect': {
      type: 'boolean',
      default: false,
      description: 'Create no redirects, for pages that were never published',
    },
    'dry-run': { type: 'boolean', default: false, description: 'Print the changes without writing them' },
  },
  examples: ['/about/us /about/team', '/products /offers --dry-run', '/about#story /about#history'],
  async run({ values, positionals: [from, to, ...extraArguments] }, { stdout, stderr, env }) {
    if (from === undefined) return void stdout.write(formatHelp(move));
    if (to === undefined)
      throw new UsageError(
        `Add the new address: \`${formatCommand('move', `${quoteForShell(from)} /new-address`)}\`.`,
      );
    if (extraArguments.length > 0) throw new UsageError(`Unexpected argument '${extraArguments[0]}'.`);
    const start = performance.now();
    const { pages, 'dry-run': dryRun } = values;
    const redirect = !values['no-redirect'];
    const { plan, inPublic, notUtf8, restore } = await moveInSite({ pages, from, to, redirect, dryRun, env });
    if (dryRun) stdout.write(createMovePatch(plan, inPublic));
    const lines = [
      ...describeMove(plan, inPublic),
      ...notUtf8.map(({ file }) => `The text of ${file} was not changed: it is not saved as UTF-8.`),
      ...(dryRun
        ? ['Nothing was written: run the command without `--dry-run`.']
        : describeUndo(plan, restore, pages)),
    ];
    stderr.write(`${lines.join('\n')}\n\n`);
    const report = { ...plan.check(), files: plan.files, milliseconds: performance.now() - start };
    stderr.write(formatPrettyReport(report, getTerminalOptions(stderr, env)));
    return 0;
  },
});

if (import.meta.main) await runAsProgram(move);
