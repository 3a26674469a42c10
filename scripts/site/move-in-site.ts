import type { SourceFile } from '../../schema/fields/source-file.ts';
import { MoveRefused } from '../../schema/move/move-refused.ts';
import { type MovePlan, planMove } from '../../schema/move/plan-move.ts';
import { UsageError } from '../system/command.ts';
import { getSiteTime, getSiteFolders } from '../system/project.ts';
import { isSameOnDisk } from './changed-file.ts';
import { createRestoreCommand, listTouchedFiles } from './git-restore.ts';
import { retryWhileFilesChange } from './retry-while-files-change.ts';
import { readSourceFiles, copyWithText } from './read-pages.ts';
import { createAssetsReader } from './read-public.ts';
import { listPublicMoves, writeMove } from './write-move.ts';
import { refreshSiteValues } from './write-schemas.ts';

export interface MoveRequest {
  pages?: string;
  /** The route of a page or a folder of pages, a path in `public/`, or `/about#story` for a block. */
  from: string;
  to: string;
  /** Whether to add redirects from the old routes of pages to the new ones. */
  redirect?: boolean;
  /** Whether to leave all files on disk unchanged. */
  dryRun?: boolean;
  env?: NodeJS.ProcessEnv;
}

export interface MoveResult {
  plan: MovePlan;
  inPublic: ReturnType<typeof listPublicMoves>;
  /** Files whose text was not changed, because they are not saved as UTF-8. */
  notUtf8: SourceFile[];
  /** The git command that undoes the move, if there is one. */
  restore: ReturnType<typeof createRestoreCommand>;
}

/** Moves a page, a folder, a file or the id of a block, and updates everything that mentions it. */
export async function moveInSite({
  pages = 'pages',
  from,
  to,
  redirect = true,
  dryRun = false,
  env = process.env,
}: MoveRequest): Promise<MoveResult> {
  const { sources, assets } = await retryWhileFilesChange(pages, () => ({
    sources: readSourceFiles(pages).map(copyWithText),
    assets: createAssetsReader(pages)(),
  }));
  const notUtf8 = sources.filter((source) => source.unread === undefined && !isSameOnDisk(source));
  const canChange = (file: SourceFile) => file.unread === undefined && !notUtf8.includes(file);
  const plan = convertRefusal(() =>
    planMove(sources, assets, { from, to, redirect, mayChange: canChange, now: getSiteTime(env) }),
  );
  const inPublic = listPublicMoves(plan, pages);
  if (dryRun) return { plan, inPublic, notUtf8, restore: undefined };
  // Create the command before the move. After the move, git cannot tell its changes from other uncommitted changes.
  const restore = createRestoreCommand(getSiteFolders(pages).folder, listTouchedFiles(plan, inPublic));
  writeMove(plan, pages);
  await refreshSiteValues(pages);
  return { plan, inPublic, notUtf8, restore };
}

function convertRefusal(plan: () => MovePlan): MovePlan {
  try {
    return plan();
  } catch (error) {
    throw error instanceof MoveRefused ? new UsageError(error.message) : error;
  }
}
