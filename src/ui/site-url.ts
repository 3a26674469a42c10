import { decodeUrlPath, isInFolders, pathToRoute } from '../../schema/base/routes.ts';

/** The path below which the site is served, such as `/project`. Empty at the root of a host. */
let basePath = '';

/** The paths of the site that other programs serve. */
let otherProgramPaths: readonly string[] = [];

/**
 * Sets the path below which the site is served, and the paths in it that other programs serve. Must be called before
 * rendering. Each document belongs to one site.
 */
export function setBase(path: string, otherPrograms: readonly string[] = []): void {
  basePath = path;
  otherProgramPaths = otherPrograms;
}

/** Whether another program of the host serves a URL of the site. */
export const isOtherProgram = (url: string): boolean =>
  otherProgramPaths.length > 0 &&
  isInFolders(decodeUrlPath(/^[^?#]*/.exec(url)?.[0] ?? '') ?? '', otherProgramPaths);

/** Returns the URL of a page or a file of the site. Other URLs are unchanged. */
export const toSiteUrl = (path: string): string => (path.startsWith('/') ? basePath + path : path);

/** Returns the path in the site of a URL path; undefined outside the site. */
export const urlPathToSitePath = (pathname: string): string | undefined =>
  pathname === basePath || pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : undefined;

/** Returns the route of a URL path; undefined outside the site. */
export function urlPathToRoute(pathname: string): string | undefined {
  const path = urlPathToSitePath(pathname);
  return path === undefined ? undefined : pathToRoute(path);
}
