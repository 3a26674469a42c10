import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import type { PageFacts } from './facts.ts';
import { withoutHash } from '../content/routes.ts';

type Pages = readonly Pick<PageFacts, 'path' | 'route' | 'redirect' | 'draft'>[];

/** The redirects without drafts. */
export function liveRedirects(pages: Pages): { path: string; route: string; to: string }[] {
  return pages.flatMap(({ path, route, redirect, draft }) =>
    redirect === undefined || draft ? [] : [{ path, route, to: redirect }],
  );
}

/** The final target of each redirect. Loops have none. */
export function redirectTargets(pages: Pages): Map<string, string> {
  const next = new Map(liveRedirects(pages).map(({ route, to }) => [route, to]));
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

/** Reports redirects to other redirects, and loops. */
export function redirectProblems(pages: Pages): DiagnosticInFile[] {
  const redirects = liveRedirects(pages);
  const next = new Map(redirects.map(({ route, to }) => [route, to]));
  const targets = redirectTargets(pages);
  const reported = new Set<string>();
  return redirects.flatMap(({ path, route, to }): DiagnosticInFile[] => {
    if (!next.has(withoutHash(to))) return [];
    const target = targets.get(route);
    if (target !== undefined) {
      const problem: DiagnosticInit = {
        path: ['redirect'],
        rule: 'redirect-chain',
        message: `\`${to}\` sends visitors on to \`${target}\``,
        label: `lead to \`${target}\` at once`,
        received: to,
        fix: { title: `change \`${to}\` to \`${target}\``, safety: 'safe', newText: target },
      };
      return [[path, problem]];
    }
    // A loop is reported once, at its first page.
    const loop = [route];
    for (let at = withoutHash(to); !loop.includes(at) && next.has(at); at = withoutHash(next.get(at) ?? ''))
      loop.push(at);
    if (loop.some((one) => reported.has(one))) return [];
    for (const one of loop) reported.add(one);
    const chain = [...loop, withoutHash(next.get(loop.at(-1) ?? '') ?? route)];
    const problem: DiagnosticInit = {
      path: ['redirect'],
      rule: 'redirect-loop',
      message:
        loop.length === 1
          ? 'this redirect leads to itself'
          : `this redirect leads back to itself: ${chain.map((one) => `\`${one}\``).join(' → ')}`,
      label: 'visitors would be sent round in a circle',
      received: to,
      advice: 'let it lead to a page that shows something',
    };
    return [[path, problem]];
  });
}
