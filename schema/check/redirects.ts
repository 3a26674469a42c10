import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import { withoutHash } from '../base/routes.ts';
import type { OldAddress } from '../site/old-addresses.ts';
import type { Path } from '../base/data.ts';
import type { PageFacts } from './facts.ts';
import type { ParsedSite } from './read-file.ts';

/** A redirect: a page file, or an entry of the list in `_site.yaml`. */
export interface RedirectFacts {
  /** The path of the file in the pages folder, and that of the group with the target in its document. */
  file: string;
  at: Path;
  /** The setting with the target. */
  key: 'redirect' | 'to' | 'href';
  /** The address: a path that is decoded, and its query, if there is one. */
  route: string;
  old: OldAddress;
  to: string;
}

/** An old address as messages show it. */
export const toUrlPath = ({ path, query }: OldAddress): string => (query === '' ? path : `${path}?${query}`);

/** All redirects, without drafts, and without those from the address of a page. */
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

/** The final target of each redirect. Loops have none. */
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

/** Browsers take the anchor of an address along, unless the redirect has its own. */
const withAnchorOf = (from: string, to: string) =>
  to.includes('#') ? to : to + from.slice(withoutHash(from).length);

/** Reports redirects to other redirects, and loops. `isThere` says whether a path is that of a page or a file. */
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
    // A fault of the last one is mended there.
    if (target?.startsWith('/') && !isThere(withoutHash(target))) return [];
    if (target !== undefined) {
      // In the list, an address of another site is under another name.
      const isMoved = key === 'to' && !target.startsWith('/');
      const name = isMoved ? [{ path, part: 'name' as const, newText: 'href' }] : [];
      const problem: DiagnosticInit = {
        path,
        rule: 'redirect-chain',
        message: `\`${to}\` sends visitors on to \`${target}\``,
        label: `lead to \`${target}\` at once`,
        received: to,
        fix: {
          title: `change \`${isMoved ? `to: ${to}` : to}\` to \`${isMoved ? `href: ${target}` : target}\``,
          safety: 'safe',
          edits: [...name, { path, newText: target }],
        },
      };
      return [[file, problem]];
    }
    // A loop is reported once, at its first page.
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
      label: 'visitors would be sent round in a circle',
      received: to,
      advice: 'let it lead to a page that shows something',
    };
    return [[file, problem]];
  });
}

/** Several hosts take the query along, so that the target is the old address again. */
const keepsQueryDiagnostic = (old: OldAddress, path: Path): DiagnosticInit => ({
  path,
  rule: 'redirect-loop',
  message: `\`${toUrlPath(old)}\` shows \`${old.path}\` by itself, whatever follows the \`?\``,
  label: 'several hosts would send visitors round in a circle',
  received: old.path,
  advice: 'delete this entry, or lead to another page',
});
