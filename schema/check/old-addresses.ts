import type { DiagnosticInit, DiagnosticWithoutPath } from '../diagnostics/diagnostic.ts';
import { type HostName, hosts, hostNames, findUnsupportedReason } from '../site/hosts.ts';
import type { OldAddress } from '../site/old-addresses.ts';
import { getBasePath, getDocumentPath, isInFolders, pathToRoute, removeHash } from '../base/routes.ts';
import { getReservedRouteReason } from './file-names.ts';
import type { OutputPaths } from './public-files.ts';
import type { Path } from '../base/data.ts';
import type { ParsedSite, SiteRedirect } from './read-file.ts';
import { toUrlPath } from './redirects.ts';
import type { SiteGraph } from './site-graph.ts';

/** Reports items of `redirects` whose old address is in use, or cannot be redirected by the host. */
export function checkOldAddresses(
  { redirects, host }: Pick<ParsedSite, 'redirects' | 'host'>,
  graph: SiteGraph,
  outputs: OutputPaths,
): DiagnosticInit[] {
  const seenAddresses = new Set<string>();
  const base = graph.url !== undefined && URL.canParse(graph.url) ? getBasePath(graph.url) : '';
  const hostWarningByAddress = createHostWarnings(
    redirects.map(({ from }) => from),
    host,
  );
  return redirects.flatMap((redirect): DiagnosticInit[] => {
    const { at: itemPath } = redirect;
    const from = toUrlPath(redirect.from);
    if (base !== '' && isInFolders(redirect.from.path, [base]))
      return [createBaseDiagnostic(from, base, [...itemPath, 'from'])];
    const isDuplicate = seenAddresses.has(from);
    seenAddresses.add(from);
    const message = isDuplicate
      ? `\`${from}\` is in this list twice, so its target is ambiguous`
      : findConflictReason(redirect, graph, outputs);
    const warning = hostWarningByAddress.get(from);
    if (message === undefined) return warning ? [{ ...warning, path: [...itemPath, 'from'] }] : [];
    return [
      {
        path: [...itemPath, 'from'],
        rule: 'same-address',
        message,
        label: isDuplicate
          ? 'the first redirect is above'
          : 'visitors to this address would not be redirected',
        received: from,
        advice: isDuplicate
          ? 'delete one of the two redirects'
          : 'delete this redirect, or change whatever uses the address now',
      },
    ];
  });
}

/** Reports an old address that includes the base path of the site URL. */
const createBaseDiagnostic = (from: string, base: string, path: Path): DiagnosticInit => ({
  path,
  rule: 'wrong-value',
  message: `an old address must not start with the path of the site, \`${base}\`, because it would become \`${base}${from}\``,
  label: 'visitors to this address would not be redirected',
  received: from,
  advice: `write \`${from.slice(base.length) || '/'}\``,
});

function findConflictReason(
  { from: { path: from, query }, to }: SiteRedirect,
  graph: SiteGraph,
  outputs: OutputPaths,
): string | undefined {
  // An old address with a query may share its path with a page, because the page address has no query.
  if (query !== '' && (graph.routes.has(from) || graph.routes.has(pathToRoute(from)))) return undefined;
  if (graph.routes.has(from)) return `\`${from}\` is the address of ${outputs.describePageBelow(from)}`;
  if (isInFolders(from, graph.otherPrograms))
    return `\`otherPrograms\` says that another program answers \`${from}\``;
  const file = [from, getDocumentPath(from), `${from}/index.html`].find((path) => graph.files.has(path));
  if (file !== undefined) return `\`public${file}\` has the address \`${from}\``;
  const route = pathToRoute(from);
  // Hosts show the page at this old address, or redirect the old address to the page.
  if (route !== from && graph.routes.has(route) && graph.redirectTarget(route) === undefined)
    return removeHash(to) === route ? undefined : `hosts show the page \`${route}\` at \`${from}\``;
  // Another redirect leads from the address without the extension to the same target.
  if (route !== from && graph.redirectTarget(route) === (graph.redirectTarget(from) ?? to)) return undefined;
  const reason = getReservedRouteReason(from);
  if (reason !== undefined) return reason;
  const writer = outputs.describe(from);
  return writer === undefined ? undefined : `\`${from}\` is the address of ${writer}`;
}

/** An old address that some hosts cannot redirect, with the reason for each host. */
interface UnsupportedRedirect {
  address: string;
  reasons: readonly { name: HostName; reason: string }[];
}

/** Warns about old addresses that a host cannot redirect. Addresses that fail for the same reasons share a warning. */
function createHostWarnings(
  addresses: readonly OldAddress[],
  host: HostName | undefined,
): Map<string, DiagnosticWithoutPath> {
  const unsupportedRedirects = addresses.map((oldAddress): UnsupportedRedirect => ({
    address: toUrlPath(oldAddress),
    reasons: (host === undefined ? hostNames : [host]).flatMap((name) => {
      const reason = findUnsupportedReason(hosts[name], oldAddress);
      return reason === undefined ? [] : [{ name, reason }];
    }),
  }));
  const groups = Map.groupBy(
    unsupportedRedirects.filter(({ reasons }) => reasons.length > 0),
    ({ reasons }) => JSON.stringify(reasons),
  );
  return new Map(
    [...groups.values()].flatMap(([first, ...others]) =>
      first ? [[first.address, createHostWarning(first, others.length, host)]] : [],
    ),
  );
}

function createHostWarning(
  { address, reasons }: UnsupportedRedirect,
  otherCount: number,
  host: HostName | undefined,
): DiagnosticWithoutPath {
  const list = new Intl.ListFormat('en-GB');
  const texts = [...Map.groupBy(reasons, ({ reason }) => reason)].map(
    ([reason, hostReasons]) => `on ${list.format(hostReasons.map(({ name }) => hosts[name].name))} ${reason}`,
  );
  return {
    rule: 'host-redirect',
    message: `some hosts cannot redirect \`${address}\`: ${texts.join('; ')}`,
    label: 'visitors to this address would not be redirected on some hosts',
    received: address,
    advice:
      host === undefined
        ? 'set the host of the site in `_site.yaml`, such as `host: netlify`, to check only that host'
        : 'delete this redirect, or set it up on the server itself',
    note: otherCount === 0 ? undefined : `the same applies to ${otherCount} more old addresses in this list`,
  };
}
