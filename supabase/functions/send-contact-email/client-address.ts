import { createHmac } from 'node:crypto';

/** Normalizes an IP address, which may have brackets and a port. Undefined for other text. */
export function parseIp(written: string): string | undefined {
  const text = written.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isIPv4(bare)) return bare;
  const [address = ''] = bare.split('%');
  const url = `http://[${address}]`;
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(url)) return undefined;
  const groups = ipv6Groups(new URL(url).hostname.slice(1, -1));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : groups.map((group) => group.toString(16)).join(':');
}

const isIPv4 = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);

/** The eight groups of an IPv6 address in its short form. */
function ipv6Groups(address: string): number[] {
  const [first = [], last = []] = address.split('::').map((half) =>
    half
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  );
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/**
 * The address of a client behind proxies: each appends the address of its own client to `X-Forwarded-For`. The
 * last address that is not a trusted proxy is the client's; what comes before it may be forged.
 */
export function forwardedIp(nearest: string, list: string, isTrusted: (address: string) => boolean): string {
  let address = nearest;
  const forwarded = list.split(',').flatMap((written) => parseIp(written) ?? []);
  for (const next of forwarded.toReversed()) {
    if (!isTrusted(address)) break;
    address = next;
  }
  return address;
}

/**
 * Identifies a client by a hash of its address, which only the secret can reproduce. A client with IPv6 has
 * many addresses, so its network counts.
 */
export function clientKey(written: string | undefined, secret: string): string | null {
  if (written === undefined || written === '') return null;
  const address = parseIp(written) ?? written;
  return createHmac('sha256', secret).update(networkPrefix(address)).digest('hex').slice(0, 32);
}

/** Identifies the network of a client: somebody with many addresses has them in one. */
export function networkKey(written: string | undefined, secret: string): string | null {
  const address = parseIp(written ?? '');
  if (address === undefined) return null;
  const parts = address.includes(':') ? address.split(':') : address.split('.');
  const network = parts.slice(0, 3).join(':');
  return createHmac('sha256', secret).update(`network ${network}`).digest('hex').slice(0, 32);
}

/** The network of one line: the first 56 bits of an IPv6 address. */
function networkPrefix(address: string): string {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? address : [a, b, c, Number.parseInt(d, 16) >> 8].join(':');
}
