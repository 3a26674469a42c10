import { decodeUrlPath, isInFolders, pathToRoute } from '../../schema/base/routes.ts';

/** The base path of the site, such as `/project`. Empty if the site is at the root of its host. */
let basePath = '';

/** Paths below the base path that other programs on the same host serve. */
let otherProgramPaths: readonly string[] = [];

/**
 * Sets the base path of the site, and the paths below it that other programs serve. Must be called before rendering.
 * Each document belongs to a single site.
 */
export function setBase(path: string, otherPrograms: readonly string[] = []): void {
  basePath = path;
  otherProgramPaths = otherPrograms;
}

/** Returns whether a URL of the site is served by another program on the same host. */
export const isOtherProgram = (url: string): boolean =>
  otherProgramPaths.length > 0 &&
  isInFolders(decodeUrlPath(/^[^?#]*/.exec(url)?.[0] ?? '') ?? '', otherProgramPaths);

/** Returns the URL of a page or file of the site. Returns other URLs unchanged. */
export const toSiteUrl = (path: string): string => (path.startsWith('/') ? basePath + path : path);

/** Removes the base path from a URL path. Returns `undefined` if the path is outside the site. */
export const urlPathToSitePath = (pathname: string): string | undefined =>
  pathname === basePath || pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined;

/** Returns the route of a URL path, or `undefined` if the path is outside the site. */
export function urlPathToRoute(pathname: string): string | undefined {
  const path = urlPathToSitePath(pathname);
  return path === undefined ? undefined : pathToRoute(path);
}
