import { createHmac } from 'node:crypto';
import type { Limits } from './message.ts';
import { plainAddress } from './plain-address.ts';

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
const mostWithoutWork = { perAddress: 3, perHour: 30 };

/** The stricter of each two, where there is a limit at all. */
export const withoutWork = (limits: Limits): Limits => ({
  ...limits,
  perAddress: Math.min(limits.perAddress || Infinity, mostWithoutWork.perAddress),
  perHour: Math.min(limits.perHour || Infinity, mostWithoutWork.perHour),
});

/**
 * Stands for an address, which cannot be read from it without the secret. Whoever has a network of the newer
 * kind has very many addresses, so those count as one.
 */
export function sourceOf(written: string | undefined, secret: string): string | null {
  if (written === undefined || written === '') return null;
  const address = plainAddress(written) ?? written;
  return createHmac('sha256', secret).update(networkOf(address)).digest('hex').slice(0, 32);
}

/** What one line is given: of an IPv6 address the first 56 bits. */
function networkOf(address: string): string {
  const [a, b, c, d] = address.split(':');
  return d === undefined ? address : [a, b, c, Number.parseInt(d, 16) >> 8].join(':');
}
