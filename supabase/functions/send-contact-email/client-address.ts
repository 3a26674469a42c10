import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { throttleDaily } from './limits.ts';
import type { HandlerRequest } from './services.ts';

/** Normalizes an IP address, with or without brackets and a port. Returns `undefined` for other text. */
function parseIp(value: string): string | undefined {
  const text = value.trim();
  const bareAddress = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const [address = ''] = bareAddress.split('%');
  if (address === '') return undefined;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  return ipaddr.IPv6.isValid(address) ? ipaddr.process(address).toNormalizedString() : undefined;
}

/** Parses a normalized IP address. `ipaddr.parse` would be much slower, because it tries both versions of IP. */
const toIp = (address: string): ipaddr.IPv4 | ipaddr.IPv6 =>
  address.includes(':') ? ipaddr.IPv6.parse(address) : ipaddr.IPv4.parse(address);

type IsTrusted = (address: string) => boolean;

/**
 * Returns the address of a client behind proxies. Each proxy appends the address of its own client to
 * `X-Forwarded-For`. The last address that does not belong to a trusted proxy is the client's. Earlier addresses may be
 * forged.
 */
export function findForwardedIp(peerIp: string, list: string, isTrusted: IsTrusted): string {
  let address = peerIp;
  const forwarded = list.split(',').flatMap((value) => parseIp(value) ?? []);
  for (const forwardedIp of forwarded.toReversed()) {
    if (!isTrusted(address)) break;
    address = forwardedIp;
  }
  return address;
}

/**
 * Returns the address of a visitor who calls the deployed function. Requests to hosted projects pass through
 * Cloudflare, which overwrites its own header with this address. On other hosts, visitors could set Cloudflare's
 * header, so only the address that the last proxy has added to `X-Forwarded-For` counts.
 */
export function findClientIp(
  { headers }: Pick<HandlerRequest, 'headers'>,
  project: string,
): string | undefined {
  const isHosted = /\.supabase\.(?:co|in|red)$/.test(new URL(project).hostname);
  const cloudflareIp = isHosted ? headers.get('cf-connecting-ip') : null;
  if (cloudflareIp !== null) return cloudflareIp;
  return findForwardedIp('', headers.get('x-forwarded-for') ?? '', (address) => address === '') || undefined;
}

const defaultProxies = '127.0.0.0/8 ::1';

/**
 * Parses `TRUSTED_PROXIES`, a list of addresses and of networks such as `10.0.0.0/8`. By default, only this machine is
 * trusted.
 */
function parseTrustedProxies(value: string | undefined, createError: (message: string) => Error): IsTrusted {
  const networks = (value || defaultProxies)
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((item) => {
      const network = item.includes('/') ? item : `${item}/${item.includes(':') ? 128 : 32}`;
      if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(network) && !ipaddr.IPv6.isValidCIDR(network))
        throw createError(
          `TRUSTED_PROXIES must list addresses like 10.0.0.7 or networks like 10.0.0.0/8, not \`${item}\`.`,
        );
      return ipaddr.parseCIDR(network);
    });
  return (address) => {
    if (address === '') return false;
    const ip = toIp(address);
    return networks.some((network) => ip.kind() === network[0].kind() && ip.match(network));
  };
}

/** The kinds of networks that proxies are usually in (RFC 1918, 4193, 6598). */
const privateRanges = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'loopback']);

/**
 * Returns a function that finds the address of a client, as forwarded by trusted proxies. The function logs a warning
 * if requests seem to come from an untrusted proxy, because all visitors would then have the same address.
 */
export function createAddressFinder(
  { TRUSTED_PROXIES }: Record<string, string | undefined>,
  log: (text: string) => void,
  createError: (message: string) => Error = (message) => new Error(message),
): (incoming: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  const isTrusted = parseTrustedProxies(TRUSTED_PROXIES, createError);
  const logDaily = throttleDaily(log);
  return ({ socket, headers }) => {
    const peerIp = parseIp(socket.remoteAddress ?? '') ?? '';
    const forwarded = headers['x-forwarded-for'];
    const client = findForwardedIp(peerIp, String(forwarded ?? ''), isTrusted);
    const isForwarded =
      forwarded !== undefined || headers['x-real-ip'] !== undefined || headers.forwarded !== undefined;
    if (isForwarded && client !== '' && !isTrusted(client) && privateRanges.has(toIp(client).range()))
      logDaily(
        `Requests are forwarded by ${client}, which is not in TRUSTED_PROXIES, so all visitors behind it share ` +
          `one message limit. If it is your proxy, set TRUSTED_PROXIES=${client}. The variable accepts ` +
          'several addresses, and networks like 10.0.0.0/8.',
      );
    return client;
  };
}

/** The number of leading address bytes that identify an internet connection, and the number that identify a network. */
const prefixLengths = { line: { ipv4: 4, ipv6: 7 }, network: { ipv4: 3, ipv6: 6 } };

function toPrefix(value: string, kind: keyof typeof prefixLengths): string {
  const address = parseIp(value);
  if (address === undefined) return value;
  const ip = toIp(address);
  return ip.toByteArray().slice(0, prefixLengths[kind][ip.kind()]).join('.');
}

/**
 * Returns a keyed hash that identifies a client by its address. A client with IPv6 has many addresses, so only their
 * common prefix is hashed.
 */
export const createClientKey = (value: string | undefined, secret: string): string | null =>
  createPrefixKey(value, 'line', secret);

/**
 * Like `createClientKey`, but identifies the network of a client, because the addresses of a person are usually in the
 * same network.
 */
export const createNetworkKey = (value: string | undefined, secret: string): string | null =>
  createPrefixKey(value, 'network', secret);

function createPrefixKey(
  value: string | undefined,
  kind: keyof typeof prefixLengths,
  secret: string,
): string | null {
  if (!value) return null;
  return createHmac('sha256', secret).update(toPrefix(value, kind)).digest('hex').slice(0, 32);
}
