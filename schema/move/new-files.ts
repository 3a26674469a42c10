import { getReservedRouteReason } from '../check/file-names.ts';
import type { SiteGraph } from '../check/site-graph.ts';
import type { Assets } from '../fields/source-file.ts';
import { MoveRefused } from './move-refused.ts';

// Matches characters that have a meaning in addresses or Markdown, or that some operating systems do not allow in file
// names.
// oxlint-disable-next-line no-control-regex
const reservedCharacter = /[\\:*?"<>|#%`\u0000-\u001F\u007F]|\{\{|\}\}/;

/**
 * Returns the new path of each file that moves in `public/`, by old path. Throws `MoveRefused` if a file cannot move.
 */
export function planFileMoves(
  from: string,
  to: string,
  movedFiles: readonly string[],
  { assets, graph }: { assets: Assets; graph: SiteGraph },
): Map<string, string> {
  assertFileAddress(to);
  const isFolder = !assets.files.has(from);
  if (to === from) throw new MoveRefused(to, 'is the current address', '');
  if (isFolder && to.startsWith(`${from}/`))
    throw new MoveRefused(
      to,
      `is inside \`${from}\`, and a folder cannot be moved into itself`,
      'Choose an address outside this folder.',
    );
  const [oldExtension, newExtension] = [getExtension(from), getExtension(to)];
  if (!isFolder && oldExtension !== newExtension)
    throw new MoveRefused(
      to,
      `must end with \`${/\.\w+$/.exec(from)?.[0] ?? ''}\`, like \`${from}\``,
      'The extension tells browsers the type of the file.',
    );
  const duplicate = assets.duplicates?.find((path) => movedFiles.includes(path.normalize()));
  if (duplicate !== undefined)
    throw new MoveRefused(duplicate, 'is the name of two files', 'Rename or delete one of them first.');
  return new Map(
    movedFiles.map((file) => {
      const path = to + file.slice(from.length);
      const existingFile = [...assets.files].find(
        (existingPath) => existingPath === path || existingPath.startsWith(`${path}/`),
      );
      if (existingFile !== undefined || graph.files.has(path))
        throw new MoveRefused(
          path,
          existingFile === path || existingFile === undefined ? 'already exists' : 'is a folder',
          'Choose another name.',
        );
      return [file, path];
    }),
  );
}

function assertFileAddress(address: string): void {
  const steps = address.split('/').slice(1);
  const [character] = reservedCharacter.exec(address) ?? [];
  if (character !== undefined)
    throw new MoveRefused(
      address,
      `cannot be the address of a file, because it contains \`${character}\``,
      'Use letters, digits, hyphens and dots.',
    );
  if (steps.some((step) => step === '' || step.startsWith('.') || step.trim() !== step))
    throw new MoveRefused(
      address,
      'cannot be the address of a file: a name must not be empty, or start with a dot or a space',
      'Write an address such as `/pictures/team.jpg`.',
    );
  const reason = getReservedRouteReason(address);
  if (reason !== undefined)
    throw new MoveRefused(address, `cannot be the address of a file: ${reason}`, 'Choose another name.');
}

/** Returns the file extension in a path, in lower case. `.jpeg` and `.jfif` become `.jpg`. */
function getExtension(path: string): string {
  const [extension = ''] = /\.\w+$/.exec(path) ?? [];
  return extension.toLowerCase().replace(/\.(jpeg|jfif)$/, '.jpg');
}
