import { formatCommand } from '../system/command-text.ts';
import type { MovePlan } from '../../schema/move/plan-move.ts';
import { formatCount } from '../../schema/base/text.ts';
import { createChangePatch, createDeletionPatch, createNewFilePatch } from './changed-file.ts';
import { quoteForShell, type UndoCommand } from './git-restore.ts';
import { siteOptions } from '../system/project.ts';
import { type MovedFile, listPageMoves } from './write-move.ts';

/** The maximum number of lines with old addresses that are shown. */
const maxRemaining = 20;

/** Describes what a move changed: moved files, mentions, redirects, and lines that still contain an old address. */
export function describeMove(plan: MovePlan, inPublic: readonly MovedFile[]): string[] {
  const { target, changed, redirects, remaining } = plan;
  const pages = listPageMoves(plan);
  const rewritten = changed.filter(({ mentions }) => mentions > 0);
  const mentions = rewritten.reduce((sum, rewrittenFile) => sum + rewrittenFile.mentions, 0);
  const { block } = target;
  return [
    ...[...pages, ...inPublic].map(({ from, to }) => `Moved ${from} to ${to}.`),
    ...(block ? [`Renamed the block \`${block.oldId}\` of ${block.route} to \`${block.newId}\`.`] : []),
    `Changed ${formatCount(mentions, 'mention')} in ${formatCount(rewritten.length, 'file')}.`,
    ...redirects.map(
      ({ file, text }) => `${file} now contains \`${text.trim()}\`, so that the old address works.`,
    ),
    ...describeOldRoutes(plan),
    ...(pages.length > 0 && redirects.length === 0
      ? ['No redirect was added, so the old address no longer works.']
      : []),
    ...(block ? [`Links from other sites to \`#${block.oldId}\` no longer go to this block.`] : []),
    ...(inPublic.length > 0
      ? ['Files cannot have redirects, so links from other sites to the old address break.']
      : []),
    ...(remaining.length > 0
      ? [
          'These lines still contain an old address. They are texts or comments, or could not be changed:',
          ...remaining.slice(0, maxRemaining).map(({ file, line }) => `  ${file}:${line}`),
          ...(remaining.length > maxRemaining ? [`  and ${remaining.length - maxRemaining} more`] : []),
        ]
      : []),
  ];
}

/** Describes what happens to the addresses of generated pages and feeds. */
function describeOldRoutes({
  redirectedAddresses: left,
  addressesWithoutRedirect: lost,
}: MovePlan): string[] {
  const formatList = (routes: readonly string[]) =>
    routes.slice(0, 3).join(', ') + (routes.length > 3 ? ` and ${routes.length - 3} more` : '');
  return [
    ...(left.size > 0 ? [`Added ${formatList([...left.keys()])} to the \`redirects\` of _site.yaml.`] : []),
    ...(lost.length > 0
      ? [`These addresses no longer work, because _site.yaml could not be changed: ${formatList(lost)}.`]
      : []),
  ];
}

/** Describes how to undo a move: with git, or by moving back. */
export function describeUndo(
  { target }: MovePlan,
  restore: UndoCommand | undefined,
  pages: string,
): string[] {
  const folder = pages === siteOptions.pages.default ? '' : ` --pages ${quoteForShell(pages)}`;
  const moveBack = formatCommand(
    'move',
    `${quoteForShell(target.to)} ${quoteForShell(target.from)}${folder}`,
  );
  if (!restore) return [`To undo this, move it back: ${moveBack}`];
  const { command, uncommitted } = restore;
  const discardWarning = `This also discards uncommitted changes in ${uncommitted.join(', ')}.`;
  return [
    `To undo this with git: ${command}`,
    ...(uncommitted.length > 0 ? [`${discardWarning} To keep them, move it back: ${moveBack}`] : []),
  ];
}

/** Returns a patch for `git apply` that carries out a move. */
export function createMovePatch(
  { changed, redirects, deletedRedirects: replaced }: MovePlan,
  inPublic: readonly MovedFile[],
): string {
  return [
    ...replaced.map(createDeletionPatch),
    ...changed.map(({ before, after }) => createChangePatch(before, after)),
    ...inPublic.map(({ from, to }) => createChangePatch({ file: from, text: '' }, { file: to, text: '' })),
    ...redirects.map(createNewFilePatch),
  ].join('');
}
