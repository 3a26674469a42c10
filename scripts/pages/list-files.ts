import { existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** What lies in a folder and below it, by path with forward slashes. */
export interface ListedFiles {
  files: string[];
  folders: string[];
  /** What is no file of its own: links, which may lead anywhere, and sockets and the like. */
  others: string[];
}

/** Where the web looks for some files: the one folder with a dot in front that is published. */
const wellKnown = '.well-known';

/** Lists a folder without its hidden files and without following any link. */
export function listFiles(folder: string, inner = ''): ListedFiles {
  const listed: ListedFiles = { files: [], folders: [], others: [] };
  // Joined by hand: there may be tens of thousands.
  const list = (above: string) => {
    const below: string[] = [];
    for (const entry of readdirSync(join(folder, above), { withFileTypes: true })) {
      const { name } = entry;
      if (name.startsWith('.')) continue;
      const path = above === '' ? name : `${above}/${name}`;
      if (entry.isDirectory()) below.push(path);
      else if (entry.isFile()) listed.files.push(path);
      else listed.others.push(path);
    }
    listed.folders.push(...below);
    for (const path of below) list(path);
  };
  list(inner);
  return listed;
}

/** The files of a site's public folder, of which visitors get every one. */
export function listPublic(folder: string): ListedFiles {
  const listed = ['', wellKnown].map((inner) => listIn(folder, inner));
  return {
    files: listed.flatMap(({ files }) => files),
    folders: listed.flatMap(({ folders }) => folders),
    others: listed.flatMap(({ others }) => others),
  };
}

function listIn(folder: string, inner: string): ListedFiles {
  const state = lstatSync(join(folder, inner), { throwIfNoEntry: false });
  if (state?.isSymbolicLink()) return { files: [], folders: [], others: [inner] };
  return state?.isDirectory() ? listFiles(folder, inner) : { files: [], folders: [], others: [] };
}

/**
 * Whether what lies at a path in a folder may be served: it is a file of its own, and neither it nor a folder
 * on the way is hidden or a link.
 */
export function isOwnFile(folder: string, path: string): boolean {
  const names = path.split('/').filter(Boolean);
  const isHidden = (name: string, at: number) => name.startsWith('.') && !(at === 0 && name === wellKnown);
  if (names.length === 0 || names.some(isHidden) || /[\\\0]/.test(path)) return false;
  return [folder, ...names.map((_, at) => join(folder, ...names.slice(0, at + 1)))].every((place, at) => {
    const state = stateOf(place);
    return at < names.length ? state?.isDirectory() : state?.isFile();
  });
}

/** What is there; nothing also for a name that is longer than the disk takes. */
function stateOf(place: string): Stats | undefined {
  try {
    return lstatSync(place);
  } catch {
    return undefined;
  }
}

/** Where a file of a folder lies that has this address: systems write the same letter in two ways. */
export function fileAt(folder: string, address: string): string {
  const places = [address, address.normalize('NFD')].map((path) => join(folder, path));
  return places.find((place) => existsSync(place)) ?? join(folder, address);
}
