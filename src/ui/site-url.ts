import { decodedPath, isBelow, pathToRoute } from '../../schema/base/routes.ts';

/** The path below which the site is served, such as `/project`. Empty at the root of a host. */
let base = '';

/** The paths of the site that other programs serve. */
let programs: readonly string[] = [];

/**
 * Sets the path below which the site is served, and the paths in it that other programs serve. Must be called before
 * rendering. Each document belongs to one site.
 */
export function setBase(path: string, otherPrograms: readonly string[] = []): void {
  base = path;
  programs = otherPrograms;
}

/** Whether another program of the host serves a URL of the site. */
export const isOtherProgram = (address: string): boolean =>
  programs.length > 0 && isBelow(decodedPath(/^[^?#]*/.exec(address)?.[0] ?? '') ?? '', programs);

/** Returns the URL of a page or a file of the site. Other URLs are unchanged. */
export const siteUrl = (path: string): string => (path.startsWith('/') ? base + path : path);

/** Returns the path in the site of a URL path; undefined outside the site. */
export const pathAt = (pathname: string): string | undefined =>
  pathname === base || pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;

/** Returns the route of a URL path; undefined outside the site. */
export function routeAt(pathname: string): string | undefined {
  const path = pathAt(pathname);
  return path === undefined ? undefined : pathToRoute(path);
}
