import { type HostName, hostNames, whyNotOn } from '../content/hosts.ts';
import type { OldAddress } from '../content/old-addresses.ts';
import type { DiagnosticInit } from '../diagnostics/diagnostic.ts';
import { addressOf } from './redirects.ts';

interface Unsent {
  address: string;
  hosts: readonly { name: HostName; why: string }[];
}

/**
 * The warnings about old addresses from which a host cannot send visitors on, by address: one for all that have
 * the same reason. Without a `host`, all are looked at.
 */
export function hostWarnings(
  addresses: readonly OldAddress[],
  host: HostName | undefined,
): Map<string, Omit<DiagnosticInit, 'path'>> {
  const names = host === undefined ? (Object.keys(hostNames) as HostName[]) : [host]; // its keys are the names
  const unsent = addresses.flatMap((old): Unsent[] => {
    const hosts = names.flatMap((name) => {
      const why = whyNotOn(name, old);
      return why === undefined ? [] : [{ name, why }];
    });
    return hosts.length === 0 ? [] : [{ address: addressOf(old), hosts }];
  });
  const groups = Map.groupBy(unsent, ({ hosts }) => JSON.stringify(hosts));
  return new Map(
    [...groups.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [[first.address, warning(first, others.length, host)] as const],
    ),
  );
}

function warning(
  { address, hosts }: Unsent,
  others: number,
  host: HostName | undefined,
): Omit<DiagnosticInit, 'path'> {
  const listed = (some: Unsent['hosts']) =>
    new Intl.ListFormat('en-GB').format(some.map(({ name }) => hostNames[name]));
  const reasons = [...Map.groupBy(hosts, ({ why }) => why)].map(([why, some]) => `on ${listed(some)} ${why}`);
  return {
    rule: 'host-redirect',
    message: `\`${address}\` cannot lead on everywhere: ${reasons.join('; ')}`,
    label: 'there, visitors who come here would not be sent on',
    received: address,
    advice:
      host === undefined
        ? 'write where the site is published in `_site.yaml`, such as `host: netlify`, so that only this host counts'
        : 'delete this entry, or have the server send visitors on by its own settings',
    note: others === 0 ? undefined : `so it is with ${others} more of this list`,
  };
}
