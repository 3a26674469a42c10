import type { DiagnosticInit, DiagnosticInFile } from '../diagnostics/diagnostic.ts';
import type { PageLookup } from './facts.ts';
import { withoutHash } from '../content/routes.ts';

type Pages = readonly PageLookup[];

/** The redirects that visitors are sent on by. */
export function liveRedirects(pages: Pages): { path: string; address: string; to: string }[] {
  return pages.flatMap(({ path, address, redirect, draft }) =>
    redirect === undefined || draft ? [] : [{ path, address, to: redirect }],
  );
}

/** Pages that only send visitors on, and where each leads in the end; a loop leads nowhere. */
export function redirectTargets(pages: Pages): Map<string, string> {
  const next = new Map(liveRedirects(pages).map(({ address, to }) => [address, to]));
  const targets = new Map<string, string>();
  for (const address of next.keys()) {
    const seen = new Set([address]);
    let at = next.get(address) ?? address;
    while (next.has(withoutHash(at)) && !seen.has(withoutHash(at))) {
      seen.add(withoutHash(at));
      at = next.get(withoutHash(at)) ?? at;
    }
    if (!next.has(withoutHash(at))) targets.set(address, at);
  }
  return targets;
}

/** Redirects that lead to other redirects, or back to themselves. */
export function redirectFindings(pages: Pages): DiagnosticInFile[] {
  const redirects = liveRedirects(pages);
  const next = new Map(redirects.map(({ address, to }) => [address, to]));
  const targets = redirectTargets(pages);
  const reported = new Set<string>();
  return redirects.flatMap(({ path, address, to }): DiagnosticInFile[] => {
    if (!next.has(withoutHash(to))) return [];
    const target = targets.get(address);
    if (target !== undefined) {
      const found: DiagnosticInit = {
        path: ['redirect'],
        rule: 'redirect-chain',
        message: `\`${to}\` sends visitors on to \`${target}\``,
        label: `lead to \`${target}\` at once`,
        received: to,
        fix: { title: `change \`${to}\` to \`${target}\``, safety: 'safe', newText: target },
      };
      return [[path, found]];
    }
    // The circle is reported once, at its first page.
    const circle = [address];
    for (let at = withoutHash(to); !circle.includes(at) && next.has(at); at = withoutHash(next.get(at) ?? ''))
      circle.push(at);
    if (circle.some((one) => reported.has(one))) return [];
    for (const one of circle) reported.add(one);
    const way = [...circle, withoutHash(next.get(circle.at(-1) ?? '') ?? address)];
    const found: DiagnosticInit = {
      path: ['redirect'],
      rule: 'redirect-loop',
      message:
        circle.length === 1
          ? 'this redirect leads to itself'
          : `this redirect leads back to itself: ${way.map((one) => `\`${one}\``).join(' → ')}`,
      label: 'visitors would be sent round in a circle',
      received: to,
      advice: 'let it lead to a page that shows something',
    };
    return [[path, found]];
  });
}
