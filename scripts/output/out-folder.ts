import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { WrongUse } from '../base/command.ts';
import { fileInTheWay } from '../base/file-in-the-way.ts';
import { engineFolder, shownPath, type SiteFolders } from '../base/project.ts';
import { buildMark } from '../hosting/host-files.ts';

const firstLine = 'Pagewright made this folder and replaces it with every build. It holds:';

/** The mark of a folder with these files: the next build may replace it, with all that it names. */
export function markText(paths: Iterable<string>): string {
  const names = new Set<string>();
  for (const path of paths) names.add(path.split('/')[0] ?? '');
  names.delete(buildMark);
  return `${[firstLine, ...[...names].toSorted()].join('\n')}\n`;
}

/** Whether a folder bears the mark of a build, whatever else it holds. */
export const isBuilt = (out: string): boolean => marksOf(out)[0] === firstLine;

function marksOf(out: string): string[] {
  const mark = join(resolve(out), buildMark);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n') : [];
}

/**
 * Ends in wrong use unless a build may replace this folder: it is empty, or was made by an earlier build and
 * nobody else.
 */
export function demandOwnFolder(out: string, site: SiteFolders): void {
  const target = realPath(resolve(out));
  const refuse = (why: string) => {
    throw new WrongUse(
      `A build replaces the whole folder that it writes, and ${shownPath(out) || 'this one'} ${why}. ` +
        'Nothing was changed.',
    );
  };
  const file = fileInTheWay(dirname(resolve(out)));
  if (file !== undefined) refuse(`cannot lie there, as ${shownPath(file)} is a file`);
  const state = lstatSync(resolve(out), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) refuse('is a link to another place');
  if (state && !state.isDirectory()) refuse('is a file');
  for (const folder of [engineFolder, site.folder, process.cwd()].map(realPath))
    if (contains(target, folder)) refuse('holds the project');
  const kept = [site.pages, site.public, site.data, site.cache, join(site.folder, '.git')].map(realPath);
  for (const folder of kept)
    if (contains(target, folder) || contains(folder, target))
      refuse(`is not apart from ${shownPath(folder)}, where other things are kept`);
  if (!state) return;
  const entries = readdirSync(target).filter((name) => name !== buildMark);
  if (entries.length === 0) return;
  const own = marksOf(target);
  const foreign = entries.find((name) => !own.includes(name));
  if (own[0] !== firstLine)
    refuse(
      'is not empty and was not made by this version of Pagewright: ' +
        'delete it if nobody needs it, or choose another folder with `--out`',
    );
  else if (foreign !== undefined)
    refuse(
      `holds \`${foreign}\`, which no build wrote there: move it away, ` +
        'or choose another folder with `--out`',
    );
}

const contains = (outer: string, inner: string) =>
  inner === outer || inner.startsWith(outer.replace(/[/\\]?$/, sep));

/** Where a path leads in the end, also if its last steps are not there yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
}
