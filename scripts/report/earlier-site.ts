import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { EarlierState } from '../hand-in/changed-files.ts';
import type { Git } from '../hand-in/git.ts';
import { UsageError } from '../system/command.ts';
import type { SiteFolders } from '../system/project.ts';

/** Returns the commit from which HEAD and `base` diverged. */
export async function findCommonCommit(git: Git, base: string): Promise<string> {
  const workTreeState = await git.run(['rev-parse', '--is-inside-work-tree']);
  if (workTreeState.failed === 'not-there')
    throw new UsageError('git is not installed, so there is nothing to compare with.');
  if (workTreeState.text !== 'true')
    throw new UsageError(`${git.folder} is not in a git repository, so there is nothing to compare with.`);
  const commit = await git.tryText(['rev-parse', '--verify', '-q', '--end-of-options', `${base}^{commit}`]);
  const ancestor = commit && (await git.tryText(['merge-base', commit, 'HEAD']));
  if (ancestor === undefined || ancestor === '')
    throw new UsageError(
      `git cannot find commit ${base}, or it has no common ancestor with HEAD. In CI, fetch the full history.`,
    );
  return ancestor;
}

/** Writes the site files of a commit to a temporary folder in the cache, calls `compare`, and deletes the folder. */
export async function runWithEarlierSite<Result>(
  git: Git,
  site: SiteFolders,
  commit: string,
  compare: (earlier: EarlierState) => Promise<Result>,
): Promise<Result> {
  mkdirSync(site.cache, { recursive: true });
  const temporaryFolder = mkdtempSync(join(site.cache, 'report-'));
  try {
    const env = { GIT_INDEX_FILE: join(temporaryFolder, 'index') };
    const sitePrefix = (await git.tryText(['rev-parse', '--show-prefix'])) ?? '';
    await git.text(['read-tree', commit], { env });
    const paths = await git.text(['ls-files', '-z', '--', basename(site.pages), 'public'], { env });
    const prefix = `${join(temporaryFolder, 'files')}/`;
    await git.text(['checkout-index', '-f', '-z', '--stdin', `--prefix=${prefix}`], { env, input: paths });
    const folder = join(temporaryFolder, 'files', sitePrefix);
    if (!existsSync(join(folder, basename(site.pages))))
      throw new UsageError(`Commit ${commit.slice(0, 7)} has no folder ${basename(site.pages)}.`);
    return await compare({ commit, folder });
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}
