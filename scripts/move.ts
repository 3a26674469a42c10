import type { Assets, SourceFile } from '../schema/content/source-file.ts';
import { MoveRefused } from '../schema/move/move-refused.ts';
import { type MoveOptions, type MovePlan, planMove } from '../schema/move/plan.ts';
import { prettyReport, terminalOptions } from './reporters/pretty.ts';
import { isAsRead } from './source/changed-file.ts';
import { quoted, restoreCommand, touchedFiles } from './source/git-restore.ts';
import { lookAgain } from './source/look-again.ts';
import { describeMove, describeUndo, patchOfMove } from './source/move-report.ts';
import { readSourceFiles, withText } from './source/read-pages.ts';
import { assetsReader } from './source/read-public.ts';
import { publicMoves, writeMove } from './source/write-move.ts';
import { refreshSiteValues } from './source/write-schemas.ts';
import { defineCommand, helpText, runAsProgram, UsageError } from './system/command.ts';
import { now, siteOf, siteOptions } from './system/project.ts';

export const move = defineCommand({
  name: 'move',
  description:
    'Moves a page, a folder of pages, a file or folder of public/, or renames a block, with all that mentions it.',
  arguments: {
    OLD: 'The address: /about/us, /products, /pictures/team.jpg, or /about#story for a block',
    NEW: 'The new address',
  },
  options: {
    ...siteOptions,
    'no-redirect': {
      type: 'boolean',
      default: false,
      description: 'Leave no redirects, for pages that were never public',
    },
    'dry-run': { type: 'boolean', default: false, description: 'Print the changes without writing them' },
  },
  examples: ['/about/us /about/team', '/products /offers --dry-run', '/about#story /about#history'],
  async run({ values, positionals: [from, to, ...rest] }, { stdout, stderr, env }) {
    if (from === undefined) return void stdout.write(helpText(move));
    if (to === undefined)
      throw new UsageError(`Name the new address too: \`npm run move -- ${quoted(from)} /new-address\`.`);
    if (rest.length > 0) throw new UsageError(`Unexpected argument '${rest[0]}'.`);
    const start = performance.now();
    const { pages, 'dry-run': isDryRun } = values;
    const { sources, assets } = await lookAgain(pages, () => ({
      sources: readSourceFiles(pages).map(withText),
      assets: assetsReader(pages)(),
    }));
    const notUtf8 = sources.filter((source) => source.unread === undefined && !isAsRead(source));
    const plan = planOrUsageError(sources, assets, {
      from,
      to,
      redirect: !values['no-redirect'],
      mayChange: (file) => file.unread === undefined && !notUtf8.includes(file),
      now: now(env),
    });
    const inPublic = publicMoves(plan, pages);
    const lines = [
      ...describeMove(plan, inPublic),
      ...notUtf8.map(({ file }) => `The text of ${file} was not changed: it is not saved as UTF-8.`),
    ];
    if (isDryRun) {
      stdout.write(patchOfMove(plan, inPublic));
      lines.push('Nothing was written: run the command without `--dry-run`.');
    } else {
      // Asked before the move, when git still knows which files had other changes.
      const restore = restoreCommand(siteOf(pages).folder, touchedFiles(plan, inPublic));
      writeMove(plan, pages);
      await refreshSiteValues(pages);
      lines.push(...describeUndo(plan, restore));
    }
    stderr.write(`${lines.join('\n')}\n\n`);
    const report = { ...plan.check(), files: plan.files, milliseconds: performance.now() - start };
    stderr.write(prettyReport(report, terminalOptions(stderr, env)));
    return 0;
  },
});

function planOrUsageError(sources: readonly SourceFile[], assets: Assets, options: MoveOptions): MovePlan {
  try {
    return planMove(sources, assets, options);
  } catch (error) {
    throw error instanceof MoveRefused ? new UsageError(error.message) : error;
  }
}

if (import.meta.main) await runAsProgram(move);
