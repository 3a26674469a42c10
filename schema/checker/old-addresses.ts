import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { basePath, documentPath, isBelow, pathToRoute, withoutHash } from '../content/routes.ts';
import { reservedRouteReason } from './file-names.ts';
import type { OutputPaths } from './public-files.ts';
import type { Path } from '../util.ts';
import type { ParsedSite, SiteRedirect } from './read-file.ts';
import { hostWarnings } from './redirect-hosts.ts';
import { addressOf } from './redirects.ts';
import type { SiteGraph } from './site-graph.ts';

/** Reports entries of `redirects` whose old address is in use. */
export function oldAddressProblems(
  { redirects, host }: Pick<ParsedSite, 'redirects' | 'host'>,
  graph: SiteGraph,
  outputs: OutputPaths,
): DiagnosticInit[] {
  const first = new Set<string>();
  const base = graph.url !== undefined && URL.canParse(graph.url) ? basePath(graph.url) : '';
  const unsent = hostWarnings(
    redirects.map(({ from }) => from),
    host,
  );
  return redirects.flatMap((entry): DiagnosticInit[] => {
    const { at } = entry;
    const from = addressOf(entry.from);
    if (base !== '' && isBelow(entry.from.path, [base])) return [withBase(from, base, [...at, 'from'])];
    const isAgain = first.has(from);
    first.add(from);
    const message = isAgain
      ? `\`${from}\` is in this list twice, so it is not certain where it leads`
      : whyTaken(entry, graph, outputs);
    const warning = unsent.get(from);
    if (message === undefined) return warning ? [{ ...warning, path: [...at, 'from'] }] : [];
    return [
      {
        path: [...at, 'from'],
        rule: 'same-address',
        message,
        label: isAgain ? 'the first one is above' : 'visitors of this address would not be sent on',
        received: from,
        advice: isAgain ? 'delete one of the two' : 'delete this entry, or what has the address now',
      },
    ];
  });
}

/** All addresses of a site begin below its own, which is not written. */
const withBase = (from: string, base: string, path: Path): DiagnosticInit => ({
  path,
  rule: 'wrong-value',
  message: `an old address is written without the \`${base}\` of this site, so this one would be \`${base}${from}\``,
  label: 'visitors of this address would not be sent on',
  received: from,
  advice: `write \`${from.slice(base.length) || '/'}\``,
});

function whyTaken(
  { from: { path: from, query }, to }: SiteRedirect,
  graph: SiteGraph,
  outputs: OutputPaths,
): string | undefined {
  // A page has other addresses beside its own with a query.
  if (query !== '' && (graph.routes.has(from) || graph.routes.has(pathToRoute(from)))) return undefined;
  if (graph.routes.has(from)) return `\`${from}\` is the address of ${outputs.pageBelow(from)}`;
  if (isBelow(from, graph.otherPrograms))
    return `\`otherPrograms\` says that another program answers \`${from}\``;
  const file = [from, documentPath(from), `${from}/index.html`].find((path) => graph.files.has(path));
  if (file !== undefined) return `\`public${file}\` has the address \`${from}\``;
  const route = pathToRoute(from);
  // Hosts show or find the page at this address by themselves.
  if (route !== from && graph.routes.has(route) && graph.redirectTarget(route) === undefined)
    return withoutHash(to) === route ? undefined : `hosts show the page \`${route}\` at \`${from}\``;
  // The same hosts lead on there as at the address without the ending.
  if (route !== from && graph.redirectTarget(route) === (graph.redirectTarget(from) ?? to)) return undefined;
  const reason = reservedRouteReason(from);
  if (reason !== undefined) return reason;
  const writer = outputs.at(from);
  return writer === undefined ? undefined : `\`${from}\` is the address of ${writer}`;
}
