import type { Reference } from '../check/facts.ts';
import { encodePath } from '../fields/file-types.ts';

/** All addresses that change in a move. Each map has the old addresses as keys and the new addresses as values. */
export interface MovedAddresses {
  /** Pages, including generated ones. */
  pages: ReadonlyMap<string, string>;
  /** Folders with pages, written as in a list's setting `from`. */
  folders: ReadonlyMap<string, string>;
  /** The folder in `public/` that moves. Empty if no such folder moves. */
  publicFolder: ReadonlyMap<string, string>;
  /** Files in `public/`. */
  files: ReadonlyMap<string, string>;
  /** Ids of blocks and headings, by the route of their page. */
  anchors: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** A reference that the checker found, the folder of a list, or a pattern for addresses in `robots`. */
export type MovedReference = Pick<Reference, 'value'> & { kind: Reference['kind'] | 'folder' | 'addresses' };

/** A part of a text, as an offset and a length in code units, and its replacement. */
export interface AddressChange {
  start: number;
  length: number;
  newText: string;
}

/** The site data that is needed to resolve references. */
interface SiteLookup {
  /** The URL of the site, without a slash at the end. */
  url: string | undefined;
  files: { has(file: string): boolean };
  idsAt(route: string): readonly string[] | undefined;
  redirectTarget(route: string): string | undefined;
}

/** Computes the new value of each reference after a move. */
export class NewAddresses {
  readonly #movedAddresses: MovedAddresses;
  readonly #site: SiteLookup;

  constructor(movedAddresses: MovedAddresses, site: SiteLookup) {
    this.#movedAddresses = movedAddresses;
    this.#site = site;
  }

  /**
   * Returns the change to a reference, or `undefined` if it stays the same. `pages` are the routes of the pages that
   * show the reference.
   */
  findChange({ kind, value }: MovedReference, pages: readonly string[]): AddressChange | undefined {
    switch (kind) {
      case 'folder':
        return changePath(value, 0, (path) => this.#movedAddresses.folders.get(path));
      case 'addresses':
        return this.#changeStart(value);
      case 'block':
        return this.#changeAnchor(value, 0, pages);
      case 'dialog':
      case 'icon':
      case 'text-problem':
        return undefined;
      default:
        // A file name may contain any character, even `#` or `?`, so look for a file before parsing the link.
        return (
          changePath(value, 0, (path) => this.#movedAddresses.files.get(path)) ??
          this.#changeLink(value, findOwnPathStart(value, this.#site.url), pages)
        );
    }
  }

  /**
   * Returns the change to the start of an address pattern in `robots`. Addresses below a page or folder move with the
   * page or folder.
   */
  #changeStart(value: string): AddressChange | undefined {
    const { pages, folders, publicFolder, files } = this.#movedAddresses;
    const find = (path: string) =>
      pages.get(path) ?? folders.get(path) ?? publicFolder.get(path) ?? files.get(path);
    // In these patterns, `*` matches any characters, and `$` matches the end of an address.
    const [fixedStart = ''] = /^[^*$]*/.exec(value) ?? [];
    const isCompletePath =
      fixedStart === value || value[fixedStart.length] === '$' || fixedStart.endsWith('/');
    for (
      let path = isCompletePath ? fixedStart : toParentPath(fixedStart);
      path !== '';
      path = toParentPath(path)
    ) {
      const part = changePath(path, 0, find);
      // A pattern `/` would match every address, so the pattern stays unchanged if a page moves to `/`.
      if (part) return part.newText === '/' ? undefined : part;
    }
    return undefined;
  }

  #changeLink(value: string, start: number | undefined, pages: readonly string[]): AddressChange | undefined {
    if (start === undefined) return undefined;
    const [, path = '', query = '', anchor] =
      /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(value.slice(start)) ?? [];
    const pathChange = changePath(path, start, (oldPath) => this.#findNewAddress(oldPath));
    if (pathChange || anchor === undefined) return pathChange;
    const routes = path !== '' ? this.#resolveRoutes(path) : start === 0 ? pages : ['/'];
    return this.#changeAnchor(anchor, start + path.length + query.length + 1, routes);
  }

  /**
   * Returns the routes of the page that a path leads to, for the path as written and percent-decoded. A link keeps its
   * anchor across a redirect, unless the target of the redirect has an anchor.
   */
  #resolveRoutes(path: string): string[] {
    return toCandidatePaths(path).map((route) => {
      const target = this.#site.redirectTarget(route) ?? route;
      return target.includes('#') ? route : target;
    });
  }

  #findNewAddress(path: string): string | undefined {
    const { pages, files } = this.#movedAddresses;
    return pages.get(path) ?? files.get(path) ?? this.#findNewOutput(path);
  }

  /** Returns the new address of a file that is generated for a page: a feed, a calendar file or a share image. */
  #findNewOutput(path: string): string | undefined {
    if (this.#site.files.has(path)) return undefined;
    const [, page = '', suffix = ''] = /^(.+?)(\/feed\.xml|\/share\.png|(?:\.\d+)?\.ics)$/.exec(path) ?? [];
    const newPage = this.#movedAddresses.pages.get(page);
    return newPage === undefined || newPage === '/' ? undefined : newPage + suffix;
  }

  /**
   * Returns the change to an anchor. An anchor that several pages show changes only if none of them keeps the old id.
   */
  #changeAnchor(anchor: string, start: number, routes: readonly string[]): AddressChange | undefined {
    const id = decodeUri(anchor).normalize();
    const changes = routes.map((route) => this.#movedAddresses.anchors.get(route)?.get(id));
    const newText = changes.find((change) => change !== undefined);
    const isStillUsed = routes.some(
      (route, index) => changes[index] === undefined && this.#site.idsAt(route)?.includes(id) === true,
    );
    return newText === undefined || isStillUsed ? undefined : { start, length: anchor.length, newText };
  }
}

const toParentPath = (path: string): string => path.replace(/\/?[^/]*\/?$/, '');

/** Returns the offset at which the path in a link to this site starts, or `undefined` for links to other sites. */
function findOwnPathStart(value: string, url: string | undefined): number | undefined {
  if (/^(?:[/#?](?!\/)|$)/.test(value)) return 0;
  const siteHost = url?.replace(/^https?:\/\/(?:www\.)?/, '');
  const [scheme = ''] = /^https?:\/\/(?:www\.)?/i.exec(value) ?? [];
  if (siteHost === undefined || scheme === '') return undefined;
  const start = scheme.length + siteHost.length;
  const isOwn = value.slice(scheme.length, start).toLowerCase() === siteHost.toLowerCase();
  return isOwn && /^(?:[/?#]|$)/.test(value.slice(start)) ? start : undefined;
}

/**
 * Returns the change to a path, or `undefined` if the path does not move. The new path keeps the percent-encoding and
 * the final slash of the old path.
 */
function changePath(
  path: string,
  start: number,
  find: (path: string) => string | undefined,
): AddressChange | undefined {
  const [plain = '', decoded = ''] = toCandidatePaths(path);
  const plainMatch = find(plain);
  const newAddress = plainMatch ?? find(decoded);
  if (newAddress === undefined) return undefined;
  const slash = /[^/]\/$/.test(path) && newAddress !== '/' ? '/' : '';
  return {
    start,
    length: path.length,
    newText: (plainMatch === undefined ? encodePath(newAddress) : newAddress) + slash,
  };
}

/** Returns the two addresses that a path can mean: the path as written, and the percent-decoded path. */
function toCandidatePaths(path: string): [string, string] {
  const plain = path.normalize().replace(/(.)\/$/, '$1');
  return [plain, decodeUri(plain).normalize()];
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
