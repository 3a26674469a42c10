import type { Limits } from './message.ts';

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

/** The kinds of posts. Each has its own budget for each form, so that none starves another. */
export type PostKind = 'proved' | 'usual' | 'plain' | 'wrong';

/** How many messages one connection may send in an hour, for each that the limit names: offices share one. */
const sharedBy = 5;
/** The most of what looks wrong, or comes without the proof of work that its form asks for. */
const most = {
  plainWithoutProof: { perAddress: 3, perHour: 30 },
  wrong: { perAddress: 3, perHour: 10 },
};

/** 0 means no limit. */
const lower = (limit: number, other: number): number => Math.min(limit || Infinity, other);

/** The limits of a kind of post. `own` is the limit that the form sets for each connection. */
export function limitsOfKind(
  kind: PostKind,
  { perAddress, perHour, perDay }: Limits,
  { own, asksProof = false }: { own?: number | undefined; asksProof?: boolean | undefined },
): Limits {
  const shared = own ?? Math.min(perAddress * sharedBy, maxLimit);
  if (kind === 'wrong')
    return {
      perAddress: lower(perAddress, most.wrong.perAddress),
      perHour: lower(perHour, most.wrong.perHour),
      perDay,
    };
  if (kind === 'plain' && asksProof)
    return {
      perAddress: lower(perAddress, most.plainWithoutProof.perAddress),
      perHour: lower(perHour, most.plainWithoutProof.perHour),
      perDay,
    };
  return { perAddress: shared, perHour, perDay };
}

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
