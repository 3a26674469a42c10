import { createHmac } from 'node:crypto';
import type { Limits } from './message.ts';

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

/** The last IP address of an `X-Forwarded-For` header: each proxy appends the address of its client. */
export const lastForwardedIp = (list: string): string | undefined =>
  list
    .split(',')
    .map(parseIp)
    .findLast((address) => address !== undefined);

/**
 * Identifies a client by a hash of its address, which only the secret can reproduce. A client with IPv6 has
 * many addresses, so its network counts.
 */
export function clientKey(written: string | undefined, secret: string): string | null {
  if (written === undefined || written === '') return null;
  const address = parseIp(written) ?? written;
  return createHmac('sha256', secret).update(networkPrefix(address)).digest('hex').slice(0, 32);
}

/** The network of one line: the first 56 bits of an IPv6 address. */
function networkPrefix(address: string): string {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? address : [a, b, c, Number.parseInt(d, 16) >> 8].join(':');
}

/** Far more than people write and far fewer than programs send. */
const defaults = { MESSAGES_PER_ADDRESS: 20, MESSAGES_PER_HOUR: 300, MESSAGES_PER_DAY: 1000 };

/** The largest `int` of PostgreSQL. */
const maxLimit = 2 ** 31 - 1;

/** Reads the limits from environment variables. */
export function limitsFrom(variable: (name: string) => string | undefined): Limits {
  const read = (name: keyof typeof defaults): number => {
    const value = variable(name);
    if (value === undefined || value === '') return defaults[name];
    if (!/^\d+$/.test(value)) throw new Error(`${name} must be a whole number, not \`${value}\`.`);
    return Math.min(Number(value), maxLimit);
  };
  return {
    perAddress: read('MESSAGES_PER_ADDRESS'),
    perHour: read('MESSAGES_PER_HOUR'),
    perDay: read('MESSAGES_PER_DAY'),
  };
}

/** Limits for messages without the proof of work that their form asks for: few people have no script. */
const limitsWithoutProof = { perAddress: 3, perHour: 30 };

export const stricterLimits = (limits: Limits): Limits => ({
  ...limits,
  perAddress: Math.min(limits.perAddress || Infinity, limitsWithoutProof.perAddress),
  perHour: Math.min(limits.perHour || Infinity, limitsWithoutProof.perHour),
});

const day = 24 * 3_600_000;

/** Limits calls of a function to one a day. */
export function throttleDaily(log: (text: string) => void, now = Date.now): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < day) return;
    last = now();
    log(text);
  };
}
