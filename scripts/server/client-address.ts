import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { forwardedIp, parseIp } from '../../supabase/functions/send-contact-email/client-address.ts';
import { throttleDaily } from '../../supabase/functions/send-contact-email/limits.ts';
import { UsageError } from '../system/command.ts';

const defaultProxies = '127.0.0.0/8 ::1';

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Reads `TRUSTED_PROXIES`: addresses and networks such as `10.0.0.0/8`. The default is this machine. */
function trustedProxies(env: NodeJS.ProcessEnv): (address: string) => boolean {
  const written = env['TRUSTED_PROXIES'] || defaultProxies;
  const list = new BlockList();
  for (const one of written.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', length, ...rest] = one.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    const bits = length === undefined ? most : Number(length);
    if (isIP(address) === 0 || rest.length > 0 || !/^\d*$/.test(length ?? '') || length === '' || bits > most)
      throw new UsageError(
        `TRUSTED_PROXIES must list addresses like 10.0.0.7 or networks like 10.0.0.0/8, not \`${one}\`.`,
      );
    list.addSubnet(address, bits, familyOf(address));
  }
  return (address) => isIP(address) > 0 && list.check(address, familyOf(address));
}

/** The addresses of private networks, in which proxies usually are (RFC 1918, 4193, 6598). */
const privateNetworks = new BlockList();
for (const [address, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['fc00::', 7],
  ['::1', 128],
] as const)
  privateNetworks.addSubnet(address, bits, familyOf(address));

/**
 * Returns a function that finds the address of a client, as trusted proxies forward it. Logs if requests seem to
 * come from a proxy that is not trusted, as all visitors then have one address.
 */
export function clientAddress(
  env: NodeJS.ProcessEnv,
  log: (text: string) => void,
): (incoming: IncomingMessage) => string {
  const isTrusted = trustedProxies(env);
  const logDaily = throttleDaily(log);
  return ({ socket, headers }) => {
    const nearest = parseIp(socket.remoteAddress ?? '') ?? '';
    const forwarded = headers['x-forwarded-for'];
    const client = forwardedIp(nearest, String(forwarded ?? ''), isTrusted);
    const isForwarded =
      forwarded !== undefined || headers['x-real-ip'] !== undefined || headers.forwarded !== undefined;
    const isPrivate = isIP(client) > 0 && privateNetworks.check(client, familyOf(client));
    if (isForwarded && isPrivate && !isTrusted(client))
      logDaily(
        `Requests are forwarded by ${client}, which is not in TRUSTED_PROXIES, so all visitors behind it count as ` +
          `one and share its limit of messages. If it is your proxy, set TRUSTED_PROXIES=${client} (it takes ` +
          'several, and networks like 10.0.0.0/8).',
      );
    return client;
  };
}
