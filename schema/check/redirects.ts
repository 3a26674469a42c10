import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import { withoutHash } from '../base/routes.ts';
import type { OldAddress } from '../site/old-addresses.ts';
import type { Path } from '../base/data.ts';
import type { PageFacts } from './facts.ts';
import type { ParsedSite } from './read-file.ts';

/** A redirect: a page file, or an item of `redirects` in `_site.yaml`. */
export interface RedirectFacts {
  /** Relative to the pages folder. */
  file: string;
  /** The path of the group with the target in the document. */
  at: Path;
  /** The setting with the target. */
  key: 'redirect' | 'to' | 'href';
  /** The old address as messages show it: a decoded path, with its query if there is one. */
  route: string;
  old: OldAddress;
  to: string;
}

/** Returns an old address as messages show it. */
export const toUrlPath = ({ path, query }: OldAddress): string => (query === '' ? path : `${path}?${query}`);

/** Returns all redirects, except drafts and those whose old address is the address of a page. */
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
export function redirectTargets(redirects: readonly RedirectFacts[]): Map<string, string> {
  const next = new Map(redirects.map(({ route, to }) => [route, to]));
  const targets = new Map<string, string>();
  for (const route of next.keys()) {
    const seen = new Set([route]);
    let at = next.get(route) ?? route;
    while (next.has(withoutHash(at)) && !seen.has(withoutHash(at))) {
      seen.add(withoutHash(at));
      at = withAnchorOf(at, next.get(withoutHash(at)) ?? at);
    }
    if (!next.has(withoutHash(at))) targets.set(route, at);
  }
  return targets;
}

/** Adds the anchor of an address to a target. Browsers keep it, unless the redirect has its own. */
const withAnchorOf = (from: string, to: string) =>
  to.includes('#') ? to : to + from.slice(withoutHash(from).length);

/** Reports redirects to other redirects, and loops. `hasTarget` checks for a page or file at a path. */
export function redirectProblems(
  redirects: readonly RedirectFacts[],
  isThere: (path: string) => boolean,
): DiagnosticInFile[] {
  const next = new Map(redirects.map(({ route, to }) => [route, to]));
  const targets = redirectTargets(redirects);
  const reported = new Set<string>();
  return redirects.flatMap(({ file, at: place, key, route, old, to }): DiagnosticInFile[] => {
    if (old.query !== '' && withoutHash(to) === old.path)
      return [[file, keepsQueryDiagnostic(old, [...place, key])]];
    if (!next.has(withoutHash(to))) return [];
    const path = [...place, key];
    const target = targets.get(route);
    // If the last redirect is broken, only that one is reported.
    if (target?.startsWith('/') && !isThere(withoutHash(target))) return [];
    if (target !== undefined) {
      // In `redirects`, targets on other sites are written as `href`.
      const isMoved = key === 'to' && !target.startsWith('/');
      const name = isMoved ? [{ path, part: 'name' as const, newText: 'href' }] : [];
      const problem: DiagnosticInit = {
        path,
        rule: 'redirect-chain',
        message: `\`${to}\` redirects visitors to \`${target}\``,
        label: `redirect to \`${target}\` directly`,
        received: to,
        fix: {
          title: `change \`${isMoved ? `to: ${to}` : to}\` to \`${isMoved ? `href: ${target}` : target}\``,
          safety: 'safe',
          edits: [...name, { path, newText: target }],
        },
      };
      return [[file, problem]];
    }
    // A loop is reported once, at its first redirect.
    const loop = [route];
    for (let at = withoutHash(to); !loop.includes(at) && next.has(at); at = withoutHash(next.get(at) ?? ''))
      loop.push(at);
    if (loop.some((one) => reported.has(one))) return [];
    for (const one of loop) reported.add(one);
    const chain = [...loop, withoutHash(next.get(loop.at(-1) ?? '') ?? route)];
    const problem: DiagnosticInit = {
      path,
      rule: 'redirect-loop',
      message:
        loop.length === 1
          ? 'this redirect leads to itself'
          : `this redirect leads back to itself: ${chain.map((one) => `\`${one}\``).join(' → ')}`,
      label: 'visitors would be redirected endlessly',
      received: to,
      advice: 'redirect to a page with content',
    };
    return [[file, problem]];
  });
}

/** Reports a redirect that only removes the query. Several hosts keep it, which causes a loop. */
const keepsQueryDiagnostic = (old: OldAddress, path: Path): DiagnosticInit => ({
  path,
  rule: 'redirect-loop',
  message: `\`${toUrlPath(old)}\` already shows \`${old.path}\`, whatever follows the \`?\``,
  label: 'several hosts would redirect visitors endlessly',
  received: old.path,
  advice: 'delete this redirect, or choose another target',
});
