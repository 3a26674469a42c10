import { isBuiltIn } from '../blocks/index.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Range } from '../diagnostics/positions.ts';

/** The file of a site with its settings for programmers. */
export const configFile = 'pagewright.config.ts';

/** The files that every block has. */
const needed = ['schema.ts', 'view.tsx', 'example.yaml'];

/** A problem of a block of a site's own. */
export function blockProblem(
  file: string,
  message: string,
  advice: string,
  start: Range['start'] = { line: 1, column: 1 },
): Diagnostic {
  return diagnostic({ rule: 'own-block', file, range: { start, end: start }, path: [], message, advice });
}

/** The folders of blocks among files, by their paths in the folder of the site. */
export function ownTypes(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const [, folder, name = ''] = /^blocks\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return folder !== undefined && needed.includes(name) ? [folder] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** Reports blocks that have a name of another, or a file too few. */
export function blockFileProblems(paths: readonly string[], fileOf = (path: string) => path): Diagnostic[] {
  return ownTypes(paths).flatMap((type) => {
    const [first = ''] = needed
      .map((name) => `blocks/${type}/${name}`)
      .filter((path) => paths.includes(path));
    if (isBuiltIn(type))
      return blockProblem(
        fileOf(first),
        `there is a built-in block called \`${type}\``,
        `give the folder another name; to change how the built-in block looks, name a view in \`${configFile}\``,
      );
    if (!/^[a-z][a-z0-9-]*$/.test(type))
      return blockProblem(
        fileOf(first),
        `\`${type}\` cannot be the name of a block`,
        'write lower-case letters, digits and hyphens, starting with a letter',
      );
    return needed
      .map((name) => `blocks/${type}/${name}`)
      .filter((path) => !paths.includes(path))
      .map((path) =>
        blockProblem(fileOf(first), `the block \`${type}\` has no ${path.split('/')[2]}`, `add ${path}`),
      );
  });
}
