import { decodedPath, isBelow, pathToRoute } from '../../schema/base/routes.ts';

/** The path below which the site is served, such as `/project`. Empty at the root of a host. */
let base = '';

/** The paths of the site that other programs answer. */
let programs: readonly string[] = [];

/**
 * Sets the path below which the site is served, and what other programs answer there, before anything is
 * rendered: a document belongs to one site.
 */
export function setBase(path: string, otherPrograms: readonly string[] = []): void {
  base = path;
  programs = otherPrograms;
}

/** Whether another program of the host answers an address of the site. */
export const isOtherProgram = (address: string): boolean =>
  programs.length > 0 && isBelow(decodedPath(/^[^?#]*/.exec(address)?.[0] ?? '') ?? '', programs);

/** Returns the URL of a page or a file of the site. Other addresses stay as they are. */
export const siteUrl = (path: string): string => (path.startsWith('/') ? base + path : path);

/** Returns the path in the site that a URL path stands for; undefined outside the site. */
export const pathAt = (pathname: string): string | undefined =>
  pathname === base || pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;

/** Returns the route that a URL path stands for; undefined outside the site. */
export function routeAt(pathname: string): string | undefined {
  const path = pathAt(pathname);
  return path === undefined ? undefined : pathToRoute(path);
}
