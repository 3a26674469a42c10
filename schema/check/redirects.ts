import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import { removeHash } from '../base/routes.ts';
import type { OldAddress } from '../site/old-addresses.ts';
import type { Path } from '../base/data.ts';
import type { PageFacts } from './facts.ts';
import type { ParsedSite } from './read-file.ts';

/** A redirect: a page file, or an item of `redirects` in `_site.yaml`. */
export interface RedirectFacts {
  /** File path relative to the pages folder. */
  file: string;
  /** The path of the settings group that contains the redirect target. */
  at: Path;
  /** The name of the setting that contains the redirect target. */
  key: 'redirect' | 'to' | 'href';
  /** The old address as shown in messages: the decoded path, with the query if there is one. */
  route: string;
  old: OldAddress;
  to: string;
}

/** Formats an old address for messages. */
export const toUrlPath = ({ path, query }: OldAddress): string => (query === '' ? path : `${path}?${query}`);

/** Returns all redirects except drafts and those whose old address is the address of a page. */
export function collectRedirects(
  pages: readonly PageFacts[],
  { redirects = [] }: Partial<ParsedSite> = {},
): RedirectFacts[] {
  const routes = new Set(pages.map(({ route }) => route));
  return [
    ...pages.flatMap(({ path, route, redirect, draft }): RedirectFacts[] =>
      redirect === undefined || draft
        ? []
        : [{ file: path, at: [], key: 'redirect', route, old: { path: route, query: '' }, to: redirect }],
    ),
    ...redirects
      .filter(({ from }) => from.query !== '' || !routes.has(from.path))
      .map(({ from, to, at, key }) => ({
        file: '_site.yaml',
        at,
        key,
        route: toUrlPath(from),
        old: from,
        to,
      })),
  ];
}

/** Returns the final target of each redirect. Redirects in loops have none. */
export function resolveRedirects(redirects: readonly RedirectFacts[]): Map<string, string> {
  const targetByRoute = new Map(redirects.map(({ route, to }) => [route, to]));
  const targets = new Map<string, string>();
  for (const route of targetByRoute.keys()) {
    const visitedRoutes = new Set([route]);
    let current = targetByRoute.get(route) ?? route;
    while (targetByRoute.has(removeHash(current)) && !visitedRoutes.has(removeHash(current))) {
      visitedRoutes.add(removeHash(current));
      current = keepAnchor(current, targetByRoute.get(removeHash(current)) ?? current);
    }
    if (!targetByRoute.has(removeHash(current))) targets.set(route, current);
  }
  return targets;
}

/** Adds the anchor of `from` to a redirect target, as browsers do, unless the target has an anchor. */
const keepAnchor = (from: string, to: string) =>
  to.includes('#') ? to : to + from.slice(removeHash(from).length);

/** Reports redirects to other redirects, and loops. `hasTarget` returns whether a path has a page or file. */
export function checkRedirects(
  redirects: readonly RedirectFacts[],
  hasTarget: (path: string) => boolean,
): DiagnosticInFile[] {
  const targetByRoute = new Map(redirects.map(({ route, to }) => [route, to]));
  const targets = resolveRedirects(redirects);
  const reported = new Set<string>();
  return redirects.flatMap(({ file, at: basePath, key, route, old, to }): DiagnosticInFile[] => {
    if (old.query !== '' && removeHash(to) === old.path)
      return [[file, createQueryLoopDiagnostic(old, [...basePath, key])]];
    if (!targetByRoute.has(removeHash(to))) return [];
    const path = [...basePath, key];
    const target = targets.get(route);
    // If the last redirect in a chain has a missing target, only the last redirect is reported.
    if (target?.startsWith('/') && !hasTarget(removeHash(target))) return [];
    if (target !== undefined) {
      // In `redirects`, targets on other sites are written as `href`.
      const isExternalTarget = key === 'to' && !target.startsWith('/');
      const name = isExternalTarget ? [{ path, part: 'name' as const, newText: 'href' }] : [];
      const problem: DiagnosticInit = {
        path,
        rule: 'redirect-chain',
        message: `\`${to}\` redirects visitors to \`${target}\``,
        label: `redirect to \`${target}\` directly`,
        received: to,
        fix: {
          title: `change \`${isExternalTarget ? `to: ${to}` : to}\` to \`${isExternalTarget ? `href: ${target}` : target}\``,
          safety: 'safe',
          edits: [...name, { path, newText: target }],
        },
      };
      return [[file, problem]];
    }
    // A loop is reported once, at its first redirect.
    const loop = [route];
    for (
      let current = removeHash(to);
      !loop.includes(current) && targetByRoute.has(current);
      current = removeHash(targetByRoute.get(current) ?? '')
    )
      loop.push(current);
    if (loop.some((route) => reported.has(route))) return [];
    for (const route of loop) reported.add(route);
    const chain = [...loop, removeHash(targetByRoute.get(loop.at(-1) ?? '') ?? route)];
    const problem: DiagnosticInit = {
      path,
      rule: 'redirect-loop',
      message:
        loop.length === 1
          ? 'this redirect leads to itself'
          : `this redirect leads back to itself: ${chain.map((route) => `\`${route}\``).join(' → ')}`,
      label: 'visitors would be redirected endlessly',
      received: to,
      advice: 'redirect to a page with content',
    };
    return [[file, problem]];
  });
}

/** Reports a redirect that only removes the query. Several hosts keep the query, which causes a redirect loop. */
const createQueryLoopDiagnostic = (old: OldAddress, path: Path): DiagnosticInit => ({
  path,
  rule: 'redirect-loop',
  message: `\`${toUrlPath(old)}\` already opens \`${old.path}\`, because pages ignore the query`,
  label: 'several hosts would redirect visitors endlessly',
  received: old.path,
  advice: 'delete this redirect, or choose another target',
});
