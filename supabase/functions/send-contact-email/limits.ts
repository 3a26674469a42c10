import { createHmac } from 'node:crypto';
import type { Limits } from './message.ts';

/** The address of a connection as some server wrote it down, without brackets and port, if it is one. */
export function parseIp(written: string): string | undefined {
  const text = written.trim();
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (isOfFour(bare)) return bare;
  const [whole = ''] = bare.split('%');
  const url = `http://[${whole}]`;
  if (!/^[\da-f:.]+$/i.test(whole) || !URL.canParse(url)) return undefined;
  const parts = partsOf(new URL(url).hostname.slice(1, -1));
  return parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff
    ? parts
        .slice(6)
        .flatMap((part) => [part >> 8, part & 255])
        .join('.')
    : parts.map((part) => part.toString(16)).join(':');
}

/** The last in a list that is an address: each server in between appends that of whom it answers. */
export const lastForwardedIp = (list: string): string | undefined =>
  list
    .split(',')
    .map(parseIp)
    .findLast((one) => one !== undefined);

const isOfFour = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split('.').every((part) => Number(part) < 256);

/** The eight parts of an IPv6 address, of which `::` stands for those that are zero. */
function partsOf(address: string): number[] {
  const [first = [], last = []] = address.split('::').map(numbersIn);
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const numbersIn = (half: string): number[] =>
  half
    .split(':')
    .filter(Boolean)
    .map((part) => Number.parseInt(part, 16));

/** What holds unless the surroundings say otherwise: far more than people write, far less than programs. */
const usual = { MESSAGES_PER_ADDRESS: 20, MESSAGES_PER_HOUR: 300, MESSAGES_PER_DAY: 1000 };

/** What a database takes as a number. */
const most = 2 ** 31 - 1;

/** How many messages are stored at most, as the variables of the surroundings say; 0 for any number. */
export function limitsFrom(variable: (name: string) => string | undefined): Limits {
  const read = (name: keyof typeof usual): number => {
    const written = variable(name);
    if (written === undefined || written === '') return usual[name];
    if (!/^\d+$/.test(written)) throw new Error(`${name} must be a whole number, not \`${written}\`.`);
    return Math.min(Number(written), most);
  };
  return {
    perAddress: read('MESSAGES_PER_ADDRESS'),
    perHour: read('MESSAGES_PER_HOUR'),
    perDay: read('MESSAGES_PER_DAY'),
  };
}

/**
 * How many are taken for which no browser has worked, where that is asked for: people without script send
 * few messages, and there are few of them.
 */
const limitWithoutProof = { perAddress: 3, perHour: 30 };

/** The stricter of each two, where there is a limit at all. */
export const stricterLimits = (limits: Limits): Limits => ({
  ...limits,
  perAddress: Math.min(limits.perAddress || Infinity, limitWithoutProof.perAddress),
  perHour: Math.min(limits.perHour || Infinity, limitWithoutProof.perHour),
});

/**
 * Stands for an address, which cannot be read from it without the secret. Whoever has a network of the newer
 * kind has very many addresses, so those count as one.
 */
export function clientKey(written: string | undefined, secret: string): string | null {
  if (written === undefined || written === '') return null;
  const address = parseIp(written) ?? written;
  return createHmac('sha256', secret).update(networkPrefix(address)).digest('hex').slice(0, 32);
}

/** What one line is given: of an IPv6 address the first 56 bits. */
function networkPrefix(address: string): string {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? address : [a, b, c, Number.parseInt(d, 16) >> 8].join(':');
}

const day = 24 * 3_600_000;

/** Says something once a day, however often it happens. */
export function throttleDaily(say: (text: string) => void, now = Date.now): (text: string) => void {
  let last = -Infinity;
  return (text) => {
    if (now() - last < day) return;
    last = now();
    say(text);
  };
}
