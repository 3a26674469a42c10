import { isBuiltIn } from '../blocks/index.ts';
import { type Diagnostic, createDiagnostic } from '../diagnostics/diagnostic.ts';
import type { Range } from '../diagnostics/positions.ts';

/** File name of the developer configuration. */
export const configFile = 'pagewright.config.ts';

/** Files that each of a site's own blocks needs. */
const requiredFiles = ['schema.ts', 'view.tsx', 'example.yaml'];

/** Creates a diagnostic for one of the site's own blocks. */
export function createOwnBlockDiagnostic(
  file: string,
  message: string,
  advice: string,
  start: Range['start'] = { line: 1, column: 1 },
): Diagnostic {
  return createDiagnostic({
    rule: 'own-block',
    file,
    range: { start, end: start },
    path: [],
    message,
    advice,
  });
}

/** Returns the types of the site's own blocks. The file paths are relative to the site folder. */
export function collectOwnTypes(paths: readonly string[]): string[] {
  const folders = paths.flatMap((path) => {
    const [, folder, name = ''] = /^blocks\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return folder !== undefined && requiredFiles.includes(name) ? [folder] : [];
  });
  return [...new Set(folders)].toSorted();
}

/** Reports the site's own blocks that have an invalid or reserved name, or lack files. */
export function checkBlockFiles(
  paths: readonly string[],
  toDisplayPath = (path: string) => path,
): Diagnostic[] {
  return collectOwnTypes(paths).flatMap((type) => {
    const requiredPaths = requiredFiles.map((name) => `blocks/${type}/${name}`);
    const file = toDisplayPath(requiredPaths.find((path) => paths.includes(path)) ?? '');
    if (isBuiltIn(type))
      return createOwnBlockDiagnostic(
        file,
        `there is a built-in block called \`${type}\``,
        `rename the folder; to replace only the view of the built-in block, use \`${configFile}\``,
      );
    if (!/^[a-z][a-z0-9-]*$/.test(type))
      return createOwnBlockDiagnostic(
        file,
        `\`${type}\` is not a valid name for a block`,
        'use lower-case letters, digits and hyphens, starting with a letter',
      );
    return requiredPaths
      .filter((path) => !paths.includes(path))
      .map((path) =>
        createOwnBlockDiagnostic(file, `the block \`${type}\` has no ${path.split('/')[2]}`, `add ${path}`),
      );
  });
}
