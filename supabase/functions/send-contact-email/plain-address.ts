import { isIP } from 'node:net';

/** The address of a connection as some server wrote it down, without brackets and port, if it is one. */
export function plainAddress(written: string): string | undefined {
  const text = written.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  switch (isIP(bare)) {
    case 4:
      return bare;
    case 6: {
      const parts = partsOf(bare);
      return parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff
        ? inDots(parts.slice(6))
        : parts.map((part) => part.toString(16)).join(':');
    }
    default:
      return undefined;
  }
}

/** The last in a list of addresses that is one: each server in between appends the one that it was called from. */
export const lastAddress = (list: string): string | undefined =>
  list
    .split(',')
    .map(plainAddress)
    .findLast((one) => one !== undefined);

/** The eight parts of an IPv6 address, of which `::` stands for those that are zero. */
function partsOf(address: string): number[] {
  const [whole = ''] = address.split('%');
  const [before = '', after] = whole.replace(/[\d.]+$/, inColons).split('::');
  const [first, last] = [numbersIn(before), numbersIn(after ?? '')];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const numbersIn = (half: string): number[] =>
  half
    .split(':')
    .filter(Boolean)
    .map((part) => Number.parseInt(part, 16));

const inDots = (parts: readonly number[]): string =>
  parts.flatMap((part) => [part >> 8, part & 255]).join('.');

function inColons(end: string): string {
  if (!end.includes('.')) return end;
  const [a = 0, b = 0, c = 0, d = 0] = end.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d].map((part) => part.toString(16)).join(':');
}
